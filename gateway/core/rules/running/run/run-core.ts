import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import { CommandError, codes } from '../../../errors.ts'
import type { PropertyOf } from '../../../orders/causes.ts'
import type { OrderEnd } from '../../../orders/order-book.ts'
import type { RunEffects } from './run-effects.ts'
import { changeBy, refused } from './run-outcome.ts'
import { RunStory } from './run-story.ts'
import { RunWaits } from './run-waits.ts'

/** Nobody waits longer for a driver to take an order. */
export const PATIENCE = 15_000

/** An order of a run: whether the driver has it, and how it ended where the device says so. */
interface Ordered {
  ended: Promise<OrderEnd> | undefined
}

/** What the parts of one run share: its story, whether it was stopped, and what it still waits for. */
export class RunCore {
  readonly story: RunStory
  readonly effects: RunEffects
  readonly waits: RunWaits
  stopped = false
  readonly #cause: Cause
  /** Orders and messages whose answer is awaited. */
  readonly #awaited = new Set<Promise<void>>()

  constructor(run: RuleRun, effects: RunEffects) {
    const { run_id, rule_id, rule_name, trigger } = run
    this.effects = effects
    this.waits = new RunWaits(effects)
    this.story = new RunStory(
      run,
      () => effects.clock.now(),
      (changed) => effects.changed(changed),
    )
    this.#cause = { kind: 'rule', rule_id, rule_name, run_id, trigger }
  }

  get cause(): Cause {
    return this.#cause
  }

  get run(): RuleRun {
    return this.story.run
  }

  /** Answers with the number of the step. */
  step(step: Omit<RunStep, 'at'>): number {
    return this.story.step(step)
  }

  /** `open`: more will come of it. */
  became(number: number, change: Partial<RunStep>, open = false): void {
    this.story.became(number, change, open)
  }

  /** What cannot be done is told at its step. */
  async tried(number: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.became(number, refused(error))
    }
  }

  /** Resolves when the driver has taken the order; rejects where it has not, in time. */
  async order(at: PropertyOf, value: unknown, id: string, ended?: (end: OrderEnd) => void): Promise<Ordered> {
    let answer: (end: OrderEnd) => void = () => {}
    const answered = new Promise<OrderEnd>((resolve) => {
      answer = resolve
    })
    const { awaits } = await this.#inTime(
      this.effects.order(
        { ...at, value },
        {
          ...{ id: `${this.run.run_id}-${id}`, cause: this.#cause },
          ended: (end) => {
            ended?.(end)
            answer(end)
          },
        },
      ),
    )
    return { ended: awaits ? answered : undefined }
  }

  /** The end of the run waits for what comes of an order. */
  awaitEnd(number: number, ended: Promise<OrderEnd>): void {
    this.awaits(ended.then((end) => this.became(number, changeBy(end))))
  }

  awaits(answer: Promise<void> | undefined): void {
    if (answer) this.#awaited.add(answer)
  }

  /** Resolves when everything that was waited for has come. */
  async settled(): Promise<void> {
    await Promise.all(this.#awaited)
  }

  /** Resolves when it is written down how far the run is. */
  keep(): Promise<void> {
    return this.effects.keep(this.run.run_id)
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const cancel = this.effects.clock.after(PATIENCE, () =>
        reject(new CommandError(codes.disabled, 'The device did not take the order in time')),
      )
      work.then(resolve, reject).finally(cancel)
    })
  }
}
