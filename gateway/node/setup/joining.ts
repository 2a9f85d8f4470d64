import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import type { WifiChoice } from '#schemas/generated/entities/wifi-choice.ts'
import type { JoinFailure, NetworkSettings } from './network-settings.ts'

type Network = PlatformInfo['network']

type Attempt =
  | { state: 'none' }
  | { state: 'connecting'; ssid: string }
  | { state: 'failed'; ssid: string; reason: JoinFailure }

/** Joins one network at a time and remembers how it went, for a page that may have lost its own connection meanwhile. */
export class Joining {
  readonly #settings: NetworkSettings
  readonly #failed: (error: unknown) => void
  #attempt: Attempt = { state: 'none' }

  constructor(settings: NetworkSettings, failed: (error: unknown) => void) {
    this.#settings = settings
    this.#failed = failed
  }

  /** Begins; false while another attempt is under way. */
  begin(choice: WifiChoice): boolean {
    if (this.#attempt.state === 'connecting') return false
    const { ssid } = choice
    this.#attempt = { state: 'connecting', ssid }
    void this.#settings
      .join(choice)
      .catch((error: unknown): JoinFailure => {
        this.#failed(error)
        return 'other'
      })
      .then((reason) => {
        this.#attempt = reason === undefined ? { state: 'none' } : { state: 'failed', ssid, reason }
      })
    return true
  }

  /** The network as it is, and the last attempt unless that is how it is. */
  async network(): Promise<Network> {
    const attempt = this.#attempt
    if (attempt.state === 'connecting') return attempt
    const now = await this.#settings.network()
    if (attempt.state === 'failed') return { ...now, ...attempt }
    return { ...now, state: now.type === undefined ? 'none' : 'connected' }
  }
}
