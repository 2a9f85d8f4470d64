import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '../lib/language.ts'
import { statusWords } from '../lib/product-words.ts'

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
  /** What pages call the values of these fields. */
  values: Readonly<Record<(typeof AREAS)[number], ReadonlyMap<string, string>>>
}

const AREAS = ['what', 'result', 'backupName', 'status'] as const

/** Fields whose values are codes, with where their words stand. In the files they stay what programs know. */
const CODES: Readonly<Record<string, Readonly<Record<string, (typeof AREAS)[number]>>>> = {
  activity: { what: 'what', result: 'result' },
  backups: { name: 'backupName' },
  exports: { status: 'status' },
}

/** A value as people read it. */
export function spokenOf({ values }: ExportWords, part: string, column: string, value: string): string {
  const codes = Object.hasOwn(CODES, part) ? CODES[part] : undefined
  const area = codes && Object.hasOwn(codes, column) ? codes[column] : undefined
  return (area && values[area].get(value)) ?? value
}

export function readWords(locales: string): Readonly<Record<Language, ExportWords>> {
  const values = AREAS.map((area) => [area, statusWords(locales, area)] as const)
  return Object.fromEntries(
    languages.map((language) => [
      language,
      {
        ...(JSON.parse(readFileSync(join(locales, language, 'export.json'), 'utf8')) as ExportWords),
        values: Object.fromEntries(values.map(([area, words]) => [area, words[language]])),
      },
    ]),
  ) as Record<Language, ExportWords>
}
