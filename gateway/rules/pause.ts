import { PAUSE_NAME } from '#gateway/lib/names/clean-name.ts'
import type { ActionSet, Repetition } from '#schemas/generated/entities/rule.ts'

/** 2.3-095: an action set of the reserved name is a pause and nothing else. */
export const isPause = ({ name }: Pick<ActionSet, 'name'>): boolean => name === PAUSE_NAME

type Pausing = Pick<ActionSet, 'delay' | 'spread'>

/** How long a pause lasts when chance takes the middle; ms. */
export const usualPause = ({ delay = 0, spread = 0 }: Pausing): number => delay + Math.round(spread / 2)

/** How long a pause lasts at most; ms. */
export const longestPause = ({ delay = 0, spread = 0 }: Pausing): number => delay + spread

/** How long a pause lasts this time; ms. `chance`: from 0 up to, and without, 1. */
export const drawnPause = ({ delay = 0, spread = 0 }: Pausing, chance: number): number =>
  delay + Math.floor(chance * (spread + 1))

/** How long a repetition takes at most; ms. `lasts`: how long it takes to do it once, as far as that is said. */
export const longestRepeat = (repeat: Repetition | undefined, lasts = 0): number =>
  repeat ? (repeat.times - 1) * repeat.pause + repeat.times * lasts : lasts
