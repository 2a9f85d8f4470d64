import type { Text } from '#i18n/useText.ts'
import { SERVER_SILENT } from '#lib/silence.ts'

/** What calls and commands say of themselves when they fail; of a fault in our own code nothing is shown. */
function toldBy(failure: unknown): { code: string; message: string } {
  const { code, message } = Object(failure) as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? { code, message: String(message ?? '') } : { code: '', message: '' }
}

export const isServerSilent = (failure: unknown): boolean => SERVER_SILENT.has(toldBy(failure).code)

/**
 * Why something was not done, or could not be loaded, as a sentence: in the words of its own place, whose keys `own` names,
 * in those of everybody, else as it was answered. Nothing of it is ever a stack or a key.
 */
export function failureText(
  failure: unknown,
  { say, t }: Text,
  own: (told: string) => string = (told) => `codes.${told}`,
): string {
  const { code, message } = toldBy(failure)
  // Gateways say a flag or a code where the server says a sentence (spec 2 §8).
  const words = say(own(code)) || say(own(message))
  const general = say(`codes.${code}`) || say(`handling.refused.${code}`) || say(`codes.${message}`)
  return words || general || message || t('engine.failure.text')
}
