import { valuesIn } from '#gateway/lib/scenes/texts.ts'
import { comparesOf, isMoment, readable } from '#gateway/lib/values/value-kinds.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { RuleNotification, TextValue } from '#schemas/generated/entities/rule.ts'
import type { FoundText } from '#schemas/generated/entities/rule-run.ts'

/** A text that a device says may be any length: of more than this nobody reads the end. */
const LONGEST = 200

/** What can stand in a text: it lasts, is no secret, and is one word or figure. */
export const canTell = (described: Value): boolean =>
  readable(described) &&
  !isMoment(described) &&
  described.rest === undefined &&
  described.secret !== true &&
  comparesOf(described.kind).length > 0

/** What the values of a notification are; what nobody knows, or is more than a word, is left out. */
export const foundIn = (
  notification: Pick<RuleNotification, 'short_desc' | 'desc' | 'values' | 'call'>,
  now: (value: TextValue) => unknown,
): FoundText[] =>
  valuesIn(notification).flatMap((one): FoundText[] => {
    const value = now(one)
    if (typeof value === 'string') return [{ id: one.id, value: value.slice(0, LONGEST) }]
    return typeof value === 'number' || typeof value === 'boolean' ? [{ id: one.id, value }] : []
  })
