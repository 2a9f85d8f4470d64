import { CommandError, codes } from '#gateway/core/errors.ts'
import type { DriverHost, Order, Wire } from '#gateway/core/ports.ts'
import { type AwayReason, awayReason } from '#gateway/lib/gateways/away-reason.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { Connection } from '../shared/connection.ts'
import { Flood } from '../shared/flood.ts'
import type { MqttPort } from '../shared/port.ts'
import { Subscriptions } from '../shared/subscriptions.ts'
import { mapDevice } from './device.ts'
import type { Guard } from './guard.ts'
import { House } from './house.ts'
import type { Ignored } from './identity.ts'
import { Message } from './message.ts'
import { Resident } from './resident.ts'

export interface HomeAssistantParts {
  mqtt: MqttPort
  rules: CatalogueRules
  prefix: string
  ignore: readonly Ignored[]
  birth: boolean
  guard?: Guard | undefined
  host: DriverHost
}

/** Entities of a device are announced one after another: they are taken in together. */
const pause = 200
/**
 * At first everything that is retained comes, in any order: a device of which half is known would lose the last values of
 * the other half. So it is waited for a silence, but not for ever.
 */
const silence = 1000
const patience = 10_000
/** Until then a Home Assistant on the same broker has said that it is there. */
const listen = 3000
/** A message is a value; anything larger is a picture or none. */
const largest = 256 * 1024
/** Longer messages are not kept for those who listen later. */
const keepable = 16 * 1024

/** Everything that announces itself on one broker. */
export class HomeAssistantBridge {
  readonly #parts: HomeAssistantParts
  readonly #host: DriverHost
  readonly #house: House
  readonly #flood: Flood
  readonly #connection: Connection
  readonly #subscriptions: Subscriptions
  readonly #residents = new Map<string, Resident>()
  readonly #dirty = new Set<string>()
  /** The last message of each topic: the broker says it once, however many devices listen later. */
  readonly #heard = new Map<string, Message>()
  readonly #ends: (() => void)[] = []
  #cancelFlush: (() => void) | undefined
  /** Until then the first devices are waited for; that begins with a broker. */
  #flushBy = Infinity
  #birthDue = false
  #cancelBirth: (() => void) | undefined
  #broker = true

