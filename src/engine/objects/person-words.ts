import type { Text } from '#i18n/useText.ts'

/** For whom something that people did is told. */
export interface Readers {
  text: Pick<Text, 't'>
  /** Who reads it. */
  me: string
  /** Names of the people of the home, as far as they are known. */
  people: ReadonlyMap<string, string>
}

/** Who changed something; nobody is the gateway itself. */
export function personWords(userId: string | undefined, { text: { t }, me, people }: Readers): string {
  if (userId === undefined) return t('objects.by.gateway')
  if (userId === me) return t('objects.by.you')
  const name = people.get(userId)
  return name === undefined ? t('objects.by.other') : t('objects.by.person', { name })
}
