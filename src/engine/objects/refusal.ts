import type { Text } from '#i18n/useText.ts'
import { failureText } from '../failure-text.ts'
import type { Refused } from '../ports.ts'

/** Flags with which a gateway refuses something of an object (spec 2 §8); their words are `objects.refused.<flag>`. */
const REFUSALS = [
  'name_exists',
  'sceneNameExists',
  'floorNameExists',
  'roomNameExists',
  'tooManyFloors',
  'tooManyRooms',
  'dateInPast',
  'functionality_added',
  'changed_meanwhile',
  'not_triggering',
  'not_acting',
  'incomplete',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The flag of a refusal; undefined for any other failure. */
export const refusalOf = ({ message }: Pick<Refused, 'message'>): Refusal | undefined =>
  REFUSALS.find((flag) => flag === message)

/** Why something was not done with a rule, status, floor or room: the flag of the refusal in words, else what went wrong. */
export function failureWords(result: Pick<Refused, 'code' | 'message'>, text: Text): string {
  const flag = refusalOf(result)
  return flag === undefined ? failureText(result, text) : text.t(`objects.refused.${flag}`)
}
