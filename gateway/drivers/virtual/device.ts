import type { DriverHost, Order, Wire } from '#gateway/core/ports.ts'
import { isReadable } from '#gateway/lib/models/readable.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import { currentOf, drawn, isCurrent, loadOf } from './load.ts'
import { drifts, firstValue, grown, growth, isMeter, nextReading } from './plausible.ts'
import { between, type Random, rounded } from './random.ts'
import { effectsOf, type Inner, type Place, goalOf as roomGoalOf } from './reactions.ts'
import { every, goalOf, type Shutter, shutterOf, step } from './shutter.ts'

/** What goes wrong with a virtual device. */
export interface Faults {
  /** Takes no order: each fails, with a reason. */
  dead?: boolean
  /** Share of orders, 0 to 1, that get lost on the way: they fail after the time-out. */
  loss?: number
  /** Ms from the order to the device's report, at least and at most. */
  delay?: readonly [number, number]
}

const timeout = 15_000
const usualDelay = [120, 450] as const

/** One simulated device: what it does follows from its description alone. */
export class VirtualDevice {
  faults: Faults
  readonly #device: Device
  readonly #host: DriverHost
  readonly #random: Random
  readonly #pace: number
  readonly #places: readonly Place[]
  readonly #values = new Map<Property, Wire>()
  readonly #timers = new Set<() => void>()
  readonly #shutter: Shutter | undefined
  /** When the last order to a property is carried out: none overtakes it. */
  readonly #due = new Map<Property, number>()
  #move: { stop: () => void; cause: string } | undefined
  readonly #inner: Inner

  constructor(device: Device, host: DriverHost, random: Random, pace: number, faults: Faults) {
    this.#device = device
    this.#host = host
    this.#random = random
    this.#pace = pace
    this.faults = faults
    this.#shutter = shutterOf(device)
    this.#places = device.service_list.flatMap(({ name, property_list }) =>
      property_list.map((property) => ({ service: name, property })),
    )
    this.#inner = {
      places: this.#places,
      value: ({ property }) => this.#values.get(property) ?? null,
      watts: loadOf({ places: this.#places }, random),
    }
  }

  start(): void {
    const made = new Set<Property>()
    for (const { service, property } of this.#places) {
      if (!isReadable(property)) continue
      const first = property.value ?? firstValue(property, this.#random)
      const last = this.#host.last({ device: this.#device.id, service, property: property.name })
      this.#values.set(property, last ?? (first as Wire))
      if ((last ?? property.value ?? null) === null) made.add(property)
    }
    // What was made up fits together: nothing is drawn by what is off.
    for (const follows of [drawn, currentOf]) {
      const found = follows(this.#inner)
      if (found && made.has(found.property)) this.#values.set(found.property, found.value)
    }
    const service_list = this.#device.service_list.map((service) => ({
      ...service,
      property_list: service.property_list.map((property) => ({
        ...property,
        value: this.#values.get(property) ?? null,
      })),
    }))
    this.#host.upsert({ ...this.#device, service_list })
    if (this.#pace > 0 && this.#alive) this.#live()
  }

  stop(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }

  set(command: Order): void {
    const place = this.#place(command.service, command.property)
    if (!place) return
    const { dead, loss = 0, delay = usualDelay } = this.faults
    if (dead)
      return void this.#after(delay[1], () => this.#fail(command, 'NO_ACK', 'The device does not answer'))
    if (this.#random() < loss)
      return void this.#after(timeout, () =>
        this.#fail(command, 'TIMEOUT', 'The device did not answer in time'),
      )
    const now = this.#host.clock.now()
    const due = Math.max(
      now + between(this.#random, delay[0], delay[1]),
      (this.#due.get(place.property) ?? 0) + 1,
    )
    this.#due.set(place.property, due)
    this.#after(due - now, () => this.#obey(place, command.value, command.id))
  }

  get(service: string, property: string): void {
    const place = this.#place(service, property)
    if (place) this.#after(usualDelay[0], () => this.#report(place, this.#values.get(place.property) ?? null))
  }

  /** Somebody lets it be so; what goes with that follows. False where it has no such value to tell. */
  tell(service: string, property: string, value: Wire): boolean {
    const place = this.#place(service, property)
    if (!place || !isReadable(place.property)) return false
    this.#report(place, value)
    this.#follow(place, value)
    return true
  }

  get #alive(): boolean {
    return (this.#device.status === 1 || this.#device.status === 2) && !this.faults.dead
  }

  #obey(place: Place, value: Wire, cause: string): void {
    const { property, service } = place
    if (service === this.#shutter?.service && this.#moves(this.#shutter, place, value, cause)) return
    const next = property.type === 'bool' && value === property.toggle ? this.#turned(property) : value
    if (isReadable(property)) this.#report(place, next, cause)
    this.#follow(place, next)
  }

  /** What else changes in the device, at once or in a while. */
  #follow(cause: Place, value: Wire): void {
    for (const { place, value: effect, after, still } of effectsOf(this.#inner, cause, value)) {
      if (after === undefined) this.#report(place, effect)
      else
        this.#after(after, () => {
          if (still?.() ?? true) this.#report(place, effect)
        })
    }
  }

