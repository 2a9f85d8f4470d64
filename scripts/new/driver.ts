import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Draft, Refused, words } from './draft.ts'

const list = 'gateway/drivers/drivers.ts'

/** `driver esphome`: a folder that declares a bridge over MQTT and hears what is published, and its line in the list. */
export function newDriver(root: string, [name = '']: readonly string[]): Draft {
  if (!/^[a-z][a-z0-9]*$/.test(name))
    throw new Refused('Name the driver in one word of small letters: npm run new -- driver esphome')
  const folder = `gateway/drivers/${name}`
  if (existsSync(join(root, folder))) throw new Refused(`${folder} is there already.`)
  const kind = words(name)
  return {
    files: {
      [list]: listed(readFileSync(join(root, list), 'utf8'), name),
      [`${folder}/declaration.ts`]: `import type { DriverDeclaration } from '../shared/declaration.ts'

export const ${name} = {
  name: '${name}',
  gateway: { serialNumber: '${name.toUpperCase()}', name: '${kind}' },
  variable: {
    name: 'GATEHOUSE_${name.toUpperCase()}',
    about: 'Broker of ${kind}, e.g. mqtt://host:1883/${name} (the path is its topic).',
    secret: true,
  },
  option: { name: '${name}', about: 'where its devices are (default ${name})' },
  async load() {
    const { create${kind}Driver } = await import('./driver.ts')
    return ({ mqtt, topic = '${name}' }) => create${kind}Driver({ mqtt, topic })
  },
} as const satisfies DriverDeclaration
`,
      [`${folder}/driver.ts`]: `import type { Driver } from '#gateway/core/ports.ts'
import { leavingOnly } from '../shared/leaving.ts'
import type { MqttPort } from '../shared/port.ts'
import { startedBridge } from '../shared/started.ts'
import { ${kind}Bridge } from './bridge.ts'

interface Options {
  mqtt: MqttPort
  topic: string
}

export function create${kind}Driver({ mqtt, topic }: Options): Driver {
  const { running, driver } = startedBridge(mqtt, (host) => new ${kind}Bridge({ mqtt, topic, host }))
  return { name: '${name}', ...driver, network: leavingOnly((device) => running().remove(device)) }
}
`,
      [`${folder}/bridge.ts`]: `import { CommandError, codes } from '#gateway/core/errors.ts'
import type { DriverHost, Order } from '#gateway/core/ports.ts'
import { awayReason } from '#gateway/lib/gateways/away-reason.ts'
import { Connection } from '../shared/connection.ts'
import { Flood } from '../shared/flood.ts'
import type { MqttPort } from '../shared/port.ts'

interface Parts {
  mqtt: MqttPort
  topic: string
  host: DriverHost
}

/** What is published becomes devices (host.upsert) and values (host.report). */
export class ${kind}Bridge {
  readonly #parts: Parts
  readonly #flood: Flood
  readonly #connection: Connection
  readonly #ends: (() => void)[] = []

  constructor(parts: Parts) {
    const { host } = parts
    this.#parts = parts
    this.#connection = new Connection(host.clock, () => host.bridge(awayReason.broker))
    this.#flood = new Flood(
      host.clock,
      (topic, payload) => this.#take(topic, payload),
      (topic) => host.malformed(topic, 'more messages than anybody can use'),
    )
  }

  start(): void {
    const { mqtt, topic, host } = this.#parts
    this.#ends.push(mqtt.onMessage((at, payload) => this.#flood.take(at, payload)))
    mqtt.subscribe([\`\${topic}/#\`])
    this.#ends.push(
      mqtt.onState((open) => {
        this.#connection.change(open)
        if (open) host.bridge(undefined)
      }),
    )
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#connection.stop()
    this.#flood.stop()
  }

  set({ device }: Order): void {
    throw new CommandError(codes.unknown, \`There is no device \${device}\`)
  }

  remove(device: string): void {
    throw new CommandError(codes.unknown, \`There is no device \${device}\`)
  }

  /** Whatever it cannot read is told, and passed by. */
  #take(topic: string, _payload: string): void {
    this.#parts.host.malformed(topic, 'nobody reads it yet')
  }
}
`,
    },
    left: [
      `say in ${folder}/declaration.ts what it is and what its topic means; npm run configuration writes the documents`,
      `${folder}/bridge.ts makes devices of what is published, and messages of orders; a test beside the others in tests/gateway`,
      'where its devices also announce themselves to Home Assistant, gateway/drivers/homeassistant/identity.ts knows them and its declaration claims them',
    ],
  }
}

/** Its import and its line, at the end of each. */
function listed(text: string, name: string): string {
  const at = text.lastIndexOf('] as const')
  const before = text.slice(0, at).trimEnd().replace(/,$/, '')
  return `import { ${name} } from './${name}/declaration.ts'\n${before}, ${name}${text.slice(at)}`
}
