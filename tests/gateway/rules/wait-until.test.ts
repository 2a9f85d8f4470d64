import { describe, expect, test } from 'vitest'
import type { PlainCondition, Until } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../rules-kit.ts'
import { settle, TestClock } from '../test-clock.ts'

const MINUTE = 60_000
const start = Date.UTC(2026, 10, 16, 9)
const devices = () => [motion(), motion('door'), lampNamed('hall')]

const quiet: PlainCondition = {
  ...{ kind: 'device', id: 'quiet' },
  device: when('door', 'MotionService/motion', false),
}
const away: PlainCondition = {
  ...{ kind: 'status', id: 'away' },
  status: { resource_id: 'away', name: 'Away', state: true },
}
const evening: PlainCondition = {
  ...{ kind: 'time', id: 'evening' },
  window: {
    ...{ from: { hour: 9, minute: 5 }, to: { hour: 23, minute: 0 } },
    repeating: [true, true, true, true, true, true, true],
  },
}

type Options = NonNullable<Parameters<typeof houseWith>[1]>

/** Motion begins it; it waits, at most ten minutes, and then switches the lamp on. */
async function waiting(until: Until, { clock = new TestClock(start), ...options }: Options = {}) {
  const rule = ruleOf('patient', {
    version: 1,
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes: [
      { ...pauseOf(10 * MINUTE), until },
      acts('on', { devices: [sets('hall', ['LightService/state', true])] }),
    ],
  })
  const house = await houseWith(devices(), { rules: [rule], ...options, clock })
  const begin = async () => {
    house.report('motion', 'MotionService/motion', false)
    house.report('motion', 'MotionService/motion', true)
    await settle()
  }
  const run = async () => (await house.runsOf()).runs[0]
  return { ...house, clock: clock as TestClock, begin, run }
}

// decision 0202
describe('a pause that waits for something', () => {
  test('is over as soon as a device reports it, and the run tells that it came', async () => {
    const { begin, report, driver, clock, run } = await waiting({ logic: 'ALL', conditions: [quiet] })
    report('door', 'MotionService/motion', true)
    await begin()
    await clock.pass(3 * MINUTE)
    expect(driver.orders).toEqual([])
    expect((await run())?.steps).toMatchObject([
      { kind: 'delay', outcome: 'running', delay: 10 * MINUTE, until: { conditions: [quiet] } },
    ])
    report('door', 'MotionService/motion', false)
    await clock.pass(1)
    expect(driver.orders).toMatchObject([{ device: 'hall', value: true }])
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [{ outcome: 'confirmed', met: true, ended_at: start + 3 * MINUTE }, { kind: 'device' }],
    })
  })

  test('waits for nothing that is so already, and for what nobody knows as for what is not so', async () => {
    const known = await waiting({ logic: 'ALL', conditions: [quiet] })
    known.report('door', 'MotionService/motion', false)
    await known.begin()
    await known.clock.pass(1)
    expect(known.driver.orders).toHaveLength(1)
    expect((await known.run())?.steps[0]).toMatchObject({ met: true })

    const unknown = await waiting({ logic: 'ALL', conditions: [quiet] })
    await unknown.begin()
    await unknown.clock.pass(MINUTE)
    expect(unknown.driver.orders).toEqual([])
  })

  test('goes on when the longest time is over, and tells that it did not come', async () => {
    const { begin, driver, clock, run } = await waiting({ logic: 'ALL', conditions: [quiet] })
    await begin()
    await clock.pass(10 * MINUTE + 1)
    expect(driver.orders).toHaveLength(1)
    expect(await run()).toMatchObject({ outcome: 'done', steps: [{ outcome: 'confirmed', met: false }, {}] })
  })

  test('or ends the run then, where the scene says so: nothing more is done', async () => {
    const { begin, driver, clock, run } = await waiting({ logic: 'ALL', conditions: [quiet], late: 'stop' })
    await begin()
    await clock.pass(60 * MINUTE)
    expect(driver.orders).toEqual([])
    const ended = await run()
    expect(ended).toMatchObject({ outcome: 'stopped', steps: [{ outcome: 'failed', met: false }] })
    expect(ended).not.toHaveProperty('stopped_by')
  })

  test('hears of statuses', async () => {
    const statuses = [{ resource_id: 'away', name: 'Away', icon: 15, state: false }]
    const { begin, ask, driver, clock } = await waiting({ logic: 'ALL', conditions: [away] }, { statuses })
    await begin()
    await clock.pass(MINUTE)
    expect(driver.orders).toEqual([])
    await ask('set_scenario_status', { resource_id: 'away', state: true })
    await clock.pass(1)
    expect(driver.orders).toHaveLength(1)
  })

  test('notices that a time has come', async () => {
    const { begin, driver, clock } = await waiting(
      { logic: 'ALL', conditions: [evening] },
      { zone: () => 'UTC' },
    )
    await begin()
    await clock.pass(4 * MINUTE)
    expect(driver.orders).toEqual([])
    await clock.pass(MINUTE + 10_000)
    expect(driver.orders).toHaveLength(1)
  })

  test.each<[Until['logic'], boolean]>([
    ['ANY', true],
    ['ALL', false],
  ])('several are waited for together: %s of them', async (logic, over) => {
    const both = { ...quiet, id: 'other', device: when('motion', 'MotionService/motion', false) }
    const { begin, report, driver, clock } = await waiting({ logic, conditions: [quiet, both] })
    await begin()
    report('door', 'MotionService/motion', false)
    await clock.pass(MINUTE)
    expect(driver.orders.length > 0).toBe(over)
  })

  test('is ended by a person at once', async () => {
    const { begin, ask, report, driver, clock, run } = await waiting({ logic: 'ALL', conditions: [quiet] })
    await begin()
    await clock.pass(MINUTE)
    const { run_id } = (await run()) ?? {}
    expect(await ask('stop_rule_run', { rule_id: 'patient', run_id })).toMatchObject({ code: 0 })
    report('door', 'MotionService/motion', false)
    await clock.pass(60 * MINUTE)
    expect(driver.orders).toEqual([])
    const ended = await run()
    expect(ended).toMatchObject({ outcome: 'stopped', steps: [{ outcome: 'skipped' }] })
    expect(ended?.steps[0]).not.toHaveProperty('met')
  })

  test('L-08 goes on waiting after a restart, for no longer than was left', async () => {
    const store = new MemoryStore()
    const first = await waiting({ logic: 'ALL', conditions: [quiet] }, { store })
    await first.begin()
    await first.clock.pass(MINUTE)
    const killed = new MemoryStore()
    killed.entries = new Map(store.entries)
    const clock = new TestClock(first.clock.now() + 2 * MINUTE)
    const second = await waiting({ logic: 'ALL', conditions: [quiet] }, { store: killed, clock })
    await clock.pass(MINUTE)
    expect(second.driver.orders).toEqual([])
    second.report('door', 'MotionService/motion', false)
    await clock.pass(1000)
    expect(second.driver.orders).toHaveLength(1)
    expect(await second.run()).toMatchObject({ outcome: 'done', steps: [{ met: true }, {}] })
  })
})
