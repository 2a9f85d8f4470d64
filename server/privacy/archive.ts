import Papa from 'papaparse'
import type { ExportContent } from '#schemas/generated/entities/export-content.ts'
import type { PersonalRow } from '#server/store/people/personal-data.ts'
import { filled } from '../filled.ts'
import type { Language } from '../lib/language.ts'
import type { ExportDocument } from './documents.ts'
import type { HistoryLine } from './history.ts'
import { type Listed, pageOf, ROWS } from './page.ts'
import type { ExportWords } from './words.ts'
import type { ZipWriter } from './zip-writer.ts'

/** Spreadsheets take a text without it for one of the machine's own language. */
const BOM = '\ufeff'
const CSV = { escapeFormulae: true, newline: '\r\n' }
const HISTORY = ['at', 'value', 'unit', 'least', 'mean', 'most', 'property'] as const

interface About {
  person: string
  language: Language
  words: Readonly<Record<Language, ExportWords>>
  /** By whose clocks its pages tell moments, IANA. */
  zone: string
  at: number
}

/** The file of an export: what is in it as JSON and as tables, and a page in both languages that leads there. */
export class Archive {
  readonly #zip: ZipWriter
  readonly #about: About
  readonly #listed: Listed[] = []
  readonly #homes: string[] = []
  readonly #notes: { word: 'missingSetup' | 'oldSetup'; home: string; at?: string }[] = []
  /** Homes of which it is known how they are set up. */
  readonly #setUp = new Set<string>()

  constructor(zip: ZipWriter, about: About) {
    this.#zip = zip
    this.#about = about
  }

  async add(document: ExportDocument): Promise<void> {
    const { part, home, name, rows, content, lines } = document
    const base = this.#pathOf(document)
    const { at } = this.#about
    const files: string[] = []
    if (home && part === 'rooms') this.#setUp.add(home.serialNumber)
    if (home && part === 'setupOf')
      this.#notes.push({ word: 'oldSetup', home: home.name, at: String(rows?.[0]?.asOf) })
    let count = rows?.length ?? (Array.isArray(content) ? content.length : 0)
    const head = rows ? [...new Set(rows.flatMap((row) => Object.keys(row)))] : []
    if (count > 0) {
      await this.#zip.add(`${base}.json`, at, [`${JSON.stringify(content ?? rows, null, 2)}\n`])
      files.push(`${base}.json`)
    }
    if (rows && count > 0) {
      await this.#zip.add(`${base}.csv`, at, this.#tableOf(head, rows))
      files.push(`${base}.csv`)
    }
    if (lines) {
      count = (await this.#zip.add(`${base}.csv`, at, this.#historyOf(lines))) - 1
      files.push(`${base}.csv`)
    }
    const shown = (rows ?? []).slice(0, ROWS).map((row) => head.map((column) => this.#cell(row[column])))
    this.#listed.push({ part, home, name, count, files, head, rows: shown })
  }

  /** Writes the pages; answers what is in the file. */
  async end(): Promise<readonly ExportContent[]> {
    const { language, at, person, words, zone } = this.#about
    for (const home of new Map(
      this.#listed.flatMap(({ home: one }) => (one ? [[one.serialNumber, one] as const] : [])),
    ).values())
      if (!this.#setUp.has(home.serialNumber)) this.#notes.push({ word: 'missingSetup', home: home.name })
    const [own, other] =
      language === 'ch_DE'
        ? ([
            { language, file: 'index.html' },
            { language: 'ch_EN', file: 'english.html' },
          ] as const)
        : ([
            { language, file: 'index.html' },
            { language: 'ch_DE', file: 'deutsch.html' },
          ] as const)
    for (const [page, elsewhere] of [
      [own, other],
      [other, own],
    ] as const) {
      const said = words[page.language]
      const text = pageOf({
        ...{ language: page.language, words: said, zone, person, other: elsewhere.file },
        at: momentOf(at, page.language, zone),
        documents: this.#listed,
        notes: this.#notes.map(({ word, home, at: asOf }) =>
          filled(said[word], {
            home,
            ...(asOf !== undefined && { at: momentOf(Date.parse(asOf), page.language, zone) }),
          }),
        ),
      })
      await this.#zip.add(page.file, at, [text])
    }
    await this.#zip.end()
    return contentsOf(this.#listed)
  }

  /** Names as far as every system takes them; a number makes them one of a kind. */
  #pathOf({ part, home, name }: ExportDocument): string {
    if (!home) return `account/${part}`
    if (!this.#homes.includes(home.serialNumber)) this.#homes.push(home.serialNumber)
    const place = this.#homes.indexOf(home.serialNumber) + 1
    const folder = `home-${place}${plain(home.name)}`
    if (name === undefined) return `${folder}/${part}`
    const before = this.#listed.filter(
      (one) => one.name !== undefined && one.home?.serialNumber === home.serialNumber,
    ).length
    return `${folder}/history/${String(before + 1).padStart(3, '0')}${plain(name)}`
  }

  *#tableOf(head: readonly string[], rows: readonly PersonalRow[]): Generator<string> {
    yield BOM + Papa.unparse([head.map((column) => this.#title(column))], CSV)
    for (const row of rows) yield `\r\n${Papa.unparse([head.map((column) => this.#raw(row[column]))], CSV)}`
    yield '\r\n'
  }

  async *#historyOf(lines: AsyncIterable<HistoryLine>): AsyncGenerator<string> {
    yield BOM + Papa.unparse([HISTORY.map((column) => this.#title(column))], CSV)
    for await (const { at, series, value, unit, least, mean, most } of lines) {
      const [, ...property] = series.split('/')
      const cells = [new Date(at).toISOString(), value, unit, least, mean, most, property.join('/')]
      yield `\r\n${Papa.unparse([cells], CSV)}`
    }
  }

  #title(column: string): string {
    const { columns } = this.#about.words[this.#about.language]
    return Object.hasOwn(columns, column) ? (columns[column] ?? column) : column
  }

  /** Numbers stay numbers: a minus makes no formula of them. */
  #raw(value: unknown): string | number {
    return typeof value === 'number' ? value : this.#cell(value)
  }

  #cell(value: unknown): string {
    const { yes, no } = this.#about.words[this.#about.language]
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return value ? yes : no
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

const momentOf = (at: number, language: Language, timeZone: string): string =>
  new Date(at).toLocaleString(language === 'ch_DE' ? 'de-CH' : 'en-CH', {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone },
  })

/** Letters and digits alone: nothing that leads elsewhere, hides, or is reserved anywhere. */
function plain(name: string): string {
  const letters = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  const short = [...letters].slice(0, 40).join('')
  return short === '' ? '' : `-${short}`
}

function contentsOf(listed: readonly Listed[]): readonly ExportContent[] {
  const found = new Map<string, ExportContent>()
  for (const { part, home, count, files } of listed) {
    const key = [part, home?.serialNumber].filter(Boolean).join('-')
    const known = found.get(key) ?? { key, about: part, ...(home && { home: home.name }), count: 0, files: 0 }
    found.set(key, { ...known, count: known.count + count, files: known.files + files.length })
  }
  return [...found.values()].filter(({ files }) => files > 0)
}
