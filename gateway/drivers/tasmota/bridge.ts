import { CommandError, codes } from '#gateway/core/errors.ts'
import type { DriverHost, Order, Wire } from '#gateway/core/ports.ts'
import { awayReason } from '#gateway/lib/gateways/away-reason.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { Connection } from '../shared/connection.ts'
import { type Fields, isFields } from '../shared/fields.ts'
import { Flood } from '../shared/flood.ts'
import type { MqttPort } from '../shared/port.ts'
import { Subscriptions } from '../shared/subscriptions.ts'
import { type Config, configOf } from './config.ts'
import { idOf, type Mapped, mapDevice } from './device.ts'

export interface TasmotaParts {
  mqtt: MqttPort
  rules: CatalogueRules
  prefix: string
  host: DriverHost
}

/** No message of a device is larger. */
const largest = 64 * 1024
/** More devices than one broker of a home has. */
const most = 2000

interface Held {
  config?: Config
  sensors?: unknown
  mapped?: Mapped
  online?: boolean
}

/** Every Tasmota device that announces itself on one broker. */
export class TasmotaBridge {
  readonly #parts: TasmotaParts
  readonly #host: DriverHost
  readonly #flood: Flood
  readonly #connection: Connection
  readonly #subscriptions: Subscriptions
  readonly #held = new Map<string, Held>()
  readonly #ends: (() => void)[] = []
  #broker = true

