import type { Rule } from '#schemas/generated/entities/rule.ts'

/** How many steps can be taken back. */
const DEPTH = 50

/** A rule while it is built, with what it was before each step. */
export interface Built {
  rule: Rule
  past: readonly Rule[]
}

export const begun = (rule: Rule, past: readonly Rule[] = []): Built => ({ rule, past })

/** Steps of one kind in a row, as when a slider is drawn or a name is typed, are one step to whoever takes it back. */
export function stepped({ rule, past }: Built, next: Rule, merge: boolean): Built {
  if (next === rule) return { rule, past }
  return { rule: next, past: merge && past.length > 0 ? past : [...past, rule].slice(-DEPTH) }
}

export function takenBack({ rule, past }: Built): Built {
  const last = past.at(-1)
  return last ? { rule: last, past: past.slice(0, -1) } : { rule, past }
}
