import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'

/** One time of a repetition whose steps have made room for those of the next. */
interface Round {
  repeat: number
  wrong: boolean
}

const isWrong = ({ kind, outcome }: Partial<RunStep>): boolean =>
  kind !== 'delay' && (outcome === 'failed' || outcome === 'diverged')

/**
 * What a run has done so far. Each step is known by a number that stays: of what is repeated only the last time stands in
 * the story, so that it never grows beyond what its rule says, while devices may still answer to an earlier one.
 */
export class RunStory {
  #run: RuleRun
  #numbers: number[]
  #next: number
  readonly #gone = new Map<number, Round>()
  readonly #now: () => number
  readonly #changed: (run: RuleRun) => void

  constructor(run: RuleRun, now: () => number, changed: (run: RuleRun) => void) {
    this.#run = run
    this.#numbers = run.steps.map((_step, place) => place)
    this.#next = run.steps.length
    this.#now = now
    this.#changed = changed
  }

  get run(): RuleRun {
    return this.#run
  }

  /** It has waited for its turn, and it is its turn now. */
  begins(): void {
    const { waits: _waited, ...run } = this.#run
    this.#run = run
    this.change({})
  }

  /** Answers with its number. */
  step(step: Omit<RunStep, 'at'>): number {
    const number = this.#next
    this.#next += 1
    this.#numbers.push(number)
    this.change({ steps: [...this.#run.steps, { at: this.#now(), ...step }] })
    return number
  }

  /** `open`: more will come of it. */
  became(number: number, change: Partial<RunStep>, open = false): void {
    const place = this.placeOf(number)
    if (place < 0) return this.#late(number, change)
    const ended = open ? {} : { ended_at: this.#now() }
    this.put(place, { ...change, ...ended })
  }

  placeOf(number: number): number {
    return this.#numbers.indexOf(number)
  }

  /** A repetition is begun once more: what it did the last time makes room; what went wrong then is counted. */
  again(repeat: number): void {
    const place = this.placeOf(repeat)
    const { steps } = this.#run
    const before = steps.slice(place + 1)
    const round: Round = { repeat, wrong: before.some(isWrong) }
    for (const [n, { ended_at }] of before.entries()) {
      const number = this.#numbers[place + 1 + n]
      if (ended_at === undefined && number !== undefined) this.#gone.set(number, round)
    }
    this.#numbers = this.#numbers.slice(0, place + 1)
    const count = (steps[place]?.count ?? 0) + 1
    this.change({
      steps: steps
        .slice(0, place + 1)
        .map((step, n) => (n === place ? { ...step, count, ...(round.wrong && faultier(step)) } : step)),
    })
  }

  change(change: Partial<RuleRun>): void {
    this.#run = { ...this.#run, ...change }
    this.#changed(this.#run)
  }

  /** Of the step that stands there. */
  put(place: number, change: Partial<RunStep>): void {
    this.change({
      steps: this.#run.steps.map((step, at) => (at === place ? { ...step, ...change } : step)),
    })
  }

  /** What a device says of an earlier time. */
  #late(number: number, change: Partial<RunStep>): void {
    const round = this.#gone.get(number)
    this.#gone.delete(number)
    const place = round ? this.placeOf(round.repeat) : -1
    const step = this.#run.steps[place]
    if (!round || !step || round.wrong || !isWrong(change)) return
    round.wrong = true
    this.put(place, { ...faultier(step), ...(step.outcome === 'confirmed' && { outcome: 'failed' }) })
  }
}

const faultier = ({ faulty = 0 }: RunStep): Pick<RunStep, 'faulty'> => ({ faulty: faulty + 1 })
