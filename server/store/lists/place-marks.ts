/** Where a row stands in its order: what it is ordered by, and what breaks ties. */
export interface Place {
  by: string | number
  tie: string
}

/** A walk through an index: past `skip` rows to `size` others, beginning with the row `at`, else with the first or last of all. */
export interface Walk {
  at?: Place
  /** Against the order; what is found comes in the order of the walk. */
  backwards: boolean
  skip: number
  size: number
}

interface PageAsked {
  skipped: number
  size: number
  /** Of the whole list. */
  count: number
}

/** Whoever turns pages looks at one for a while. */
const KEPT_MS = 60_000
/** Both ends of a list are near enough to be counted from. */
const DEEP = 2000
/** A mark that is farther away says little of where a page stands now. */
const NEAR = 200
const MOST = 1000

interface Mark {
  list: string
  position: number
  place: Place
  at: number
}

/**
 * Where the pages in the midst of a long list stood, for a minute: whoever turns them goes on from there, instead of
 * counting tens of thousands of rows again (decision 0261).
 */
export class PlaceMarks {
  readonly #clock: () => number
  #marks: readonly Mark[] = []

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Rows of a page, in their order. */
  async page<Row extends Place>(
    list: string,
    { skipped, size, count }: PageAsked,
    rowsOf: (walk: Walk) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    // The later half is reached from the end.
    const backwards = skipped > count / 2
    const skip = backwards ? count - skipped - size : skipped
    const deep = skip > DEEP
    const walk = (deep && this.#near(list, skipped, size)) || { backwards, skip, size }
    const found = await rowsOf(walk)
    const rows = walk.backwards ? found.toReversed() : found
    if (deep) this.#note(list, skipped, rows)
    return rows
  }

  #near(list: string, skipped: number, size: number): Walk | undefined {
    const since = this.#clock() - KEPT_MS
    const last = skipped + size - 1
    let best: Walk | undefined
    for (const { list: of, position, place: at, at: noted } of this.#marks) {
      const backwards = position >= last
      if (of !== list || noted < since || (!backwards && position > skipped)) continue
      const skip = backwards ? position - last : skipped - position
      if (skip <= NEAR && skip < (best?.skip ?? Number.POSITIVE_INFINITY))
        best = { at, backwards, skip, size }
    }
    return best
  }

  #note(list: string, skipped: number, rows: readonly Place[]): void {
    const at = this.#clock()
    const ends = new Map([0, rows.length - 1].map((place) => [skipped + place, rows[place]]))
    const noted = [...ends].flatMap(([position, row]) =>
      row ? [{ list, position, place: { by: row.by, tie: row.tie }, at }] : [],
    )
    const others = this.#marks.filter((one) => one.list !== list || !ends.has(one.position))
    this.#marks = [...others, ...noted].slice(-MOST)
  }
}

/** Whether a walk comes to its rows soon. */
export const isSoon = ({ skip }: Walk): boolean => skip <= DEEP
