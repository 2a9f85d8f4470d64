/** What is known at a moment, by whatever it is of. */
type Known = Map<string, unknown>

/**
 * Branches of which chance takes one: each finds what was known before the first, and afterwards that is known in which
 * all of them agree.
 */
export function apart(...known: readonly Known[]) {
  const kept = (): Known[] => known.map((one) => new Map(one))
  const become = (wanted: readonly Known[]): void => {
    for (const [n, one] of known.entries()) {
      one.clear()
      for (const [key, value] of wanted[n] ?? []) one.set(key, value)
    }
  }
  let before = kept()
  let after: Known[][] = []
  return {
    begins(first: boolean): void {
      if (!first) return become(before)
      before = kept()
      after = []
    },
    ends(last: boolean): void {
      after.push(kept())
      if (last) become(agreed(after))
    },
  }
}

const agreed = ([first = [], ...others]: readonly Known[][]): Known[] =>
  first.map(
    (one, n) =>
      new Map([...one].filter(([key, value]) => others.every((other) => other[n]?.get(key) === value))),
  )
