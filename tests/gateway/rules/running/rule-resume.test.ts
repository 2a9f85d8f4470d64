import { describe, expect, test } from 'vitest'
import { UNDER_WAY_KEY } from '#gateway/core/rules/running/runs.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../../rules-kit.ts'
import { settle, TestClock } from '../../test-clock.ts'

const MINUTE = 60_000
const start = Date.UTC(2026, 10, 16, 9)
const devices = () => [motion(), lampNamed('siren'), lampNamed('hall')]
const siren = (value: boolean) =>
  acts(`siren-${value}`, { devices: [sets('siren', ['LightService/state', value])] })
const alarm = ruleOf('alarm', {
  version: 3,
  event_triggers: [when('motion', 'MotionService/motion', true)],
  scenes: [siren(true), pauseOf(10 * MINUTE), siren(false)],
})

type Options = NonNullable<Parameters<typeof houseWith>[1]>

/** What the disk holds when the machine loses its power: what nobody had waited for may be missing. */
const killed = (store: MemoryStore): MemoryStore => {
  const after = new MemoryStore()
  after.entries = new Map(store.entries)
  return after
}

async function begun(options: Options = {}) {
  const store = new MemoryStore()
  const clock = new TestClock(start)
  const house = await houseWith(devices(), { rules: [alarm], store, clock, ...options })
  house.report('motion', 'MotionService/motion', false)
  house.report('motion', 'MotionService/motion', true)
  await settle()
  return { ...house, store, clock }
}

const again = (store: MemoryStore, at: number, options: Options = {}) =>
  houseWith(devices(), { rules: [alarm], store: killed(store), clock: new TestClock(at), ...options })

describe('a run that a restart interrupts in a pause', () => {
  test('L-08 goes on when the pause is over, as if nothing had been, and says so', async () => {
    const { store, clock, driver } = await begun()
    // The pause has hardly begun: it is on the disk all the same.
    await clock.pass(20)
    const second = await again(store, clock.now() + 2 * MINUTE)
    expect(driver.orders.map(({ value }) => value)).toEqual([true])
    await second.clock.pass(8 * MINUTE - 100)
    expect(second.driver.orders).toEqual([])
    expect((await second.runsOf()).runs).toMatchObject([
      { outcome: 'running', resumed_at: start + 20 + 2 * MINUTE },
    ])
    await second.clock.pass(MINUTE)
    expect(second.driver.orders.map(({ device, value }) => [device, value])).toEqual([['siren', false]])
    const { runs } = await second.runsOf()
    expect(runs).toHaveLength(1)
    expect(runs[0]?.steps.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'device confirmed',
      'delay confirmed',
      'device confirmed',
    ])
    expect(runs[0]?.outcome).toBe('done')
    expect(second.told('rule_notification')).toEqual([])
  })

  test('goes on once its devices are there, also where the pause was over before', async () => {
    const { store, clock } = await begun()
    await clock.pass(MINUTE)
    const late = new TestClock(clock.now() + 30 * MINUTE)
    const second = await houseWith([], { rules: [alarm], store: killed(store), clock: late })
    await late.pass(5000)
    expect(second.driver.orders).toEqual([])
    for (const device of devices()) second.driver.host.upsert(device)
    await late.pass(1000)
    expect(second.driver.orders).toMatchObject([{ device: 'siren', value: false }])
  })

  test('does not wait for ever for a device that does not come back', async () => {
    const { store, clock } = await begun()
    await clock.pass(MINUTE)
    const late = new TestClock(clock.now() + 30 * MINUTE)
    const second = await houseWith([], { rules: [alarm], store: killed(store), clock: late })
    await late.pass(2 * MINUTE)
    expect((await second.runsOf()).runs[0]?.outcome).not.toBe('running')
  })

  test('goes on over several restarts, and is not done twice afterwards', async () => {
    const { store, clock } = await begun()
    await clock.pass(MINUTE)
    const second = await again(store, clock.now() + MINUTE)
    await second.clock.pass(MINUTE)
    const third = await again(second.store, second.clock.now() + MINUTE)
    await third.clock.pass(10 * MINUTE)
    expect(third.driver.orders).toHaveLength(1)
    const fourth = await again(third.store, third.clock.now() + MINUTE)
    await fourth.clock.pass(60 * MINUTE)
    expect(fourth.driver.orders).toEqual([])
    expect((await fourth.runsOf()).runs).toMatchObject([{ outcome: 'done' }])
    expect(third.store.entries.has(UNDER_WAY_KEY)).toBe(false)
  })

  test('is not done twice where the power fails right after the pause', async () => {
    const { store, clock } = await begun()
    await clock.pass(MINUTE)
    const second = await again(store, clock.now() + MINUTE)
    const acting = new Promise<MemoryStore>((resolve) => {
      second.driver.onSet = async () => resolve(killed(second.store))
    })
    await second.clock.pass(10 * MINUTE)
    const third = await again(await acting, second.clock.now())
    await third.clock.pass(60 * MINUTE)
    expect(third.driver.orders).toEqual([])
    expect((await third.runsOf()).runs).toMatchObject([{ outcome: 'stopped', broken_off: 'restarted' }])
    expect(third.told('rule_notification')).toMatchObject([{ rule_id: 'alarm', broken_off: 'restarted' }])
  })

  test('whose order was still unanswered never tells of it as done', async () => {
    const { store, clock } = await begun({ answers: false })
    await clock.pass(100)
    const second = await again(store, clock.now() + MINUTE)
    await second.clock.pass(20 * MINUTE)
    expect((await second.runsOf()).runs).toMatchObject([
      {
        outcome: 'partly',
        steps: [
          { outcome: 'accepted', message: expect.stringMatching(/^INTERRUPTED/) },
          {},
          { outcome: 'confirmed' },
        ],
      },
    ])
  })

  test('is replaced by a newer run of its rule, as one that was never interrupted', async () => {
    const { store, clock } = await begun()
    await clock.pass(MINUTE)
    const second = await again(store, clock.now() + MINUTE)
    second.report('motion', 'MotionService/motion', false)
    second.report('motion', 'MotionService/motion', true)
    await second.clock.pass(30 * MINUTE)
    expect(second.driver.orders.map(({ value }) => value)).toEqual([true, false])
    expect((await second.runsOf()).runs.map(({ outcome }) => outcome)).toEqual(['done', 'stopped'])
  })

  test('stays played: a person’s run goes on although the rule is switched off', async () => {
    const off = { ...alarm, active: false }
    const store = new MemoryStore()
    const clock = new TestClock(start)
    const first = await houseWith(devices(), { rules: [off], store, clock })
    await first.ask('play_rule', { rule_id: 'alarm' })
    await clock.pass(MINUTE)
    // By this the server knows that somebody has to open the home.
    expect(store.entries.has(UNDER_WAY_KEY)).toBe(true)
    const second = await again(store, clock.now(), { rules: [off] })
    await second.clock.pass(10 * MINUTE)
    expect(second.driver.orders).toMatchObject([{ value: false }])
  })

  test('goes on with a clock that the start found set back, after its pause and no later', async () => {
    const { store, clock } = await begun()
    await clock.pass(MINUTE)
    const second = await again(store, start - 24 * 60 * MINUTE)
    await second.clock.pass(10 * MINUTE + 1000)
    expect(second.driver.orders).toMatchObject([{ value: false }])
  })
})

