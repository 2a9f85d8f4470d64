import { refusalOf } from '#data/rules.ts'
import { refusalText } from '#engine/actions/refusal-text.ts'
import type { Refused } from '#engine/doors.ts'
import type { Text } from '#i18n/useText.ts'

/** Why something was not done with a scene or a status: the flag of the refusal in words, else what went wrong. */
export function failureWords(result: Refused, text: Text): string {
  const flag = refusalOf(result)
  return flag === undefined ? refusalText(result, text) : text.t(`rules.refusals.${flag}`)
}
