import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { computedIn } from '../ramp/slope.ts'

/** Whether a set makes something what it was in earlier days: as long as what it asks holds. */
export const replays = (set: Pick<ActionSet, 'devices' | 'targets'>): boolean =>
  computedIn(set).some(({ kind }) => kind === 'replay')
