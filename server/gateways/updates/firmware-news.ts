import type { Events } from '#schemas/generated/channel.ts'
import type { NewsParts } from '../parts.ts'

type Told = Events['device_firmware']

interface Parts {
  news: Pick<NewsParts['news'], 'tell' | 'changed'>
  store: { gateways: Pick<NewsParts['store']['gateways'], 'setState'> }
  log: NewsParts['log']
}

/**
 * Tells how firmware of devices is being installed, and keeps where it is: a page that was away asks for the gateways
 * and knows from them what still goes on (decision 0239).
 */
export class FirmwareNews {
  readonly #parts: Parts
  readonly #running = new Set<string>()
  /** One after the other: what is kept is never older than what was told. */
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  tell(told: Told): void {
    const { serialNumber, status } = told
    this.#inTurn(async () => {
      await this.#keep(serialNumber, status === 'updating')
      this.#parts.news.tell(serialNumber, 'device_firmware', told)
    })
  }

  /** It had begun before the server stopped, and nobody knows how it ended. */
  lost(serialNumber: string): void {
    this.#inTurn(async () => {
      this.#running.add(serialNumber)
      await this.#keep(serialNumber, false)
      this.#parts.news.changed(serialNumber, 'gateway_changed')
    })
  }

  async #keep(serialNumber: string, running: boolean): Promise<void> {
    if (this.#running.has(serialNumber) === running) return
    if (running) this.#running.add(serialNumber)
    else this.#running.delete(serialNumber)
    try {
      await this.#parts.store.gateways.setState(serialNumber, { deviceFirmwareInProgress: running })
    } catch (error) {
      // What is told never depends on what is kept.
      this.#parts.log.error(
        { serialNumber, error: String(error) },
        'That devices install firmware could not be kept',
      )
    }
  }

  #inTurn(run: () => Promise<void>): void {
    // What could not be told keeps nothing back that comes after it.
    this.#turn = this.#turn.then(run).catch((error: unknown) => {
      this.#parts.log.error({ error: String(error) }, 'That devices install firmware could not be told')
    })
  }
}
