import { describe, expect, test } from 'vitest'
import type { ActionSet, ReplayedValue } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../../rules-kit.ts'
import { settle, TestClock } from '../../test-clock.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const start = Date.UTC(2026, 10, 16, 17)
const at = { service_name: 'LightService', property_name: 'state' }
const as = (more: Partial<ReplayedValue> = {}): ReplayedValue => ({
  ...{ kind: 'replay', days: 1, over: 6 * HOUR },
  ...more,
})
const away = { id: 'c', kind: 'status', status: { resource_id: 'away', name: 'Away', state: true } } as const
const lives = (computed = as(), more: Partial<ActionSet> = {}): ActionSet =>
  acts('lives', { devices: [{ id: 'hall', settings: [{ ...at, computed }] }], ...more })
const onlyAway = { only_if: { logic: 'ALL' as const, conditions: [away] } }
const after = acts('after', { devices: [sets('other', ['LightService/state', true])] })
const statuses = [{ resource_id: 'away', name: 'Away', icon: 15, state: true }]

type Options = NonNullable<Parameters<typeof houseWith>[1]>

/** Yesterday the hall was off, on from 19 to 20 o'clock, and off; now it is 17 o'clock. */
async function houseOf(scenes: ActionSet[], options: Options & { lived?: boolean } = {}) {
  const { clock = new TestClock(start - DAY - HOUR), lived = true, ...others } = options
  const rule = ruleOf('replay', {
    version: 1,
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes,
  })
  const house = await houseWith([motion(), lampNamed('hall'), lampNamed('other')], {
    ...{ rules: [rule], statuses, zone: () => 'UTC', ...others },
    clock,
  })
  const hall = (value: boolean) => house.report('hall', 'LightService/state', value)
  const time = clock as TestClock
  if (lived) {
    hall(true)
    hall(false)
    await time.pass(3 * HOUR)
    hall(true)
    await time.pass(HOUR)
    hall(false)
    await time.pass(start - time.now())
  }
  const begin = async () => {
    house.report('motion', 'MotionService/motion', false)
    house.report('motion', 'MotionService/motion', true)
    await settle()
  }
  const run = async () => (await house.runsOf()).runs[0]
  const set = (device = 'hall') =>
    house.driver.orders.filter((one) => one.device === device).map(({ value }) => value)
  const switched = (state: boolean) => house.ask('set_scenario_status', { resource_id: 'away', state })
  return { ...house, clock: time, hall, begin, run, set, switched }
}

function killed(store: MemoryStore): MemoryStore {
  const left = new MemoryStore()
  left.entries = new Map(store.entries)
  return left
}

