import { basename } from 'node:path'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { type Fault, inReadingOrder, type Pointer, problemOf } from '#server/catalogue/check/fault.ts'
import { definitionSchemas } from '#server/catalogue/check/schemas.ts'
import type { SourceFile } from '#server/catalogue/check/source-file.ts'
import { judge, type ReadModel } from '#server/catalogue/library.ts'
import { read } from '#server/catalogue/read.ts'
import { NO_RULES, RULE_FILES } from '#server/catalogue/rules-files.ts'
import { textsOf } from '#server/catalogue/studio/texts.ts'
import { danglingBindings, danglingFields } from './bindings.ts'
import { danglingCalls } from './calls.ts'
import { namesInCode } from './in-code.ts'
import { misshapenLimits } from './limits.ts'
import { unstatedNeeds } from './needs.ts'
import { danglingPermissions } from './permissions.ts'
import { isTable, type Places, type Table, tableAt, textsIn } from './places.ts'
import { danglingNames, unknownName } from './references.ts'
import { danglingRowFields } from './row-fields.ts'
import { missingTexts } from './texts.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'

/** Folders and files of the catalogue, and the schema of each. */
const SCHEMAS: readonly (readonly [path: RegExp, schema: (path: string) => string])[] = [
  [/^(devices|templates)\//, () => 'device-model'],
  [/^rules\//, (path) => `rules-${basename(path, '.json')}`],
  [/^screens\//, () => 'screen'],
  [/^resources\//, () => 'resource'],
  [/^forms\//, () => 'form'],
  [/^documents\//, () => 'document'],
  [/^menus\//, () => 'menu'],
  [/^infrared\//, () => 'infrared'],
  [/^widgets\//, (path) => basename(path, '.json')],
  [/^(flags|modules)\.json$/, () => 'flags'],
  [/^errors\.json$/, () => 'errors'],
  [/^limits\.json$/, () => 'limits'],
  [
    /^(shortcuts|jobs|news|hardware|places|permissions|inclusion|rooms|statuses)\.json$/,
    (path) => basename(path, '.json'),
  ],
  [/^scenes\//, (path) => `scene-${basename(path, '.json')}`],
]

/** The page that a gateway serves is a program of its own: screens, forms and menus of it stand below this folder. */
const LOCAL = 'local/'

const isLocal = (path: string): boolean => path.startsWith(LOCAL)
const ownPath = (path: string): string => (isLocal(path) ? path.slice(LOCAL.length) : path)

/** What the definitions of the one program, or of the other, may name. */
function vocabularies(places: Places, values: ReadonlyMap<string, unknown>) {
  const shared = ['icons.json', 'limits.json']
  const ofLocal = [...values].filter(([path]) => isLocal(path) || shared.includes(path))
  return {
    house: vocabularyOf(
      places,
      new Map([...values].filter(([path]) => !isLocal(path))),
      'api/*.json',
      namesInCode(),
    ),
    local: vocabularyOf(
      places,
      new Map(ofLocal.map(([path, value]) => [ownPath(path), value])),
      'local/openapi.json',
    ),
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

interface Parsed {
  path: string
  source: SourceFile
  value: unknown
}

/** Everything that is wrong in a catalogue, in reading order. */
export function checkCatalogue(places: Places, schemas = definitionSchemas): CatalogueProblem[] {
  const problems: CatalogueProblem[] = []
  const parsed: Parsed[] = []
  const values = new Map<string, unknown>()
  /** What others may name, which a file has also while something else in it is wrong. */
  const named = new Map<string, unknown>()
  let isBlind = false
  for (const { path, text } of textsIn(places.catalogue)) {
    const file = `catalogue/${path}`
    const schema =
      path === 'icons.json' ? undefined : SCHEMAS.find(([pattern]) => pattern.test(ownPath(path)))?.[1](path)
    if (schema === undefined && path !== 'icons.json') continue
    const now = read<unknown>(schemas, schema ?? 'icons', file, text)
    problems.push(...now.problems)
    const told = now.value ?? jsonIn(text)
    // Where a list of names cannot be read, everything else would seem to name what is not there.
    isBlind ||= told === undefined && /^(resources\/|[^/]*$)/.test(ownPath(path))
    named.set(path, told ?? { id: basename(path, '.json') })
    if (now.value === undefined) continue
    parsed.push({ path, source: now.source, value: now.value })
    values.set(path, now.value)
  }
  const { house, local } = vocabularies(places, named)
  problems.push(...modelProblems(parsed, values, house, places))
  for (const { path, source, value } of isBlind ? [] : parsed) {
    if (isTable(value))
      problems.push(
        // Nobody has a sub-role on the page that a gateway serves.
        ...[
          ...meaningOf(ownPath(path), value, isLocal(path) ? local : house),
          ...(/^(screens|resources)\//.test(path) ? unstatedNeeds(value) : []),
        ].map((fault) => problemOf(source, fault)),
      )
  }
  for (const folder of ['screens/', 'local/screens/'])
    problems.push(...sameTwice(parsed.filter(({ path }) => path.startsWith(folder))))
  return problems.toSorted(inReadingOrder)
}

function modelProblems(
  parsed: readonly Parsed[],
  values: ReadonlyMap<string, unknown>,
  vocabulary: Vocabulary,
  { locales }: Places,
): CatalogueProblem[] {
  const rule = <K extends keyof CatalogueRules>(name: K): CatalogueRules[K] =>
    (values.get(RULE_FILES[name].path) ?? NO_RULES[name]) as CatalogueRules[K]
  const rules: CatalogueRules = {
    exposes: rule('exposes'),
    units: rule('units'),
    values: rule('values'),
    layout: rule('layout'),
    propertyTypes: rule('propertyTypes'),
  }
  const models = parsed.filter(({ path }) => /^(devices|templates)\//.test(path))
  const entries: ReadModel[] = models.map(({ source, value }) => ({ source, model: value as DeviceModel }))
  const icons = values.has('icons.json') ? vocabulary.names.icon : undefined
  const texts = textsOf(locales)
  const judged = judge(entries, { rules, icons }).problems
  // What is misspelt lacks its words for that alone.
  const lines = new Set(judged.map(({ file, line }) => `${file}:${line}`))
  const words = entries
    .flatMap(({ source, model }) => missingTexts(model, texts).map((fault) => problemOf(source, fault)))
    .filter(({ file, line }) => !lines.has(`${file}:${line}`))
  return [...judged, ...words]
}

function meaningOf(path: string, value: Table, vocabulary: Vocabulary): Fault[] {
  if (path.startsWith('forms/'))
    return [...fieldsOfForm(path, value, vocabulary), ...danglingNames(value, vocabulary)]
  if (/^(screens|resources|menus)\//.test(path)) {
    return [
      ...danglingNames(value, vocabulary),
      ...danglingBindings(value, vocabulary),
      ...danglingRowFields(value, vocabulary),
      ...danglingCalls(value, vocabulary),
      ...misshapenLimits(value, vocabulary.limits),
      ...(path.startsWith('menus/') ? entriesTwice(value) : []),
      ...nameOfScreen(path, value),
    ]
  }
  if (path === 'permissions.json') return danglingPermissions(value, vocabulary)
  if (path.startsWith('rules/') || path === 'statuses.json') return danglingIcons(value, vocabulary)
  if (path === 'rooms.json')
    return danglingNames({ icon: value.icons }, vocabulary).map(({ at, ...fault }) => ({
      ...fault,
      at: ['icons', ...at.slice(1)],
    }))
  return NAMING_FILES.has(path)
    ? [...danglingNames(value, vocabulary), ...danglingEvents(value, vocabulary)]
    : []
}

function fieldsOfForm(path: string, value: Table, vocabulary: Vocabulary): Fault[] {
  const fields = vocabulary.fieldsOfForm(basename(path, '.json'))
  return fields
    ? danglingFields(value, fields)
    : [{ at: ['schema'], says: { code: 'schema.noSchema', file: String(value.schema) } }]
}

/** Files beside screens, resources and menus that name screens, icons, limits and the like. */
const NAMING_FILES: ReadonlySet<string> = new Set(['shortcuts.json', 'jobs.json', 'news.json', 'errors.json'])

/** Jobs and news stand below the names of the events that they come with. */
function danglingEvents(value: Table, { names }: Vocabulary): Fault[] {
  const below = (at: Pointer): Fault[] =>
    Object.keys(tableAt(value, ...at.map(String))).flatMap((name) =>
      unknownName('event', name, [...at, name], names.event).map((fault) => ({ ...fault, onKey: true })),
    )
  return [
    ...below(['news']),
    ...Object.keys(tableAt(value, 'jobs')).flatMap((job) => below(['jobs', job, 'events'])),
  ]
}

function nameOfScreen(path: string, { id }: Table): Fault[] {
  if (!path.startsWith('screens/') || basename(path, '.json') === id) return []
  return [
    {
      at: ['id'],
      says: { code: 'screen.fileName', name: String(id), file: basename(path) },
      remedy: { code: 'remedy.callFile', file: `${String(id)}.json` },
    },
  ]
}

/** Rules name icons too. */
function danglingIcons(
  value: unknown,
  vocabulary: Vocabulary,
  at: readonly (string | number)[] = [],
): Fault[] {
  if (Array.isArray(value))
    return value.flatMap((part, index) => danglingIcons(part, vocabulary, [...at, index]))
  if (!isTable(value)) return []
  return Object.entries(value).flatMap(([field, part]) => {
    const here = [...at, field]
    if (field === 'icon' || at.at(-1) === 'icons')
      return danglingNames({ icon: part }, vocabulary).map((fault) => ({ ...fault, at: here }))
    return danglingIcons(part, vocabulary, here)
  })
}

/** Entries of a menu have their words and their place by their id. */
function entriesTwice(menu: Table): Fault[] {
  const seen = new Set<string>()
  const below = (items: unknown, at: Pointer): Fault[] =>
    (Array.isArray(items) ? items : []).flatMap((item: unknown, index) => {
      const { id, children } = tableAt(item)
      const name = String(id)
      const here = [...at, index]
      const twice: Fault[] = seen.has(name)
        ? [{ at: [...here, 'id'], says: { code: 'menu.twice', name } }]
        : []
      seen.add(name)
      return [...twice, ...below(children, [...here, 'children'])]
    })
  return below(menu.items, ['items'])
}

/** Two screens can't have one id or one route. */
function sameTwice(screens: readonly Parsed[]): CatalogueProblem[] {
  const seen = new Map<string, string>()
  return screens.flatMap(({ source, value }) =>
    (['id', 'route'] as const).flatMap((field) => {
      const name = isTable(value) ? String(value[field]) : ''
      const first = seen.get(`${field} ${name}`)
      if (first === undefined) {
        seen.set(`${field} ${name}`, source.file)
        return []
      }
      return [problemOf(source, { at: [field], says: { code: `screen.${field}Taken`, name, file: first } })]
    }),
  )
}
