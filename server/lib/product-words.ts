import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from './language.ts'

type Words = ReadonlyMap<string, string>

type Areas = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

/** What pages call the values of a field, for what the server says of them itself: `status.<area>`, by language. */
export function statusWords(locales: string, area: string): Readonly<Record<Language, Words>> {
  const wordsIn = (language: Language): Words => {
    const all = JSON.parse(readFileSync(join(locales, language, 'status.json'), 'utf8')) as Areas
    return new Map(Object.entries(all[area] ?? {}))
  }
  // The type asks for each language that there is.
  return { ch_DE: wordsIn('ch_DE'), ch_EN: wordsIn('ch_EN') }
}
