import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
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
 * `code` what the app's code offers, where that is looked at.
 */
export function vocabularyOf(
  places: Places,
  parsed: ReadonlyMap<string, unknown>,
  api = 'api/*.json',
  code: Partial<Record<CodeKind, ReadonlySet<string>>> = {},
): Vocabulary {
  const inFolder = (folder: string): Map<string, unknown> =>
    new Map(
      [...parsed]
        .filter(([path]) => path.startsWith(`${folder}/`))
        .map(([path, value]) => [basename(path, '.json'), value]),
    )
  const resources = inFolder('resources')
  const forms = inFolder('forms')
  const screens = [...inFolder('screens').values()].flatMap((value) =>
    isTable(value) && typeof value.id === 'string' ? [value.id] : [],
  )
  const { commands, events } = channelNames(jsonAt(join(places.schemas, 'channel/asyncapi.json')))
  const entities = globSync('entities/*.json', { cwd: places.schemas }).map((file) => basename(file, '.json'))
  const keysOf = (path: string, ...at: readonly string[]): Set<string> =>
    new Set(Object.keys(tableAt(parsed.get(path), ...at)))
  const schemaOf = (path: string): unknown => jsonAt(join(places.schemas, path))
  return {
    names: {
      screen: new Set(screens),
      resource: new Set(resources.keys()),
      form: new Set(forms.keys()),
      operation: new Set(operationsIn(places.schemas, api)),
      command: new Set(commands),
      event: new Set(events),
      limit: keysOf('limits.json', 'limits'),
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
        asked: new Set(typeof operation === 'string' ? queryOf(places.schemas, api, operation) : []),
      }
    },
    fieldsOfForm: (form) => {
      const { schema } = tableAt(forms.get(form))
      const properties = typeof schema === 'string' ? schemaOf(schema) : undefined
      return properties === undefined ? undefined : new Set(Object.keys(tableAt(properties, 'properties')))
    },
  }
}

/** Names in the query of a call. */
const queryOf = (schemas: string, api: string, wanted: string): string[] =>
  globSync(api, { cwd: schemas }).flatMap((file) =>
    Object.values(tableAt(jsonAt(join(schemas, file)), 'paths')).flatMap((path) =>
      Object.values(tableAt(path)).flatMap((operation) => {
        const { operationId, parameters } = tableAt(operation)
        if (operationId !== wanted || !Array.isArray(parameters)) return []
        return parameters.flatMap((parameter) => {
          const { name } = tableAt(parameter)
          return typeof name === 'string' ? [name] : []
        })
      }),
    ),
  )

function operationsIn(schemas: string, api: string): string[] {
  return globSync(api, { cwd: schemas }).flatMap((file) =>
    Object.values(tableAt(jsonAt(join(schemas, file)), 'paths')).flatMap((path) =>
      Object.values(tableAt(path)).flatMap((operation) => {
        const { operationId } = tableAt(operation)
        return typeof operationId === 'string' ? [operationId] : []
      }),
    ),
  )
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
