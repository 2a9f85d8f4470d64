import type { DriverHost, Wire } from '#gateway/core/ports.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { Reached } from './availability.ts'
import type { Channel, Mapped } from './device.ts'
import type { Message } from './message.ts'

/** A device that is announced: its topics, and whether it can be reached. */
export class Resident {
  readonly id: string
  readonly topics: ReadonlySet<string>
  readonly #mapped: Mapped
  readonly #host: DriverHost
  readonly #reached: readonly Reached[]
  readonly #expiry = new Map<Channel, () => void>()

  constructor(mapped: Mapped, host: DriverHost, heard: ReadonlyMap<string, Message>) {
    this.id = mapped.device.id
    this.#mapped = mapped
    this.#host = host
    this.#reached = mapped.availabilities
      .filter(({ sources }) => sources.length > 0)
      .map((one) => new Reached(one))
    this.topics = new Set([
      ...mapped.channels.flatMap(({ readings }) => readings.map(({ topic }) => topic)),
      ...mapped.availabilities.flatMap(({ sources }) => sources.map(({ topic }) => topic)),
    ])
    // Whether it can be reached was said before, perhaps to another device that the same topic speaks of.
    for (const [topic, message] of heard) if (this.topics.has(topic)) this.#hearAvailability(topic, message)
  }

  channel(service: string, property: string): Channel | undefined {
    return this.#mapped.channels.find((one) => one.service === service && one.property === property)
  }

  /** device-status: reachable when any of its entities is; ready while none has said anything. */
  status(broker: boolean): Device['status'] {
    if (!broker) return 5
    if (this.#reached.length === 0) return 1
    const said = this.#reached.map(({ value }) => value)
    if (said.includes(true)) return 2
    return said.includes(undefined) ? 1 : 5
  }

  hear(topic: string, message: Message): void {
    this.#hearAvailability(topic, message)
    for (const channel of this.#mapped.channels) this.#read(channel, topic, message)
  }

  /** What was said before this description came: the broker does not say it again. */
  replay(heard: ReadonlyMap<string, Message>): void {
    for (const [topic, message] of heard) {
      if (!this.topics.has(topic)) continue
      for (const channel of this.#mapped.channels) if (!channel.event) this.#read(channel, topic, message)
    }
  }

  stop(): void {
    for (const cancel of this.#expiry.values()) cancel()
    this.#expiry.clear()
  }

  #hearAvailability(topic: string, message: Message): void {
    for (const reached of this.#reached) {
      try {
        reached.hear(topic, message)
      } catch (error) {
        this.#host.malformed(topic, textOf(error))
      }
    }
  }

  #read(channel: Channel, topic: string, message: Message): void {
    for (const reading of channel.readings) {
      if (reading.topic !== topic) continue
      try {
        this.#report(channel, reading.decode(message))
      } catch (error) {
        this.#host.malformed(topic, textOf(error))
      }
    }
  }

  #report(channel: Channel, said: unknown): void {
    // Home Assistant's word for "not known".
    if (said === undefined || said === null || said === 'None') return
    const { service, property, expires } = channel
    const at = { device: this.id, service, property }
    const value = among(channel, said as Wire)
    if (service === 'LinkService' && property === 'linkquality' && typeof value === 'number')
      this.#host.link({ device: this.id, lqiValue: value })
    this.#host.report({ ...at, value })
    if (expires === undefined) return
    this.#expiry.get(channel)?.()
    const expire = (): void => this.#host.report({ ...at, value: null })
    this.#expiry.set(channel, this.#host.clock.after(expires * 1000, expire))
  }
}

/** What is none of the options is not known: a message that no template took apart is no choice of anybody. */
function among({ event, described: { type, options = [] } }: Channel, value: Wire): Wire {
  if (event || type !== 'option' || options.length === 0) return value
  return options.some((option) => option.value === value || String(option.value) === String(value))
    ? value
    : null
}

const textOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 200) : 'not readable'
