import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { longestPause, longestRepeat } from '../pause.ts'
import { longestRamp } from '../ramp/slope.ts'

type Among = Pick<ActionSet, 'by_chance'>

/** How many sets a choice by chance still has, from this one on; 0 for a set that belongs to none. */
export function leftToDraw(sets: readonly Among[], place: number): number {
  if (!sets[place]?.by_chance) return 0
  const others = sets.slice(place + 1).findIndex(({ by_chance }) => by_chance !== 'or')
  return 1 + (others < 0 ? sets.length - place - 1 : others)
}

/** How long sets take at most, one after the other; of a choice by chance the longest counts. ms. */
export function longestOf(sets: readonly ActionSet[]): number {
  const each = sets.map((set) => longestPause(set) + longestRepeat(set.repeat, longestRamp(set)))
  return sets.reduce((sum, { by_chance }, place) => {
    if (by_chance === 'or') return sum
    return sum + Math.max(...each.slice(place, place + (leftToDraw(sets, place) || 1)))
  }, 0)
}

/**
 * Whether it is this one of so many that are left, none before it having been drawn. Asked of one after the other, each
 * is as likely as any other, and one is drawn in any case. `chance`: from 0 up to, and without, 1.
 */
export const isDrawn = (left: number, chance: number): boolean => chance * left < 1