  constructor(parts: TasmotaParts) {
    const { host, mqtt } = parts
    this.#parts = parts
    this.#host = host
    this.#connection = new Connection(host.clock, () => this.#reachable(false))
    this.#subscriptions = new Subscriptions(mqtt)
    this.#flood = new Flood(
      host.clock,
      (topic, payload) => this.#take(topic, payload),
      (topic) => host.malformed(topic, 'more messages than anybody can use'),
    )
  }

  start(): void {
    const { mqtt, prefix } = this.#parts
    this.#ends.push(mqtt.onMessage((topic, payload) => this.#flood.take(topic, payload)))
    mqtt.subscribe([`${prefix}/+/config`, `${prefix}/+/sensors`])
    this.#ends.push(mqtt.onState((open) => this.#connected(open)))
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#connection.stop()
    this.#flood.stop()
  }

  set(command: Order): void {
    const { mapped } = this.#held.get(command.device) ?? {}
    const channel = mapped?.channels.find(
      (one) => one.service === command.service && one.property === command.property,
    )
    if (!mapped || !channel?.send) throw new CommandError(codes.unknown, 'The device has no such property')
    if (!this.#connection.open) throw new CommandError(codes.disabled, 'The broker is not reachable')
    const { command: name, payload } = channel.send(command.value)
    this.#parts.mqtt.publish(mapped.config.command + name, payload)
  }

  /** Takes back what announced the device; one that is still there announces itself again. */
  remove(device: string): void {
    const mac = this.#held.get(device)?.config?.mac
    if (mac === undefined) throw new CommandError(codes.unknown, 'There is no such device')
    if (!this.#connection.open) throw new CommandError(codes.disabled, 'The broker is not reachable')
    for (const kind of ['sensors', 'config'])
      this.#parts.mqtt.publish(`${this.#parts.prefix}/${mac}/${kind}`, '', { retain: true })
  }

  #take(topic: string, payload: string): void {
    try {
      if (payload.length > largest) throw new Error(`${payload.length} characters`)
      const { prefix } = this.#parts
      const [, mac, kind] =
        /^([0-9A-Fa-f]{12})\/(config|sensors)$/.exec(
          topic.startsWith(`${prefix}/`) ? topic.slice(prefix.length + 1) : '',
        ) ?? []
      if (mac && kind) this.#announced(mac, kind, payload === '' ? undefined : JSON.parse(payload))
      else if (payload !== '') this.#hear(topic, payload)
    } catch (error) {
      this.#host.malformed(topic, error instanceof Error ? error.message.slice(0, 200) : 'not readable')
    }
  }

  #announced(mac: string, kind: string, payload: unknown): void {
    const id = idOf(mac)
    const held = this.#held.get(id) ?? {}
    if (kind === 'sensors') held.sensors = payload
    else {
      const config = configOf(payload)
      if (payload !== undefined && config?.mac !== mac.toUpperCase())
        throw new Error('not the configuration of a device')
      held.config = config
    }
    if (!this.#held.has(id) && this.#held.size >= most) throw new Error('more devices than a home has')
    this.#held.set(id, held)
    if (held.config) this.#describe(id, held, held.config)
    else if (kind === 'config') this.#forget(id, held)
  }

  #describe(id: string, held: Held, config: Config): void {
    const before = held.mapped
    const mapped = mapDevice(config, held.sensors, this.#parts.rules)
    held.mapped = mapped
    this.#host.upsert({
      ...mapped.device,
      status: this.#statusOf(held),
      ...(!this.#broker && { status_reason: awayReason.broker }),
    })
    this.#subscriptions.change(before?.topics ?? [], mapped.topics)
    this.#tellStatus(id, held)
    if (before === undefined || before.config.command !== config.command) this.#ask(config)
  }

  #forget(id: string, held: Held): void {
    this.#subscriptions.change(held.mapped?.topics ?? [], [])
    this.#held.delete(id)
    if (held.mapped) this.#host.remove(id)
  }

  #hear(topic: string, payload: string): void {
    for (const [id, held] of this.#held) {
      const config = held.config
      if (!config || !(isOwn(config.telemetry, topic) || isOwn(config.status, topic))) continue
      if (topic === `${config.telemetry}LWT`) this.#presence(id, held, config, payload)
      else {
        const told = toldBy(topic, payload)
        if (told) this.#report(id, held, told)
      }
    }
  }

  #presence(id: string, held: Held, config: Config, payload: string): void {
    if (payload !== config.online && payload !== config.offline) throw new Error('neither online nor offline')
    held.online = payload === config.online
    this.#tellStatus(id, held)
    if (held.online) this.#ask(config)
  }

  #report(device: string, held: Held, told: Fields): void {
    for (const channel of held.mapped?.channels ?? []) {
      const value = channel.read?.(told)
      if (value === undefined || value === null) continue
      const { service, property } = channel
      this.#host.report({ device, service, property, value: value as Wire })
    }
  }

  /** States are not retained: who comes asks for them. */
  #ask({ command }: Config): void {
    if (!this.#connection.open) return
    this.#parts.mqtt.publish(`${command}STATE`, '')
    this.#parts.mqtt.publish(`${command}STATUS`, '10')
  }

  #tellStatus(device: string, held: Held): void {
    const status = this.#statusOf(held)
    this.#host.status({ device, status, ...(!this.#broker && { reason: awayReason.broker }) })
  }

  /** A device that sleeps to save its battery is away most of the time, and yet there. */
  #statusOf({ online, config }: Held): Device['status'] {
    if (!this.#broker) return 5
    if (online === undefined) return 1
    return online || config?.sleeps ? 2 : 5
  }

  #connected(open: boolean): void {
    this.#connection.change(open)
    if (open) this.#reachable(true)
  }

  #reachable(reachable: boolean): void {
    if (reachable === this.#broker) return
    this.#broker = reachable
    this.#host.bridge(reachable ? undefined : awayReason.broker)
    for (const [id, held] of this.#held) if (held.mapped) this.#tellStatus(id, held)
  }
}

/** A device whose topic begins like another's is not that one. */
const isOwn = (prefix: string, topic: string): boolean =>
  topic.startsWith(prefix) && !topic.includes('/', prefix.length)

/** `stat/…/POWER1 ON` says the same as `stat/…/RESULT {"POWER1":"ON"}`; sensors answer inside of `StatusSNS`. */
function toldBy(topic: string, payload: string): Fields | undefined {
  const last = topic.slice(topic.lastIndexOf('/') + 1)
  if (/^POWER\d*$/.test(last) && !payload.startsWith('{')) return { [last]: payload }
  const json: unknown = JSON.parse(payload)
  if (!isFields(json)) throw new Error('not an object')
  return isFields(json.StatusSNS) ? json.StatusSNS : isFields(json.StatusSTS) ? json.StatusSTS : json
}
