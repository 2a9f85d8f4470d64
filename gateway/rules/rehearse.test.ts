import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { createEvaluator } from './evaluator.ts'
import { planOf } from './plan.ts'
import { rehearse, sideBySide, startOf } from './rehearse.ts'
import type { Told } from './testing/reference.ts'
import { happeningOf, stories, worldOf } from './testing/stories.ts'

const recordedOf = ({ at, key, value }: Told): RecordedChange => {
  if (key.startsWith('call:')) {
    const [rule_id = '', trigger_id = ''] = key.slice('call:'.length).split('/')
    return { at, rule_id, trigger_id, value }
  }
  if (key.startsWith('run:')) return { at, rule_id: key.slice('run:'.length), value }
  if (key.startsWith('heard:')) return { at, device_id: key.slice('heard:'.length), value: 2 }
  const [device_id = '', service_name = '', property_name = ''] = key.split('/')
  return key.includes('/')
    ? { at, device_id, service_name, property_name, value }
    : { at, resource_id: key, value }
}

describe('a rehearsal', { timeout: 60_000 }, () => {
  test('runs when the running gateway would have run, on the same changes', () => {
    fc.assert(
      fc.property(stories(), ({ rules, zone, from, until, start, told }) => {
        const [rule, saved] = rules.map((one) => ({ ...one, active: true }))
        if (!rule || !saved) return
        const live = createEvaluator({ rules: [rule, saved], zone, at: from, world: worldOf(start) })
        const fired = [...told.map(happeningOf), { kind: 'clock', at: until } as const].flatMap(
          (happening) => live.take(happening).fired,
        )
        const recorded = told.map(recordedOf)
        const found = rehearse({ rule, saved, recorded, start: worldOf(start), zone, from, to: until })
        const of = (id: string) =>
          fired.filter(({ rule_id }) => rule_id === id).map(({ at, trigger }) => ({ at, trigger }))
        expect(found.edited.map(({ at, trigger }) => ({ at, trigger }))).toEqual(of(rule.id))
        expect(found.saved.map(({ at, trigger }) => ({ at, trigger }))).toEqual(of(saved.id))
      }),
      { numRuns: 100 },
    )
  })

  const zone = 'Europe/Zurich'
  const from = Date.parse('2026-06-01T00:00:00Z')
  const DAY = 86_400_000
  const rule: Rule = {
    id: 'r',
    name: 'R',
    rule_logic: 'OR',
    active: false,
    draft: true,
    event_triggers: [
      {
        id: 't',
        event_source: 'd',
        service_name: 'S',
        property_name: 'p',
        value: 10,
        compare_type: 'GT',
      },
    ],
  }
  const change = (at: number, value: number): RecordedChange => ({
    at,
    device_id: 'd',
    service_name: 'S',
    property_name: 'p',
    value,
  })
  const world = worldOf(new Map())

  test('takes a rule that is off, or not finished yet, as if it were on', () => {
    const recorded = [change(from + 1, 5), change(from + 2, 15), change(from + 3, 16)]
    const { edited, saved } = rehearse({ rule, recorded, start: world, zone, from, to: from + DAY })
    expect(edited.map(({ at }) => at)).toEqual([from + 2])
    expect(saved).toEqual([])
  })

  test('knows times too, by the clocks of the home', () => {
    const week: [boolean, boolean, boolean, boolean, boolean, boolean, boolean] = [
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]
    const timed = {
      ...rule,
      event_triggers: [],
      time_triggers: [{ id: 't', hour: 7, minute: 30, second: 0, repeating: week }],
    }
    const { edited } = rehearse({ rule: timed, recorded: [], start: world, zone, from, to: from + 7 * DAY })
    expect(edited.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-06-01T05:30:00.000Z',
      '2026-06-02T05:30:00.000Z',
      '2026-06-03T05:30:00.000Z',
      '2026-06-04T05:30:00.000Z',
      '2026-06-05T05:30:00.000Z',
    ])
  })

  test('is not disturbed by the order in which changes come, nor by those before and after', () => {
    const recorded = [
      change(from + 20, 15),
      change(from - 1, 99),
      change(from + 10, 5),
      change(from + DAY + 1, 5),
    ]
    const start = startOf(recorded, from, world)
    const { edited } = rehearse({ rule, recorded, start, zone, from, to: from + DAY })
    expect(edited.map(({ at }) => at)).toEqual([from + 20])
  })

  test('lays both versions side by side', () => {
    const saved: Rule = {
      ...rule,
      event_triggers: rule.event_triggers?.map((one) => ({ ...one, value: 12 })),
    }
    const recorded = [5, 11, 5, 15].map((value, n) => change(from + n + 1, value))
    const pairs = sideBySide(rehearse({ rule, saved, recorded, start: world, zone, from, to: from + DAY }))
    expect(
      pairs.map(({ at, edited, saved: other }) => [at - from, edited !== undefined, other !== undefined]),
    ).toEqual([
      [2, true, false],
      [4, true, true],
    ])
  })
})

