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
}

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
    return { rule: found.rule, base: found.base, place: found.place ?? START }
  } catch {
    return undefined
  }
}

export const keep = (home: string, scene: string | undefined, kept: Kept): void =>
  storage.setItem(keyOf(home, scene), JSON.stringify(kept))

export const forget = (home: string, scene: string | undefined): void =>
  storage.removeItem(keyOf(home, scene))
