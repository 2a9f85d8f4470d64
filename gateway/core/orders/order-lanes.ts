import { isReadable } from '#gateway/lib/models/readable.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import { CommandError, codes } from '../errors.ts'
import type { Clock, Order } from '../ports.ts'

/** A device that says nothing of an order keeps the next one of the same property waiting no longer. */
const hold = 1000

interface Waiting {
  id: string
  /** What it wants is a state: only the newest such is worth sending. */
  replaceable: boolean
  go(): void
  drop(): void
}

interface Lane {
  /** The order that the device has and has not answered yet. */
  id: string
  cancel(): void
  waiting: Waiting[]
}

/**
 * Orders to one property, one after the other: the next is sent when the device has answered the one before, or has had the
 * time to. Radios and bridges promise no order of their own; sent at once, the first might be carried out last.
 */
export class OrderLanes {
  readonly #clock: Clock
  readonly #lanes = new Map<string, Lane>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Sends when its turn has come. Rejects when a newer order made this one pointless before it was sent. */
  async inTurn(order: Order, described: Property, send: () => Promise<void>): Promise<void> {
    const { id } = order
    const key = laneOf(order)
    await this.#turn(key, id, isState(order, described))
    try {
      await send()
    } catch (error) {
      this.answered(order)
      throw error
    }
    const lane = this.#lanes.get(key)
    if (lane?.id !== id) return
    if (!isReadable(described)) this.answered(order)
    else lane.cancel = this.#clock.after(hold, () => this.answered(order))
  }

  /** The device has said what became of it, or moves. Later words of the same order change nothing. */
  answered(order: Pick<Order, 'id' | 'device' | 'service' | 'property'>): void {
    const key = laneOf(order)
    const lane = this.#lanes.get(key)
    if (lane?.id !== order.id) return
    lane.cancel()
    const next = lane.waiting.shift()
    if (!next) {
      this.#lanes.delete(key)
      return
    }
    lane.id = next.id
    lane.cancel = () => {}
    next.go()
  }

  /** The device is gone, or the home is closed: nothing more is sent. */
  stop(device?: string): void {
    for (const [key, { cancel, waiting }] of [...this.#lanes]) {
      if (device !== undefined && !key.startsWith(`${device}\n`)) continue
      cancel()
      this.#lanes.delete(key)
      for (const { drop } of waiting) drop()
    }
  }

  #turn(key: string, id: string, replaceable: boolean): Promise<void> | undefined {
    const lane = this.#lanes.get(key)
    if (!lane) {
      this.#lanes.set(key, { id, cancel: () => {}, waiting: [] })
      return undefined
    }
    // A toggle or a pressed key counts each time, and what came before one may not be left out either.
    const last = lane.waiting.at(-1)
    if (replaceable && last?.replaceable) lane.waiting.pop()?.drop()
    return new Promise((resolve, reject) => {
      const drop = (): void =>
        reject(new CommandError(codes.superseded, 'A newer order to the same property took its place'))
      lane.waiting.push({ id, replaceable, go: resolve, drop })
    })
  }
}

const laneOf = ({ device, service, property }: Pick<Order, 'device' | 'service' | 'property'>) =>
  `${device}\n${service}\n${property}`

/** Options may be keys of a remote, texts and composites something that happens: each of them counts. */
const isState = ({ value }: Order, property: Property): boolean =>
  isReadable(property) &&
  (property.type === 'bool'
    ? property.toggle === undefined || value !== property.toggle
    : property.type === 'number' || property.type === 'range' || property.type === 'color')
