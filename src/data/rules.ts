import type { QueryClient } from '@tanstack/react-query'
import type { Calls } from '#engine/ports.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { DataOf } from '#schemas/calls.ts'
import type { Events, ObjectVersion, Rule, RuleRow, ScenarioStatus } from '#schemas/generated/channel.ts'
import { readStatuses, type Statuses } from './statuses/statuses.ts'

type Keyed = readonly unknown[]

/** Where the cache holds what the gateway answered about rules. */
export const ruleKeys = {
  list: rowsKey('get_rules_list'),
  /** As the list itself asks: both are one answer. */
  all: rowsKey('get_rules_list', {}),
  rules: rowsKey('get_rules'),
  rule: (id: string): Keyed => rowsKey('get_rules', { id }),
  statuses: rowsKey('get_scenario_statuses_collection'),
  runs: (id: string): Keyed => rowsKey('get_rule_runs', { id }),
  versions: (kind: ObjectVersion['kind'], id: string): Keyed => rowsKey('get_object_history', { kind, id }),
  deleted: rowsKey('get_deleted_objects'),
} as const

interface RuleRows {
  rows: readonly RuleRow[]
  total: number
}

const rulesIn = ({ rows }: RuleRows): { rules: readonly RuleRow[] } => ({ rules: rows })

/** What queries of rules are made of; `null` is a rule that is not there (any more). */
export const ruleQueries = (source: Pick<Calls, 'ask'>) => ({
  rule: (id: string) => ({
    queryKey: ruleKeys.rule(id),
    queryFn: async (): Promise<Rule | null> => {
      const { rules } = await source.ask('get_rules', { rule_ids: [id] })
      return rules.find((rule) => rule.id === id) ?? null
    },
  }),
  rules: () => ({
    queryKey: ruleKeys.rules,
    queryFn: () => source.ask('get_rules', {}),
  }),
  list: () => ({
    queryKey: ruleKeys.all,
    queryFn: async (): Promise<RuleRows> => {
      const { rules } = await source.ask('get_rules_list', {})
      return { rows: rules, total: rules.length }
    },
    select: rulesIn,
  }),
  statuses: () => ({
    queryKey: ruleKeys.statuses,
    queryFn: (): Promise<Statuses> => readStatuses((command) => source.ask(command, {})),
  }),
  runs: (id: string) => ({
    queryKey: ruleKeys.runs(id),
    queryFn: () => source.ask('get_rule_runs', { rule_id: id }),
  }),
})

type Runs = DataOf<'get_rule_runs'>

/** A run that began, went on or ended stands where it stood, else in front. */
function withRun(known: Runs, { run }: Events['rule_run_changed']): Runs {
  const there = known.runs.some(({ run_id }) => run_id === run.run_id)
  return {
    ...known,
    runs: there ? known.runs.map((one) => (one.run_id === run.run_id ? run : one)) : [run, ...known.runs],
  }
}

/** How a rule last went; of a run that ends after a newer one has begun it is not said. */
const wentLast = (known: RuleRows, { run }: Events['rule_run_changed']): RuleRows => ({
  ...known,
  rows: known.rows.map((row) =>
    row.id === run.rule_id && (row.last_run?.at ?? 0) <= run.at
      ? { ...row, last_run: { run_id: run.run_id, at: run.at, outcome: run.outcome } }
      : row,
  ),
})

/** Changes the status in place; one that nobody knows yet is asked for. */
function statusIs(client: QueryClient, status: ScenarioStatus): void {
  const known = client.getQueryData<Statuses>(ruleKeys.statuses)
  if (!known?.some(({ resource_id }) => resource_id === status.resource_id))
    return again(client, ruleKeys.statuses)
  client.setQueryData<Statuses>(ruleKeys.statuses, (all) =>
    all?.map((one) => (one.resource_id === status.resource_id ? status : one)),
  )
}

const again = (client: QueryClient, queryKey: Keyed): void => void client.invalidateQueries({ queryKey })

type Takes = { [E in keyof Events]?: (client: QueryClient, data: Events[E]) => void }

const takes: Takes = {
  scenario_changed(client, { change_type, rule_id }) {
    if (rule_id === undefined) again(client, ruleKeys.rules)
    // Whoever has it open is told at once; the gateway would answer the same.
    else if (change_type === 'rule_deleted') client.setQueryData(ruleKeys.rule(rule_id), null)
    else again(client, ruleKeys.rule(rule_id))
    again(client, ruleKeys.list)
    again(client, ruleKeys.deleted)
    if (rule_id !== undefined) again(client, ruleKeys.versions('rule', rule_id))
  },
  new_status_created: (client) => again(client, ruleKeys.statuses),
  status_changed: statusIs,
  status_deleted(client, { resource_id }) {
    client.setQueryData<Statuses>(ruleKeys.statuses, (all) =>
      all?.filter((one) => one.resource_id !== resource_id),
    )
    again(client, ruleKeys.deleted)
  },
  rule_run_changed(client, data) {
    const key = ruleKeys.runs(data.run.rule_id)
    client.setQueryData<Runs>(key, (known) => known && withRun(known, data))
    // It counts from now on.
    if (data.run.outcome !== 'running') again(client, key)
    client.setQueryData<RuleRows>(ruleKeys.all, (known) => known && wentLast(known, data))
  },
}

/** Brings the cache up to a live event of rules, runs or statuses (spec 2 §4). */
export function takeRuleEvent(client: QueryClient, event: string, data: unknown): void {
  const take = (takes as Readonly<Record<string, ((client: QueryClient, data: never) => void) | undefined>>)[
    event
  ]
  take?.(client, data as never)
}
