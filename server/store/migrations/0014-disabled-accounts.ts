import type { Migration } from './migration.ts'

/** Accounts that an administrator has disabled. */
export const disabledAccounts: Migration = {
  version: 14,
  name: 'disabled-accounts',
  statements: ['alter table accounts add column disabled_at bigint'],
}
