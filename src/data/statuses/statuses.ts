import { UNANSWERED } from '#lib/silence.ts'
import type { Commands, ScenarioStatus } from '#schemas/generated/channel.ts'
import { failureOf } from '../report.ts'

export type Statuses = readonly ScenarioStatus[]

type Asked = 'get_scenario_statuses_collection' | 'get_scenario_statuses' | 'get_statuses'
export type AskStatuses = <N extends Asked>(command: N) => Promise<Commands[N]['data']>

/** The ways to ask for the home's statuses, the newest first (spec 2 §7). */
const ways: readonly ((ask: AskStatuses) => Promise<Statuses>)[] = [
  async (ask) => (await ask('get_scenario_statuses_collection')).collection,
  async (ask) => (await ask('get_scenario_statuses')).statuses,
  async (ask) =>
    (await ask('get_statuses')).statuses.map(({ enabled, ...status }) => ({ ...status, state: enabled })),
]

/**
 * Statuses of the home. A call that is refused falls back to the next older one; when all are, the first says why. Of a
 * gateway that does not answer nothing else is asked: each way would be waited for in full.
 */
export async function readStatuses(ask: AskStatuses): Promise<Statuses> {
  const failures: unknown[] = []
  for (const way of ways)
    try {
      return await way(ask)
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error
      // Older firmware refuses what it does not know; silence says nothing of what it knows.
      if (UNANSWERED.has(failureOf(error).code)) throw error
      failures.push(error)
    }
  throw failures[0]
}
