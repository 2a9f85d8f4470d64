import type { Text } from '#i18n/useText.ts'

/** Why somebody is back at the login: a sentence, or a title and a text where the code has both (spec 1 §8: 000622). */
export function signOutNotice(
  key: string | undefined,
  { say, has }: Text,
): { title?: string; text: string } | undefined {
  if (key === undefined) return undefined
  if (has(`${key}.text`)) return { title: say(`${key}.title`), text: say(`${key}.text`) }
  return has(key) ? { text: say(key) } : undefined
}
