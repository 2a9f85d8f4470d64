import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import rule from '#catalogue/resources/rule.json'
import { rowsKey } from '#lib/rows/key.ts'
import type { FromCommand, Resource } from '#schemas/generated/definitions/resource.ts'
import { applyEvent } from './rows-cache.ts'

const rules = rule as unknown as Resource & { from: FromCommand }
const key = rowsKey('get_rules_list', {})
const run = { run_id: 'x', rule_id: 'r2', at: 5, outcome: 'running' }

function known() {
  const client = new QueryClient()
  const rows = [
    { id: 'r1', name: 'Morning' },
    { id: 'r2', name: 'Night', last_run: { run_id: 'w', at: 1, outcome: 'done' } },
  ]
  client.setQueryData(key, { rows, total: 2 })
  return client
}

test('an event that is no row itself says one by paths: the last run of a rule', () => {
  const client = known()
  expect(applyEvent(client, rules, 'rule_run_changed', { run })).toBe(false)
  expect(client.getQueryData(key)).toEqual({
    rows: [
      { id: 'r1', name: 'Morning' },
      { id: 'r2', name: 'Night', last_run: run },
    ],
    total: 2,
  })
})

test('rows of a command are asked for again where an event says only that something changed', () => {
  const client = known()
  expect(applyEvent(client, rules, 'scenario_changed', { change_type: 'rule_updated', rule_id: 'r1' })).toBe(
    true,
  )
})

test('an event without data asks again rather than guess', () => {
  expect(applyEvent(known(), rules, 'rule_run_changed', null)).toBe(true)
})

test('what others keep of the same answer stays as it is', () => {
  const client = known()
  const today = [...rowsKey('get_rules_list'), 'today']
  client.setQueryData(today, { runs: [] })
  applyEvent(client, rules, 'rule_run_changed', { run })
  expect(client.getQueryData(today)).toEqual({ runs: [] })
})
