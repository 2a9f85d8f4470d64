import { fulfils } from '#gateway/lib/values/fulfils.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Clock } from '../../../ports.ts'

/** How things are with a value that a run brings along. */
export interface Standing {
  /** What the device has reported last. */
  reported: unknown
  /** It has a switch, which is off. */
  off: boolean
  /** The newest order on its way is somebody else's. */
  ordered: boolean
  /** The last change was somebody else's. */
  changed: boolean
}

/** What the device is told, so long after the begin. */
interface Point {
  /** ms. */
  after: number
  value: Scalar
}

export interface RampPorts {
  clock: Clock
  /** Resolves, and never rejects, when the driver has taken the order, or has not. `arrived`: the device says that it is so. */
  give(value: Scalar, arrived: () => void): Promise<void>
  standing(): Standing
  /** Something in the home is another; returns what ends it. */
  onChange(listen: () => void): () => void
}

/** Where a restart has interrupted it. */
interface Past {
  /** ms since it began. */
  elapsed: number
  /** What it had told last. */
  told?: Scalar | undefined
}

export type RampEnd = 'done' | 'stopped' | 'taken_over'

/** An order holds up the next one so long at most, whatever clocks say meanwhile. */
const LONGEST_ORDER = 15_000

/**
 * Brings a value of a device to another one, little by little (decision 0244). Whoever sets the device meanwhile, or
 * switches it off, takes it over: nothing more is told to it.
 */
export class Ramp {
  readonly #points: readonly Point[]
  readonly #described: Value
  readonly #ports: RampPorts
  readonly #from: Scalar | undefined
  #elapsed: number
  #told: { before: Scalar | undefined; value: Scalar } | undefined
  /** The device has said that it is where it was told to be last. */
  #arrived = false
  /** It has been on since it was told something. */
  #on: boolean
  #end: RampEnd | undefined
  #wake: () => void = () => {}

  constructor(
    { from, points, described }: { from: Scalar | undefined; points: readonly Point[]; described: Value },
    ports: RampPorts,
    past?: Past,
  ) {
    this.#points = points
    this.#described = described
    this.#ports = ports
    this.#from = from
    this.#elapsed = past?.elapsed ?? 0
    // What begins with how it is now has nothing to tell at first.
    const told = past?.told ?? ((points[0]?.after ?? 0) > 0 ? from : undefined)
    this.#told = told === undefined ? undefined : { before: from, value: told }
    this.#on = past?.told !== undefined
  }

  /** Resolves when nothing more will be told. */
  async go(): Promise<RampEnd> {
    let at = this.#begins()
    for (let point = this.#points[at]; point; point = this.#points[at]) {
      const ms = point.after - this.#elapsed
      if (this.#look() || (ms > 0 && (await this.#wait(ms)))) break
      // What has been overtaken meanwhile is not told any more.
      at = Math.max(at, this.#due())
      await this.#give(this.#points[at]?.value ?? point.value)
      at += 1
    }
    return this.#end ?? 'done'
  }

  stop(): void {
    this.#end ??= 'stopped'
    this.#wake()
  }

  #due(): number {
    return this.#points.findLastIndex(({ after }) => after <= this.#elapsed)
  }

  #begins(): number {
    const due = Math.max(0, this.#due())
    return this.#told && this.#points[due]?.value === this.#told.value ? due + 1 : due
  }

  async #give(value: Scalar): Promise<void> {
    const { clock } = this.#ports
    const told = { before: this.#told?.value ?? this.#from, value }
    this.#told = told
    this.#arrived = false
    const began = clock.now()
    await this.#ports.give(value, () => {
      if (this.#told === told) this.#arrived = true
    })
    this.#elapsed += Math.min(LONGEST_ORDER, Math.max(0, clock.now() - began))
  }

  /** Resolves with whether it has ended. */
  async #wait(ms: number): Promise<boolean> {
    const { clock, onChange } = this.#ports
    await new Promise<void>((resolve) => {
      const over = (): void => {
        cancel()
        leave()
        resolve()
      }
      // By the timer alone: a clock that is set makes it neither longer nor shorter.
      const cancel = clock.after(ms, () => {
        this.#elapsed += ms
        over()
      })
      const leave = onChange(() => {
        if (this.#look()) over()
      })
      this.#wake = over
    })
    return this.#look()
  }

  /** Whether it is over before its end. */
  #look(): boolean {
    if (!this.#end && this.#isTakenOver()) this.#end = 'taken_over'
    return this.#end !== undefined
  }

  #isTakenOver(): boolean {
    if (!this.#told) return false
    const { reported, off, ordered, changed } = this.#ports.standing()
    if (ordered || (off && this.#on)) return true
    // Being told nothing may have switched it off.
    if (!off && this.#told.value !== 0) this.#on = true
    // What others had told it before may still arrive, and what was told last is yet to.
    return (
      (this.#arrived || changed) && typeof reported === 'number' && !this.#isOnTheWay(reported, this.#told)
    )
  }

  /** Devices fade from one value to the next, and round. */
  #isOnTheWay(reported: number, told: { before: Scalar | undefined; value: Scalar }): boolean {
    const { step, min, max } = this.#described
    const [before, value] = [Number(told.before), Number(told.value)]
    const [least, most] = [Math.min(before, value), Math.max(before, value)]
    if (reported >= least && reported <= most) return true
    return [before, value].some((wanted) => fulfils({ type: 'range', step, min, max }, wanted, reported))
  }
}
