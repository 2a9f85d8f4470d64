import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { createEvaluator } from './evaluator.ts'
import { planOf } from './plan.ts'
import { rehearse, sideBySide, startOf } from './rehearse.ts'
import type { Told } from './testing/reference.ts'
import { happeningOf, stories, worldOf } from './testing/stories.ts'
import type { World } from './world.ts'

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

describe('a rehearsal', () => {
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

describe('what a rehearsal makes of what was recorded', () => {
  const zone = 'Europe/Zurich'
  const from = Date.UTC(2026, 10, 20)
  const to = from + 86_400_000
  const nothing = { value: () => undefined, status: () => undefined }
  const bare: Rule = { id: 'r', name: 'R', rule_logic: 'OR', active: true }
  const value = (at: number, told: number): RecordedChange => ({
    ...{ at, device_id: 'd', service_name: 'S', property_name: 'p' },
    value: told,
  })
  const above = {
    ...{ id: 't', event_source: 'd', service_name: 'S', property_name: 'p' },
    ...{ value: 10, compare_type: 'GT' as const },
  }
  const momentsOf = (rule: Partial<Rule>, recorded: readonly RecordedChange[], start: World = nothing) =>
    rehearse({ rule: { ...bare, ...rule }, recorded, start, zone, from, to }).edited.map(
      ({ at }) => at - from,
    )

  test('the last moment of its time counts, what was before the first and after the last does not', () => {
    const known = { ...nothing, value: () => 0 }
    expect(momentsOf({ event_triggers: [above] }, [value(to, 11)], known)).toEqual([to - from])
    expect(momentsOf({ event_triggers: [above] }, [value(to + 1, 11)], known)).toEqual([])
    expect(momentsOf({ event_triggers: [above] }, [value(from, 11)], known)).toEqual([])
    expect(momentsOf({ event_triggers: [above] }, [value(from + 1, 11)], known)).toEqual([1])
  })

  test('what is to have lasted has done so by the end, and not a moment later', () => {
    const lasts = { event_triggers: [{ ...above, delay: 60_000 }] }
    const known = { ...nothing, value: () => 0 }
    expect(momentsOf(lasts, [value(to - 60_000, 11)], known)).toEqual([to - from])
    expect(momentsOf(lasts, [value(to - 59_999, 11)], known)).toEqual([])
    // What ends in the same moment has lasted that long all the same.
    expect(momentsOf(lasts, [value(from + 10, 11), value(from + 60_010, 5)], known)).toEqual([60_010])
    expect(momentsOf(lasts, [value(from + 10, 11), value(from + 60_009, 5)], known)).toEqual([])
  })

  test.each([
    ['done', ['over'], true],
    ['partly', ['over'], true],
    ['failed', ['over'], true],
    ['failed', ['failed'], true],
    ['done', ['failed'], false],
    ['stopped', ['over'], false],
    ['throttled', ['over'], false],
  ] as const)('a run of another scene that is %s: whoever waits for %j runs is %s', (outcome, ends, runs) => {
    const run_triggers = ends.map((end) => ({ id: end, rule_id: 'other', name: 'Other', end }))
    const ended: RecordedChange = { at: from + 5, rule_id: 'other', value: outcome }
    expect(momentsOf({ run_triggers }, [ended])).toEqual(runs ? [5] : [])
    expect(momentsOf({ run_triggers }, [{ ...ended, rule_id: 'another' }])).toEqual([])
  })

  test('a call of its own address sets it off, one of another scene does not', () => {
    const call_triggers = [{ id: 'c' }]
    const called = (rule_id: string): RecordedChange => ({
      at: from + 7,
      rule_id,
      trigger_id: 'c',
      value: true,
    })
    expect(momentsOf({ call_triggers }, [called('r')])).toEqual([7])
    expect(momentsOf({ call_triggers }, [called('s')])).toEqual([])
  })

  test('a device is silent from when it was last heard, be it before the first moment; that it was lost is no word of it', () => {
    const HOUR = 3_600_000
    const rule = { silence_triggers: [{ id: 'q', device_id: 'd', after: 2 * HOUR }] }
    const status = (at: number, told: number): RecordedChange => ({ at, device_id: 'd', value: told })
    const of = (...recorded: RecordedChange[]) => momentsOf(rule, recorded, startOf(recorded, from, nothing))
    expect(of(value(from - HOUR, 1))).toEqual([HOUR])
    expect(of(value(from - HOUR, 1), status(from - HOUR / 2, 5))).toEqual([HOUR])
    expect(of(value(from - HOUR, 1), status(from - HOUR / 2, 2))).toEqual([1.5 * HOUR])
    expect(of(value(from - HOUR / 2, 1), value(from - HOUR, 1))).toEqual([1.5 * HOUR])
    expect(of(value(from - HOUR, 1), value(from + HOUR / 2, 1))).toEqual([2.5 * HOUR])
    expect(of(value(from - HOUR, 1), status(from + HOUR / 2, 5))).toEqual([HOUR])
    expect(of(value(from - HOUR, 1), { ...value(from + HOUR / 2, 5) })).toEqual([2.5 * HOUR])
    expect(of(value(from - HOUR, 1), { ...value(from + HOUR / 2, 1), device_id: 'e' })).toEqual([HOUR])
  })

  test('the home at its start: of two records of one moment the later one, and a status as it was told', () => {
    const world = { value: () => 9, status: () => true }
    const recorded = [value(from, 1), value(from, 2), { at: from - 1, resource_id: 's', value: false }]
    const start = startOf(recorded, from, world)
    expect([start.value('d', 'S', 'p'), start.status('s'), start.status('other')]).toEqual([2, false, true])
    expect(start.value('d', 'S', 'other')).toBe(9)
    const unsure = startOf([], from, nothing)
    expect([unsure.value('d', 'S', 'p'), unsure.status('s'), unsure.heard?.('d')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('what a step asks is asked of the home as it was then', () => {
    const asked: Rule = {
      ...{ ...bare, event_triggers: [above] },
      scenes: [
        {
          ...{ id: 'a', name: 'A', notifications: [{ type: 1, short_desc: 'Away' }] },
          only_if: {
            logic: 'ALL',
            conditions: [{ kind: 'status', id: 'c', status: { resource_id: 's', name: 'S', state: true } }],
          },
        },
      ],
    }
    const recorded = [
      value(from + 10, 5),
      value(from + 20, 15),
      { at: from + 30, resource_id: 's', value: true },
      value(from + 40, 5),
      value(from + 50, 15),
    ]
    const { edited } = rehearse({
      ...{ rule: asked, recorded, zone, from, to },
      start: { ...nothing, value: () => 0, status: () => false },
    })
    expect(edited.map(({ at, steps }) => [at - from, steps.map(({ kind, met }) => met ?? kind)])).toEqual([
      [20, [false]],
      [50, [true, 'notification']],
    ])
  })

  test('runs of both versions stand in the order of their moments, each pair in one line', () => {
    const run = (at: number) => ({ at, trigger: { type: 'TIME_TRIGGER' as const, at }, steps: [] })
    const pairs = sideBySide({ edited: [run(30), run(10)], saved: [run(20), run(10)] })
    expect(pairs.map(({ at, edited, saved }) => [at, edited?.at, saved?.at])).toEqual([
      [10, 10, 10],
      [20, undefined, 20],
      [30, 30, undefined],
    ])
  })
})
