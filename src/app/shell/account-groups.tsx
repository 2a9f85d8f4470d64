import { useSyncExternalStore } from 'react'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine } from '#engine/engine.ts'
import { language } from '#i18n/i18n.ts'
import { keepLanguage, languages } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { useSession } from '#session/session.ts'
import { signOut } from '#session/sign-out.ts'
import type { IconName } from '#ui/Icon.tsx'
import type { MenuGroup } from '#ui/menu/Menu.tsx'
import { chooseTheme, currentTheme, subscribeTheme, type Theme, themes } from '#ui/theme/theme.ts'
import { returnPath } from '../guard/return-path.ts'
import { switchLanguage } from '../switch-language.ts'
import { nameOf } from './name-of.ts'

const themeIcons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' }

/** Who it is, appearance, language, sign out: the same at a desk and behind "More" on a phone. */
export function useAccountGroups(): readonly MenuGroup[] {
  const { t } = useText()
  const theme = useSyncExternalStore(subscribeTheme, currentTheme)
  const { user, twin, viewing } = useSession()
  const { definitions, situation } = useEngine()
  const settings = definitions.screen('user_settings')
  const who: MenuGroup[] = user
    ? [{ id: 'who', head: { text: nameOf(user, viewing), note: user.username }, choices: [] }]
    : []
  const all: MenuGroup[] = [
    ...who,
    {
      id: 'theme',
      title: t('shell.account.theme'),
      choices: themes.map((one) => ({
        id: one,
        text: t(`shell.theme.${one}`),
        icon: themeIcons[one],
        checked: one === theme,
        onSelect: () => chooseTheme(one),
      })),
    },
    {
      id: 'language',
      title: t('shell.account.language'),
      choices: languages.map((one) => ({
        id: one,
        text: t(`shell.language.${one}`),
        icon: 'language',
        checked: one === language(),
        onSelect: () => void switchLanguage(one),
      })),
    },
    {
      id: 'session',
      choices: [
        ...(settings && holds(settings.access?.when, situation)
          ? [
              {
                id: 'account',
                text: t('shell.account.settings'),
                icon: 'user' as const,
                href: settings.route,
              },
            ]
          : []),
        {
          id: 'signOut',
          text: t('shell.account.signOut'),
          icon: 'logout',
          onSelect: () => {
            returnPath.leave()
            // The server's answer empties this browser's storage; the language is not the session's (B-07).
            void signOut().then(() => keepLanguage(language()))
          },
        },
      ],
    },
  ]
  // Language and sign-out are the server's to know.
  return twin ? all.slice(0, 2) : all
}
