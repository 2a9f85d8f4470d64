import type { OfflineCause } from '#schemas/generated/entities/offline-cause.ts'

/** What a gateway that was told so does by going away for a while. */
const CAUSES: Readonly<Record<string, OfflineCause>> = {
  reboot: 'restart',
  factory_reset: 'reset',
  set_gateway_operation_mode: 'mode',
  upgrade_firmware: 'upgrade',
}
/** Whoever goes later than that after an order does not go because of it; an upgrade is downloaded first. */
const SOON_MS = 60_000
const PATIENCE: Readonly<Record<string, number>> = { upgrade_firmware: 15 * SOON_MS }

interface Order {
  cause: OfflineCause
  until: number
}

/** Why gateways of their own go away: because they were told to, because they say so, or because nobody hears them. */
export class Departures {
  readonly #orders = new Map<string, Order>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** It has taken this command. */
  took(serialNumber: string, command: string): void {
    const cause = CAUSES[command]
    if (cause) this.#orders.set(serialNumber, { cause, until: this.#now() + (PATIENCE[command] ?? SOON_MS) })
  }

  /** `said`: it has taken its leave. An order explains one departure. */
  causeOf(serialNumber: string, said: boolean): OfflineCause {
    const order = this.#orders.get(serialNumber)
    this.#orders.delete(serialNumber)
    if (order && this.#now() <= order.until) return order.cause
    return said ? 'ended' : 'lost'
  }
}
