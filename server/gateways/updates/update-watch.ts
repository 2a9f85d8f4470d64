import type { Events } from '#schemas/generated/channel.ts'
import type { Watcher } from '#server/homes/homes.ts'

const DUE: keyof Events = 'automatic_update_due'

/** Hears when the window for automatic updates of a gateway opens (decision 0178). */
export class UpdateWatch implements Watcher {
  #due: (serialNumber: string) => void = () => {}

  /** Gateways are there after their homes, which look at their clocks only later. */
  tell(due: (serialNumber: string) => void): void {
    this.#due = due
  }

  event: Watcher['event'] = ({ serialNumber }, { event }) => {
    if (event === DUE) this.#due(serialNumber)
  }
  described(): void {}
  gateway(): void {}
}
