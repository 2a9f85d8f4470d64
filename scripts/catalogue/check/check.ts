import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { inReadingOrder, problemOf } from '#server/catalogue/check/fault.ts'
import { type DefinitionSchemas, definitionSchemas } from '#server/catalogue/check/schemas.ts'
import { meaningOf, type Parsed, sameTwice, schemaOf } from '#server/catalogue/definitions/meaning.ts'
import { unstatedNeeds } from '#server/catalogue/definitions/needs.ts'
import { isTable, jsonAt, type Places, textsIn } from '#server/catalogue/definitions/places.ts'
import { type Vocabulary, vocabularyOf } from '#server/catalogue/definitions/vocabulary.ts'
import { judge, type ReadModel } from '#server/catalogue/library.ts'
import { NO_RULES, RULE_FILES } from '#server/catalogue/model-files.ts'
import { type Read, read } from '#server/catalogue/read.ts'
import { textsOf } from '#server/catalogue/studio/texts.ts'
import { whileUnchanged } from '../../quality/unchanged.ts'
import { namesInCode } from './in-code.ts'
import { missingTexts } from './texts.ts'

/** The page that a gateway serves is a program of its own: screens, forms and menus of it stand below this folder. */
const LOCAL = 'local/'

const isLocal = (path: string): boolean => path.startsWith(LOCAL)
const ownPath = (path: string): string => (isLocal(path) ? path.slice(LOCAL.length) : path)

/** Whoever checks again after a change reads what has changed. */
const jsonOf = (file: string): unknown => whileUnchanged(file, [file], () => jsonAt(file))

/** What the definitions of the one program, or of the other, may name. */
function vocabularies(
  places: Places,
  values: ReadonlyMap<string, unknown>,
  code: ReturnType<typeof namesInCode>,
) {
  const shared = ['icons.json', 'limits.json']
  const ofLocal = [...values].filter(([path]) => isLocal(path) || shared.includes(path))
  return {
    house: vocabularyOf(
      places,
      new Map([...values].filter(([path]) => !isLocal(path))),
      'api/*.json',
      code,
      jsonOf,
    ),
    local: vocabularyOf(
      places,
      new Map(ofLocal.map(([path, value]) => [ownPath(path), value])),
      'local/openapi.json',
      {},
      jsonOf,
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

const lastRead = new Map<
  string,
  { by: DefinitionSchemas; schema: string; text: string; now: Read<unknown> }
>()

/** As above, of a file whose text has been read. */
function readOnce(by: DefinitionSchemas, schema: string, file: string, text: string): Read<unknown> {
  const last = lastRead.get(file)
  if (last?.by === by && last.schema === schema && last.text === text) return last.now
  const now = read<unknown>(by, schema, file, text)
  lastRead.set(file, { by, schema, text, now })
  return now
}

/** Everything that is wrong in a catalogue, in reading order. Whoever checks often reads `code` once. */
export function checkCatalogue(
  places: Places,
  schemas = definitionSchemas,
  code = namesInCode(),
): CatalogueProblem[] {
  const problems: CatalogueProblem[] = []
  const parsed: Parsed[] = []
  const values = new Map<string, unknown>()
  /** What others may name, which a file has also while something else in it is wrong. */
  const named = new Map<string, unknown>()
  let isBlind = false
  for (const { path, text } of textsIn(places.catalogue)) {
    const file = `catalogue/${path}`
    const schema = path === 'icons.json' ? undefined : schemaOf(ownPath(path))
    if (schema === undefined && path !== 'icons.json') continue
    const now = readOnce(schemas, schema ?? 'icons', file, text)
    problems.push(...now.problems)
    const told = now.value ?? jsonIn(text)
    // Where a list of names cannot be read, everything else would seem to name what is not there.
    isBlind ||= told === undefined && /^(resources\/|[^/]*$)/.test(ownPath(path))
    named.set(path, told ?? { id: basename(path, '.json') })
    if (now.value === undefined) continue
    parsed.push({ path, source: now.source, value: now.value })
    values.set(path, now.value)
  }
  const { house, local } = vocabularies(places, named, code)
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
  const wordFiles = globSync(join(locales, '*/*.json')).sort()
  const texts = whileUnchanged(locales, wordFiles, () => textsOf(locales))
  const judged = judge(entries, { rules, icons }).problems
  // What is misspelt lacks its words for that alone.
  const lines = new Set(judged.map(({ file, line }) => `${file}:${line}`))
  const words = entries
    .flatMap(({ source, model }) => missingTexts(model, texts).map((fault) => problemOf(source, fault)))
    .filter(({ file, line }) => !lines.has(`${file}:${line}`))
  return [...judged, ...words]
}
