import type { Fault, Pointer } from '../check/fault.ts'
import { isTable, type Table, tableAt } from './places.ts'

/**
 * What changes something says so, for sub-roles that may only look (spec 1 §6): an action that is code names the calls
 * and commands that it carries out, a wizard what it is for. Calls and commands speak for themselves.
 */
export function unstatedNeeds(definition: Table): Fault[] {
  const access = tableAt(definition, 'access')
  if (access.public === true) return []
  const wizard: Fault[] =
    definition.kind === 'wizard' && !isTable(access.needs)
      ? [
          {
            at: ['kind'],
            says: { code: 'needs.wizard' },
            remedy: { code: 'remedy.wizardNeeds' },
          },
        ]
      : []
  return [...wizard, ...actionsWithout(definition, [])]
}

function actionsWithout(value: unknown, at: Pointer): Fault[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => actionsWithout(part, [...at, index]))
  if (!isTable(value)) return []
  const own: Fault[] =
    typeof value.code === 'string' && !('needs' in value) && !('commands' in value)
      ? [
          {
            at: [...at, 'code'],
            says: { code: 'needs.action', name: value.code },
            remedy: { code: 'remedy.actionNeeds' },
          },
        ]
      : []
  return [...own, ...Object.entries(value).flatMap(([field, part]) => actionsWithout(part, [...at, field]))]
}
