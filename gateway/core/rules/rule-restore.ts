import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { Reach } from '../command.ts'
import { CommandError, codes } from '../errors.ts'
import { freeName } from './rule-parts.ts'

/** Makes a version of a rule the present one. */
export function restoreRule(id: string, version: number, reach: Reach, userId: string): Promise<void> {
  const wanted = reach.history.at('rule', id, version)?.value as Rule | undefined
  if (!wanted) throw new CommandError(codes.unknown, 'There is no such version')
  return reach.rules.edit(
    userId,
    (edit) => edit.put({ ...wanted, name: freeName(edit.book, wanted.name, id) }),
    'restored',
  )
}
