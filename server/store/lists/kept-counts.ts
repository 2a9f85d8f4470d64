/** So many are always found, counted and put in order anew (decision 0221). */
export const FEW = 500

/** Whoever turns pages asks the same again and again; longer than this nothing stays. */
const KEPT_MS = 3000

/** What is counted over a large fleet, for as long as somebody turns the pages of it (decision 0254). */
export class KeptCounts<T> {
  readonly #most: number
  readonly #clock: () => number
  readonly #kept = new Map<string, { at: number; answer: T }>()

  constructor(most: number, clock: () => number = () => performance.now()) {
    this.#most = most
    this.#clock = clock
  }

  /** What is known of it; else what `count` says, kept where `keeps` says so. */
  async of(key: string, count: () => Promise<T>, keeps: (answer: T) => boolean): Promise<T> {
    const now = this.#clock()
    const known = this.#kept.get(key)
    if (known && now - known.at < KEPT_MS) return known.answer
    this.#kept.delete(key)
    const answer = await count()
    if (keeps(answer)) this.#kept.set(key, { at: now, answer })
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
    return answer
  }
}
