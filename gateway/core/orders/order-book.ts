import { isReadable } from '#gateway/lib/models/readable.ts'
import { fulfils } from '#gateway/lib/values/fulfils.ts'
import { same } from '#gateway/lib/values/same.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import type { Traced } from '../devices/devices.ts'
import { keyOf } from '../devices/held-device.ts'
import type { Clock, DriverHost, Order, Wire } from '../ports.ts'
import { OrderLanes } from './order-lanes.ts'

/** How an order ended. `taken`: the device has it and reports nothing of it. `silent`: it should have reported, and did not. */
export type OrderEnd =
  | { outcome: 'confirmed' }
  | { outcome: 'taken' }
  | { outcome: 'diverged'; value: Wire }
  | { outcome: 'failed'; code: string; message: string }
  | { outcome: 'silent' }

/** Who gave an order, and what is known of its property. */
export interface Given {
  described: Property
  cause: Cause
  /** What the device had reported last. */
  before: Wire
  /** Called once, unless the order is withdrawn. */
  ended?: ((end: OrderEnd) => void) | undefined
}

interface PlacedOrder extends Given {
  id: string
  device: string
  service: string
  property: string
  key: string
  wanted: Wire
  at: number
  /** What the device has said since. */
  seen: Wire | undefined
  /** When it was last seen on its way. */
  moved: number
  /** How it ended; what follows soon after may take that back. */
  end: OrderEnd | undefined
  cancel: () => void
}

interface Report {
  device: string
  service: string
  property: Property
  value: Wire
  /** Id of the order that it answers, where the driver knows. */
  request?: string | undefined
}

/** How an order ended, as it is told. */
export type OrderEnded = Omit<Events['order_ended'], 'value'> & { value?: Wire }

type Failure = Parameters<DriverHost['failed']>[0]

/** A report this long after an order is still its effect, and a device that has said nothing by then is silent. */
const PATIENCE = 15_000
/** spec 2 §9: another value so soon after an order is of before it. */
const ECHO = 1100
/** Another state that stays for so long is where the device has stopped. */
const SETTLED = 3000
/** What still moves is waited for, but not for ever. */
const JOURNEY = 120_000
/** What moves in steps rests that long between two of them at most. */
const PAUSE = 5000
/** What was confirmed or taken may yet turn out otherwise. */
const AFTERWORD = 3000
/** What else changes in a device so soon after an order changed with it. */
const ALONGSIDE = 1000
/** A position goes on changing in steps. */
const STEPPING = 3000
const MOST_ORIGINS = 2000

/**
 * Orders on their way, with who gave them: a report is traced to its order, and it is decided here, for everybody, whether
 * an order was carried out. That is told as `order_ended`; where a device goes back on it at once, told anew.
 */
export class OrderBook {
  readonly #clock: Clock
  readonly #tell: (ended: OrderEnded) => void
  readonly #lanes: OrderLanes
  /** By device; those that have ended stay for their afterword. */
  readonly #orders = new Map<string, PlacedOrder[]>()
  /** By property: the order that came last, while it is waiting or on its way. */
  readonly #newest = new Map<string, Order>()
  /** By request id, so that also a late answer finds who asked. */
  readonly #origins = new Map<string, Cause>()
  /** What happened last to a device by an order. */
  readonly #recent = new Map<string, { cause: Cause; at: number; keys: Map<string, number> }>()

  constructor(clock: Clock, tell: (ended: OrderEnded) => void) {
    this.#clock = clock
    this.#tell = tell
    this.#lanes = new OrderLanes(clock)
  }

  /** Sends when the order before to the same property has been answered; rejects when a newer one came first. */
  async inTurn(command: Order, described: Property, send: () => Promise<void>): Promise<void> {
    this.#newest.set(pathOf(command), command)
    try {
      await this.#lanes.inTurn(command, described, send)
    } catch (error) {
      this.#went(command)
      throw error
    }
  }

