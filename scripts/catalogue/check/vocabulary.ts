import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isTable, jsonAt, type Places, tableAt } from './places.ts'

/** Everything that a definition may name, by kind of name. */
export interface Vocabulary {
  names: Readonly<Record<NameKind, ReadonlySet<string>>>
  /** Fields of an entity; undefined when there is no such schema. */
  fieldsOf(entity: string): ReadonlySet<string> | undefined
  /** Actions that a resource offers. */
  actionsOf(resource: string): ReadonlySet<string>
  entityOf(resource: string): string | undefined
  fieldsOfForm(form: string): ReadonlySet<string>
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

/** `parsed` holds the catalogue's files that could be read, by path; `api` the documents of the calls, within the schemas. */
export function vocabularyOf(
  places: Places,
  parsed: ReadonlyMap<string, unknown>,
  api = 'api/*.json',
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
    fieldsOfForm: (form) => {
      const { schema } = tableAt(forms.get(form))
      return new Set(typeof schema === 'string' ? Object.keys(tableAt(schemaOf(schema), 'properties')) : [])
    },
  }
}

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
