import { isAnswered } from '#gateway/lib/scenes/questions.ts'
import { drawnPause, isPause } from '#gateway/rules/pause.ts'
import { conditionStep } from '#gateway/rules/plan.ts'
import { longestRamp } from '#gateway/rules/ramp/slope.ts'
import { isDrawn, leftToDraw } from '#gateway/rules/steps/chance.ts'
import { goesOn, goesOnWith, isAsked } from '#gateway/rules/steps/in-time.ts'
import type { ActionSet, Repetition, Rule, RuleQuestion, Until } from '#schemas/generated/entities/rule.ts'
import type { RuleRun, Told } from '#schemas/generated/entities/rule-run.ts'
import { RunActions } from './run/run-actions.ts'
import { RunCore } from './run/run-core.ts'
import type { RunEffects } from './run/run-effects.ts'
import type { GivenAnswer, RunMessages } from './run/run-messages.ts'
import { outcomeOf } from './run/run-outcome.ts'

/** Where a run goes on that a restart has interrupted. */
export interface Resumption {
  /** Place of the action set before which it waits. */
  set: number
  /** Place of the step that is this pause, or of the first value that it brings along. */
  step: number
  /** ms that are left of it. */
  left: number
  /** Place of the step that is repeated, where it is a pause between two times. */
  repeat?: number
  /** It is in the middle of the set: places of the steps whose values it brings along. */
  ramps?: readonly number[]
}

/** How a run begins: at once where nothing is said. */
export interface Start {
  /** It goes on with this pause, of which so much is left. */
  from?: Resumption
  /** It waits until the run before it has done everything. */
  behind?: Promise<void>
}

export const pauses = ({ delay = 0 }: ActionSet): boolean => delay > 0

/** One run of a rule: its action sets in order, each in its turn, with what came of every step. */
export class RuleRunning {
  readonly #core: RunCore
  readonly #actions: RunActions
  readonly #rule: Rule
  #free: () => void = () => {}
  /** All actions have begun: nothing is left that a newer run would replace, or wait for. */
  acted = false
  /** Resolves then. */
  readonly done = new Promise<void>((resolve) => {
    this.#free = resolve
  })

  constructor(run: RuleRun, rule: Rule, effects: RunEffects) {
    this.#rule = rule
    this.#core = new RunCore(run, effects)
    this.#actions = new RunActions(this.#core, rule.id)
  }

  get run(): RuleRun {
    return this.#core.run
  }

  /** What it has told people, and what became of that. */
  get messages(): RunMessages {
    return this.#actions.messages
  }

  /** It has switched its own rule off: it goes to its end all the same. */
  get last(): boolean {
    return this.#actions.switchedOff
  }

  /** Resolves when nothing more will come of it. */
  async go({ from, behind }: Start = {}): Promise<void> {
    const core = this.#core
    try {
      if (behind) {
        await core.waits.behind(behind)
        core.story.begins()
      }
      if (!core.stopped) await this.#do(from)
    } finally {
      this.acted = true
      this.#free()
    }
    await core.settled()
    if (this.run.outcome === 'running') this.#end(core.stopped ? 'stopped' : outcomeOf(this.run.steps))
  }

