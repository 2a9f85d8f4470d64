import type { Rule } from '#schemas/generated/entities/rule.ts'
import { session } from '#session/session.ts'
import { ownKey, tabStorage as storage } from '#session/tab-storage.ts'
import { type Place, START } from '../place.ts'

/** What a reload must not lose. */
export interface Kept {
  rule: Rule
  /** As the gateway had it when the change began. */
  base: Rule
  place: Place
  /** What it was before each step that can be taken back. */
  past: readonly Rule[]
}

/** So many characters of them outlive a reload, the last ones: a tab keeps little, and each step is a whole rule. */
const MOST = 250_000

/** Whether anything was built. */
export const isWork = ({ rule, base }: Pick<Kept, 'rule' | 'base'>): boolean =>
  JSON.stringify(rule) !== JSON.stringify(base)

/** One draft per person and home for a new scene, one per scene that is being changed. */
const keyOf = (home: string, scene: string | undefined): string =>
  ownKey(`builder.${session.state().credentials?.userId ?? ''}.${home}.${scene ?? ''}`)

export function readKept(home: string, scene: string | undefined): Kept | undefined {
  try {
    const found = JSON.parse(storage.getItem(keyOf(home, scene)) ?? 'null') as Partial<Kept> | null
    if (!found?.rule?.id || !found.base?.id) return undefined
    const { rule, base, place = START, past = [] } = found
    return { rule, base, place, past }
  } catch {
    return undefined
  }
}

export const keep = (home: string, scene: string | undefined, kept: Kept): void =>
  storage.setItem(keyOf(home, scene), JSON.stringify({ ...kept, past: lastOf(kept.past) }))

function lastOf(past: readonly Rule[]): readonly Rule[] {
  let room = MOST
  const from = past.findLastIndex((rule) => {
    room -= JSON.stringify(rule).length
    return room < 0
  })
  return past.slice(from + 1)
}

export const forget = (home: string, scene: string | undefined): void =>
  storage.removeItem(keyOf(home, scene))
