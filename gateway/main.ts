/** A gateway of its own: hosts a home here and connects it to Gatehouse. `npm run gateway -- --help` */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createHome } from './core/home.ts'
import type { Driver, DriverHost } from './core/ports.ts'
import { systemClock } from './core/system-clock.ts'
import { createVirtualDriver, type VirtualOptions } from './drivers/virtual/driver.ts'
import { createZigbee2MqttDriver } from './drivers/zigbee2mqtt/driver.ts'
import { FileStore } from './node/file-store.ts'
import { openMqttPort } from './node/mqtt-port.ts'
import { readRules } from './node/rules.ts'
import { openUplink } from './node/uplink.ts'

const help = `npm run gateway -- --broker <url> --serial <serial number> --driver <name> [options]

  --broker <url>       port for gateways of Gatehouse: mqtt://127.0.0.1:1884, or mqtts:// on another machine
  --serial <number>    serial number of this gateway
  --secret <secret>    its secret, which an administrator gets from POST /api/udm/device/<serial number>/secret;
                       better in GATEHOUSE_GATEWAY_SECRET, where no process list shows it
  --driver <name>      zigbee2mqtt or virtual
  --mqtt <url>         zigbee2mqtt: its own broker (default mqtt://127.0.0.1:1883; password in GATEHOUSE_MQTT_PASSWORD)
  --mqtt-user <name>   zigbee2mqtt: user at that broker
  --base <topic>       zigbee2mqtt: its base_topic (default zigbee2mqtt)
  --devices <file>     virtual: JSON list of { "device": … } as the channel describes devices
  --data <folder>      where names, rooms and last values are kept (default data/gateway-<serial number>)`

const { values: given } = parseArgs({
  options: {
    broker: { type: 'string' },
    serial: { type: 'string' },
    secret: { type: 'string' },
    driver: { type: 'string', default: 'zigbee2mqtt' },
    mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
    'mqtt-user': { type: 'string' },
    base: { type: 'string' },
    devices: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const log: DriverHost['log'] = (level, message, facts = {}) => {
  if (level !== 'debug')
    console.log(JSON.stringify({ at: new Date().toISOString(), level, message, ...facts }))
}

function stopWith(message: string): never {
  console.error(message)
  process.exit(message === help ? 0 : 2)
}

function driverOf(name: string): Driver {
  switch (name) {
    case 'zigbee2mqtt': {
      const password = process.env.GATEHOUSE_MQTT_PASSWORD
      const mqtt = openMqttPort({ url: given.mqtt, username: given['mqtt-user'], password })
      return createZigbee2MqttDriver({ mqtt, rules: readRules(), ...(given.base && { base: given.base }) })
    }
    case 'virtual': {
      if (!given.devices) return stopWith('--driver virtual needs --devices <file>')
      const devices = JSON.parse(readFileSync(given.devices, 'utf8')) as VirtualOptions['devices']
      return createVirtualDriver({ devices })
    }
    default:
      return stopWith(`There is no driver ${name}: zigbee2mqtt or virtual`)
  }
}

if (given.help) stopWith(help)
const { broker, serial: serialNumber } = given
const secret = given.secret ?? process.env.GATEHOUSE_GATEWAY_SECRET
if (!broker || !serialNumber || !secret) stopWith(`--broker, --serial and a secret are needed.\n\n${help}`)
if (!/^[A-Za-z0-9_-]{1,64}$/.test(serialNumber)) stopWith('--serial: letters, digits, _ and -, at most 64')

const uplink = openUplink({ broker, serialNumber, secret, log })
const home = createHome({
  serialNumber,
  clock: systemClock,
  store: new FileStore(join(given.data ?? join('data', `gateway-${serialNumber}`), 'home.json')),
  transport: uplink,
  drivers: [driverOf(given.driver)],
  log,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.allSettled([home.stop(), uplink.close()]).then(() => process.exit(0))
  })
}

await home.start()
uplink.serve(home)