  async #do(from: Resumption | undefined): Promise<void> {
    const core = this.#core
    const sets = this.#rule.scenes ?? []
    // Only what waits can be interrupted so long that it matters: a plain scene acts without waiting for a disk.
    const lasting = sets.some((set) => pauses(set) || set.repeat || longestRamp(set) > 0)
    /** Whether one of several has had its turn. */
    let had = true
    for (const [place, set] of sets.entries()) {
      if (from && place < from.set) continue
      const resumed = place === from?.set ? from : undefined
      const before: boolean = goesOnWith(set) && had
      const turn: boolean = resumed !== undefined || this.#turn(set, before, leftToDraw(sets, place))
      had = before || turn
      if (!turn) continue
      if (resumed?.ramps) {
        await this.#actions.ramps.goOn(set, resumed.left, resumed.ramps)
        if (core.stopped) break
        continue
      }
      if (!resumed) await this.#pause(set)
      else if (resumed.repeat === undefined) await this.#goOn(resumed, set.until)
      if (core.stopped) break
      // It says that the pause is over before anything is done: nothing is done twice.
      if (lasting) await core.keep()
      if (core.stopped) break
      if (set.repeat) await this.#repeat(set, set.repeat, resumed)
      else if (!isPause(set)) await this.#actions.act(set)
      if (core.stopped) break
    }
  }

  /** Whether a set does something now. `had`: another one of several has. `left`: of so many chance draws one. */
  #turn(set: ActionSet, had: boolean, left: number): boolean {
    const core = this.#core
    const against = had || !set.only_if ? undefined : core.effects.against(set.only_if)
    const met =
      against === undefined &&
      (!set.on_answer || isAnswered(set.on_answer, this.run.steps) === true) &&
      (had || !set.by_chance || isDrawn(left, core.effects.chance()))
    const asked = !had && isAsked(set)
    for (const { at: _at, ...step } of conditionStep({ set, begins: 0, ...(asked && { met }) })) {
      const told = core.step({ ...step, ...(against && { why: [...against] }), outcome: 'running' })
      core.became(told, { outcome: had || !met ? 'skipped' : 'confirmed' })
    }
    return !had && met
  }

  async #repeat(set: ActionSet, repeat: Repetition, resumed: Resumption | undefined): Promise<void> {
    const core = this.#core
    const step =
      resumed?.repeat ?? core.step({ kind: 'repeat', scene_id: set.id, repeat, count: 0, outcome: 'running' })
    const more = (): boolean =>
      goesOn(repeat, this.#countOf(step), (one) => core.effects.against(one) === undefined)
    const over = repeat.while || repeat.until ? () => !more() : undefined
    if (resumed?.repeat !== undefined) await this.#goOn(resumed, over)
    while (!core.stopped && more()) {
      core.story.again(step)
      // How often it has been begun is written down before it is done.
      await core.keep()
      if (core.stopped) break
      await this.#actions.act(set)
      if (!core.stopped && more()) await this.#waitBetween(set, repeat.pause, over)
    }
    const { faulty } = this.run.steps[core.story.placeOf(step)] ?? {}
    const outcome = core.stopped ? 'skipped' : faulty === undefined ? 'confirmed' : 'failed'
    core.became(step, { outcome })
  }

  #countOf(step: number): number {
    return this.run.steps[this.#core.story.placeOf(step)]?.count ?? 0
  }

  /** From one time to the next; sooner over where there will be none. */
  async #waitBetween({ id }: ActionSet, ms: number, over: (() => boolean) | undefined): Promise<void> {
    const core = this.#core
    const step = core.step({ kind: 'delay', scene_id: id, delay: ms, outcome: 'running' })
    await Promise.all([core.waits.for(ms, over), core.keep()])
    core.became(step, { outcome: core.stopped ? 'skipped' : 'confirmed' })
  }

  /** What has begun goes on in the devices; nothing more begins. `by`: the person who wants it so. */
  stop(by?: string): void {
    const core = this.#core
    if (by !== undefined && !core.stopped) core.story.change({ stopped_by: by })
    core.stopped = true
    core.waits.stop()
    this.#actions.ramps.stop()
  }

  async #pause(set: ActionSet): Promise<void> {
    if (!pauses(set)) return
    if (set.question) return this.#ask(set, set.question)
    const core = this.#core
    const { id, until } = set
    const delay = drawnPause(set, set.spread === undefined ? 0 : core.effects.chance())
    const step = core.step({
      ...{ kind: 'delay', scene_id: id, delay },
      ...(until && { until }),
      outcome: 'running',
    })
    const [met] = await Promise.all([core.waits.for(delay, this.#comes(until)), core.keep()])
    this.#waited(step, until, met)
  }

  /** Asks people, and waits until one of them has answered. */
  async #ask(set: ActionSet, question: RuleQuestion): Promise<void> {
    const core = this.#core
    const step = this.messages.ask(set, question)
    if (step !== undefined) {
      const waits = core.waits.for(set.delay ?? 0, () => this.messages.isOver(step))
      await Promise.all([waits, core.keep()])
      if (this.messages.close(step, core.stopped)) core.stopped = true
    } else if (question.late === 'stop') core.stopped = true
  }

  /** Somebody answers what this run has asked; what counts then. Undefined: nobody waits for it. */
  async answer(message: string, answer: string, user: string): Promise<GivenAnswer | undefined> {
    const given = this.messages.answer(message, answer, user)
    // It is written down before anybody hears that it counts: whatever happens to the machine, nobody answers twice.
    if (given) await this.#core.keep()
    this.#core.waits.look()
    return given
  }

  /** Somebody says what became of a message. */
  wasTold(message: string, told: readonly Told[]): void {
    this.messages.wasTold(message, told)
    this.#core.waits.look()
  }

  /** A pause is over, be it that what it waited for has come or not. */
  #waited(step: number, until: Until | undefined, met: boolean): void {
    const core = this.#core
    if (core.stopped) return core.became(step, { outcome: 'skipped' })
    if (!until) return core.became(step, { outcome: 'confirmed' })
    const ends = !met && until.late === 'stop'
    core.became(step, { outcome: ends ? 'failed' : 'confirmed', met })
    if (ends) core.stopped = true
  }

  /** After a restart, in a pause before a set or between two times. */
  async #goOn({ step, left }: Resumption, over: Until | (() => boolean) | undefined): Promise<void> {
    const core = this.#core
    core.story.change({ resumed_at: core.effects.clock.now() })
    if (this.run.steps[step]?.question) {
      this.messages.put(step)
      await core.waits.for(left, () => this.messages.isOver(step))
      await this.#arrival()
      if (this.messages.close(step, core.stopped)) core.stopped = true
      return
    }
    const until = typeof over === 'object' ? over : undefined
    const met = await core.waits.for(left, typeof over === 'function' ? over : this.#comes(until))
    await this.#arrival()
    this.#waited(step, until, met)
  }

  /** The pause lasts until the devices are there, too: a restart in the meantime finds it as it was. */
  async #arrival(): Promise<void> {
    const { scenes = [] } = this.#rule
    const devices = () => scenes.flatMap((set) => this.#actions.devicesOf(set))
    await this.#core.waits.come(this.#core.effects.arrival(devices))
  }

  #comes(until: Until | undefined): (() => boolean) | undefined {
    return until && (() => this.#core.effects.against(until) === undefined)
  }

  #end(outcome: RuleRun['outcome']): void {
    this.#core.story.change({ outcome, ended_at: this.#core.effects.clock.now() })
  }
}
