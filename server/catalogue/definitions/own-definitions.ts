import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { block, code } from '#schemas/generated/app-names.js'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Menu } from '#schemas/generated/definitions/menu.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import type { OwnWords } from '#schemas/generated/definitions/words.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { OwnDefinitions } from '#schemas/generated/entities/own-definitions.ts'
import { type Fault, problemOf } from '../check/fault.ts'
import type { DefinitionSchemas } from '../check/schemas.ts'
import { SourceFile } from '../check/source-file.ts'
import type { FoundFile } from '../files.ts'
import { read } from '../read.ts'
import { type Texts, textsOf } from '../studio/texts.ts'
import { meaningOf, type Parsed, sameTwice, schemaOf } from './meaning.ts'
import { unstatedNeeds } from './needs.ts'
import { isTable, type Places, type Table, tableAt, textsIn } from './places.ts'
import { stampOf } from './shipped.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'

interface Held {
  stamp: string
  /** It says something else than the app that was built. */
  isOwn: boolean
  problems: readonly CatalogueProblem[]
  /** Last version that its schema accepted. */
  read?: { source: SourceFile; value: unknown }
  /** Last version that also made sense among the others. */
  live?: unknown
}

type Taken = FoundFile & { text: string | undefined }

export interface Shipped {
  /** The project's own catalogue, schemas and words: what files of a deployment may name. */
  places: Places
  /** What the app was built with, by path. */
  stamps: ReadonlyMap<string, string>
}

export const NONE: OwnDefinitions = { hash: '', screens: [], forms: {}, menus: {}, words: {} }

/** Larger files nobody writes by hand, and every open page would load them. */
const LARGEST = 500_000
const LANGUAGES = ['ch_DE', 'ch_EN']
const ROLES = ['admin', 'user']

/**
 * Screens, forms, menus and words of a deployment, each in its last good version: files of its catalogue's folder that are
 * new, or not as the app was built with. Without any, nothing is parsed and nothing judged.
 */
export class OwnDefinitionFiles {
  readonly #schemas: DefinitionSchemas
  readonly #name: string
  readonly #shipped: Shipped
  readonly #held = new Map<string, Held>()
  #problems: readonly CatalogueProblem[] = []
  #current: OwnDefinitions = NONE

  constructor(schemas: DefinitionSchemas, name: string, shipped: Shipped) {
    this.#schemas = schemas
    this.#name = name
    this.#shipped = shipped
  }

  current = (): OwnDefinitions => this.#current
  problems = (): readonly CatalogueProblem[] => this.#problems

