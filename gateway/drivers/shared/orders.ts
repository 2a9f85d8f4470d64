import { same } from '#gateway/core/held-device.ts'
import type { Clock, DriverCommand, DriverHost, Wire } from '#gateway/core/ports.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import { distance } from './colour.ts'

const timeout = 15_000
/** A value that still moves is waited for, step by step, but not for ever. */
const patience = 120_000
const pause = 5000

/** Where an order goes, as far as waiting for its answer needs it. */
export interface Place {
  /** Names the property among those of its device. */
  key: string
  kind: Property['type']
  readable: boolean
  described: Property
}

interface Order {
  command: DriverCommand
  at: Place
  issued: number
  before: Wire
  seen: Wire | undefined
  changed: number
  cancel: () => void
}

/** Orders on their way. `/set` has no acknowledgement: a later state that holds what was wanted is one. */
export class Orders {
  readonly #open = new Set<Order>()
  readonly #clock: Clock
  readonly #host: DriverHost

  constructor(host: DriverHost) {
    this.#host = host
    this.#clock = host.clock
  }

  add(command: DriverCommand, at: Place): void {
    const before = this.#host.last(command)
    const now = this.#clock.now()
    const order: Order = { command, at, issued: now, before, seen: undefined, changed: now, cancel: () => {} }
    order.cancel = this.#clock.after(timeout, () => this.#late(order))
    this.#open.add(order)
  }

  /** A state message held this value. Tells it as the answer of the orders that it fulfils. True: it has been told. */
  fulfil(device: string, at: Place, value: Wire): boolean {
    let told = false
    const orders = [...this.#open].filter(
      (one) => one.command.device === device && one.at.key === at.key && one.at.readable,
    )
    const newest = orders.at(-1)
    for (const order of orders) {
      if (order.seen === undefined ? !same(value, order.before) : !same(value, order.seen))
        order.changed = this.#clock.now()
      order.seen = value
    }
    if (!newest || !this.#isWanted(newest, value)) return false
    for (const order of orders) {
      // Earlier orders for the same property were overtaken: they hear where it ended, too.
      this.#close(order)
      this.#host.report({ ...whereOf(order), value, cause: order.command.id })
      told = true
    }
    return told
  }

  fail(device: string, key: string, code: string, message: string): void {
    for (const order of [...this.#open]) {
      if (order.command.device !== device || order.at.key !== key) continue
      this.#close(order)
      this.#host.failed({ ...whereOf(order), request: order.command.id, code, message })
    }
  }

  stop(): void {
    for (const order of [...this.#open]) this.#close(order)
  }

  #isWanted({ command, at, before }: Order, value: Wire): boolean {
    const { value: wanted } = command
    if (same(value, wanted)) return true
    if (at.described.toggle !== undefined && wanted === at.described.toggle) return !same(value, before)
    if (typeof value === 'number' && typeof wanted === 'number') return Math.abs(value - wanted) <= grain(at)
    if (at.kind === 'color' && typeof value === 'string' && typeof wanted === 'string')
      return distance(value, wanted) < 0.12
    return false
  }

  /** In time no state held what was wanted. Something else is a divergence, which the report shows; nothing is a failure. */
  #late(order: Order): void {
    const { issued, changed, seen, before } = order
    const now = this.#clock.now()
    const moving = seen !== undefined && now - changed < pause && now - issued < patience
    if (moving && !same(seen, before)) {
      order.cancel = this.#clock.after(pause, () => this.#late(order))
      return
    }
    this.#close(order)
    // What can't be read back never answers: no failure became known.
    if (!order.at.readable) return
    if (seen !== undefined && !same(seen, before))
      this.#host.report({ ...whereOf(order), value: seen, cause: order.command.id })
    else
      this.#host.failed({
        ...whereOf(order),
        request: order.command.id,
        code: 'TIMEOUT',
        message: 'The device did not answer in time',
      })
  }

  #close(order: Order): void {
    order.cancel()
    this.#open.delete(order)
  }
}

const whereOf = ({ command: { device, service, property } }: Order) => ({ device, service, property })

/** What devices round away. */
function grain({ described: { step, min, max } }: Place): number {
  if (step !== undefined) return step / 2
  return min !== undefined && max !== undefined ? (max - min) / 200 : 0
}
