import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { Statuses } from '../statuses/statuses.ts'
import type { HomeWhereabouts } from './home-place.ts'
import type { RuleSurroundings } from './rule-check.ts'
import type { RuleStore } from './rule-store.ts'
import type { Automation } from './running/automation.ts'

/** What commands about rules and their runs reach. */
export interface RulesContext extends RuleSurroundings {
  rules: Pick<RuleStore, 'all' | 'book' | 'changedAt' | 'edit' | 'get' | 'scene'>
  statuses: Pick<Statuses, 'all' | 'get'>
  automation: Pick<Automation, 'recorder' | 'runner' | 'runs' | 'tallies'>
  whereabouts: Pick<HomeWhereabouts, 'set'>
  newId(): string
  /** The table of alarms that a server has sent is kept. */
  takeAlarms(alarms: readonly AlarmEntry[]): Promise<void>
}
