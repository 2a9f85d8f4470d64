import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Calls } from '#engine/ports.ts'
import type { RuleRun, ScenarioStatus } from '#schemas/generated/channel.ts'
import { ruleKeys, ruleQueries, takeRuleEvent } from './rules.ts'
import { type AskStatuses, readStatuses } from './statuses/statuses.ts'

const away: ScenarioStatus = { resource_id: 's1', name: 'away', icon: 15, state: false }
const legacy = { resource_id: 's1', name: 'away', icon: 15, enabled: true }

/** A gateway that knows these commands only. */
function gateway(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const call = async (command: string): Promise<never> => {
    asked.push(command)
    const answer = answers[command]
    if (answer === undefined) throw new Error(`unknown command ${command}`)
    return answer as never
  }
  return { asked, call: call as AskStatuses }
}

describe('spec 2 §7 scenario statuses', () => {
  test('are asked for as a collection', async () => {
    const { asked, call } = gateway({ get_scenario_statuses_collection: { collection: [away] } })
    expect(await readStatuses(call)).toEqual([away])
    expect(asked).toEqual(['get_scenario_statuses_collection'])
  })

  // 2.7-086
  test('a failed statuses-collection call falls back to the plain statuses call', async () => {
    const { asked, call } = gateway({ get_scenario_statuses: { statuses: [away] } })
    expect(await readStatuses(call)).toEqual([away])
    expect(asked).toEqual(['get_scenario_statuses_collection', 'get_scenario_statuses'])
  })

  // 2.7-087 2.3-115
  test('old firmware falls back to a legacy statuses call, whose `enabled` is the state', async () => {
    const { call } = gateway({ get_statuses: { statuses: [legacy] } })
    expect(await readStatuses(call)).toEqual([{ ...away, state: true }])
  })

  test('when none is answered, the first failure is told', async () => {
    const { call } = gateway({})
    await expect(readStatuses(call)).rejects.toThrow('unknown command get_scenario_statuses_collection')
  })

  test.each(['TIMEOUT', 'CONNECTION_LOST', 'OFFLINE', 'REQUEST_TIMED_OUT'])(
    'a gateway that does not answer (%s) is asked in no older way, which would be waited for as long again',
    async (code) => {
      const asked: string[] = []
      const call = async (command: string): Promise<never> => {
        asked.push(command)
        throw Object.assign(new Error('no answer'), { code })
      }
      await expect(readStatuses(call as AskStatuses)).rejects.toThrow('no answer')
      expect(asked).toHaveLength(1)
    },
  )

  test('a question that was given up is asked in no other way', async () => {
    const asked: string[] = []
    const call = async (command: string): Promise<never> => {
      asked.push(command)
      throw new DOMException('gone', 'AbortError')
    }
    await expect(readStatuses(call as AskStatuses)).rejects.toThrow('gone')
    expect(asked).toHaveLength(1)
  })
})

describe('commands of rules', () => {
  test('a rule that is not there any more is none', async () => {
    const asked: unknown[] = []
    const source: Pick<Calls, 'ask'> = {
      async ask(command, params) {
        asked.push([command, params])
        return { rules: [] } as never
      },
    }
    expect(await ruleQueries(source).rule('r1').queryFn()).toBeNull()
    expect(asked).toEqual([['get_rules', { rule_ids: ['r1'] }]])
  })
})

const run: RuleRun = {
  run_id: 'run1',
  rule_id: 'r1',
  rule_name: 'Gute Nacht',
  at: 1000,
  trigger: { type: 'PLAYED' },
  outcome: 'running',
  steps: [],
}

