import { http } from '#data/http.ts'
import { ownDefinitions } from '#data/own-definitions.ts'
import { forgetForms } from '#data/public-catalogue.ts'
import { putOwnScreens } from '#data/screens.ts'
import { putOwnTexts } from '#i18n/i18n.ts'
import type { OwnDefinitions } from '#schemas/generated/entities/own-definitions.ts'
import { forgetOpened } from './screens/open-screen.ts'

/** Takes over what the deployment draws otherwise now; what is shipped comes back where it no longer does. */
export function takeOwnDefinitions({ hash, screens, resources, forms, menus, words }: OwnDefinitions): void {
  const before = ownDefinitions.current()
  if (hash === before.hash) return
  putOwnScreens(screens)
  forgetOpened()
  putOwnTexts(words)
  // Only what is another form begins anew: nobody loses what he types elsewhere.
  const changed = [...new Set([...Object.keys(before.forms), ...Object.keys(forms)])].filter(
    (name) => JSON.stringify(before.forms[name]) !== JSON.stringify(forms[name]),
  )
  ownDefinitions.set({ hash, resources, forms, menus })
  forgetForms(changed)
}

export async function loadOwnDefinitions(): Promise<void> {
  takeOwnDefinitions((await http.call('readOwnDefinitions', {})).data)
}
