import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from './language.ts'

type Words = ReadonlyMap<string, string>

/** What pages call the values of a field, for what the server says of them itself: `status.<area>`, by language. */
export function statusWords(locales: string, area: string): Readonly<Record<Language, Words>> {
  return Object.fromEntries(
    languages.map((language) => {
      const all = JSON.parse(readFileSync(join(locales, language, 'status.json'), 'utf8')) as Record<
        string,
        Readonly<Record<string, string>> | undefined
      >
      return [language, new Map(Object.entries(all[area] ?? {}))]
    }),
  ) as unknown as Record<Language, Words>
}