describe('spec 2 §4 live events of scenes and statuses', () => {
  let client: QueryClient
  beforeEach(() => {
    client = new QueryClient()
  })
  const stale = (key: readonly unknown[]): boolean | undefined => client.getQueryState(key)?.isInvalidated
  const known = (key: readonly unknown[], data: unknown): void => void client.setQueryData(key, data)

  // 2.4-080 2.4-081 2.4-083 2.4-084 2.4-085
  test.each(['rule_created', 'rule_updated', 'scene_updated', 'scene_created', 'scene_deleted'])(
    'scenario_changed with %s asks for the rule, its versions and the list again',
    (change_type) => {
      known(ruleKeys.rule('r1'), { id: 'r1' })
      known(ruleKeys.rule('r2'), { id: 'r2' })
      known(ruleKeys.list, { rules: [] })
      known(ruleKeys.versions('rule', 'r1'), { versions: [] })
      takeRuleEvent(client, 'scenario_changed', { change_type, rule_id: 'r1' })
      expect(stale(ruleKeys.rule('r1'))).toBe(true)
      expect(stale(ruleKeys.rule('r2'))).toBe(false)
      expect(stale(ruleKeys.list)).toBe(true)
      expect(stale(ruleKeys.versions('rule', 'r1'))).toBe(true)
    },
  )

  // 2.4-082
  test('scenario_changed with rule_deleted takes the rule away without asking', () => {
    known(ruleKeys.rule('r1'), { id: 'r1' })
    takeRuleEvent(client, 'scenario_changed', { change_type: 'rule_deleted', rule_id: 'r1' })
    expect(client.getQueryData(ruleKeys.rule('r1'))).toBeNull()
  })

  // 2.4-087
  test('new_status_created asks for the statuses again', () => {
    known(ruleKeys.statuses, [])
    takeRuleEvent(client, 'new_status_created', away)
    expect(stale(ruleKeys.statuses)).toBe(true)
  })

  test('status_changed changes it in place; one that nobody knows is asked for', () => {
    known(ruleKeys.statuses, [away])
    takeRuleEvent(client, 'status_changed', { ...away, state: true })
    expect(client.getQueryData(ruleKeys.statuses)).toEqual([{ ...away, state: true }])
    expect(stale(ruleKeys.statuses)).toBe(false)
    takeRuleEvent(client, 'status_changed', { ...away, resource_id: 's2' })
    expect(stale(ruleKeys.statuses)).toBe(true)
  })

  // 2.4-086
  test('status_deleted takes the status away', () => {
    known(ruleKeys.statuses, [away])
    takeRuleEvent(client, 'status_deleted', { resource_id: 's1' })
    expect(client.getQueryData(ruleKeys.statuses)).toEqual([])
  })

  test('a run that begins stands in front, and where it stood when it goes on', () => {
    const earlier: RuleRun = { ...run, run_id: 'run0', at: 500, outcome: 'done' }
    known(ruleKeys.runs('r1'), { runs: [earlier], misses: [] })
    takeRuleEvent(client, 'rule_run_changed', { run })
    expect(client.getQueryData(ruleKeys.runs('r1'))).toEqual({ runs: [run, earlier], misses: [] })
    const ended: RuleRun = { ...run, outcome: 'done' }
    takeRuleEvent(client, 'rule_run_changed', { run: ended })
    expect(client.getQueryData(ruleKeys.runs('r1'))).toEqual({ runs: [ended, earlier], misses: [] })
  })

  test('how a scene last went stands beside it at once, and not how an older run ended', () => {
    const row = {
      id: 'r1',
      name: 'Night',
      active: true,
      last_run: { run_id: 'run0', at: 500, outcome: 'done' },
    }
    const other = { ...row, id: 'r2' }
    known(ruleKeys.all, { rows: [row, other], total: 2 })
    takeRuleEvent(client, 'rule_run_changed', { run })
    const last_run = { run_id: run.run_id, at: run.at, outcome: run.outcome }
    expect(client.getQueryData(ruleKeys.all)).toEqual({ rows: [{ ...row, last_run }, other], total: 2 })
    takeRuleEvent(client, 'rule_run_changed', {
      run: { ...run, run_id: 'run0', at: 500, outcome: 'stopped' },
    })
    expect(client.getQueryData(ruleKeys.all)).toEqual({ rows: [{ ...row, last_run }, other], total: 2 })
  })

  test('events of other things change nothing', () => {
    known(ruleKeys.list, { rules: [] })
    takeRuleEvent(client, 'device_removed', { device_id: 'd1' })
    expect(stale(ruleKeys.list)).toBe(false)
  })
})
