import type { Fault, Pointer } from '../check/fault.ts'
import { tableAt } from './places.ts'
import { unknownName } from './references.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Operations, commands and permissions that the list names and that are not there. */
export function danglingPermissions(list: unknown, { names }: Pick<Vocabulary, 'names'>): Fault[] {
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
