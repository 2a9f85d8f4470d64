import { CommandError, codes } from '#gateway/core/errors.ts'
import type { NetworkWish } from '#gateway/core/network-driver.ts'
import type { DriverHost } from '#gateway/core/ports.ts'
import type { Fields } from '../shared/fields.ts'
import type { BridgeDevice } from './wire.ts'

/** The longest that Zigbee lets a network stay open at once, in seconds. */
const longest = 254
/** Devices that were found when the network closed have this long to say what they are. */
const patience = 30_000

type Ask = (request: string, body: Fields) => Promise<unknown>

/** Opens the network of the bridge, and tells how devices get on that come in. */
export class Joining {
  readonly #host: DriverHost
  readonly #ask: Ask
  /** Joined, and not described yet. */
  readonly #midway = new Set<string>()
  #open = false
  #finished: (() => void) | undefined

  constructor(host: DriverHost, ask: Ask) {
    this.#host = host
    this.#ask = ask
  }

  async open({ type, seconds }: NetworkWish): Promise<void> {
    if (type === 'exclusion')
      throw new CommandError(codes.impossible, 'Zigbee devices are removed, not excluded')
    await this.#ask('permit_join', { time: Math.min(seconds, longest) })
    this.#open = true
  }

  /** Nothing new joins any more; who was found may finish. */
  async close(): Promise<void> {
    this.#open = false
    await this.#ask('permit_join', { time: 0 })
    if (this.#midway.size === 0) return
    await new Promise<void>((resolve) => {
      const cancel = this.#host.clock.after(patience, resolve)
      this.#finished = () => {
        cancel()
        resolve()
      }
    })
  }

  /** One that is still being asked what it is, is no device of the home yet. */
  keepsBack({ ieee, interview }: BridgeDevice): boolean {
    return (this.#open || this.#midway.has(ieee)) && (interview === 'PENDING' || interview === 'IN_PROGRESS')
  }

  /** bridge/event: what the radio hears of a device. */
  event(type: unknown, data: Fields): void {
    const { ieee_address: ieee, status } = data
    if (typeof ieee !== 'string') return
    const address = ieee.toLowerCase()
    if (type === 'device_joined') {
      this.#midway.add(address)
      this.#host.joining({ address, status: 'found' })
    } else if (type === 'device_leave') this.#over(address)
    else if (type === 'device_interview') this.#interview(address, status)
  }

  /** It is described now, whether it is new or has come back. */
  described({ ieee, interview }: BridgeDevice): void {
    if (interview === 'SUCCESSFUL' && this.#midway.has(ieee)) {
      this.#host.joined(ieee, ieee)
      this.#over(ieee)
    } else if (interview === 'FAILED') this.#over(ieee)
  }

  stop(): void {
    this.#open = false
    this.#midway.clear()
    this.#finished?.()
  }

  #interview(address: string, status: unknown): void {
    if (status === 'started' && this.#midway.has(address))
      this.#host.joining({ address, status: 'interviewing' })
    if (status === 'failed' && this.#midway.has(address))
      this.#host.joinFailed({
        address,
        code: 'INTERVIEW_FAILED',
        message: 'The device did not say what it is',
      })
  }

  #over(address: string): void {
    this.#midway.delete(address)
    if (this.#midway.size === 0) this.#finished?.()
  }
}
