import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { block, code } from '#schemas/generated/app-names.js'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Menu } from '#schemas/generated/definitions/menu.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
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
import { inOnePiece } from './in-one-piece.ts'
import { meaningOf, type Parsed, sameTwice, schemaOf } from './meaning.ts'
import { unstatedNeeds } from './needs.ts'
import { isTable, jsonAt, type Places, type Table, tableAt, textsIn } from './places.ts'
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

export const NONE: OwnDefinitions = { hash: '', screens: [], resources: {}, forms: {}, menus: {}, words: {} }

/** Larger files nobody writes by hand, and every open page would load them. */
export const LARGEST = 500_000
const LANGUAGES = ['ch_DE', 'ch_EN']
const ROLES = ['admin', 'user']

/**
 * Screens, resources, forms, menus and words of a deployment, each in its last good version: files of its catalogue's folder that are
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

  /** Takes over what is there now; false when nothing is different. A file that is too large has no text. */
  take(found: readonly FoundFile[], changed: readonly Taken[]): boolean {
    const there = new Set(found.map(({ path }) => path))
    const gone = [...this.#held.keys()].filter((path) => !there.has(path))
    if (gone.length === 0 && changed.length === 0) return false
    for (const path of gone) this.#held.delete(path)
    for (const file of changed) this.#take(file)
    this.#judge()
    return true
  }

  #take({ path, stamp, bytes, text }: Taken): void {
    const before = this.#held.get(path)
    const file = `${this.#name}/${path}`
    if (bytes > LARGEST) {
      const says = { code: 'own.large', count: Math.floor(LARGEST / 1000) } as const
      const problems = [{ file, line: 1, column: 1, says }]
      return void this.#held.set(path, { ...before, stamp, isOwn: true, problems })
    }
    // Gone between two looks: the next one will not find it either.
    if (text === undefined) return
    const isOwn = this.#shipped.stamps.get(path) !== stampOf(text)
    if (!isOwn) return void this.#held.set(path, { stamp, isOwn, problems: [] })
    const now = read<unknown>(this.#schemas, schemaOf(path) ?? 'words', file, text)
    const good = now.value === undefined ? before?.read : { source: now.source, value: now.value }
    this.#held.set(path, { ...before, stamp, isOwn, problems: now.problems, ...(good && { read: good }) })
  }

  #judge(): void {
    const own = [...this.#held].filter(([, { isOwn }]) => isOwn).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const found = own.flatMap(([, { problems }]) => problems)
    // A file that can't be read now is reported for that, not for what its last good version lacks.
    const unread = new Set(found.map(({ file }) => file))
    const wanted = new Map(
      own.flatMap(([path, { read: good }]) => (good ? [[path, good.value] as const] : [])),
    )
    // What falls back to an earlier version, or falls away, may be what another one names: until nothing falls any more.
    for (let fell = own.length > 0; fell; ) {
      fell = false
      for (const [path, problems] of this.#problemsIn(wanted)) {
        const held = this.#held.get(path)
        const isRead = wanted.get(path) === held?.read?.value
        if (isRead) found.push(...problems.filter(({ file }) => !unread.has(file)))
        if (isRead && held?.live !== undefined && held.live !== held.read?.value) wanted.set(path, held.live)
        else wanted.delete(path)
        fell = true
      }
    }
    for (const [path, held] of own) held.live = wanted.get(path)
    this.#problems = found
    this.#current = own.length === 0 ? NONE : this.#put([...wanted.keys()])
  }

  /** What is wrong with some versions of files, all taken together, by the file that is at fault. */
  #problemsIn(wanted: ReadonlyMap<string, unknown>): ReadonlyMap<string, readonly CatalogueProblem[]> {
    const values = this.#shippedValues()
    const shipped = new Map(
      [...values].flatMap(([path, value]) =>
        path.startsWith('screens/') ? [[String(tableAt(value).id), { path, value }] as const] : [],
      ),
    )
    for (const [path, value] of wanted) {
      // A screen stands in the place of the shipped one of its name, in whichever folder.
      const instead = path.startsWith('screens/') ? shipped.get(String(tableAt(value).id)) : undefined
      if (instead) values.delete(instead.path)
      values.set(path, value)
    }
    const vocabulary = vocabularyOf(this.#shipped.places, values, 'api/*.json', {
      code: new Set(code),
      block: new Set(block),
    })
    const parsed = [...wanted].map(
      ([path, value]): Parsed => ({
        path,
        value,
        source: this.#held.get(path)?.read?.source ?? this.#sourceOf(path),
      }),
    )
    const isScreen = ({ path }: { path: string }): boolean => path.startsWith('screens/')
    const shippedStill = [...values].filter(([path]) => isScreen({ path }) && !wanted.has(path))
    const twice = sameTwice([
      ...shippedStill.map(([path, value]) => ({ path, source: this.#sourceOf(path), value })),
      ...parsed.filter(isScreen),
    ])
    const problems = parsed.flatMap(({ path, source, value }) => {
      const faults = isTable(value)
        ? [
            ...this.#faultsOf(path, value, vocabulary, values),
            ...(isScreen({ path }) ? moved(value, shipped.get(String(value.id))?.value) : []),
            ...(path.startsWith('resources/') ? brokenBy(path, shippedStill, vocabulary) : []),
          ]
        : []
      const all = [
        ...faults.map((fault) => problemOf(source, fault)),
        ...twice.filter(({ file }) => file === source.file),
      ]
      return all.length > 0 ? [[path, all] as const] : []
    })
    return new Map(problems)
  }

  #faultsOf(path: string, value: Table, vocabulary: Vocabulary, all: ReadonlyMap<string, unknown>): Fault[] {
    if (path.startsWith('words/')) return [...misplaced(path, LANGUAGES), ...this.#holes(path, value)]
    if (path.startsWith('menus/')) return [...misplaced(path, ROLES), ...meaningOf(path, value, vocabulary)]
    if (path.startsWith('forms/') && this.#schemaOf(value) === undefined)
      return [{ at: ['schema'], says: { code: 'own.noSchema', name: String(value.schema) } }]
    return [
      ...meaningOf(path, value, vocabulary),
      ...(/^(screens|resources)\//.test(path) ? unstatedNeeds(value) : []),
      ...(path.startsWith('screens/') ? this.#untold(value, all) : []),
    ]
  }

  /** What is filled in, in one piece; undefined where that is no schema of the project, or never ends. */
  #schemaOf({ schema }: Table): Table | undefined {
    const { schemas } = this.#shipped.places
    try {
      // No way leads out of the folder: what stands elsewhere is nobody's to read.
      return inOnePiece(new URL(String(schema), 'schema:/').pathname.slice(1), (path) =>
        jsonAt(join(schemas, path)),
      )
    } catch {
      return undefined
    }
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

  /** What a page is called, what its search looks for and the heads of its columns are said in each language. */
  #untold({ id, search, resource, columns }: Table, all: ReadonlyMap<string, unknown>): Fault[] {
    this.#texts ??= textsOf(this.#shipped.places.locales)
    const needed = [
      { at: ['id'], file: 'screens', path: [String(id), 'title'] },
      ...(search === true ? [{ at: ['id'], file: 'screens', path: [String(id), 'search'] }] : []),
      ...(Array.isArray(columns) ? columns : []).map((column, index) => ({
        at: ['columns', index, 'field'],
        file: 'fields',
        path: [String(resource), String(tableAt(column).field)],
      })),
    ]
    return needed.flatMap(({ at, file, path }): Fault[] => {
      const name = [file, ...path].join('.')
      const languages = LANGUAGES.filter((language) => {
        const own = leavesOf(tableAt(all.get(`words/${language}/${file}.json`)), [file])
        return (
          !own.some((leaf) => leaf.at.join('.') === name) && this.#texts?.get(language)?.has(name) !== true
        )
      })
      return languages.length === 0 ? [] : [{ at, says: { code: 'text.missing', name, languages } }]
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
      resources: named<Resource>('resources'),
      forms: Object.fromEntries(
        Object.entries(named<Form>('forms')).flatMap(([name, form]) => {
          const schema = this.#schemaOf(form as unknown as Table)
          return schema === undefined ? [] : [[name, { form, schema }]]
        }),
      ),
      menus: named<Menu>('menus'),
      words,
    }
    const hash = live.length === 0 ? '' : createHash('sha256').update(JSON.stringify(own)).digest('base64url')
    return { hash, ...own }
  }
}

/** Links in mails, bookmarks and the page before sign-in rely on where a shipped screen is, and on who may open it. */
function moved(own: Table, shipped: unknown): Fault[] {
  if (!isTable(shipped)) return []
  const isPublic = (screen: Table): boolean => tableAt(screen.access).public === true
  return [
    ...(own.route === shipped.route
      ? []
      : [{ at: ['route'], says: { code: 'own.moved', name: 'route' } } as const]),
    ...(isPublic(own) === isPublic(shipped)
      ? []
      : [{ at: ['id'], says: { code: 'own.moved', name: 'access.public' } } as const]),
  ]
}

/** Screens that list a resource, and would not find what they name of it in this one. */
function brokenBy(
  path: string,
  screens: readonly (readonly [string, unknown])[],
  vocabulary: Vocabulary,
): Fault[] {
  const name = basename(path, '.json')
  return screens.flatMap(([one, value]): Fault[] =>
    isTable(value) && lists(value, name) && meaningOf(one, value, vocabulary).length > 0
      ? [{ at: [], says: { code: 'own.breaks', name: basename(one, '.json') } }]
      : [],
  )
}

const lists = (value: unknown, resource: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((value as Table).resource === resource || Object.values(value).some((part) => lists(part, resource)))

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
