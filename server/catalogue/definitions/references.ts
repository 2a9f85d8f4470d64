import type { Fault, Pointer } from '../check/fault.ts'
import { meant } from '../check/nearest.ts'
import { isTable, type Table, tableAt } from './places.ts'
import type { CodeKind, NameKind, Vocabulary } from './vocabulary.ts'

/** Fields whose value is the name of something, wherever they stand. */
const NAMING: Readonly<Record<string, NameKind | CodeKind>> = {
  resource: 'resource',
  form: 'form',
  operation: 'operation',
  needs: 'operation',
  operations: 'operation',
  commands: 'command',
  command: 'command',
  goto: 'screen',
  screen: 'screen',
  parent: 'screen',
  views: 'screen',
  icon: 'icon',
  picture: 'icon',
  code: 'code',
  component: 'block',
  part: 'block',
  above: 'block',
  aside: 'block',
  beside: 'block',
  ofValue: 'block',
  subrole: 'subrole',
  flag: 'flag',
  modelOf: 'flag',
  module: 'module',
  pageSize: 'limit',
  pageSizes: 'limit',
  first: 'limit',
  every: 'limit',
  delay: 'limit',
  retry: 'limit',
  rest: 'limit',
  minVersion: 'limit',
  on: 'event',
  hear: 'event',
  ask: 'form',
  event: 'event',
  entity: 'entity',
  document: 'document',
  html: 'flag',
  elsewhere: 'flag',
  // Translations of a document's screen.
  ch_DE: 'screen',
  ch_EN: 'screen',
}

/** The same within the fields of a form, where some words mean other things. */
const NAMING_IN_FIELDS: Readonly<Record<string, NameKind | CodeKind>> = {
  ...NAMING,
  link: 'screen',
  pattern: 'flag',
  patternMessage: 'flag',
  longest: 'flag',
  length: 'flag',
  special: 'flag',
}

/** Fields that name actions of the screen or of its resource. */
const ACTING: ReadonlySet<string> = new Set([
  'rowActions',
  'selectionActions',
  'pageActions',
  'arrange',
  'switch',
  'fill',
  'use',
  'links',
  // Actions of the sections of a device's page.
  'control',
  'sensory',
  'configuration',
  'moreInfo',
  'externalLinks',
])

/** What a definition names that is not there. */
export function danglingNames(definition: Table, vocabulary: Vocabulary): Fault[] {
  const faults: Fault[] = []
  const actions = actionsIn(definition, vocabulary)
  const visit = (value: unknown, at: Pointer): void => {
    if (Array.isArray(value)) {
      for (const [index, part] of value.entries()) visit(part, [...at, index])
      return
    }
    if (!isTable(value)) return
    for (const [field, part] of Object.entries(value)) {
      const here = [...at, field]
      // Tables of an author's own names: their keys are no fields of ours.
      const kind = isOwnTable(at) ? undefined : (at[0] === 'fields' ? NAMING_IN_FIELDS : NAMING)[field]
      if (kind)
        faults.push(
          ...namesOf(part, here).flatMap(({ name, where }) =>
            unknownName(kind, name, where, vocabulary.names[kind]),
          ),
        )
      if (field === 'pictures' && isTable(part))
        for (const [value, name] of Object.entries(part))
          faults.push(...unknownName('icon', String(name), [...here, value], vocabulary.names.icon))
      const opens = field === 'open' && at[0] === 'sections'
      const acts = opens || (at[0] !== 'fields' && ACTING.has(field))
      if (acts || (field === 'then' && at.at(-1) === 'poll')) {
        for (const { name, where } of actionNames(part, here))
          faults.push(...unknownName('action', name, where, actions))
      }
      visit(part, here)
    }
  }
  visit(definition, [])
  return [...faults, ...openTarget(definition, vocabulary, actions)]
}

const isOwnTable = (at: Pointer): boolean =>
  ['params', 'body', 'values', 'fixed', 'query', 'row', 'outcomes', 'actions', 'fields', 'sets'].includes(
    String(at.at(-1)),
  )

const namesOf = (value: unknown, at: Pointer): { name: string; where: Pointer }[] =>
  [value]
    .flat()
    .flatMap((name, index) =>
      typeof name === 'string' ? [{ name, where: Array.isArray(value) ? [...at, index] : at }] : [],
    )

function actionNames(value: unknown, at: Pointer): { name: string; where: Pointer }[] {
  if (typeof value === 'string') return [{ name: value, where: at }]
  if (!Array.isArray(value)) return []
  return value.flatMap((use, index) => {
    if (typeof use === 'string') return [{ name: use, where: [...at, index] }]
    const { action } = tableAt(use)
    return typeof action === 'string' ? [{ name: action, where: [...at, index, 'action'] }] : []
  })
}

function actionsIn(definition: Table, vocabulary: Vocabulary): Set<string> {
  const sections = Array.isArray(definition.sections) ? definition.sections.filter(isTable) : []
  const ofResources = [definition, ...sections].flatMap(({ resource }) =>
    typeof resource === 'string' ? [...vocabulary.actionsOf(resource)] : [],
  )
  return new Set([...Object.keys(tableAt(definition, 'actions')), ...ofResources])
}

/** A list opens by an action, tiles open a screen. */
function openTarget({ kind, open }: Table, vocabulary: Vocabulary, actions: ReadonlySet<string>): Fault[] {
  if (typeof open !== 'string') return []
  return kind === 'list'
    ? unknownName('action', open, ['open'], actions)
    : unknownName('screen', open, ['open'], vocabulary.names.screen)
}

export function unknownName(
  kind: NameKind | CodeKind | 'action' | 'permission',
  name: string,
  at: Pointer,
  known: ReadonlySet<string> | undefined,
): Fault[] {
  if (!known || known.has(name)) return []
  const remedy = meant(name, known)
  return [{ at, says: { code: `no.${kind}`, name }, ...(remedy && { remedy }) }]
}
