import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rule, Week } from '#schemas/generated/entities/rule.ts'
import { createEvaluator } from '../evaluator.ts'
import { stories, worldOf } from '../testing/stories.ts'
import { comingRuns } from './coming.ts'

const DAY = 86_400_000
const daily: Week = [true, true, true, true, true, true, true]
const from = Date.UTC(2026, 10, 25, 12)
const home = { zone: 'Europe/Zurich', place: { latitude: 47.5, longitude: 8.73 } }
const rule = (id: string, more: Partial<Rule>): Rule => ({
  id,
  name: id,
  rule_logic: 'OR',
  active: true,
  ...more,
})
const at7 = { id: 't', hour: 7, minute: 0, second: 0, repeating: daily }
const week = { from, to: from + 7 * DAY }

test('a week of a scene by the clock and of one by the sun, in order', () => {
  const rules = [
    rule('sun', { sun_triggers: [{ id: 's', sun: { event: 'sunset' }, repeating: daily }] }),
    rule('clock', { time_triggers: [at7] }),
  ]
  const runs = comingRuns(rules, home, week)
  expect(runs).toHaveLength(14)
  expect(runs.slice(0, 3).map(({ rule: { id }, trigger }) => [id, trigger.type])).toEqual([
    ['sun', 'SUN_TRIGGER'],
    ['clock', 'TIME_TRIGGER'],
    ['sun', 'SUN_TRIGGER'],
  ])
  expect(comingRuns(rules, { zone: 'Europe/Zurich' }, week)).toHaveLength(7)
})

test('what is off or a draft does not come; two triggers of one moment come once', () => {
  const twice = { time_triggers: [at7, { ...at7, id: 'u' }] }
  expect(comingRuns([rule('r', { ...twice, active: false })], home, week)).toEqual([])
  expect(comingRuns([rule('r', { ...twice, draft: true })], home, week)).toEqual([])
  expect(comingRuns([rule('r', twice)], home, week)).toHaveLength(7)
})

test('where everything must hold, what else it waits for is left open', () => {
  const statuses = [{ name: 'Home', resource_id: 'home', state: true }]
  const open = (rule_logic: Rule['rule_logic'], more: Partial<Rule> = { statuses }) =>
    comingRuns([rule('r', { rule_logic, time_triggers: [at7], ...more })], home, week)[0]?.perhaps
  expect(open('AND')).toBe(true)
  expect(open('AND', {})).toBe(false)
  expect(open('OR')).toBe(false)
})

test('it is what the evaluator does, for any scenes by the clock and the sun, also while clocks change', () => {
  fc.assert(
    fc.property(stories(), ({ rules, zone, place, from: begin, until }) => {
      const own = rules.map((one) => ({ ...one, event_triggers: [], statuses: [], silence_triggers: [] }))
      const evaluator = createEvaluator({ rules: own, zone, place, at: begin, world: worldOf(new Map()) })
      const fired: string[] = []
      for (let next = evaluator.next(); next !== undefined && next <= until; next = evaluator.next())
        for (const { rule_id, at } of evaluator.take({ kind: 'clock', at: next }).fired)
          fired.push(`${rule_id}@${at}`)
      const coming = comingRuns(own, { zone, place }, { from: begin, to: until })
      // Of what nobody has told yet nothing is known, which is no reason to run.
      const sure = coming.filter(({ perhaps }) => !perhaps)
      expect(sure.map(({ rule: { id }, at }) => `${id}@${at}`).toSorted()).toEqual(fired.toSorted())
    }),
    { numRuns: 200 },
  )
})