// decision 0264
describe('a device is as it was in the days before', () => {
  test('at the same time of the day; then it is what it was, and the next step comes', async () => {
    const { begin, run, set, clock } = await houseOf([lives(), after])
    await begin()
    await clock.pass(2 * HOUR - SECOND)
    expect(set()).toEqual([])
    await clock.pass(2 * SECOND)
    expect(set()).toEqual([true])
    expect(await run()).toMatchObject({
      outcome: 'running',
      steps: [{ kind: 'device', value: true, before: false, count: 1, computed: as(), outcome: 'running' }],
    })
    await clock.pass(HOUR)
    expect([set(), set('other')]).toEqual([[true, false], []])
    await clock.pass(3 * HOUR)
    expect([set(), set('other')]).toEqual([[true, false], [true]])
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [{ value: false, count: 2, outcome: 'confirmed' }, {}],
    })
  })

  test('it begins with what it was then, and gives back what it was now', async () => {
    const { begin, set, hall, clock } = await houseOf([lives(as({ over: 90 * MINUTE }))])
    await clock.pass(150 * MINUTE)
    hall(false)
    await begin()
    await clock.pass(SECOND)
    expect(set()).toEqual([true])
    await clock.pass(2 * HOUR)
    // At eight it went off, as yesterday; there was nothing more to give back.
    expect(set()).toEqual([true, false])
  })

  test('as long as what the step asks holds: then it is what it was, at once, and says why', async () => {
    const { begin, run, set, clock, switched } = await houseOf([lives(as(), onlyAway), after])
    await begin()
    await clock.pass(2 * HOUR + MINUTE)
    expect(set()).toEqual([true])
    await switched(false)
    await clock.pass(SECOND)
    expect([set(), set('other')]).toEqual([[true, false], [true]])
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [
        { kind: 'condition', met: true },
        { outcome: 'confirmed', message: expect.stringContaining('NO_LONGER') },
        { device_id: 'other' },
      ],
    })
  })

  test('what somebody has set meanwhile is left at that', async () => {
    const { begin, set, hall, clock, switched } = await houseOf([lives(as(), onlyAway)])
    hall(true)
    await begin()
    await clock.pass(2 * HOUR + MINUTE)
    // Yesterday it was off at five.
    expect(set()).toEqual([false, true])
    hall(false)
    await switched(false)
    await clock.pass(MINUTE)
    expect(set()).toEqual([false, true])
  })

  test('of what nothing is recorded nothing is done, which the run says, and it goes on at once', async () => {
    const { begin, run, set, clock } = await houseOf([lives(), after], {
      lived: false,
      clock: new TestClock(start),
    })
    await begin()
    await clock.pass(SECOND)
    expect([set(), set('other')]).toEqual([[], [true]])
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [{ outcome: 'skipped', message: expect.stringContaining('NOTHING_RECORDED') }, {}],
    })
  })

  test('all devices of a kind, except some, each for itself', async () => {
    const target = { id: 't', kind: 'lights', sets: 'power', computed: as() }
    const { begin, run, set, clock } = await houseOf([acts('all', { targets: [target] })])
    await begin()
    await clock.pass(2 * HOUR + MINUTE)
    expect([set(), set('other')]).toEqual([[true], []])
    expect((await run())?.steps).toMatchObject([
      { kind: 'target', outcome: 'confirmed' },
      { of: 0, device_id: 'hall', outcome: 'running' },
      { of: 0, device_id: 'other', outcome: 'skipped' },
    ])
  })

  test('by chance each change comes later', async () => {
    const { begin, set, clock } = await houseOf([lives(as({ spread: 10 * MINUTE }))], { chance: () => 0.5 })
    await begin()
    await clock.pass(2 * HOUR + 4 * MINUTE)
    expect(set()).toEqual([])
    await clock.pass(2 * MINUTE)
    expect(set()).toEqual([true])
  })

  test('Stop ends it where it is', async () => {
    const { begin, run, set, clock, ask } = await houseOf([lives(), after])
    await begin()
    await clock.pass(2 * HOUR + MINUTE)
    const { run_id } = (await run()) ?? {}
    expect(await ask('stop_rule_run', { rule_id: 'replay', run_id })).toMatchObject({ code: 0 })
    await clock.pass(10 * HOUR)
    expect([set(), set('other')]).toEqual([[true], []])
    expect(await run()).toMatchObject({ outcome: 'stopped', steps: [{ outcome: 'skipped' }] })
  })

  test('L-08 killed in the midst of it, it goes on: nothing is told twice, and it gives back what was before', async () => {
    const store = new MemoryStore()
    const first = await houseOf([lives(as({ spread: 10 * MINUTE })), after], { store, chance: () => 0 })
    await first.begin()
    await first.clock.pass(2 * HOUR + MINUTE)
    expect(first.set()).toEqual([true])
    const clock = new TestClock(first.clock.now() + 30 * MINUTE)
    const second = await houseOf([lives(as({ spread: 10 * MINUTE })), after], {
      ...{ store: killed(store), clock, lived: false },
      chance: () => 0.999,
    })
    second.hall(true)
    await clock.pass(MINUTE)
    expect(second.set()).toEqual([])
    await clock.pass(HOUR)
    expect(second.set()).toEqual([false])
    await clock.pass(4 * HOUR)
    expect([second.set(), second.set('other')]).toEqual([[false], [true]])
    expect(await second.run()).toMatchObject({ outcome: 'done', resumed_at: expect.any(Number) })
  })

  test('L-08 killed, and what the step asks does not hold any more: what was before is given back after the start', async () => {
    const store = new MemoryStore()
    const first = await houseOf([lives(as(), onlyAway), after], { store })
    await first.begin()
    await first.clock.pass(2 * HOUR + MINUTE)
    const clock = new TestClock(first.clock.now() + MINUTE)
    const second = await houseOf([lives(as(), onlyAway), after], {
      ...{ store: killed(store), clock, lived: false },
      statuses: statuses.map((one) => ({ ...one, state: false })),
    })
    second.hall(true)
    await second.switched(false)
    await clock.pass(2 * MINUTE)
    expect([second.set(), second.set('other')]).toEqual([[false], [true]])
  })

  test('a home refuses what is no word of it: of all locks or thermostats, or for ever', async () => {
    const { ask } = await houseOf([after], { lived: false, clock: new TestClock(start) })
    const save = (set: ActionSet) => ask('save_rule', { rule: ruleOf('replay', { scenes: [set] }), base: 1 })
    const all = (kind: string, sets: string, computed = as()) =>
      save(acts('all', { targets: [{ id: 't', kind, sets, computed }] }))
    expect(await all('thermostats', 'target')).toMatchObject({ message: 'not_acting' })
    expect((await all('lights', 'power', as({ over: 22 * DAY }))).code).not.toBe(0)
    expect((await all('lights', 'power', as({ days: 8 }))).code).not.toBe(0)
    expect(await all('lights', 'power')).toMatchObject({ code: 0 })
  })
})
