import type { Subscription } from '#schemas/generated/entities/subscription.ts'
import { gatewayOf, type NewsParts } from './parts.ts'

/** What locks a gateway whose subscription is over; above 0 means locked (spec 1 §3). */
const LAPSED = 1
const LOOK_MS = 60_000

/** Subscriptions of homes, and the locks that they lead to. */
export class SubscriptionKeeper {
  readonly #parts: NewsParts
  #stop: () => void = () => undefined

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  start(): void {
    const { clock, log } = this.#parts
    this.#stop = clock.after(LOOK_MS, () => {
      this.lockLapsed()
        .catch((error: unknown) =>
          log.error({ error: String(error) }, 'Subscriptions could not be looked at'),
        )
        .finally(() => this.start())
    })
  }

  stop(): void {
    this.#stop()
  }

  async of(serialNumber: string): Promise<Subscription> {
    const { store, clock } = this.#parts
    const { subscriptionLockMode: lockMode } = await gatewayOf(this.#parts, serialNumber)
    const known = await store.subscriptions.find(serialNumber)
    if (!known) return { state: 'none', lockMode }
    const { plan, since, until, deactivatedAt } = known
    const ended = until !== undefined && until <= clock.now()
    const at = (time: number): string => new Date(time).toISOString()
    return {
      state: deactivatedAt === undefined ? (ended ? 'expired' : 'active') : 'deactivated',
      plan,
      since: at(since),
      ...(until !== undefined && { until: at(until) }),
      lockMode,
    }
  }

  /** False when there is none to end. */
  async deactivate(serialNumber: string): Promise<boolean> {
    const { store, clock } = this.#parts
    if (!(await store.subscriptions.deactivate(serialNumber, clock.now()))) return false
    await this.#lock(serialNumber)
    return true
  }

  async lockLapsed(): Promise<void> {
    const { store, clock, settings } = this.#parts
    if (settings.flags.SUBSCRIPTION_SUPPORT !== true) return
    for (const serialNumber of await store.subscriptions.lapsed(clock.now())) await this.#lock(serialNumber)
  }

  async #lock(serialNumber: string): Promise<void> {
    const { store, news } = this.#parts
    await store.gateways.setState(serialNumber, { subscriptionLockMode: LAPSED })
    news.tell(serialNumber, 'subscription_changed', { serialNumber, subscriptionLockMode: LAPSED })
  }
}
