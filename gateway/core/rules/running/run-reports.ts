import type { Commands, Events } from '#schemas/generated/channel.ts'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import { CommandError, codes } from '../../errors.ts'
import type { RuleRunning } from './rule-run.ts'
import { calledStep, type GivenAnswer, toldChange } from './run/run-messages.ts'
import { outcomeOf } from './run/run-outcome.ts'
import type { Runs } from './runs.ts'

interface Parts {
  /** Runs that are under way, by their rule. */
  running: ReadonlyMap<string, ReadonlySet<RuleRunning>>
  runs: Pick<Runs, 'get'>
  record(run: RuleRun): void
  emit(event: string, data: unknown): void
  isStopped(): boolean
}

/** What others say of messages, calls and questions of runs, be these over by now. */
export class RunReports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Somebody says what became of a message: of a run that is over, its story alone is another one. */
  wasTold({ rule_id, run_id, message_id, told }: Commands['note_rule_told']['params']): void {
    const running = [...(this.#parts.running.get(rule_id) ?? [])].find(({ run }) => run.run_id === run_id)
    if (running) return running.wasTold(message_id, told)
    const run = this.#parts.runs.get(run_id)
    const place = run?.steps.findIndex((step) => step.message_id === message_id) ?? -1
    const step = run?.steps[place]
    if (!run || run.rule_id !== rule_id || step?.outcome !== 'accepted') return
    const next = { ...step, ...toldChange(step.told ?? [], told) }
    this.#parts.record({ ...run, steps: run.steps.with(place, next) })
  }

  /** What became of a call that a run has made, be it over by now. False where none has. */
  callSettled(
    run_id: string,
    delivery: string,
    { arrived, reason }: { arrived: boolean; reason?: string | undefined },
  ): boolean {
    const change = calledStep(arrived, reason)
    for (const all of this.#parts.running.values())
      for (const running of all)
        if (running.run.run_id === run_id) return running.messages.settled(delivery, change)
    const run = this.#parts.runs.get(run_id)
    if (!run?.steps.some((step) => step.delivery === delivery)) return false
    const steps = run.steps.map((step) => (step.delivery === delivery ? { ...step, ...change } : step))
    const outcome = run.outcome === 'done' ? outcomeOf(steps) : run.outcome
    this.#parts.record({ ...run, steps, outcome })
    return true
  }

  /** Somebody answers what a run asks: the first answer counts. */
  async answer(given: Commands['answer_rule_question']['params']): Promise<GivenAnswer> {
    const { rule_id, run_id, message_id, answer, user_id } = given
    const running = [...(this.#parts.running.get(rule_id) ?? [])].find(({ run }) => run.run_id === run_id)
    const counts = running
      ? await running.answer(message_id, answer, user_id)
      : answeredIn(this.#parts.runs.get(run_id), message_id)
    if (!counts) throw new CommandError(codes.conflict, 'run_over')
    return counts
  }

  /** How many questions wait for an answer. */
  asking(): number {
    return [...this.#parts.running.values()]
      .flatMap((runs) => [...runs].flatMap(({ run }) => run.steps))
      .filter(({ question, outcome }) => question && outcome === 'running').length
  }

  closed(
    of: Omit<Events['rule_question_closed'], 'answer' | 'user_id'>,
    { answer, answered_by }: Pick<RunStep, 'answer' | 'answered_by'>,
  ): void {
    // What a restart interrupts goes on.
    if (this.#parts.isStopped()) return
    this.#parts.emit('rule_question_closed', {
      ...of,
      ...(answer !== undefined && { answer }),
      ...(answered_by !== undefined && { user_id: answered_by }),
    })
  }
}

/** What was answered in a run that is over. */
function answeredIn(run: RuleRun | undefined, message: string): GivenAnswer | undefined {
  const { answer, answered_by: user_id = '' } =
    run?.steps.find(({ message_id }) => message_id === message) ?? {}
  return answer === undefined ? undefined : { answer, user_id }
}
