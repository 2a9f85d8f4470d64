import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { Clock } from '../../../ports.ts'
import type { Runs } from '../runs.ts'

/** Steps of a run are told together when they come so close to each other. */
const GATHER = 250

interface Parts {
  clock: Clock
  runs: Pick<Runs, 'get' | 'put'>
  emit(event: string, data: unknown): void
}

/** Keeps how far runs are, and tells it: what is over at once, what goes on together with what follows soon. */
export class RunNews {
  readonly #parts: Parts
  readonly #planned = new Map<string, () => void>()
  #stopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A run that begins, or whose story is another one although it is over. */
  record(run: RuleRun): void {
    this.#parts.runs.put(run)
    this.#parts.emit('rule_run_changed', { run })
  }

  goesOn(run: RuleRun): void {
    // What the process has not seen the end of is marked when it starts again.
    if (this.#stopped) return
    const { runs, clock, emit } = this.#parts
    runs.put(run)
    const ended = run.outcome !== 'running'
    const planned = this.#planned.get(run.run_id)
    if (planned && !ended) return
    planned?.()
    this.#planned.delete(run.run_id)
    if (ended) emit('rule_run_changed', { run })
    else
      this.#planned.set(
        run.run_id,
        clock.after(GATHER, () => {
          this.#planned.delete(run.run_id)
          emit('rule_run_changed', { run: runs.get(run.run_id) ?? run })
        }),
      )
  }

  stop(): void {
    this.#stopped = true
    for (const cancel of this.#planned.values()) cancel()
  }
}
