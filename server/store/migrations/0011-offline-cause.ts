import type { Migration } from './migration.ts'

/** Why a gateway is offline, where that is known. */
export const offlineCause: Migration = {
  version: 11,
  name: 'offline-cause',
  statements: ['alter table gateways add column connection_cause {text}'],
}
