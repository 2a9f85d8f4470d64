import type { Delivery, RawValue } from '#engine/widget.ts'
import type { Clock } from './clock.ts'
import type { PropertyKey } from './protocol.ts'
import { sameValue } from './same-value.ts'

export interface OrderLimits {
  /** Differing reports within this time after an order are echoes of before (spec 2 §9). */
  ignoreWindow: number
  /** An accepted order whose device stopped reporting another value this long ago has diverged. */
  settle: number
  /** An accepted order that no report follows within this time has failed. */
  noReport: number
  /** How long "confirmed" stands before the control is quiet again. */
  confirmed: number
}

interface Order {
  delivery: Exclude<Delivery, { phase: 'reported' }>
  sentAt: number
  /** Request id, known once the gateway has accepted. */
  request: string | undefined
  /** Another value came after the one that confirmed it. */
  doubted: boolean
  stop(): void
}

/** The gateway was interrupted: whether the order arrived is not known (L-08). Its message says so. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** How the gateway answers an order. */
export interface Answered {
  accepted(answer: Accepted): void
  /** The error's message says why it was not taken. */
  failed(error: Error): void
}

export interface Accepted {
  /** Id of the request. */
  request: string
  /** Whether the device will report what it did. */
  reports: boolean
}

export interface OrderEffects {
  clock: Clock
  limits: OrderLimits
  /** Sends, and says how it was answered, once. */
  send(key: PropertyKey, value: RawValue, answered: Answered): void
  /** Has the device asked for its present value, which comes as its report. */
  ask(key: PropertyKey): void
  value(key: PropertyKey): RawValue | undefined
  wake(key: PropertyKey): void
  /** Sentence for an order that nobody confirmed. */
  silent: string
}

const quiet: Delivery = { phase: 'reported' }

/** Where every order stands (ux.md "truthful controls"): sending, accepted, confirmed, failed or diverged. */
export class Orders {
  readonly #orders = new Map<PropertyKey, Order>()
  readonly #effects: OrderEffects

  constructor(effects: OrderEffects) {
    this.#effects = effects
  }

  delivery(key: PropertyKey): Delivery {
    return this.#orders.get(key)?.delivery ?? quiet
  }

  send(key: PropertyKey, wanted: RawValue): void {
    const { clock, send } = this.#effects
    this.#orders.get(key)?.stop()
    const order: Order = {
      delivery: { phase: 'sending', wanted },
      sentAt: clock.now(),
      request: undefined,
      doubted: false,
      stop: () => {},
    }
    this.#orders.set(key, order)
    this.#effects.wake(key)
    send(key, wanted, {
      accepted: (answer) => this.#accepted(key, order, answer),
      failed: (error) => {
        if (error instanceof OutcomeUnknown) this.#unknown(key, order, error.message)
        else this.#failed(key, order, error.message)
      },
    })
  }

  /** The device reported the property. */
  reported(key: PropertyKey): void {
    const order = this.#orders.get(key)
    if (!order) return
    const { clock, limits } = this.#effects
    const { phase, wanted } = order.delivery
    if (sameValue(this.#effects.value(key), wanted)) {
      if (phase !== 'confirmed') this.#become(key, order, { phase: 'confirmed', wanted })
      // Said again, it has the last word over what was said between.
      else if (!order.doubted) return
      order.doubted = false
      this.#after(key, order, limits.confirmed, () => this.dismiss(key))
      return
    }
    // A failure or a divergence says what was true then; a new report replaces it.
    if (phase === 'failed' || phase === 'diverged') return this.dismiss(key)
    // Just confirmed, and then another value: of an order before, or the device went back. It must not flip without a word.
    if (phase === 'confirmed') {
      order.doubted = true
      return this.#after(key, order, limits.settle, () => this.#diverged(key, order))
    }
    if (phase === 'sending' || clock.now() - order.sentAt < limits.ignoreWindow) return
    // Shutters and dials report on their way; only when they stop elsewhere have they diverged.
    this.#after(key, order, limits.settle, () => this.#diverged(key, order))
  }

  /** The gateway says that the device did not take the order. */
  refused(key: PropertyKey, request: string | undefined, reason: string): void {
    const order = this.#orders.get(key)
    if (!order || (request !== undefined && order.request !== undefined && order.request !== request)) return
    this.#failed(key, order, reason)
  }

  dismiss(key: PropertyKey): void {
    const order = this.#orders.get(key)
    if (!order) return
    order.stop()
    this.#orders.delete(key)
    this.#effects.wake(key)
  }

  #accepted(key: PropertyKey, order: Order, { request, reports }: Accepted): void {
    if (this.#orders.get(key) !== order || order.delivery.phase !== 'sending') return
    order.request = request
    this.#become(key, order, { phase: 'accepted', wanted: order.delivery.wanted })
    // The report may have been faster than the answer.
    if (sameValue(this.#effects.value(key), order.delivery.wanted)) return this.reported(key)
    // Nothing more will be heard of it: "the gateway has it" is all there is to say.
    if (!reports) return this.#after(key, order, this.#effects.limits.confirmed, () => this.dismiss(key))
    this.#after(key, order, this.#effects.limits.noReport, () =>
      this.#failed(key, order, this.#effects.silent),
    )
  }

  /** What the device says replaces it. Where it has said so already, nothing is unknown. */
  #unknown(key: PropertyKey, order: Order, reason: string): void {
    if (this.#orders.get(key) !== order || order.delivery.phase === 'confirmed') return
    this.#failed(key, order, reason)
    this.#effects.ask(key)
  }

  #diverged(key: PropertyKey, order: Order): void {
    const { wanted } = order.delivery
    this.#become(key, order, { phase: 'diverged', wanted, retry: () => this.send(key, wanted) })
  }

  #failed(key: PropertyKey, order: Order, reason: string): void {
    if (this.#orders.get(key) !== order) return
    const { wanted } = order.delivery
    this.#become(key, order, { phase: 'failed', wanted, reason, retry: () => this.send(key, wanted) })
  }

  #become(key: PropertyKey, order: Order, delivery: Order['delivery']): void {
    order.stop()
    order.stop = () => {}
    order.delivery = delivery
    this.#effects.wake(key)
  }

  #after(key: PropertyKey, order: Order, ms: number, run: () => void): void {
    order.stop()
    order.stop = this.#effects.clock.after(ms, () => {
      if (this.#orders.get(key) === order) run()
    })
  }
}
