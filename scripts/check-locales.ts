/** Texts in both languages: every key that data or code ask for exists, nothing else does, and both say it alike. */
import { readFileSync } from 'node:fs'
import { derived } from './locales/derived.ts'
import { areaOf, type Texts, textsOf } from './locales/files.ts'
import { namedInCode } from './locales/in-code.ts'

/** Their keys follow from the devices' services and properties; the catalogue check holds them. */
const OF_THE_CATALOGUE = new Set(['properties', 'values', 'units', 'help'])
/** Areas whose keys follow from the catalogue; what code adds to them, it names. */
const DERIVED = new Set([
  'screens',
  'fields',
  'actions',
  'toasts',
  'notices',
  'codes',
  'status',
  'menu',
  'models',
])

/** Letters beside the word are asked for by hand: \b does not know ä, ö and ü. */
const FAMILIAR = /(?<!\p{L})(?:du|dich|dir|dein(?:e[mnrs]?)?)(?!\p{L})/iu

interface Unwanted {
  /** A pattern, for whole words. */
  word: string
  instead: string
  /** Capitals count. */
  exact?: boolean
}
const unwanted = JSON.parse(
  readFileSync(new URL('./locales/unwanted.json', import.meta.url), 'utf8'),
) as Readonly<Record<Language | 'both', readonly Unwanted[]>>

const faults: string[] = []
const LANGUAGES = ['ch_DE', 'ch_EN'] as const
type Language = (typeof LANGUAGES)[number]

/** Names the files in which it is set right: `locales/{ch_DE,ch_EN}/screens.json: login.title is missing`. */
function fault(key: string, what: string, ...languages: Language[]): void {
  const [one, ...more] = languages.length === 0 ? LANGUAGES : languages
  const folder = more.length === 0 ? one : `{${[one, ...more].join()}}`
  const area = areaOf(key)
  faults.push(`locales/${folder}/${area}.json: ${key.slice(area.length + 1)} ${what}`)
}

const german = textsOf('ch_DE')
const english = textsOf('ch_EN')
const placeholders = (text: string): string =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name]) => name)
    .sort()
    .join()
const plural = (key: string): string => key.replace(/_(one|other)$/, '')

function sameKeys(texts: Texts, others: Texts, language: Language): void {
  for (const key of texts.keys()) if (!others.has(key)) fault(key, 'is missing.', language)
}

function sameWords(): void {
  for (const [key, text] of german) {
    const other = english.get(key)
    if (/ß/.test(text)) fault(key, 'writes ß; it is ss.', 'ch_DE')
    if (FAMILIAR.test(text)) fault(key, 'says du; it is Sie.', 'ch_DE')
    if (text.trim() === '' || other?.trim() === '') fault(key, 'is empty.')
    if (other !== undefined && placeholders(text) !== placeholders(other))
      fault(key, 'has different placeholders.')
  }
}

/** One thing has one name, and the trade's abbreviations mean nothing at home. */
function oneName(texts: Texts, language: Language): void {
  for (const { word, instead, exact } of [...unwanted[language], ...unwanted.both]) {
    const pattern = new RegExp(`(?<!\\p{L})(?:${word})(?!\\p{L})`, exact ? 'u' : 'iu')
    for (const [key, text] of texts) {
      const found = pattern.exec(text.replace(/\{\{.*?\}\}/g, ''))
      if (found) fault(key, `says «${found[0]}»; it is «${instead}».`, language)
    }
  }
}

function asked(): void {
  const data = derived()
  const areas = new Set([...german.keys()].map(areaOf))
  const code = namedInCode(areas)
  const exists = (key: string): boolean => german.has(key) || german.has(`${key}_other`)
  for (const key of data.keys)
    if (!exists(key)) fault(key, 'is missing: the catalogue or the server ask for it.')
  for (const key of code.keys)
    if (
      !exists(key) &&
      ![...german.keys()].some((known) => known.startsWith(`${key}.`)) &&
      !key.endsWith('.json')
    )
      fault(key, 'is missing: code names it.')

  const begun = [...data.below, ...code.below]
  for (const key of german.keys()) {
    const area = areaOf(key)
    if (OF_THE_CATALOGUE.has(area)) continue
    if ([key, plural(key)].some((one) => data.keys.has(one) || code.keys.has(one))) continue
    if ([...data.below].some((start) => key.startsWith(start))) continue
    if (!DERIVED.has(area) && begun.some((start) => key.startsWith(start))) continue
    // An alert is named by one word: `notices.<word>.title` and `.text`.
    const [, word = ''] = key.split('.')
    if (area === 'notices' && word !== 'confirm' && code.words.has(word)) continue
    fault(key, 'is asked for by nothing.')
  }
}

sameKeys(german, english, 'ch_EN')
sameKeys(english, german, 'ch_DE')
sameWords()
oneName(german, 'ch_DE')
oneName(english, 'ch_EN')
asked()

for (const text of faults) console.error(text)
console.log(`${german.size} texts in both languages, ${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
