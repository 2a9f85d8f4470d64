import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import { keyOf, same } from './held-device.ts'
import { OrderLanes } from './order-lanes.ts'
import type { Clock, DriverCommand, Wire } from './ports.ts'

/** How an order ended: the device's report held what was wanted, or something else, or it was refused, or nothing came. */
export type OrderEnd =
  | { outcome: 'confirmed' }
  | { outcome: 'diverged'; value: Wire }
  | { outcome: 'failed'; code: string; message: string }
  | { outcome: 'silent' }

interface Order {
  id: string
  device: string
  service: string
  property: string
  key: string
  wanted: Wire
  described: Property
  cause: Cause
  at: number
  /** When it was last seen on its way. */
  seen: number
  cancel: () => void
  ended(end: OrderEnd): void
}

interface Report {
  device: string
  service: string
  property: Property
  value: Wire
  /** Id of the order that it answers, where the driver knows. */
  request?: string | undefined
}

/** A report this long after an order is still its effect. */
const fitting = 15_000
/** The driver says first that nothing came; only where it says nothing is it said here. */
const silence = 15_500
/** What still moves is waited for, but not for ever. */
const pause = 5000
const patience = 120_000
/** What else changes in a device so soon after an order changed with it. */
const alongside = 1000
/** A position goes on changing in steps. */
const stepping = 3000
const mostOrigins = 2000

/** Orders on their way, with who gave them: a report is traced to its order, and the order learns how it ended. */
export class OrderBook {
  readonly #clock: Clock
  readonly #lanes: OrderLanes
  readonly #open = new Map<string, Order[]>()
  /** By request id, so that also a late answer finds who asked. */
  readonly #origins = new Map<string, Cause>()
  /** What happened last to a device by an order. */
  readonly #recent = new Map<string, { cause: Cause; at: number; keys: Map<string, number> }>()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#lanes = new OrderLanes(clock)
  }

  /** Sends when the order before to the same property has been answered; rejects when a newer one came first. */
  inTurn(command: DriverCommand, described: Property, send: () => Promise<void>): Promise<void> {
    return this.#lanes.inTurn(command, described, send)
  }

  /** Before the driver is told. `ended` is called once, unless the order is withdrawn. */
  place(
    { id, device, service, property, value }: DriverCommand,
    described: Property,
    cause: Cause,
    ended: (end: OrderEnd) => void = () => {},
  ): void {
    const now = this.#clock.now()
    const key = keyOf(service, property)
    const order: Order = {
      id,
      device,
      service,
      property,
      key,
      wanted: value,
      described,
      cause,
      at: now,
      seen: 0,
      cancel: () => {},
      ended,
    }
    order.cancel = this.#clock.after(silence, () => this.#late(order, silence))
    this.#open.set(device, [...(this.#open.get(device) ?? []), order])
    this.#origins.set(id, cause)
    if (this.#origins.size > mostOrigins) this.#origins.delete(this.#origins.keys().next().value ?? '')
    this.#recent.set(device, { cause, at: now, keys: new Map() })
  }

  /** The driver did not take it. */
  withdraw(id: string, device: string): void {
    for (const order of [...(this.#open.get(device) ?? [])]) if (order.id === id) this.#close(order)
    this.#recent.delete(device)
  }

  /** Who caused a report; undefined: the device itself. Tells the orders that it ends. */
  explain({ device, service, property, value, request }: Report): Cause | undefined {
    const now = this.#clock.now()
    const key = keyOf(service, property.name)
    const orders = (this.#open.get(device) ?? []).filter((order) => order.key === key)
    const asked = request === undefined ? undefined : this.#origins.get(request)
    if (asked) {
      for (const order of orders) if (order.id === request) this.#end(order, answerTo(order, value))
      return this.#effect(device, key, asked, now)
    }
    const order = orders.findLast((one) => now - one.at <= fitting || now - one.seen <= pause)
    if (order && isMet(order, value)) {
      this.#end(order, { outcome: 'confirmed' })
      return this.#effect(device, key, order.cause, now)
    }
    if (order && isOnTheWay(order)) {
      order.seen = now
      this.#lanes.answered(order)
      return this.#effect(device, key, order.cause, now)
    }
    return order ? undefined : this.#followUp(device, key, property, now)
  }

  /** The device did not carry it out. */
  failed(request: string, device: string, code: string, message: string): void {
    for (const order of [...(this.#open.get(device) ?? [])])
      if (order.id === request) this.#end(order, { outcome: 'failed', code, message })
  }

  forget(device: string): void {
    this.#lanes.stop(device)
    for (const order of [...(this.#open.get(device) ?? [])])
      this.#end(order, { outcome: 'failed', code: 'GONE', message: 'The device is gone' })
    this.#recent.delete(device)
  }

  stop(): void {
    this.#lanes.stop()
    for (const orders of this.#open.values()) for (const { cancel } of orders) cancel()
    this.#open.clear()
  }

  #effect(device: string, key: string, cause: Cause, at: number): Cause {
    const recent = this.#recent.get(device)
    const keys = recent?.cause === cause ? recent.keys : new Map<string, number>()
    keys.set(key, at)
    this.#recent.set(device, { cause, at, keys })
    return cause
  }

  #followUp(device: string, key: string, property: Property, now: number): Cause | undefined {
    const recent = this.#recent.get(device)
    if (!recent) return undefined
    const step = recent.keys.get(key)
    const steps = step !== undefined && !property.readonly && typeof property.min === 'number'
    const near = Math.abs(now - recent.at) <= alongside
    if (!near && !(steps && Math.abs(now - step) <= stepping)) return undefined
    recent.keys.set(key, now)
    return recent.cause
  }

  /** Nothing came in time, or not what was wanted: what still moves gets some more. */
  #late(order: Order, waited: number): void {
    if (order.seen > 0 && this.#clock.now() - order.seen < pause && waited < patience) {
      order.cancel = this.#clock.after(pause, () => this.#late(order, waited + pause))
      return
    }
    this.#end(order, { outcome: 'silent' })
  }

  #end(order: Order, end: OrderEnd): void {
    this.#close(order)
    order.ended(end)
  }

  #close(order: Order): void {
    order.cancel()
    this.#lanes.answered(order)
    const others = (this.#open.get(order.device) ?? []).filter((one) => one !== order)
    if (others.length > 0) this.#open.set(order.device, others)
    else this.#open.delete(order.device)
  }
}

const answerTo = (order: Order, value: Wire): OrderEnd =>
  isMet(order, value) || order.described.type === 'color'
    ? { outcome: 'confirmed' }
    : { outcome: 'diverged', value }

/** What devices round away is no difference. */
function isMet({ wanted, described }: Order, value: Wire): boolean {
  if (same(value, wanted)) return true
  if (described.toggle !== undefined && wanted === described.toggle) return true
  if (typeof value !== 'number' || typeof wanted !== 'number') return false
  const { step, min, max } = described
  const grain = step !== undefined ? step / 2 : min !== undefined && max !== undefined ? (max - min) / 200 : 0
  return Math.abs(value - wanted) <= grain
}

/** Numbers come nearer step by step, colours are rounded; whatever has states only is there or is not. */
const isOnTheWay = ({ described: { type } }: Order): boolean => type !== 'bool' && type !== 'option'
