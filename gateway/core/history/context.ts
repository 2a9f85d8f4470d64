import type { Floors } from '../rooms/floors.ts'
import type { RuleSurroundings } from '../rules/rule-check.ts'
import type { RuleStore } from '../rules/rule-store.ts'
import type { Statuses } from '../statuses/statuses.ts'
import type { ObjectHistory } from './object-history.ts'

/** What commands reach that bring back what was, or take in what was exported. */
export interface HistoryContext extends RuleSurroundings {
  history: Pick<ObjectHistory, 'at' | 'deleted' | 'of'>
  floors: Pick<Floors, 'import' | 'planImport' | 'restore'>
  statuses: Pick<Statuses, 'get' | 'import' | 'planImport' | 'restore'>
  rules: Pick<RuleStore, 'edit' | 'get'>
  newId(): string
}
