import type { Text } from '#i18n/useText.ts'
import type { Refused } from '../doors.ts'

/** What the server answers whoever may not do something; said without asking it where that is known before. */
export const FORBIDDEN = 'NOT_ALLOWED'

/** Why something was not done, as a sentence: by its code, else what was answered. */
export function refusalText({ code, message }: Pick<Refused, 'code' | 'message'>, { say, t }: Text): string {
  // Gateways of other makes say a code where ours say a sentence (spec 2 §8).
  const words = say(`codes.${code}`) || say(`handling.refused.${code}`) || say(`codes.${message}`)
  return words || message || t('engine.failure.text')
}
