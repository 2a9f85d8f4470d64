import type { Text } from '#i18n/useText.ts'
import type { SessionState } from '#session/store.ts'

/** spec 1 §2 rule 10: the screen's own title, or the name of the one thing it shows, then the configured suffix; the product's name ends it. */
export function titleOf(
  screen: string,
  { settings }: Pick<SessionState, 'settings'>,
  { say, t }: Text,
  thing?: string,
): string {
  const suffix = settings?.flags.PAGE_TITLE_EXTENSION
  const parts = [
    thing ?? say(`screens.${screen}.title`),
    typeof suffix === 'string' ? suffix : '',
    t('shell.product'),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
