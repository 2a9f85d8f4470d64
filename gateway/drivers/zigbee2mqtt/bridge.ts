import { CommandError, codes } from '#gateway/core/errors.ts'
import type { DriverHost, Order } from '#gateway/core/ports.ts'
import { type AwayReason, awayReason } from '#gateway/lib/gateways/away-reason.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { Connection } from '../shared/connection.ts'
import { isFields } from '../shared/fields.ts'
import type { MqttPort } from '../shared/port.ts'
import { Asking, questionsTo } from './asking.ts'
import type { BridgeAddress } from './describe.ts'
import { type Mapped, statusOf } from './device.ts'
import { failureOf } from './failures.ts'
import { greetingOf } from './greeting.ts'
import { hintsOf } from './hints.ts'
import { Inbox, isOnline } from './inbox.ts'
import { Joining } from './joining.ts'
import { type Difference, KnownDevices } from './known-devices.ts'
import { responses } from './management.ts'
import { bodyOf, reportsOf } from './reports.ts'
import { Upkeep } from './upkeep.ts'

export interface BridgeParts {
  mqtt: MqttPort
  rules: CatalogueRules
  base: string
  host: DriverHost
}

/** A broker that is there repeats at once what the bridge has said of itself; after that it says nothing. */
const SILENT_MS = 10_000

/** One bridge: reads what it publishes, sends it what is wanted. */
export class Bridge {
  readonly #mqtt: MqttPort
  readonly #base: string
  readonly #host: DriverHost
  readonly #known: KnownDevices
  readonly #asking: Asking
  readonly #upkeep: Upkeep
  readonly joining: Joining
  readonly #available = new Map<string, boolean>()
  /** What each was called when its topics were subscribed. */
  readonly #names = new Map<string, string>()
  readonly #ends: (() => void)[] = []
  readonly #inbox: Inbox
  readonly #connection: Connection
  #online = false
  #cancelSilence: (() => void) | undefined
  /** It has not been asked yet for the states that it knows. */
  #greets = true
  /** Before anything was said of the bridge, it is what is missing. */
  #away: AwayReason | undefined = awayReason.bridge

