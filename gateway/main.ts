/** A gateway of its own: hosts a home here and connects it to Gatehouse. `npm run gateway -- --help` */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Driver, DriverHost } from './core/ports.ts'
import { createVirtualDriver, type VirtualOptions } from './drivers/virtual/driver.ts'
import { bridgeDriver, bridgeNames, isBridge } from './node/bridges.ts'
import { enrolled, forgetSecret } from './node/enrol.ts'
import { Residence } from './node/residence.ts'
import { readRules } from './node/rules.ts'
import { openSetup } from './node/setup/setup.ts'

const help = `npm run gateway -- --broker <url> --serial <serial number> --driver <name> [options]

  --broker <url>       port for gateways of Gatehouse: mqtt://127.0.0.1:1884, or mqtts:// on another machine
  --serial <number>    serial number of this gateway
  --secret <secret>    its secret, which an administrator gets from POST /api/udm/device/<serial number>/secret;
                       better in GATEHOUSE_GATEWAY_SECRET, where no process list shows it
  --server <url>       instead of a secret: where browsers reach Gatehouse. Once somebody has been assigned this gateway
                       it is given its secret, which is kept in the data folder; needs the secure id in
                       GATEHOUSE_SECURE_ID
  --driver <name>      zigbee2mqtt (the default), homeassistant, tasmota or virtual; several: --driver tasmota --driver …
  --mqtt <url>         the devices' own broker (default mqtt://127.0.0.1:1883; password in GATEHOUSE_MQTT_PASSWORD)
  --mqtt-user <name>   user at that broker
  --base <topic>       zigbee2mqtt: its base_topic (default zigbee2mqtt)
  --discovery <topic>  homeassistant: its discovery prefix (default homeassistant)
  --tasmota <topic>    tasmota: where devices announce themselves (default tasmota/discovery)
  --devices <file>     virtual: JSON list of { "device": … } as the channel describes devices
  --data <folder>      where names, rooms and last values are kept (default data/gateway-<serial number>)
  --setup-port <port>  serves the local setup page: Wi-Fi, time zone, password. Its first start prints the password;
                       --serial alone is enough with it, for a gateway that has no network yet
  --setup-host <name>  address that the setup page listens on (default 127.0.0.1; it speaks plain HTTP)`

const { values: given } = parseArgs({
  options: {
    broker: { type: 'string' },
    serial: { type: 'string' },
    secret: { type: 'string' },
    server: { type: 'string' },
    driver: { type: 'string', multiple: true, default: ['zigbee2mqtt'] },
    mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
    'mqtt-user': { type: 'string' },
    base: { type: 'string' },
    discovery: { type: 'string' },
    tasmota: { type: 'string' },
    devices: { type: 'string' },
    data: { type: 'string' },
    'setup-port': { type: 'string' },
    'setup-host': { type: 'string', default: '127.0.0.1' },
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

/** What makes the driver of this name; several drivers leave each other's devices alone. */
async function driverOf(name: string): Promise<() => Driver> {
  if (isBridge(name)) {
    const topics = { zigbee2mqtt: given.base, homeassistant: given.discovery, tasmota: given.tasmota }
    const beside = given.driver.filter(isBridge)
    return bridgeDriver(name, { address: brokerWith(topics[name]), rules: readRules, beside })
  }
  if (name !== 'virtual') return stopWith(`There is no driver ${name}: ${bridgeNames.join(', ')} or virtual`)
  if (!given.devices) return stopWith('--driver virtual needs --devices <file>')
  const devices = JSON.parse(readFileSync(given.devices, 'utf8')) as VirtualOptions['devices']
  return () => createVirtualDriver({ devices })
}

/** The devices' broker with who we are there, and the topic below which they are. */
function brokerWith(topic = ''): URL {
  if (!URL.canParse(given.mqtt)) return stopWith('--mqtt: mqtt://host:1883 or mqtts://')
  const url = new URL(given.mqtt)
  url.username = encodeURIComponent(given['mqtt-user'] ?? '')
  url.password = encodeURIComponent(process.env.GATEHOUSE_MQTT_PASSWORD ?? '')
  url.pathname = topic === '' ? '' : `/${topic.split('/').map(encodeURIComponent).join('/')}`
  return url
}

if (given.help) stopWith(help)
const { broker, serial: serialNumber, 'setup-port': setupPort } = given
const secret = given.secret ?? process.env.GATEHOUSE_GATEWAY_SECRET
const { server } = given
const secureId = process.env.GATEHOUSE_SECURE_ID
const alone = setupPort !== undefined && !broker
const isKnown = secret !== undefined || (server !== undefined && secureId !== undefined)
if (!serialNumber || (!alone && (!broker || !isKnown)))
  stopWith(`--broker, --serial and a secret, or --server and a secure id, are needed.\n\n${help}`)
if (!/^[A-Za-z0-9_-]{1,64}$/.test(serialNumber)) stopWith('--serial: letters, digits, _ and -, at most 64')
if (setupPort !== undefined && !(/^\d{1,5}$/.test(setupPort) && Number(setupPort) < 65_536))
  stopWith('--setup-port: a number up to 65535; 0 picks a free port')
const data = given.data ?? join('data', `gateway-${serialNumber}`)

/** What has to be ended in order when this process is. */
const running: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.allSettled(running.map((end) => end())).then(() => process.exit(0))
  })
}

/** The setup page sets it; without one it is the machine's. */
let zone: (() => string) | undefined

if (setupPort !== undefined) {
  const host = given['setup-host']
  const setup = await openSetup({ serialNumber, host, port: Number(setupPort), data, log })
  running.push(setup.close)
  zone = setup.zone
  const { url, simulated } = setup
  log('info', 'The setup page is open', { url, simulated })
  if (setup.fresh) console.log(`Password of the setup page, shown this once: ${setup.fresh}`)
}

/** Lives with a secret, until Gatehouse no longer knows it. */
async function live(
  access: { broker: string; serialNumber: string; secret: string },
  refused?: () => void,
): Promise<Residence> {
  const makers = await Promise.all(given.driver.map(driverOf))
  const drivers = () => makers.map((make) => make())
  const residence = new Residence({ ...access, data, drivers, log, refused, zone })
  running.push(() => residence.close())
  await residence.start()
  return residence
}

/** Gets the secret from Gatehouse, and another one when the gateway has found somebody else. */
async function liveEnrolled(at: string, enrolment: Parameters<typeof enrolled>[0]): Promise<void> {
  for (;;) {
    const known = await enrolled(enrolment)
    let refuse: () => void = () => undefined
    const refused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    const residence = await live({ broker: at, serialNumber: enrolment.serialNumber, secret: known }, refuse)
    await refused
    await residence.close()
    await forgetSecret(enrolment.file)
  }
}

if (broker && secret) await live({ broker, serialNumber, secret })
else if (broker && server && secureId)
  await liveEnrolled(broker, { server, serialNumber, secureId, file: join(data, 'secret'), log })
