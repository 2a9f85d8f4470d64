import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '../lib/language.ts'

/** What `locales/<language>/export.json` says in the file of an export. */
export interface ExportWords {
  /** What the other language is called in itself. */
  other: string
  title: string
  of: string
  intro: string
  others: string
  hourly: string
  missingSetup: string
  oldSetup: string
  ofPerson: string
  ofHome: string
  /** Of one, and of several. */
  entry: string
  entries: string
  none: string
  oneMore: string
  more: string
  files: string
  yes: string
  no: string
  columns: Readonly<Record<string, string>>
  parts: Readonly<Record<string, { title: string; about: string }>>
}

export const readWords = (locales: string): Readonly<Record<Language, ExportWords>> =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      JSON.parse(readFileSync(join(locales, language, 'export.json'), 'utf8')) as ExportWords,
    ]),
  ) as Record<Language, ExportWords>