  /** What a property has been told to be last, while it has not answered; undefined where nothing is on its way. */
  wanted(at: Pick<Order, 'device' | 'service' | 'property'>): Wire | undefined {
    return this.#newest.get(pathOf(at))?.value
  }

  /** Its id. */
  underWay(at: Pick<Order, 'device' | 'service' | 'property'>): string | undefined {
    return this.#newest.get(pathOf(at))?.id
  }

  #went(order: Pick<Order, 'id' | 'device' | 'service' | 'property'>): void {
    const path = pathOf(order)
    if (this.#newest.get(path)?.id === order.id) this.#newest.delete(path)
  }

  /** Before the driver is told. */
  place({ id, device, service, property, value }: Order, given: Given): void {
    const now = this.#clock.now()
    const key = keyOf(service, property)
    for (const order of this.#of(device, key)) if (order.end) this.#close(order)
    const order: PlacedOrder = {
      ...given,
      id,
      device,
      service,
      property,
      key,
      wanted: value,
      at: now,
      seen: undefined,
      moved: Number.NEGATIVE_INFINITY,
      end: undefined,
      cancel: () => {},
    }
    this.#wait(order, PATIENCE, () => this.#rest(order))
    this.#orders.set(device, [...(this.#orders.get(device) ?? []), order])
    this.#origins.set(id, given.cause)
    if (this.#origins.size > MOST_ORIGINS) this.#origins.delete(this.#origins.keys().next().value ?? '')
    this.#recent.set(device, { cause: given.cause, at: now, keys: new Map() })
  }

  /** The driver has taken it. */
  taken(id: string, device: string): void {
    for (const order of this.#open(device))
      if (order.id === id && !isReadable(order.described)) this.#end(order, { outcome: 'taken' })
  }

  /** The driver did not take it. */
  withdraw(id: string, device: string): void {
    for (const order of this.#open(device)) if (order.id === id) this.#close(order)
    this.#recent.delete(device)
  }

  /** What a report goes back to; undefined: the device itself. */
  explain({ device, service, property, value, request }: Report): Traced | undefined {
    const now = this.#clock.now()
    const key = keyOf(service, property.name)
    const asked = request === undefined ? undefined : this.#origins.get(request)
    if (asked) return { cause: this.#effect(device, key, asked, now), request }
    const order = this.#of(device, key).findLast(
      (one) => !one.end && (now - one.at <= PATIENCE || now - one.moved <= PAUSE),
    )
    if (!order) {
      const cause = this.#followUp(device, key, property, now)
      return cause && { cause }
    }
    const met = isMet(order, value)
    if (!met && !moves(order)) return undefined
    return { cause: this.#effect(device, key, order.cause, now), ...(met && { request: order.id }) }
  }

  /** The report has been told: what it says of the orders to its property. */
  judge({ device, service, property, value, request }: Report): void {
    const orders = this.#of(device, keyOf(service, property.name))
    const open = orders.filter(({ end }) => !end)
    const asked = open.find(({ id }) => id === request)
    const newest = open.at(-1)
    if (asked) this.#end(asked, verdictOn(asked, value))
    else if (newest && isMet(newest, value)) {
      // Those before it were overtaken: they hear where the device has arrived, too.
      for (const order of open) this.#end(order, verdictOn(order, value))
    } else for (const order of open) this.#passed(order, value)
    for (const order of orders) this.#doubt(order, value)
  }

  /** The device did not carry it out. Without a request: none of the orders to this property. */
  failed({ device, service, property, request, code, message }: Failure): void {
    const end: OrderEnd = { outcome: 'failed', code, message }
    const meant = (this.#orders.get(device) ?? []).filter(({ id, key, end }) =>
      request === undefined ? !end && key === keyOf(service, property) : id === request,
    )
    for (const order of meant) this.#end(order, end)
    // Who gave it may have been told otherwise long ago, or not at all.
    if (meant.length === 0 && request !== undefined)
      this.#tell({ device_id: device, service_name: service, property_name: property, request, ...end })
  }

  forget(device: string): void {
    this.#lanes.stop(device)
    for (const order of this.#open(device))
      this.#end(order, { outcome: 'failed', code: 'GONE', message: 'The device is gone' })
    for (const order of [...(this.#orders.get(device) ?? [])]) this.#close(order)
    this.#recent.delete(device)
  }

  stop(): void {
    this.#lanes.stop()
    for (const orders of this.#orders.values()) for (const { cancel } of orders) cancel()
    this.#orders.clear()
    this.#newest.clear()
  }

  #of(device: string, key: string): PlacedOrder[] {
    return (this.#orders.get(device) ?? []).filter((order) => order.key === key)
  }

  #open(device: string): PlacedOrder[] {
    return (this.#orders.get(device) ?? []).filter(({ end }) => !end)
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
    const near = Math.abs(now - recent.at) <= ALONGSIDE
    if (!near && !(steps && Math.abs(now - step) <= STEPPING)) return undefined
    recent.keys.set(key, now)
    return recent.cause
  }

  /** Another value than the wanted one: an echo, a step on the way, or where the device has stopped. */
  #passed(order: PlacedOrder, value: Wire): void {
    const now = this.#clock.now()
    const another = !same(value, order.seen ?? order.before)
    order.seen = value
    if (moves(order)) {
      order.moved = now
      this.#lanes.answered(order)
    }
    if (!another || now - order.at < ECHO) return
    this.#wait(order, Math.max(0, Math.min(stillness(order), order.at + JOURNEY - now)), () =>
      this.#rest(order),
    )
  }

  /** Nothing more came. A value that stood there before is no answer. */
  #rest(order: PlacedOrder): void {
    const { seen, before } = order
    this.#end(
      order,
      seen === undefined || same(seen, before) ? { outcome: 'silent' } : { outcome: 'diverged', value: seen },
    )
  }

  /** Just confirmed, and then another value: the device went back, or answers an order of before. */
  #doubt(order: PlacedOrder, value: Wire): void {
    if (order.end?.outcome !== 'confirmed') return
    if (isMet(order, value)) this.#wait(order, AFTERWORD, () => this.#close(order))
    else this.#wait(order, stillness(order), () => this.#end(order, { outcome: 'diverged', value }))
  }

  #end(order: PlacedOrder, end: OrderEnd): void {
    const { id, device, service, property, ended } = order
    const first = order.end === undefined
    order.end = end
    this.#went(order)
    this.#lanes.answered(order)
    if (end.outcome === 'confirmed' || end.outcome === 'taken')
      this.#wait(order, AFTERWORD, () => this.#close(order))
    else this.#close(order)
    this.#tell({ device_id: device, service_name: service, property_name: property, request: id, ...end })
    if (first) ended?.(end)
  }

  #wait(order: PlacedOrder, ms: number, run: () => void): void {
    order.cancel()
    order.cancel = this.#clock.after(ms, run)
  }

  #close(order: PlacedOrder): void {
    order.cancel()
    this.#lanes.answered(order)
    const others = (this.#orders.get(order.device) ?? []).filter((one) => one !== order)
    if (others.length > 0) this.#orders.set(order.device, others)
    else this.#orders.delete(order.device)
  }
}

const pathOf = ({ device, service, property }: Pick<Order, 'device' | 'service' | 'property'>): string =>
  `${device}\n${keyOf(service, property)}`

const isMet = ({ described, wanted, before }: PlacedOrder, value: Wire): boolean =>
  fulfils(described, wanted, value, before)

const verdictOn = (order: PlacedOrder, value: Wire): OrderEnd =>
  isMet(order, value) ? { outcome: 'confirmed' } : { outcome: 'diverged', value }

/** Numbers come nearer step by step, colours are rounded; whatever has states only is there or is not. */
const moves = ({ described: { type } }: PlacedOrder): boolean => type !== 'bool' && type !== 'option'

const stillness = (order: PlacedOrder): number => (moves(order) ? PAUSE : SETTLED)
