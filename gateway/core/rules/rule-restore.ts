import type { Rule } from '#schemas/generated/entities/rule.ts'
import { CommandError, codes } from '../errors.ts'
import type { ObjectHistory } from '../history/object-history.ts'
import { freeName } from './rule-parts.ts'
import type { RuleStore } from './rule-store.ts'

interface Parts {
  history: Pick<ObjectHistory, 'at'>
  rules: Pick<RuleStore, 'edit'>
}

/** Makes a version of a rule the present one. */
export function restoreRule(
  id: string,
  version: number,
  { history, rules }: Parts,
  userId: string,
): Promise<void> {
  const wanted = history.at('rule', id, version)?.value as Rule | undefined
  if (!wanted) throw new CommandError(codes.unknown, 'There is no such version')
  return rules.edit(
    userId,
    (edit) => edit.put({ ...wanted, name: freeName(edit.book, wanted.name, id) }),
    'restored',
  )
}
