import { browserStorage } from '#lib/browser/browser-storage.ts'

/** Codes on the wire, in settings and in folder names; `Intl` and `lang` get the tags (1.1-013). */
export type Language = 'ch_DE' | 'ch_EN'

export const languages: readonly Language[] = ['ch_DE', 'ch_EN']

const tags: Record<Language, string> = { ch_DE: 'de-CH', ch_EN: 'en-CH' }

export const tagOf = (language: Language): string => tags[language]

const isLanguage = (value: unknown): value is Language => value === 'ch_DE' || value === 'ch_EN'

/** The language that a link names, by its code or as browsers call it. */
export function languageNamed(name: string | undefined): Language | undefined {
  const plain = name?.toLowerCase().replace('-', '_')
  return languages.find(
    (one) => one.toLowerCase() === plain || one.slice(3).toLowerCase() === plain?.slice(0, 2),
  )
}

const KEY = 'gatehouse.language'

/** The kept language, else the one the browser asks for, else German (spec 1 §1). */
export function firstLanguage(): Language {
  const kept = browserStorage.getItem(KEY)
  if (isLanguage(kept)) return kept
  return navigator.language.startsWith('en') ? 'ch_EN' : 'ch_DE'
}

export const keepLanguage = (language: Language): void => browserStorage.setItem(KEY, language)
