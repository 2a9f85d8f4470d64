import { fulfils } from '#gateway/lib/values/fulfils.ts'
import { replayOf, slid } from '#gateway/rules/replay/replay.ts'
import type { Scalar } from '#gateway/rules/world.ts'
import type { ReplayedValue } from '#schemas/generated/entities/rule.ts'
import type { RunStep } from '#schemas/generated/entities/rule-run.ts'
import type { PropertyOf } from '../../../orders/causes.ts'
import type { OrderEnd } from '../../../orders/order-book.ts'
import { Ramp, type Standing } from './ramp.ts'
import type { RunCore } from './run-core.ts'
import { isShort, refused } from './run-outcome.ts'

const NOTHING_RECORDED = 'NOTHING_RECORDED: Nothing is recorded of it in those days'
const NO_LONGER = 'NO_LONGER: What the step asks does not hold any more'

/** Whoever sets the device meanwhile sets it until it was another one in those days. */
const NOBODYS: Standing = { reported: undefined, off: false, ordered: false, changed: false }

/** What a value was before, and what it has been told last. */
interface Told {
  before?: Scalar | undefined
  told?: Scalar | undefined
}

interface Going {
  step: number
  at: PropertyOf
  ramp: Ramp
  /** Resolves when nothing more will be told. */
  quiet: Promise<unknown>
  known: Told
  last: Partial<RunStep> & { ended?: Promise<OrderEnd> }
}

/** Values that a run makes what they were in the days before it (decision 0264), and how it leaves them afterwards. */
export class RunReplays {
  readonly #core: RunCore
  #all: Going[] = []

  constructor(core: RunCore) {
    this.#core = core
  }

  /** Whether there is anything to be told, be it only later. */
  get going(): boolean {
    return this.#all.length > 0
  }

  /** `began`: when its step did, epoch ms. `past`: where a restart has interrupted it. */
  begin(step: number, at: PropertyOf, computed: ReplayedValue, began: number, past?: Told): void {
    const core = this.#core
    const { clock, chance, present, recorded, onChange } = core.effects
    const { value: now, described } = present(at)
    const { changes, zone } = recorded(at)
    const known: Told = past ?? { ...(isShort(now) && { before: now }) }
    const elapsed = past ? Math.min(computed.over, Math.max(0, clock.now() - began)) : 0
    const drawn = slid(
      replayOf(changes, { ...computed, began, zone }, described),
      { spread: computed.spread, elapsed },
      chance,
    )
    const points = drawn.filter(({ after }) => after < computed.over)
    if (points.length === 0) return core.became(step, { outcome: 'skipped', message: NOTHING_RECORDED })
    if (!past && known.before !== undefined) core.became(step, { before: known.before }, true)
    const going: Going = {
      ...{ step, at, known, last: { outcome: 'confirmed' }, quiet: Promise.resolve() },
      ramp: new Ramp(
        { from: known.before, points, described },
        {
          clock,
          onChange,
          standing: () => NOBODYS,
          give: (value) => this.#give(going, value, past ? 'on' : 'as'),
        },
        { elapsed, told: past?.told ?? (isShort(now) && points[0]?.after === 0 ? now : undefined) },
      ),
    }
    this.#all.push(going)
    going.quiet = going.ramp.go()
  }

  /** They are over, because what the set asks holds no longer (`early`), or by themselves: each is what it was before. */
  async end(early: boolean): Promise<void> {
    const core = this.#core
    const all = this.#all
    this.#all = []
    for (const { ramp } of all) ramp.stop()
    await Promise.all(
      all.map(async (going) => {
        await going.quiet
        if (core.stopped) return core.became(going.step, { outcome: 'skipped' })
        await this.#giveBack(going)
        const { ended, ...became } = going.last
        const message = early && became.message === undefined ? { message: NO_LONGER } : {}
        core.became(going.step, { ...message, ...became }, ended !== undefined)
        if (ended) core.awaitEnd(going.step, ended)
      }),
    )
  }

  stop(): void {
    for (const { ramp } of this.#all) ramp.stop()
  }

  /** What somebody else has set meanwhile is left at that. */
  async #giveBack(going: Going): Promise<void> {
    const { before, told } = going.known
    if (before === undefined || told === undefined || before === told) return
    const { value, described } = this.#core.effects.present(going.at)
    const { step, min, max, kind } = described
    if (!fulfils({ type: kind, step, min, max }, told, value)) return
    await this.#give(going, before, 'back')
  }

  async #give(going: Going, value: Scalar, how: string): Promise<void> {
    const core = this.#core
    const { step, at, known } = going
    const count = (core.run.steps[core.story.placeOf(step)]?.count ?? 0) + 1
    known.told = value
    // It is written down before it is told: whatever happens to the machine, nothing is told twice.
    core.became(step, { value, count }, true)
    await core.keep()
    try {
      const { ended } = await core.order(at, value, `${step}-${how}-${count}`)
      going.last = { outcome: 'accepted', ...(ended && { ended }) }
    } catch (error) {
      going.last = refused(error)
    }
  }
}
