/** How long things take that are nobody's to choose; tests do not wait that long. */
export interface JobPace {
  /** Whoever carries a task out has that long; after that it is given to somebody else. */
  leaseMs: number
  /** Before the second try; doubled with each. */
  retryMs: number
  longestRetryMs: number
  /** What waits for its subject is looked at again after that long, should nobody have said that it is back. */
  lookAgainMs: number
  /** A store that did not answer has that long to come back. */
  troubleMs: number
}

export const usualJobPace: JobPace = {
  leaseMs: 10 * 60_000,
  retryMs: 15_000,
  longestRetryMs: 3_600_000,
  lookAgainMs: 15 * 60_000,
  troubleMs: 30_000,
}

/** The pause before the try after `tries`. */
export const backOff = ({ retryMs, longestRetryMs }: JobPace, tries: number): number =>
  Math.min(longestRetryMs, retryMs * 2 ** Math.max(0, tries - 1))
