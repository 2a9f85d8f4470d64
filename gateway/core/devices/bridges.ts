import type { BridgeTrouble } from '#schemas/generated/entities/bridge-trouble.ts'

/** Which bridges of the home are away, as their drivers say: a home without any device has a reason too. */
export class Bridges {
  readonly #away = new Map<string, BridgeTrouble['reason']>()
  readonly #emit: (event: 'bridges_changed', data: { bridges: BridgeTrouble[] }) => void

  constructor(emit: (event: 'bridges_changed', data: { bridges: BridgeTrouble[] }) => void) {
    this.#emit = emit
  }

  /** `reason`: undefined, nothing keeps it away. */
  say(bridge: string, reason: BridgeTrouble['reason'] | undefined): void {
    if (this.#away.get(bridge) === reason) return
    if (reason === undefined) this.#away.delete(bridge)
    else this.#away.set(bridge, reason)
    this.#emit('bridges_changed', { bridges: this.all() })
  }

  all(): BridgeTrouble[] {
    return [...this.#away].map(([bridge, reason]) => ({ bridge, reason }))
  }
}