  constructor(parts: HomeAssistantParts) {
    const { host, mqtt, prefix, ignore } = parts
    this.#parts = parts
    this.#host = host
    this.#house = new House(prefix, ignore)
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
    mqtt.subscribe([`${prefix}/+/+/config`, `${prefix}/+/+/+/config`, `${prefix}/status`])
    this.#ends.push(mqtt.onState((open) => this.#connected(open)))
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#cancelFlush?.()
    this.#connection.stop()
    this.#cancelBirth?.()
    for (const resident of this.#residents.values()) resident.stop()
    this.#flood.stop()
  }

  set(command: Order): void {
    const channel = this.#residents.get(command.device)?.channel(command.service, command.property)
    if (!channel?.writing) throw new CommandError(codes.unknown, 'Nothing takes this order')
    if (!this.#connection.open) throw new CommandError(codes.disabled, 'The broker is not reachable')
    const payload = encoded(channel.writing.encode, command.value)
    this.#parts.mqtt.publish(channel.writing.topic, payload, { retain: channel.retain, qos: channel.qos })
  }

  /** Takes back what announced the device; a bridge that still has it announces it again. */
  remove(device: string): void {
    const topics = this.#house.topicsOf(device)
    if (topics.length === 0) throw new CommandError(codes.unknown, 'There is no such device')
    if (!this.#connection.open) throw new CommandError(codes.disabled, 'The broker is not reachable')
    for (const topic of topics) this.#parts.mqtt.publish(topic, '', { retain: true })
  }

  #take(topic: string, payload: string): void {
    try {
      if (topic === `${this.#parts.prefix}/status`) return this.#otherBirth(payload)
      const touched = this.#house.take(topic, payload)
      if (touched) for (const device of touched) this.#touch(device)
      else this.#hear(topic, payload)
    } catch (error) {
      this.#host.malformed(topic, error instanceof Error ? error.message.slice(0, 200) : 'not readable')
    }
  }

  #touch(device: string): void {
    this.#dirty.add(device)
    const now = this.#host.clock.now()
    if (now < this.#flushBy) this.#cancelFlush?.()
    else if (this.#cancelFlush) return
    this.#cancelFlush = this.#host.clock.after(now < this.#flushBy ? silence : pause, () => this.#flush())
  }

  #flush(): void {
    this.#cancelFlush = undefined
    this.#flushBy = 0
    for (const device of this.#dirty) this.#describe(device)
    this.#dirty.clear()
    if (this.#birthDue) this.#birth()
  }

  #describe(id: string): void {
    const before = this.#residents.get(id)
    const announced = this.#house.entitiesOf(id)
    before?.stop()
    if (announced.length === 0) {
      this.#residents.delete(id)
      this.#listen(before, [])
      if (before) this.#host.remove(id)
      return
    }
    const { rules, guard } = this.#parts
    const mapped = mapDevice(id, announced, rules, () => this.#host.clock.now(), guard)
    for (const { source, fault } of mapped.faults) this.#host.malformed(source, fault)
    const resident = new Resident(mapped, this.#host, this.#heard)
    this.#residents.set(id, resident)
    this.#host.upsert({
      ...mapped.device,
      status: resident.status(this.#broker),
      ...this.#brokerAway('status_reason'),
    })
    // What is retained comes while subscribing; what was heard before is not said again.
    const heard = new Map(this.#heard)
    this.#listen(before, resident.topics)
    resident.replay(heard)
    this.#tell(resident)
  }

  #listen(before: Resident | undefined, wanted: Iterable<string>): void {
    for (const topic of this.#subscriptions.change(before?.topics ?? [], wanted)) this.#heard.delete(topic)
  }

  #hear(topic: string, payload: string): void {
    if (payload.length > largest) throw new Error(`${payload.length} characters`)
    const message = new Message(payload)
    if (payload.length <= keepable) this.#heard.set(topic, message)
    for (const resident of this.#residents.values()) {
      if (!resident.topics.has(topic)) continue
      resident.hear(topic, message)
      this.#tell(resident)
    }
  }

  #tell(resident: Resident): void {
    this.#host.status({
      device: resident.id,
      status: resident.status(this.#broker),
      ...this.#brokerAway('reason'),
    })
  }

  #brokerAway<K extends string>(key: K): { [P in K]?: AwayReason } {
    return this.#broker ? {} : ({ [key]: awayReason.broker } as { [P in K]?: AwayReason })
  }

  #connected(open: boolean): void {
    this.#connection.change(open)
    this.#cancelBirth?.()
    this.#cancelBirth = undefined
    if (!open) return
    if (this.#flushBy === Infinity) this.#flushBy = this.#host.clock.now() + patience
    this.#reachable(true)
    if (this.#parts.birth) this.#cancelBirth = this.#host.clock.after(listen, () => this.#birth())
  }

  /** Bridges tell their states anew when somebody says that he has just come. */
  #birth(): void {
    this.#cancelBirth = undefined
    // What is told before its topics are subscribed would be lost.
    this.#birthDue = this.#dirty.size > 0
    if (!this.#birthDue) this.#parts.mqtt.publish(`${this.#parts.prefix}/status`, 'online')
  }

  /** A Home Assistant on this broker says it itself: twice would make everybody repeat everything. */
  #otherBirth(payload: string): void {
    if (payload !== 'online' || !this.#cancelBirth) return
    this.#cancelBirth()
    this.#cancelBirth = undefined
  }

  #reachable(reachable: boolean): void {
    if (reachable === this.#broker) return
    this.#broker = reachable
    this.#parts.host.bridge(reachable ? undefined : awayReason.broker)
    for (const resident of this.#residents.values()) this.#tell(resident)
  }
}

/** A template that fails on a value says so; what it would have sent is not guessed. */
function encoded(encode: (value: unknown) => string, value: Wire): string {
  try {
    return encode(value)
  } catch (error) {
    throw new CommandError(
      codes.invalid,
      error instanceof Error ? error.message.slice(0, 200) : 'Not to be sent',
    )
  }
}
