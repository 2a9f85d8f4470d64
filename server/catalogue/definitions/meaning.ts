import { basename } from 'node:path'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { type Fault, type Pointer, problemOf } from '../check/fault.ts'
import type { SourceFile } from '../check/source-file.ts'
import { danglingBindings, danglingFields } from './bindings.ts'
import { danglingCalls } from './calls.ts'
import { misshapenLimits } from './limits.ts'
import { isTable, type Table, tableAt } from './places.ts'
import { danglingNames, unknownName } from './references.ts'
import { danglingRowFields } from './row-fields.ts'
import type { Vocabulary } from './vocabulary.ts'

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
  [/^scenes\/language\//, () => 'scene-language'],
  [/^scenes\//, (path) => `scene-${basename(path, '.json')}`],
]

/** Which schema a file of the catalogue has; undefined: none. */
export const schemaOf = (path: string): string | undefined =>
  SCHEMAS.find(([pattern]) => pattern.test(path))?.[1](path)

/** A file that its schema accepts. */
export interface Parsed {
  path: string
  source: SourceFile
  value: unknown
}

/** What a definition means that nothing else knows. */
export function meaningOf(path: string, value: Table, vocabulary: Vocabulary): Fault[] {
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
export function sameTwice(screens: readonly Parsed[]): CatalogueProblem[] {
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

/** Operations, commands and permissions that the list names and that are not there. */
function danglingPermissions(list: unknown, { names }: Pick<Vocabulary, 'names'>): Fault[] {
  const permissions = tableAt(list, 'permissions')
  const everybody = tableAt(list, 'everybody')
  const unknown = (
    kind: 'operation' | 'command' | 'permission',
    named: unknown,
    at: Pointer,
    known: ReadonlySet<string>,
  ): Fault[] =>
    (Array.isArray(named) ? named : []).flatMap((name, index) =>
      unknownName(kind, String(name), [...at, index], known),
    )
  return [
    ...unknown('operation', everybody.operations, ['everybody', 'operations'], names.operation),
    ...unknown('command', everybody.commands, ['everybody', 'commands'], names.command),
    ...Object.keys(permissions).flatMap((permission) => {
      const { operations, commands, others } = tableAt(permissions, permission)
      return [
        ...unknown('operation', operations, ['permissions', permission, 'operations'], names.operation),
        ...unknown('command', commands, ['permissions', permission, 'commands'], names.command),
        ...unknown('operation', others, ['permissions', permission, 'others'], names.operation),
      ]
    }),
    ...Object.entries(tableAt(list, 'subroles')).flatMap(([subrole, granted]) =>
      unknown('permission', granted, ['subroles', subrole], new Set(Object.keys(permissions))),
    ),
  ]
}
