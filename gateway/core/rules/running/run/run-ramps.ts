import { coerce } from '#gateway/lib/values/value-kinds.ts'
import { longestRamp, rampsOf, slopeOf } from '#gateway/rules/ramp/slope.ts'
import type { ActionSet, RampedValue } from '#schemas/generated/entities/rule.ts'
import type { RunStep } from '#schemas/generated/entities/rule-run.ts'
import type { PropertyOf } from '../../../orders/causes.ts'
import type { OrderEnd } from '../../../orders/order-book.ts'
import { Ramp } from './ramp.ts'
import type { RunCore } from './run-core.ts'
import { refused } from './run-outcome.ts'
import { RunReplays } from './run-replays.ts'

const TAKEN_OVER = 'TAKEN_OVER: Something else has set the device meanwhile'

/** A ramp with the value that it begins with. */
export type KnownRamp = RampedValue & { from: number }

interface How {
  /** The first value is told, too. */
  begins: boolean
  /** So many are brought along at once. */
  among: number
  /** Epoch ms. */
  since: number
}

/** Values that a run brings along (decision 0244), and how far they have come. */
export class RunRamps {
  readonly #core: RunCore
  readonly #going = new Map<Ramp, Promise<void>>()
  readonly replays: RunReplays

  constructor(core: RunCore) {
    this.#core = core
    this.replays = new RunReplays(core)
  }

  /** With the value that it begins with; undefined where nobody knows how it is. */
  known(ramp: RampedValue, at: PropertyOf): KnownRamp | undefined {
    const { value, described } = this.#core.effects.present(at)
    const from = ramp.from ?? coerce(described, value)
    return typeof from === 'number' ? { ...ramp, from } : undefined
  }

  /** What is brought along takes its time, whatever becomes of it on the way: what follows comes when it was to come. */
  async last(set: ActionSet): Promise<void> {
    const core = this.#core
    // Where nothing is known of earlier days there is nothing to wait for.
    const ms = this.replays.going ? longestRamp(set) : Math.max(0, ...rampsOf(set).map(({ over }) => over))
    if (ms <= 0 || core.stopped) return
    await Promise.all([core.keep(), this.#lasts(set, ms), ...this.#going.values()])
  }

  /** What is as it was in earlier days is that as long as what the set asks holds. */
  async #lasts({ only_if }: ActionSet, ms: number): Promise<void> {
    const { waits, effects, stopped } = this.#core
    const isOver = only_if && this.replays.going ? () => effects.against(only_if) !== undefined : undefined
    await this.replays.end(stopped ? false : await waits.for(ms, isOver))
  }

  /** After a restart: as far as they would have come by now. `left`: ms; `places`: of their steps. */
  async goOn(set: ActionSet, left: number, places: readonly number[]): Promise<void> {
    const { effects, run, story, waits } = this.#core
    const now = effects.clock.now()
    story.change({ resumed_at: now })
    const devices = places.flatMap((place) => run.steps[place]?.device_id ?? [])
    await Promise.race([waits.for(left), effects.arrival(() => devices)])
    for (const place of places) {
      const { device_id, service_name, property_name, computed, value, at, before } = run.steps[place] ?? {}
      if (computed?.kind === 'replay' && at !== undefined) {
        const of = { device: device_id ?? '', service: service_name ?? '', property: property_name ?? '' }
        this.replays.begin(place, of, computed, at, { before, told: value })
      }
      if (computed?.kind !== 'ramp' || computed.from === undefined || at === undefined || this.#core.stopped)
        continue
      const elapsed = Math.min(computed.over, Math.max(0, effects.clock.now() - at))
      this.begin(
        place,
        { device: device_id ?? '', service: service_name ?? '', property: property_name ?? '' },
        { ...computed, from: computed.from },
        { begins: true, among: places.length, since: at },
        { elapsed, told: typeof value === 'number' ? value : undefined },
      )
    }
    const took = Math.min(left, Math.max(0, effects.clock.now() - now))
    await Promise.all([this.#lasts(set, left - took), ...this.#going.values()])
  }

  /** Begins to bring a value along, which its step tells; `last` waits for it. */
  begin(
    step: number,
    at: PropertyOf,
    ramp: KnownRamp,
    { since, ...how }: How,
    past?: { elapsed: number; told: number | undefined },
  ): void {
    const core = this.#core
    const { effects, run } = core
    const { described } = effects.present(at)
    let last: Partial<RunStep> & { ended?: Promise<OrderEnd> } = { outcome: 'confirmed' }
    let count = 0
    const going = new Ramp(
      { from: ramp.from, points: slopeOf(ramp, described, how), described },
      {
        clock: effects.clock,
        onChange: effects.onChange,
        standing: () => effects.standing(at, { run: run.run_id, since }),
        give: async (value, arrived) => {
          count += 1
          core.became(step, { value }, true)
          try {
            const id = `${step}-${past ? 'on-' : ''}${count}`
            const { ended } = await core.order(at, value, id, ({ outcome }) => {
              if (outcome === 'confirmed') arrived()
            })
            last = { outcome: 'accepted', ...(ended && { ended }) }
          } catch (error) {
            last = refused(error)
          }
        },
      },
      past,
    )
    const done = going.go().then((end) => {
      this.#going.delete(going)
      const { ended, ...became } = last
      if (end === 'stopped') return core.became(step, { outcome: 'skipped' })
      if (end === 'taken_over') return core.became(step, { outcome: 'skipped', message: TAKEN_OVER })
      core.became(step, became, ended !== undefined)
      if (ended) core.awaitEnd(step, ended)
    })
    this.#going.set(going, done)
  }

  stop(): void {
    this.replays.stop()
    for (const ramp of this.#going.keys()) ramp.stop()
  }
}