  outdated(found: readonly FoundFile[]): FoundFile[] {
    return found.filter(({ path, stamp }) => this.#held.get(path)?.stamp !== stamp)
  }

  /** Takes over what is there now; false when nothing is different. */
  take(found: readonly FoundFile[], changed: readonly Taken[]): boolean {
    const there = new Set(found.map(({ path }) => path))
    const gone = [...this.#held.keys()].filter((path) => !there.has(path))
    if (gone.length === 0 && changed.length === 0) return false
    for (const path of gone) this.#held.delete(path)
    for (const file of changed) this.#take(file)
    this.#judge()
    return true
  }

  #take({ path, stamp, text }: Taken): void {
    // Gone between two looks: the next one will not find it either.
    if (text === undefined) return
    const before = this.#held.get(path)
    const isOwn = this.#shipped.stamps.get(path) !== stampOf(text)
    if (!isOwn) return void this.#held.set(path, { stamp, isOwn, problems: [] })
    const file = `${this.#name}/${path}`
    if (text.length > LARGEST) {
      const says = { code: 'own.large', count: Math.floor(LARGEST / 1000) } as const
      const problems = [{ file, line: 1, column: 1, says }]
      return void this.#held.set(path, { ...before, stamp, isOwn, problems })
    }
    const now = read<unknown>(this.#schemas, schemaOf(path) ?? 'words', file, text)
    const good = now.value === undefined ? before?.read : { source: now.source, value: now.value }
    this.#held.set(path, { ...before, stamp, isOwn, problems: now.problems, ...(good && { read: good }) })
  }

  #judge(): void {
    const own = [...this.#held].filter(([, { isOwn }]) => isOwn).toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (own.length === 0) {
      this.#problems = []
      this.#current = NONE
      return
    }
    const values = this.#shippedValues()
    const shippedScreens = new Map(
      [...values].flatMap(([path, value]) =>
        path.startsWith('screens/') ? [[String(tableAt(value).id), path] as const] : [],
      ),
    )
    for (const [path, { read: good }] of own) {
      if (!good) continue
      // A screen stands in the place of the shipped one of its name, in whichever folder.
      const instead = shippedScreens.get(String(tableAt(good.value).id))
      if (path.startsWith('screens/') && instead !== undefined) values.delete(instead)
      values.set(path, good.value)
    }
    const vocabulary = vocabularyOf(this.#shipped.places, values, 'api/*.json', {
      code: new Set(code),
      block: new Set(block),
    })
    const parsed = own.flatMap(([path, { read: good }]): Parsed[] => (good ? [{ path, ...good }] : []))
    const twice = sameTwice([
      ...[...values]
        .filter(([path]) => path.startsWith('screens/') && !this.#held.get(path)?.isOwn)
        .map(([path, value]) => ({ path, source: this.#sourceOf(path), value })),
      ...parsed.filter(({ path }) => path.startsWith('screens/')),
    ])
    const unread = new Set(own.flatMap(([, { problems }]) => problems.map(({ file }) => file)))
    const found: CatalogueProblem[] = []
    for (const { path, source, value } of parsed) {
      const faults = isTable(value) ? this.#faultsOf(path, value, vocabulary, values) : []
      const problems = [
        ...faults.map((fault) => problemOf(source, fault)),
        ...twice.filter(({ file }) => file === source.file),
      ]
      const held = this.#held.get(path)
      if (held && problems.length === 0) held.live = value
      // A file that can't be read now is reported for that, not for what its last good version lacks.
      if (!unread.has(source.file)) found.push(...problems)
    }
    this.#problems = [...own.flatMap(([, { problems }]) => problems), ...found]
    this.#current = this.#put(own.map(([path]) => path))
  }

  #faultsOf(path: string, value: Table, vocabulary: Vocabulary, all: ReadonlyMap<string, unknown>): Fault[] {
    if (path.startsWith('words/')) return [...misplaced(path, LANGUAGES), ...this.#holes(path, value)]
    if (path.startsWith('menus/')) return [...misplaced(path, ROLES), ...meaningOf(path, value, vocabulary)]
    if (path.startsWith('forms/') && this.#judgeOf(path, value) === undefined)
      return [{ at: ['schema'], says: { code: 'own.noJudge', name: String(value.schema) } }]
    return [
      ...meaningOf(path, value, vocabulary),
      ...(path.startsWith('screens/') ? [...unstatedNeeds(value), ...this.#untold(value, all)] : []),
    ]
  }

  /** The shipped form whose compiled judge fits this one. */
  #judgeOf(path: string, form: Table): string | undefined {
    const shipped = [...this.#shippedValues()].filter(([one]) => one.startsWith('forms/'))
    const same = shipped.filter(([, value]) => tableAt(value).schema === form.schema)
    const [named] = same.find(([one]) => one === path) ?? same[0] ?? []
    return named && basename(named, '.json')
  }

  #shippedFiles: ReadonlyMap<string, unknown> | undefined

  /** Read once something is to be judged; they stay as they are while the server runs. */
  #shippedValues(): Map<string, unknown> {
    this.#shippedFiles ??= new Map(
      textsIn(this.#shipped.places.catalogue)
        .filter(({ path }) => !/^(devices|templates|local)\//.test(path))
        .flatMap(({ path, text }) => {
          try {
            return [[path, JSON.parse(text) as unknown] as const]
          } catch {
            return []
          }
        }),
    )
    return new Map(this.#shippedFiles)
  }

  #texts: Texts | undefined

  /** Values that a text puts in, and that nobody hands to it. */
  #holes(path: string, words: Table): Fault[] {
    const [, language = '', file = ''] = path.split('/')
    this.#texts ??= textsOf(this.#shipped.places.locales)
    const shipped = this.#texts.get(language)
    return leavesOf(words, [basename(file, '.json')]).flatMap(({ at, text }) => {
      const known = shipped?.get(at.join('.'))
      const strange =
        known === undefined ? undefined : holesIn(text).find((hole) => !holesIn(known).includes(hole))
      return strange === undefined
        ? []
        : [{ at: at.slice(1), says: { code: 'own.hole', name: strange } } as const]
    })
  }

  /** What a page is called, and what its search looks for, is said in each language. */
  #untold({ id, search }: Table, all: ReadonlyMap<string, unknown>): Fault[] {
    this.#texts ??= textsOf(this.#shipped.places.locales)
    return ['title', ...(search === true ? ['search'] : [])].flatMap((part): Fault[] => {
      const name = `screens.${String(id)}.${part}`
      const languages = LANGUAGES.filter((language) => {
        const own = tableAt(all.get(`words/${language}/screens.json`), String(id))[part]
        return typeof own !== 'string' && this.#texts?.get(language)?.has(name) !== true
      })
      return languages.length === 0 ? [] : [{ at: ['id'], says: { code: 'text.missing', name, languages } }]
    })
  }

  #sourceOf = (path: string): SourceFile => new SourceFile(`${this.#name}/${path}`, '')

  /** All that is live, as a page takes it. */
  #put(paths: readonly string[]): OwnDefinitions {
    const live = paths.flatMap((path) => {
      const value = this.#held.get(path)?.live
      return value === undefined ? [] : [[path, value] as const]
    })
    const below = (folder: string) => live.filter(([path]) => path.startsWith(`${folder}/`))
    const named = <T>(folder: string) =>
      Object.fromEntries(below(folder).map(([path, value]) => [basename(path, '.json'), value as T]))
    const words: Record<string, Record<string, OwnWords>> = {}
    for (const [path, value] of below('words')) {
      const language = path.split('/')[1] ?? ''
      words[language] = { ...words[language], [basename(path, '.json')]: value as OwnWords }
    }
    const own = {
      screens: below('screens').map(([, value]) => value as Screen),
      forms: Object.fromEntries(
        Object.entries(named<Form>('forms')).flatMap(([name, form]) => {
          const judge = this.#judgeOf(`forms/${name}.json`, form as unknown as Table)
          return judge === undefined ? [] : [[name, { form, judge }]]
        }),
      ),
      menus: named<Menu>('menus'),
      words,
    }
    const hash = live.length === 0 ? '' : createHash('sha256').update(JSON.stringify(own)).digest('base64url')
    return { hash, ...own }
  }
}

/** words/<language>/…, menus/<role>.json: nothing else is looked for. */
function misplaced(path: string, known: readonly string[]): Fault[] {
  const name = path.split('/')[1]?.replace('.json', '') ?? ''
  return known.includes(name) ? [] : [{ at: [], says: { code: 'own.place', name } }]
}

const holesIn = (text: string): string[] => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name ?? '')

const leavesOf = (words: Table, at: readonly string[]): { at: readonly string[]; text: string }[] =>
  Object.entries(words).flatMap(([name, value]) => {
    if (typeof value === 'string') return [{ at: [...at, name], text: value }]
    return isTable(value) ? leavesOf(value, [...at, name]) : []
  })
