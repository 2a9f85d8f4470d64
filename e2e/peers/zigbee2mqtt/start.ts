import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { firmwareImage, indexOf } from './image.ts'
import { installedZigbee2Mqtt } from './install.ts'

export interface Received {
  device: string
  cluster: string
  command: string
  payload: Record<string, number>
}

/** A running Zigbee2MQTT with its broker, and the world outside it: seven devices that do what the caller says. */
export interface Zigbee2Mqtt {
  mqttUrl: string
  /** hue, plug, blind, weather, lock, thermostat, unknown: all of them, or one. */
  join(...names: readonly string[]): Promise<void>
  leave(name: string): Promise<void>
  report(name: string, cluster: string, attributes: Readonly<Record<string, unknown>>): Promise<void>
  command(name: string, cluster: string, command: string, payload?: object): Promise<void>
  /** A dead device acknowledges nothing. */
  dead(name: string, dead: boolean): Promise<void>
  /** What the devices were really sent, in its order. */
  received(): Promise<Received[]>
  stop(): Promise<void>
}

export const names = ['hue', 'plug', 'blind', 'weather', 'lock', 'thermostat', 'unknown'] as const

/**
 * Starts broker and program, both on free loopback ports; `discovery`: it announces its devices for Home Assistant, too;
 * `blockDelay`: ms between two blocks of firmware, of which there are some twenty-five.
 * Answers why not, when the program can't be had.
 */
export async function start({ discovery = false, blockDelay = 50 } = {}): Promise<Zigbee2Mqtt | { missing: string }> {
  const installed = await installedZigbee2Mqtt()
  if ('missing' in installed) return installed
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-zigbee2mqtt-'))
  const children: ChildProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(children.toReversed().map(ended))
    rmSync(data, { recursive: true, force: true })
  }
  try {
    const broker = spawn(process.execPath, [here('broker.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(broker)
    const { port } = JSON.parse(await line(broker, /^\{.*\}$/m)) as { port: number }
    const radio = await freePort()
    writeFileSync(join(data, 'lamp.ota'), firmwareImage())
    writeFileSync(join(data, FIRMWARE), JSON.stringify(indexOf('lamp.ota')))
    writeFileSync(join(data, 'configuration.yaml'), JSON.stringify(configuration(port, { discovery, blockDelay })))
    const program = spawn(process.execPath, ['--import', here('radio/preload.ts'), join(installed.folder, 'index.js')], {
      // Outside of our repository: inside one, the program takes its commit for its own and wants to build itself anew.
      cwd: data,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: data,
        ZIGBEE2MQTT_DATA: data,
        Z2M_ONBOARD_NO_SERVER: '1',
        VIRTUAL_RADIO_PORT: String(radio),
      },
    })
    children.push(program)
    await line(program, /Zigbee2MQTT started!/)
    return world(`mqtt://127.0.0.1:${port}`, radio, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function world(mqttUrl: string, port: number, stop: () => Promise<void>): Zigbee2Mqtt {
  const happen = async (what: string, order: object = {}): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/${what}`, { method: 'POST', body: JSON.stringify(order) })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  return {
    mqttUrl,
    async join(...wanted) {
      for (const name of wanted.length > 0 ? wanted : names) await happen('join', { name })
    },
    async leave(name) {
      await happen('leave', { name })
    },
    async report(name, cluster, attributes) {
      await happen('report', { name, cluster, attributes })
    },
    async command(name, cluster, command, payload = {}) {
      await happen('command', { name, cluster, command, payload })
    },
    async dead(name, dead) {
      await happen('dead', { name, dead })
    },
    received: async () => (await happen('received')) as Received[],
    stop,
  }
}

/** Which images of firmware there are. */
const FIRMWARE = 'firmware.json'

/** JSON is YAML, too. The keys are those of a network that exists nowhere. */
const configuration = (port: number, { discovery, blockDelay }: { discovery: boolean; blockDelay: number }) => ({
  version: 5,
  mqtt: { base_topic: 'zigbee2mqtt', server: `mqtt://127.0.0.1:${port}` },
  serial: { port: '/dev/null', adapter: 'zstack' },
  advanced: {
    network_key: Array.from({ length: 16 }, (_, i) => i + 1),
    pan_id: 6754,
    ext_pan_id: Array.from({ length: 8 }, () => 0xdd),
    channel: 11,
    log_level: 'info',
    log_output: ['console'],
    last_seen: 'ISO_8601',
  },
  frontend: { enabled: false },
  homeassistant: { enabled: discovery },
  availability: { enabled: true },
  // Images come from the folder of the data, one block after the other as fast as the program lets them.
  ota: {
    disable_automatic_update_check: true,
    zigbee_ota_override_index_location: FIRMWARE,
    image_block_response_delay: blockDelay,
  },
})

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** The first output that fits. Everything said until then is the error when it does not come. */
function line(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const take = (part: Buffer): void => {
      said = (said + part.toString('utf8')).slice(-20_000)
      const [found] = wanted.exec(said) ?? []
      if (found) resolve(found)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${said}`)))
    void sleep(60_000, undefined, { ref: false }).then(() => reject(new Error(`It did not start:\n${said}`)))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(late)
}
