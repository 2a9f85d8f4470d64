import type { WholeBackupPlan } from '../whole-backups.ts'
import { ConfigError, whole } from './values.ts'
import { type Environment, type VariableName, valueIn } from './variables.ts'

/** What a deployment brings along beside its data, by the names that it has in a backup. */
export function besidesOf(environment: Environment): Readonly<Record<string, string>> {
  const settings = valueIn(environment, 'GATEHOUSE_SETTINGS')
  const catalogue = environment.GATEHOUSE_CATALOGUE?.trim()
  return { ...(settings && { 'settings.json': settings }), ...(catalogue && { catalogue }) }
}

export function backupsOf(
  environment: Environment,
  get: (name: VariableName) => string | undefined,
): WholeBackupPlan | undefined {
  const to = get('GATEHOUSE_BACKUPS')
  if (to === undefined) return undefined
  if (get('DATABASE_URL') !== undefined)
    throw new ConfigError('GATEHOUSE_BACKUPS', 'PostgreSQL has its own tools: docs/backup.md has the line')
  return {
    data: get('GATEHOUSE_DATA') ?? 'data',
    to,
    besides: besidesOf(environment),
    everyMs: whole('GATEHOUSE_BACKUPS_HOURS', get('GATEHOUSE_BACKUPS_HOURS'), 1, 168) * 3_600_000,
    kept: whole('GATEHOUSE_BACKUPS_KEPT', get('GATEHOUSE_BACKUPS_KEPT'), 1, 1000),
  }
}