  #moves(shutter: Shutter, place: Place, value: Wire, cause: string): boolean {
    const goal = place.property === shutter.position ? value : goalOf(shutter, value)
    if (place.property !== shutter.position && place.property !== shutter.state) return false
    const position = { service: shutter.service, property: shutter.position }
    if (this.#move) {
      this.#move.stop()
      // Whoever gave the order that ends here is told where it ended.
      this.#report(position, this.#values.get(shutter.position) ?? 0, this.#move.cause)
      this.#move = undefined
    }
    if (place.property === shutter.state && isReadable(place.property)) this.#report(place, value, cause)
    if (typeof goal === 'number') this.#travel(shutter, position, goal, cause)
    return true
  }

  #travel(shutter: Shutter, position: Place, goal: number, cause: string): void {
    const stop = this.#after(every, () => {
      const { at, arrived } = step(shutter, Number(this.#values.get(shutter.position) ?? 0), goal)
      if (arrived) this.#move = undefined
      this.#report(position, at, arrived ? cause : undefined)
      if (!arrived) this.#travel(shutter, position, goal, cause)
    })
    this.#move = { stop, cause }
  }

  /** Readings, now and then, one property at a time. */
  #live(): void {
    const changing = this.#places.filter(
      ({ property }) => drifts(property) || isMeter(property) || isButton(property),
    )
    if (changing.length === 0) return
    this.#after(between(this.#random, this.#pace * 0.5, this.#pace * 1.5), () => {
      const place = changing[Math.floor(this.#random() * changing.length)]
      if (place && this.#alive) this.#read(place)
      this.#live()
    })
  }

  #read(place: Place): void {
    const { property } = place
    const value = this.#values.get(property) ?? null
    if (isButton(property)) {
      this.#press(place)
    } else if (isMeter(property)) {
      this.#report(
        place,
        grown(property, Number(value) * (property.scale ?? 1) + growth(property, this.#random)),
      )
    } else if (isCurrent(property)) {
      this.#report(place, currentOf(this.#inner)?.value ?? nextReading(property, value, this.#random))
    } else {
      const power = drawn(this.#inner)
      const next =
        power?.property === property
          ? rounded(power.value * between(this.#random, 0.97, 1.03), property.precision ?? 0)
          : nextReading(property, value, this.#random, roomGoalOf(this.#inner, place))
      this.#report(place, next)
      for (const { place: other, value: effect } of effectsOf(this.#inner, place, next))
        this.#report(other, effect)
    }
  }

  /** A button is pressed seldom. One that has a state of rest, its first option, goes back to it. */
  #press(place: Place): void {
    if (this.#random() > 0.1) return
    const options = (place.property.options ?? []).map(({ value }) => value)
    const [rest = null, ...presses] = isTransient(place.property) ? [null, ...options] : options
    this.#report(place, presses[Math.floor(this.#random() * presses.length)] ?? rest)
    if (!isTransient(place.property)) this.#after(1000, () => this.#report(place, rest))
  }

  #turned(property: Property): Wire {
    const { on = true, off = false } = property
    return this.#values.get(property) === on ? off : on
  }

  #report({ service, property }: Place, value: Wire, cause?: string): void {
    if (!isTransient(property)) this.#values.set(property, value)
    const change = { device: this.#device.id, service, property: property.name, value }
    this.#host.report(cause === undefined ? change : { ...change, cause })
  }

  #fail({ id, device, service, property }: Order, code: string, message: string): void {
    this.#host.failed({ device, service, property, request: id, code, message })
  }

  #place(service: string, property: string): Place | undefined {
    return this.#places.find((place) => place.service === service && place.property.name === property)
  }

  #after(ms: number, run: () => void): () => void {
    const cancel = this.#host.clock.after(ms, () => {
      this.#timers.delete(cancel)
      run()
    })
    this.#timers.add(cancel)
    return () => {
      cancel()
      this.#timers.delete(cancel)
    }
  }
}

const isTransient = ({ access }: Property): boolean =>
  access?.includes('event') === true && !access.includes('read')

const isButton = (property: Property): boolean =>
  property.readonly && property.type === 'option' && (isTransient(property) || /^button/i.test(property.name))
