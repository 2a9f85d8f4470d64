import type { Migration } from '../migration.ts'

/** Who looks at a home in a session that is somebody else's. */
export const viewers: Migration = {
  version: 62,
  name: 'viewers',
  statements: ['alter table sessions add column viewer {text}'],
}