describe('a run that cannot go on after a restart', () => {
  test.each([
    ['it is more than an hour too late', 'too_late', 71 * MINUTE, {}],
    ['its rule is another one by now', 'changed', MINUTE, { version: 4 }],
  ])('is told, in the log and to people: %s', async (_why, broken_off, away, change) => {
    const { store, clock } = await begun()
    await clock.pass(MINUTE)
    const after = killed(store)
    after.entries.set('rule/alarm', { ...alarm, ...change })
    const rules = [{ ...alarm, ...change }]
    const second = await houseWith(devices(), {
      rules,
      store: after,
      clock: new TestClock(clock.now() + away),
    })
    await second.clock.pass(60 * MINUTE)
    expect(second.driver.orders).toEqual([])
    expect((await second.runsOf()).runs).toMatchObject([
      { outcome: 'stopped', broken_off, steps: [{ outcome: 'confirmed' }, { outcome: 'skipped' }] },
    ])
    expect(second.told('rule_notification')).toEqual([
      { rule_id: 'alarm', rule_name: 'alarm', run_id: expect.any(String), broken_off },
    ])
    const third = await houseWith(devices(), {
      rules,
      store: killed(second.store),
      clock: new TestClock(start),
    })
    expect(third.told('rule_notification')).toEqual([])
  })

  test('is told where it was killed before its pause: the siren may howl', async () => {
    const { store, clock } = await begun({ answers: false, driver: undefined })
    const now = clock.now()
    // As it stood before the order was answered.
    const runs = [...store.puts].flatMap((put) => [...put]).filter(([key]) => key.startsWith('run/'))
    const before = killed(store)
    before.entries = new Map([...store.entries].filter(([key]) => !key.startsWith('run/')))
    const [key = '', run] = runs[0] ?? []
    before.entries.set(key, run)
    const second = await again(before, now)
    expect((await second.runsOf()).runs).toMatchObject([{ outcome: 'stopped', broken_off: 'restarted' }])
    expect(second.told('rule_notification')).toMatchObject([{ broken_off: 'restarted' }])
  })

  test('says nothing where all of it had begun, or where the rule is gone', async () => {
    const plain = ruleOf('alarm', { ...alarm, scenes: [siren(true)] })
    const { store, clock } = await begun({ rules: [plain], answers: false })
    await clock.pass(1500)
    const second = await again(store, clock.now(), { rules: [plain] })
    expect((await second.runsOf()).runs).toMatchObject([{ outcome: 'stopped' }])
    expect(second.told('rule_notification')).toEqual([])
  })

  test('S-03 with a full disk pauses end all the same', async () => {
    const { store, clock, driver } = await begun()
    store.broken = true
    await clock.pass(11 * MINUTE)
    expect(driver.orders.map(({ value }) => value)).toEqual([true, false])
  })
})
