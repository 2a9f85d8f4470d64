import { renderToString } from 'react-dom/server'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Language } from '#i18n/languages.ts'
import { session } from '#session/session.ts'
import type { Settings } from '#session/store.ts'
import { App, loadFirst } from '../App.tsx'

/** The page of sign-in as the app draws it for a visitor (scripts/tasks/draw-sign-in.ts). */
export async function drawn(language: Language, settings: Settings): Promise<string> {
  session.learnSettings(settings)
  await changeLanguage(language)
  await loadFirst(false)
  return renderToString(<App />)
}
