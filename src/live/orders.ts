import type { Delivery, RawValue } from '#engine/widget.ts'
import type { OrderEnded, PropertyKey } from './channel/protocol.ts'
import type { Clock } from './clock.ts'

export interface OrderLimits {
  /** The gateway says how an order ends; where nothing is heard of it for so long, that was lost. */
  unheard: number
  /** How long "confirmed" stands before the control is quiet again. */
  confirmed: number
}

interface Order {
  /** Id of the request. */
  request: string
  wanted: RawValue
  delivery: Delivery
  stop(): void
}

/** The gateway was interrupted: whether the order arrived is not known (L-08). Its message says so. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** How the gateway answers an order. */
export interface Answered {
  accepted(): void
  /** The error's message says why it was not taken. */
  failed(error: Error): void
}

export interface OrderEffects {
  clock: Clock
  limits: OrderLimits
  /** Sends, and says how it was answered, once. Gives back the id of the request. */
  send(key: PropertyKey, value: RawValue, answered: Answered): string
  /** Has the device asked for its present value, which comes as its report. */
  ask(key: PropertyKey): void
  wake(key: PropertyKey): void
  /** Sentence for an order that nobody confirmed. */
  silent: string
  /** Sentence for an order that failed: by its code, else its message. */
  reason(code: string, message: string): string
}

const quiet: Delivery = { phase: 'reported' }

/**
 * Where every order of this page stands (docs/behaviour.md, "Orders tell the truth"): sending, accepted, confirmed, failed or diverged.
 * Whether one was carried out is the gateway's to say.
 */
export class Orders {
  /** The newest of each property; what is quiet stays, since the gateway may go back on it. */
  readonly #orders = new Map<PropertyKey, Order>()
  readonly #effects: OrderEffects

  constructor(effects: OrderEffects) {
    this.#effects = effects
  }

  delivery(key: PropertyKey): Delivery {
    return this.#orders.get(key)?.delivery ?? quiet
  }

  send(key: PropertyKey, wanted: RawValue): void {
    this.#orders.get(key)?.stop()
    const order: Order = { request: '', wanted, delivery: { phase: 'sending', wanted }, stop: () => {} }
    this.#orders.set(key, order)
    this.#effects.wake(key)
    order.request = this.#effects.send(key, wanted, {
      accepted: () => this.#accepted(key, order),
      failed: (error) => this.#refused(key, order, error),
    })
  }

  /** The device reported the property. */
  reported(key: PropertyKey): void {
    const order = this.#orders.get(key)
    if (!order) return
    const { phase } = order.delivery
    // A failure or a divergence says what was true then; a new report replaces it.
    if (phase === 'failed' || phase === 'diverged') this.#become(key, order, quiet)
    // Shutters and dials report on their way.
    if (phase === 'accepted') this.#listen(key, order)
  }

  /** The gateway says how an order ended; where a device goes back on it, once more. */
  ended(key: PropertyKey, { request, outcome, code = '', message = '' }: OrderEnded): void {
    const order = this.#orders.get(key)
    if (order?.request !== request) return
    const { wanted } = order
    const { limits, silent, reason } = this.#effects
    switch (outcome) {
      case 'confirmed':
      case 'taken':
        // Of what the device does not report, "the gateway has it" is all there is to say.
        this.#become(key, order, { phase: outcome === 'taken' ? 'accepted' : outcome, wanted })
        return this.#after(key, order, limits.confirmed, () => this.#become(key, order, quiet))
      case 'diverged':
        return this.#become(key, order, { phase: 'diverged', wanted, retry: () => this.send(key, wanted) })
      case 'failed':
        return this.#fail(key, order, reason(code, message))
      case 'silent':
        return this.#fail(key, order, silent)
    }
  }

  dismiss(key: PropertyKey): void {
    const order = this.#orders.get(key)
    if (!order) return
    order.stop()
    this.#orders.delete(key)
    this.#effects.wake(key)
  }

  #accepted(key: PropertyKey, order: Order): void {
    // How it ended may have been faster than the answer.
    if (this.#orders.get(key) !== order || order.delivery.phase !== 'sending') return
    this.#become(key, order, { phase: 'accepted', wanted: order.wanted })
    this.#listen(key, order)
  }

  #listen(key: PropertyKey, order: Order): void {
    this.#after(key, order, this.#effects.limits.unheard, () =>
      this.#refused(key, order, new OutcomeUnknown(this.#effects.silent)),
    )
  }

  #refused(key: PropertyKey, order: Order, error: Error): void {
    const { phase } = order.delivery
    if (this.#orders.get(key) !== order || (phase !== 'sending' && phase !== 'accepted')) return
    this.#fail(key, order, error.message)
    // What the device says replaces it.
    if (error instanceof OutcomeUnknown) this.#effects.ask(key)
  }

  #fail(key: PropertyKey, order: Order, reason: string): void {
    const { wanted } = order
    this.#become(key, order, { phase: 'failed', wanted, reason, retry: () => this.send(key, wanted) })
  }

  #become(key: PropertyKey, order: Order, delivery: Delivery): void {
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
