import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DescribedCalls } from './described-calls.ts'
import { isTable, jsonAt, type Places, type Table, tableAt } from './places.ts'

/** Everything that a definition may name, by kind of name. */
export interface Vocabulary {
  names: Readonly<Record<NameKind, ReadonlySet<string>> & Partial<Record<CodeKind, ReadonlySet<string>>>>
  /** Fields of an entity; undefined when there is no such schema. */
  fieldsOf(entity: string): ReadonlySet<string> | undefined
  /** Actions that a resource offers. */
  actionsOf(resource: string): ReadonlySet<string>
  entityOf(resource: string): string | undefined
  /** What a row of a resource has, and what its call can be asked for beside; undefined where that is not known. */
  rowOf(resource: string | Table): Row | undefined
  /** What a link may give to a screen: the parts of its route, and what it takes from its query. */
  goalsOf(screen: string): ReadonlySet<string> | undefined
  calls: DescribedCalls
  limits: Table
  /** undefined when the form has no schema that there is. */
  fieldsOfForm(form: string): ReadonlySet<string> | undefined
}

export interface Row {
  entity: string
  fields: ReadonlySet<string>
  /** Names in the query of the call, which filters may use too. */
  asked: ReadonlySet<string>
}

export type NameKind =
  | 'screen'
  | 'resource'
  | 'form'
  | 'operation'
  | 'command'
  | 'event'
  | 'limit'
  | 'flag'
  | 'module'
  | 'icon'
  | 'entity'
  | 'document'
  | 'subrole'

/** Names that stand in the app's code. */
export type CodeKind = 'code' | 'block'

/**
 * `parsed` holds the catalogue's files that could be read, by path; `api` the documents of the calls, within the schemas;
 * `code` what the app's code offers, where that is looked at; `jsonOf` reads a schema.
 */
export function vocabularyOf(
  places: Places,
  parsed: ReadonlyMap<string, unknown>,
  api = 'api/*.json',
  code: Partial<Record<CodeKind, ReadonlySet<string>>> = {},
  jsonOf = jsonAt,
): Vocabulary {
  const inFolder = (folder: string): Map<string, unknown> =>
    new Map(
      [...parsed]
        .filter(([path]) => path.startsWith(`${folder}/`))
        .map(([path, value]) => [basename(path, '.json'), value]),
    )
  const resources = inFolder('resources')
  const forms = inFolder('forms')
  const screens = new Map(
    [...inFolder('screens').values()].flatMap((value) =>
      isTable(value) && typeof value.id === 'string' ? [[value.id, value] as const] : [],
    ),
  )
  const read = new Map<string, unknown>()
  const schemaOf = (path: string): unknown => {
    if (!read.has(path)) read.set(path, jsonOf(join(places.schemas, path)))
    return read.get(path)
  }
  const calls = new DescribedCalls(schemaOf, globSync(api, { cwd: places.schemas }))
  const { commands, events } = channelNames(schemaOf('channel/asyncapi.json'))
  const entities = globSync('entities/*.json', { cwd: places.schemas }).map((file) => basename(file, '.json'))
  const keysOf = (path: string, ...at: readonly string[]): Set<string> =>
    new Set(Object.keys(tableAt(parsed.get(path), ...at)))
  return {
    names: {
      screen: new Set(screens.keys()),
      resource: new Set(resources.keys()),
      form: new Set(forms.keys()),
      operation: new Set(calls.operations.keys()),
      command: new Set(commands),
      event: new Set(events),
      // What only the server knows, no page can go by.
      limit: new Set(
        Object.entries(tableAt(parsed.get('limits.json'), 'limits')).flatMap(([name, limit]) =>
          tableAt(limit).server === true ? [] : [name],
        ),
      ),
      flag: keysOf('flags.json', 'flags'),
      module: keysOf('modules.json', 'flags'),
      icon: keysOf('icons.json'),
      entity: new Set(entities),
      document: new Set(inFolder('documents').keys()),
      subrole: keysOf('permissions.json', 'subroles'),
      ...code,
    },
    fieldsOf: (entity) =>
      entities.includes(entity)
        ? new Set(Object.keys(tableAt(schemaOf(`entities/${entity}.json`), 'properties')))
        : undefined,
    actionsOf: (resource) => new Set(Object.keys(tableAt(resources.get(resource), 'actions'))),
    entityOf: (resource) => {
      const { entity } = tableAt(resources.get(resource))
      return typeof entity === 'string' ? entity : undefined
    },
    rowOf(resource) {
      const { entity, from } = typeof resource === 'string' ? tableAt(resources.get(resource)) : resource
      const { row, rows, operation } = tableAt(from)
      const name = typeof row === 'string' ? row : entity
      if (typeof name !== 'string' || !entities.includes(name)) return undefined
      const properties = tableAt(schemaOf(`entities/${name}.json`), 'properties')
      // Rows that are a list within the entity have the fields of its entries.
      const inside = typeof rows === 'string' ? tableAt(properties, rows, 'items', 'properties') : {}
      return {
        entity: name,
        fields: new Set(Object.keys(Object.keys(inside).length > 0 ? inside : properties)),
        asked:
          (typeof operation === 'string' ? calls.operations.get(operation)?.params : undefined) ?? new Set(),
      }
    },
    goalsOf: (screen) => {
      const { route, address, kind, chips, filters } = screens.get(screen) ?? {}
      if (typeof route !== 'string') return undefined
      const { query } = tableAt(address)
      const inRoute = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const ownQuery = Array.isArray(query) ? query.map(String) : []
      const filtered = Array.isArray(filters) ? filters.map((one) => `f.${tableAt(one).field}`) : []
      const taken = [...ownQuery, ...filtered, ...(QUERY[String(kind)] ?? []), String(chips ?? 'room')]
      return new Set([...inRoute, ...taken])
    },
    calls,
    limits: tableAt(parsed.get('limits.json'), 'limits'),
    fieldsOfForm: (form) => {
      const { schema } = tableAt(forms.get(form))
      const properties = typeof schema === 'string' ? schemaOf(schema) : undefined
      return properties === undefined ? undefined : new Set(Object.keys(tableAt(properties, 'properties')))
    },
  }
}

/** What screens of a kind take from the query of their address, besides what a definition names. */
const QUERY: Readonly<Record<string, readonly string[]>> = {
  list: ['q', 'page', 'size', 'sort'],
  tiles: ['q', 'devices', 'n'],
  device: ['section'],
}

/** Commands are what the gateway receives; events are what it, the users' and the administrators' topics carry. */
function channelNames(document: unknown): { commands: string[]; events: string[] } {
  const commands: string[] = []
  const events: string[] = []
  const messages = tableAt(document, 'components', 'messages')
  for (const name of Object.keys(messages)) {
    if (name.endsWith('_answer') || name === 'presence') continue
    if (Object.hasOwn(messages, `${name}_answer`)) commands.push(name)
    else events.push(name)
  }
  return { commands, events }
}
