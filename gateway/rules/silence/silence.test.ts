import { describe, expect, test } from 'vitest'
import type { Rule, SilenceTrigger } from '#schemas/generated/entities/rule.ts'
import schema from '../../../schemas/entities/rule.json' with { type: 'json' }
import { createEvaluator } from '../evaluator.ts'
import type { Happening, World } from '../world.ts'
import { SILENCE } from './bounds.ts'

const start = Date.parse('2026-06-15T10:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const silence_triggers: SilenceTrigger[] = [
  { id: 'q', device_id: 'window', device_name: 'Window sensor', after: DAY },
]
const door = { event_source: 'door', service_name: 'ContactService', property_name: 'contact' }

function watch(rest: Partial<Rule> = {}, world: Partial<World> = {}) {
  const evaluator = createEvaluator({
    rules: [{ id: 'r', name: 'R', rule_logic: 'OR', active: true, silence_triggers, ...rest }],
    zone: 'Europe/Zurich',
    at: start,
    world: { value: () => undefined, status: () => undefined, ...world },
  })
  const take = (...happenings: Happening[]) => happenings.map((one) => evaluator.take(one))
  return {
    evaluator,
    fired: (...happenings: Happening[]) => take(...happenings).flatMap((one) => one.fired),
    missed: (...happenings: Happening[]) => take(...happenings).flatMap((one) => one.missed),
  }
}
const clock = (after: number): Happening => ({ kind: 'clock', at: start + after })
const heard = (after: number, device_id = 'window'): Happening => ({
  ...{ kind: 'heard', device_id },
  at: start + after,
})

// decision 0258
describe('a device that says nothing', () => {
  test('sets its rule off when the time is over, and says which and how long', () => {
    const { evaluator, fired } = watch()
    expect(evaluator.next()).toBe(start + DAY)
    expect(fired(clock(DAY - 1))).toEqual([])
    expect(fired(clock(DAY))).toEqual([
      {
        ...{ rule_id: 'r', at: start + DAY },
        trigger: {
          ...{ type: 'SILENCE_TRIGGER', trigger_id: 'q', after: DAY, at: start + DAY },
          ...{ device_id: 'window', device_name: 'Window sensor' },
        },
      },
    ])
    expect(evaluator.next()).toBeUndefined()
  })

  test('is counted from when it was heard, be that before anybody waited; what has been silent for long falls silent no more', () => {
    const since = (ago: number) => watch({}, { heard: () => start - ago })
    expect(since(20 * HOUR).evaluator.next()).toBe(start + 4 * HOUR)
    expect(since(DAY).evaluator.next()).toBeUndefined()
    expect(since(30 * DAY).evaluator.next()).toBeUndefined()
    const { evaluator, fired } = since(30 * DAY)
    expect(fired(heard(5), clock(DAY + 5))).toHaveLength(1)
    expect(evaluator.next()).toBeUndefined()
  })

  test('is no longer silent with any report, and not with one of another device', () => {
    const { fired } = watch()
    const value: Happening = {
      ...{ kind: 'value', at: start + HOUR, value: 1 },
      ...{ device_id: 'window', service_name: 'S', property_name: 'p' },
    }
    expect(fired(value, heard(2 * HOUR, 'door'), clock(DAY + HOUR - 1))).toEqual([])
    expect(fired(clock(DAY + HOUR))).toHaveLength(1)
  })

  test('that it was silent is settled before what it says in that very moment', () => {
    const { fired } = watch()
    expect(fired(heard(DAY))).toHaveLength(1)
    expect(fired(clock(2 * DAY - 1))).toEqual([])
    expect(fired(clock(2 * DAY))).toHaveLength(1)
  })

  test('each of several times comes by itself', () => {
    const more = { id: 'q2', device_id: 'window', after: 2 * DAY }
    const { fired } = watch({ silence_triggers: [...silence_triggers, more] })
    expect(
      fired(clock(DAY), clock(2 * DAY), clock(9 * DAY)).map(({ trigger }) => trigger.trigger_id),
    ).toEqual(['q', 'q2'])
  })

  test('is a moment: where all must be so, the others must be so then', () => {
    const shut = { id: 'd', ...door, value: true, compare_type: 'EQ' as const }
    const all = (contact: boolean) =>
      watch({ rule_logic: 'AND', event_triggers: [shut] }, { value: () => contact })
    expect(all(true).fired(clock(DAY))).toHaveLength(1)
    const [miss] = all(false).missed(clock(DAY))
    expect(miss).toMatchObject({ trigger: { type: 'SILENCE_TRIGGER' }, why: [{ reason: 'condition' }] })
    const { fired } = all(false)
    expect(
      fired({
        ...{ kind: 'value', at: start + 1, device_id: 'door' },
        ...{ service_name: door.service_name, property_name: door.property_name, value: true },
      }),
    ).toEqual([])
  })

  test('of one that has left, why nothing ran is told', () => {
    const { missed } = watch({}, { lacks: () => 'device_missing' })
    expect(missed(clock(DAY))).toMatchObject([{ why: [{ reason: 'device_missing' }] }])
    const { fired } = watch({}, { lacks: () => 'offline' })
    expect(fired(clock(DAY))).toHaveLength(1)
  })
})

test('of several devices the one that was heard is counted anew, also where it had been silent', () => {
  const later = { id: 'q2', device_id: 'door', after: 10 * DAY }
  const { evaluator, fired } = watch({ silence_triggers: [...silence_triggers, later] })
  expect(fired(clock(DAY))).toHaveLength(1)
  expect(evaluator.next()).toBe(start + 10 * DAY)
  expect(fired(heard(2 * DAY))).toEqual([])
  expect(evaluator.next()).toBe(start + 3 * DAY)
})

// decision 0259
test('the end of a run counts for the scene that it is of, and for nothing else', () => {
  const run_triggers = [
    { id: 'a', rule_id: 'a', name: 'A', end: 'over' as const },
    { id: 'b', rule_id: 'b', name: 'B', end: 'failed' as const },
  ]
  const { fired } = watch({ silence_triggers: [], run_triggers })
  const ended = (rule_id: string, outcome: 'done' | 'partly' | 'failed', after: number): Happening => ({
    ...{ kind: 'run', at: start + after, rule_id },
    run: { outcome },
  })
  const by = (...all: Happening[]) => fired(...all).map(({ trigger }) => trigger.trigger_id)
  expect(by(ended('a', 'done', 1), ended('a', 'failed', 2))).toEqual(['a', 'a'])
  expect(by(ended('b', 'done', 3), ended('b', 'partly', 4), ended('b', 'failed', 5))).toEqual(['b', 'b'])
  expect(by(ended('c', 'failed', 6))).toEqual([])
})

test('time in which nobody listened is not counted', () => {
  const { fired, evaluator } = watch()
  expect(fired({ kind: 'deaf', at: start + 5 * DAY, ms: 5 * DAY })).toEqual([])
  expect(evaluator.next()).toBe(start + 6 * DAY)
})

test('a person can say as short and as long a silence as a rule may have', () => {
  const { minimum, maximum } = schema.$defs.silenceTrigger.properties.after
  expect(SILENCE).toEqual({ shortest: minimum, longest: maximum })
})
