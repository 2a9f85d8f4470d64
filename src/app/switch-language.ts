import { http } from '#data/http.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Language } from '#i18n/languages.ts'
import { session } from '#session/session.ts'
import { report } from './report.ts'

/** Changes the language here at once, and for the account's messages and other devices. */
export async function switchLanguage(next: Language): Promise<void> {
  await changeLanguage(next)
  try {
    await http.call('setLangUser', { language: next })
    session.changeUser({ preferredLanguage: next })
  } catch (error) {
    report.report(error)
  }
}