  constructor({ mqtt, rules, base, host }: BridgeParts) {
    this.#mqtt = mqtt
    this.#base = base
    this.#host = host
    this.#known = new KnownDevices(rules)
    this.#connection = new Connection(host.clock, () => this.#lost())
    this.#asking = new Asking(host.clock, (device, keys) => this.#sendGet(device, keys))
    this.#upkeep = new Upkeep(host, this.#known, (request, payload) =>
      mqtt.publish(`${base}/bridge/request/${request}`, payload),
    )
    this.joining = new Joining(host, async (request, body) => {
      this.#assertReachable()
      await this.#upkeep.requests.ask(request, body)
    })
    // Not bridge/definitions, a quarter of a megabyte that nobody needs, and never '#'.
    this.#inbox = new Inbox(
      base,
      host,
      {
        'bridge/state': (payload) => this.#goOnline(isOnline(payload)),
        'bridge/info': (payload) => this.#info(payload),
        'bridge/devices': (payload) => this.#changed('devices', this.#known.take(payload)),
        'bridge/groups': (payload) => this.#changed('groups', this.#known.takeGroups(payload)),
        'bridge/event': (payload) => this.#event(payload),
        'bridge/logging': (payload) => this.#logging(payload),
        ...Object.fromEntries(
          responses.map((one) => [
            `bridge/response/${one}`,
            (payload: unknown) => this.#upkeep.requests.answered(payload),
          ]),
        ),
      },
      {
        named: (name) => this.#known.named(name),
        state: (mapped, payload) => this.#state(mapped, payload),
        availability: (mapped, payload) => this.#availability(mapped, payload),
      },
    )
  }

  start(): void {
    this.#ends.push(this.#mqtt.onMessage((topic, payload) => this.#inbox.take(topic, payload)))
    this.#mqtt.subscribe(this.#inbox.topics)
    this.#ends.push(this.#mqtt.onState((open) => this.#connected(open)))
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#connection.stop()
    this.#cancelSilence?.()
    this.#inbox.stop()
    this.#asking.stop()
    this.#upkeep.stop()
    this.joining.stop()
  }

  set(command: Order): void {
    const { mapped, at } = this.#place(command.device, command.service, command.property)
    this.#assertReachable()
    if (at.request) return this.#upkeep.carryOut(command, at)
    this.#mqtt.publish(`${this.#base}/${mapped.bridge.name}/set`, bodyOf(at, command.value))
  }

  ask(device: string, service: string, property: string): void {
    const { at } = this.#place(device, service, property)
    this.#assertReachable()
    if (at.gettable) this.#asking.add(device, [at.key], true)
  }

  async rename(device: string, to: string): Promise<void> {
    await this.#upkeep.rename(this.#deviceOf(device), to)
  }

  async update(device: string, begun: () => void): Promise<void> {
    await this.#upkeep.update(this.#deviceOf(device), begun)
  }

  async remove(device: string, force: boolean): Promise<void> {
    await this.#upkeep.remove(this.#deviceOf(device), force)
  }

  /** What the bridge does itself, as long as it can be asked. */
  get upkeep(): Upkeep {
    this.#assertReachable()
    return this.#upkeep
  }

  #deviceOf(device: string): Mapped {
    const mapped = this.#known.get(device)
    if (!mapped) throw new CommandError(codes.unknown, 'Zigbee2MQTT has no such device')
    this.#assertReachable()
    return mapped
  }

  #place(device: string, service: string, property: string): { mapped: Mapped; at: BridgeAddress } {
    const mapped = this.#known.get(device)
    const at = mapped?.addresses.find((one) => one.service === service && one.property === property)
    if (!mapped || !at) throw new CommandError(codes.unknown, 'Zigbee2MQTT has no such property')
    return { mapped, at }
  }

  #assertReachable(): void {
    if (!this.#connection.open)
      throw new CommandError(codes.disabled, 'The broker of Zigbee2MQTT is not reachable')
    if (!this.#online) throw new CommandError(codes.disabled, 'Zigbee2MQTT is offline')
  }

  #state(mapped: Mapped, state: unknown): void {
    if (!isFields(state)) throw new Error('not an object')
    const device = mapped.bridge.ieee
    if (typeof state.linkquality === 'number') this.#host.link({ device, lqiValue: state.linkquality })
    for (const { at, value } of reportsOf(state, mapped.addresses))
      this.#host.report({ device, service: at.service, property: at.property, value })
  }

  #availability(mapped: Mapped, payload: unknown): void {
    const { ieee } = mapped.bridge
    const wasAway = this.#available.get(ieee) === false
    this.#available.set(ieee, isOnline(payload))
    this.#tellStatus(mapped)
    if (wasAway && isOnline(payload)) this.#askAll(mapped)
  }

  /** On a broker that is there, the bridge is what is missing when it says nothing. */
  #connected(open: boolean): void {
    this.#connection.change(open)
    this.#cancelSilence?.()
    if (!open || this.#online) return
    this.#cancelSilence = this.#host.clock.after(SILENT_MS, () => {
      if (!this.#online) this.#goOnline(false, awayReason.bridge)
    })
  }

  #lost(): void {
    this.#goOnline(false, awayReason.broker)
  }

  #goOnline(online: boolean, away: AwayReason = awayReason.bridge): void {
    this.#away = online ? undefined : away
    this.#host.bridge(this.#away)
    if (online === this.#online) return
    // What was said while it was not heard it says again.
    if (!online) this.#greets = true
    this.#online = online
    this.#host.log('info', online ? 'Zigbee2MQTT is online' : 'Zigbee2MQTT is offline')
    for (const mapped of this.#known.all()) {
      this.#tellStatus(mapped)
      if (online) this.#askAll(mapped)
    }
    this.#upkeep.online(online)
  }

  #info(payload: unknown): void {
    for (const hint of hintsOf(payload)) this.#host.log('warn', hint)
    const greeting = greetingOf(payload)
    if (greeting !== undefined && this.#greets) this.#mqtt.publish(greeting, 'online')
    this.#greets &&= greeting === undefined
    this.#upkeep.info(payload)
  }

  #changed(what: 'devices' | 'groups', { changed, removed, unreadable }: Difference): void {
    if (unreadable > 0) this.#host.malformed(`${this.#base}/bridge/${what}`, `${unreadable} entries`)
    for (const { bridge } of removed) {
      this.#unlisten(bridge.name)
      this.#asking.forget(bridge.ieee)
      this.#available.delete(bridge.ieee)
      this.#upkeep.forget(bridge.ieee)
      this.#names.delete(bridge.ieee)
      this.#host.remove(bridge.ieee)
    }
    for (const mapped of changed) {
      const { ieee, name } = mapped.bridge
      const before = this.#names.get(ieee)
      if (before === undefined && this.joining.keepsBack(mapped.bridge)) continue
      this.#names.set(ieee, name)
      const { status, reason } = this.#statusOf(mapped)
      this.#host.upsert({ ...mapped.device, status, ...(reason && { status_reason: reason }) })
      if (before !== name) {
        if (before !== undefined && !this.#known.named(before)) this.#unlisten(before)
        this.#mqtt.subscribe([`${this.#base}/${name}`, `${this.#base}/${name}/availability`])
      }
      this.#upkeep.described(mapped)
      this.joining.described(mapped.bridge)
      if (this.#online && before === undefined) this.#askAll(mapped)
    }
    // Groups that are not told of yet are not gone.
    if (this.#known.complete) this.#host.inventory(this.#known.ids)
  }

  #unlisten(name: string): void {
    this.#mqtt.unsubscribe([`${this.#base}/${name}`, `${this.#base}/${name}/availability`])
  }

  #event(payload: unknown): void {
    if (!isFields(payload) || !isFields(payload.data)) throw new Error('not an event')
    const { type, data } = payload
    this.joining.event(type, data)
    const mapped = this.#known.get(String(data.ieee_address))
    if (type !== 'device_announce' || !mapped) return
    this.#upkeep.heard(mapped.bridge.ieee)
    // A device that announces itself was without power: it may have come back in another state.
    this.#askAll(mapped)
  }

  #logging(payload: unknown): void {
    if (!isFields(payload) || typeof payload.message !== 'string') throw new Error('not a line')
    if (payload.level !== 'error' && payload.level !== 'warning') return
    const failure = failureOf(payload.message, (name) => this.#known.named(name) !== undefined)
    const mapped = failure && this.#known.named(failure.name)
    if (!mapped) return
    const { key, code, message } = failure
    for (const { service, property } of mapped.addresses.filter((at) => at.key === key))
      this.#host.failed({ device: mapped.bridge.ieee, service, property, code, message })
  }

  /** State is not retained: mains devices are asked for what they can tell, settings only where we know nothing. */
  #askAll(mapped: Mapped): void {
    for (const keys of questionsTo(mapped, this.#host)) this.#asking.add(mapped.bridge.ieee, keys, false)
  }

  #sendGet(device: string, keys: readonly string[]): void {
    const mapped = this.#known.get(device)
    if (!mapped || !this.#connection.open || !this.#online || this.#available.get(device) === false) return
    const body = Object.fromEntries(keys.map((key) => [key, '']))
    this.#mqtt.publish(`${this.#base}/${mapped.bridge.name}/get`, JSON.stringify(body))
  }

  #tellStatus(mapped: Mapped): void {
    this.#host.status({ device: mapped.bridge.ieee, ...this.#statusOf(mapped) })
  }

  #statusOf({ bridge }: Mapped) {
    return statusOf(bridge, this.#online ? undefined : this.#away, this.#available.get(bridge.ieee))
  }
}
