import { CommandError, codes } from '#gateway/core/errors.ts'
import type { ExpectedDevice, NetworkDriver, NetworkWish } from '#gateway/core/network-driver.ts'
import type { DriverHost } from '#gateway/core/ports.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { fateOf, type Newcomers } from './newcomers.ts'
import { between, type Random } from './random.ts'

export interface JoiningParts {
  host: DriverHost
  random: Random
  newcomers: Newcomers
  has(id: string): boolean
  /** Whether it answers when it is told to leave. */
  answers(id: string): boolean
  /** Resolves when it is there for good. */
  add(device: Device): Promise<void>
  /** Resolves when it is gone for good. */
  drop(id: string): Promise<void>
}

/** Ms until somebody has pressed the button, and that describing a device takes. */
const press = [900, 2200] as const
const interview = [900, 1800] as const
const restart = [1500, 2500] as const
/** Devices that join when nothing in particular is expected. */
const atOnce = 2

/** Virtual devices that join and leave, each in its own time. */
export class Joining implements NetworkDriver {
  readonly serves = ['zigbee', 'zwave', 'wise', 'ip'] as const
  readonly #parts: JoiningParts
  readonly #timers = new Set<() => void>()
  /** Found, but not there yet. */
  readonly #midway = new Set<string>()
  #open = false
  #closed: (() => void)[] = []

  constructor(parts: JoiningParts) {
    this.#parts = parts
  }

  async open(wish: NetworkWish): Promise<void> {
    if (wish.type === 'inclusion') this.#assertKnown(wish.expected)
    this.#open = true
    const { device } = wish
    if (wish.type === 'exclusion') {
      if (device !== undefined && this.#parts.answers(device)) this.#after(press, () => this.#leave(device))
    } else for (const one of this.#expected(wish)) this.#await(wish, one)
  }

  /** Whoever was found may finish. */
  close(): Promise<void> {
    this.#open = false
    return new Promise((resolve) => {
      if (this.#midway.size === 0) resolve()
      else this.#closed.push(resolve)
    })
  }

  async remove(device: string, force: boolean): Promise<void> {
    if (!this.#parts.has(device)) throw new CommandError(codes.unknown, 'There is no such device')
    if (!force && !this.#parts.answers(device))
      throw new CommandError(codes.failed, 'The device does not answer')
    await this.#parts.drop(device)
  }

  stop(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
    for (const closed of this.#closed.splice(0)) closed()
  }

  /** A single device is checked before anything opens; of many, each fails for itself. */
  #assertKnown(expected: readonly ExpectedDevice[]): void {
    const [only, ...more] = expected
    if (!only || more.length > 0) return
    if (fateOf(only.id) === 'unknown') throw new CommandError(codes.unknown, 'The device is not known')
    if (this.#parts.has(only.id)) throw new CommandError(705, 'Device already exists')
  }

  #expected({ expected, model, network }: NetworkWish): readonly ExpectedDevice[] {
    if (expected.length > 0) return expected
    const models = model === undefined ? this.#parts.newcomers.models(network) : [model]
    const count = model === undefined ? Math.min(atOnce, models.length) : 1
    return Array.from({ length: count }, () => ({
      id: `${network}-${Math.floor(this.#parts.random() * 0xffffffff)
        .toString(16)
        .padStart(8, '0')}`,
      type: models[Math.floor(this.#parts.random() * models.length)],
    }))
  }

  #await(wish: NetworkWish, one: ExpectedDevice): void {
    const fate = fateOf(one.id)
    if (fate === 'silent') return
    this.#after(press, () => {
      if (!this.#open) return
      if (fate === 'unknown') this.#fail(one.id, 'NOT_KNOWN', 'The device is not known')
      else if (fate === 'taken' || this.#parts.has(one.id)) this.#fail(one.id, '705', 'Device already exists')
      else this.#found(wish, one)
    })
  }

  #found(wish: NetworkWish, one: ExpectedDevice): void {
    const { host } = this.#parts
    const { id } = one
    this.#midway.add(id)
    host.joining({ address: id, status: 'found' })
    this.#after(interview, () => {
      if (fateOf(id) !== 'restarts') return this.#describe(wish, one)
      host.joining({ address: id, status: 'rebooting' })
      this.#after(restart, () => this.#describe(wish, one))
    })
  }

  #describe({ network, model }: NetworkWish, { id, name, type }: ExpectedDevice): void {
    this.#parts.host.joining({ address: id, status: 'interviewing' })
    this.#after(interview, () => {
      const known = type ?? model ?? this.#parts.newcomers.models(network)[0] ?? ''
      const device = this.#parts.newcomers.make({ id, network, model: known, ...(name && { name }) })
      if (!device || fateOf(id) === 'fails') {
        this.#fail(id, 'INTERVIEW_FAILED', 'The device did not say what it is')
        this.#finished(id)
        return
      }
      void this.#parts
        .add(device)
        .then(() => this.#parts.host.joined(id, device.id))
        .catch((error: unknown) => this.#fail(id, 'NOT_STORED', String(error)))
        .finally(() => this.#finished(id))
    })
  }

  #leave(device: string): void {
    if (!this.#open) return
    void this.#parts
      .drop(device)
      .then(() => this.#parts.host.remove(device))
      .catch((error: unknown) =>
        this.#parts.host.log('error', 'A device could not leave', { error: String(error) }),
      )
  }

  #fail(address: string, code: string, message: string): void {
    this.#parts.host.joinFailed({ address, code, message })
  }

  #finished(id: string): void {
    this.#midway.delete(id)
    if (this.#midway.size === 0) for (const closed of this.#closed.splice(0)) closed()
  }

  #after([least, most]: readonly [number, number], run: () => void): void {
    const cancel = this.#parts.host.clock.after(between(this.#parts.random, least, most), () => {
      this.#timers.delete(cancel)
      run()
    })
    this.#timers.add(cancel)
  }
}
