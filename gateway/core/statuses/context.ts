import type { Statuses } from './statuses.ts'

/** What commands about statuses reach. */
export interface StatusesContext {
  statuses: Pick<Statuses, 'all' | 'create' | 'delete' | 'set' | 'update'>
}