describe('the home at the start of a rehearsal', () => {
  const now = worldOf(
    new Map<string, number | boolean>([
      ['d/S/p', 7],
      ['d/S/q', 8],
      ['home', true],
      ['night', true],
    ]),
  )
  const recorded: RecordedChange[] = [
    { at: 10, device_id: 'd', service_name: 'S', property_name: 'p', value: 1 },
    { at: 30, device_id: 'd', service_name: 'S', property_name: 'p', value: 7 },
    { at: 30, resource_id: 'night', value: true },
  ]

  test('is what was recorded last before it', () => {
    expect(startOf(recorded, 20, now).value('d', 'S', 'p')).toBe(1)
    expect(startOf(recorded, 30, now).value('d', 'S', 'p')).toBe(7)
  })

  test('is as now where nothing has changed since', () => {
    expect(startOf(recorded, 20, now).value('d', 'S', 'q')).toBe(8)
    expect(startOf(recorded, 20, now).status('home')).toBe(true)
  })

  test('is unknown where the first record comes later', () => {
    expect(startOf(recorded, 5, now).value('d', 'S', 'p')).toBeUndefined()
    expect(startOf(recorded, 20, now).status('night')).toBeUndefined()
  })
})

// 2.3-080, 2.3-095
test('a plan moves what comes after a pause, and what waits for itself', () => {
  const steps = planOf(
    {
      scenes: [
        {
          id: 'a',
          name: 'First',
          devices: [{ id: 'd', settings: [{ service_name: 'S', property_name: 'p', value: 1 }] }],
        },
        { id: 'b', name: 'D#E#L#A#Y', delay: 1000 },
        {
          id: 'c',
          name: 'Last',
          delay: 500,
          statuses: [{ name: 'Home', state: true }],
          alarms: [{ alarmId: 1001 }],
        },
        { id: 'e', name: 'Told', notifications: [{ type: 0, destination: 'a@b.test', desc: 'Hello' }] },
      ],
    },
    100,
  )
  expect(steps.map(({ at, kind, scene_id }) => [at, kind, scene_id])).toEqual([
    [100, 'device', 'a'],
    [100, 'delay', 'b'],
    [1100, 'delay', 'c'],
    [1600, 'status', 'c'],
    [1600, 'alarm', 'c'],
    [1600, 'notification', 'e'],
  ])
})

test('the sun is rehearsed for where the home is, and brings nothing where nobody knows', () => {
  const rule: Rule = {
    id: 'r',
    name: 'R',
    rule_logic: 'OR',
    active: true,
    sun_triggers: [
      { id: 's', sun: { event: 'sunset' }, repeating: [true, true, true, true, true, true, true] },
    ],
  }
  const from = Date.UTC(2026, 10, 20)
  const world = { value: () => undefined, status: () => undefined }
  const story = { recorded: [], start: world, zone: 'Europe/Zurich', from, to: from + 5 * 86_400_000 }
  const { edited } = rehearse({ rule, ...story, place: { latitude: 47.5, longitude: 8.73 } })
  expect(edited.map(({ at }) => new Date(at).toISOString().slice(0, 15))).toEqual(
    [20, 21, 22, 23, 24].map((day) => `2026-11-${day}T15:4`),
  )
  expect(edited[0]?.trigger).toMatchObject({ type: 'SUN_TRIGGER', trigger_id: 's' })
  expect(rehearse({ rule, ...story }).edited).toEqual([])
})
