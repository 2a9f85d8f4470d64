import { PAUSE_NAME } from '#gateway/lib/names/clean-name.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'

/** 2.3-095: an action set of the reserved name is a pause and nothing else. */
export const isPause = ({ name }: Pick<ActionSet, 'name'>): boolean => name === PAUSE_NAME
