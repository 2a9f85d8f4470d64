import { describe, expect, test } from 'vitest'
import type { TimeTrigger } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../../rules-kit.ts'
import { settle, TestClock } from '../../test-clock.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const every: NonNullable<TimeTrigger['repeating']> = [true, true, true, true, true, true, true]
const on = [acts('on', { devices: [sets('hall', ['LightService/state', true])] })]
/** At that time of each day in Zurich, which is an hour ahead of UTC in winter. */
const daily = (hour: number, minute = 0) =>
  ruleOf('daily', { time_triggers: [{ id: 't1', hour, minute, second: 0, repeating: every }], scenes: on })

/** Timers run on, while the time of day is set back and forth; a sleeping machine has neither. */
class SetClock extends TestClock {
  #shift = 0

  constructor(at: number) {
    super(at)
    const steady = this.now
    this.now = () => steady() + this.#shift
  }

  shift(ms: number): void {
    this.#shift += ms
  }
}

const start = Date.UTC(2026, 10, 16, 9)

describe('time triggers', () => {
  test('fire at their time in the home’s zone, every day once', async () => {
    const { clock, runsOf, driver } = await houseWith([lampNamed('hall')], {
      rules: [daily(11)],
      clock: new TestClock(start),
    })
    await clock.pass(HOUR - 1)
    expect(driver.orders).toEqual([])
    await clock.pass(1)
    expect(driver.orders).toHaveLength(1)
    await clock.pass(3 * DAY)
    const { runs } = await runsOf('daily')
    expect(runs.map(({ at }) => at)).toEqual([3, 2, 1, 0].map((days) => start + HOUR + days * DAY))
    expect(runs[0]).toMatchObject({ trigger: { type: 'TIME_TRIGGER', trigger_id: 't1' } })
  })

  test('go by another zone once the gateway is told of it', async () => {
    let zone = 'Europe/Zurich'
    const { clock, driver } = await houseWith([lampNamed('hall')], {
      rules: [daily(11)],
      clock: new TestClock(start),
      zone: () => zone,
    })
    zone = 'Europe/Lisbon'
    await clock.pass(HOUR + 60_000)
    expect(driver.orders).toEqual([])
    await clock.pass(HOUR)
    expect(driver.orders).toHaveLength(1)
  })

  test.each([
    [-DAY, 'a day back'],
    [-30_000, 'half a minute back'],
    [30_000, 'half a minute ahead'],
  ])('L-07 a clock that is set %i ms after a moment does not bring it again: %s', async (shift) => {
    const clock = new SetClock(start)
    const { driver } = await houseWith([lampNamed('hall')], { rules: [daily(11)], clock })
    await clock.pass(HOUR + 10_000)
    expect(driver.orders).toHaveLength(1)
    clock.shift(shift)
    await clock.pass(2 * HOUR)
    expect(driver.orders).toHaveLength(1)
  })

  test('L-07 a clock that was a day ahead and is set right brings the moments of the real day once each', async () => {
    const clock = new SetClock(start)
    const { driver, runsOf } = await houseWith([lampNamed('hall')], { rules: [daily(11)], clock })
    clock.shift(DAY)
    await clock.pass(60_000)
    clock.shift(-DAY)
    await clock.pass(2 * HOUR)
    expect(driver.orders).toHaveLength(1)
    expect((await runsOf('daily')).runs).toHaveLength(1)
  })

  test('L-07 a machine that slept over a moment acts on it when it was a moment ago, and says so when it was not', async () => {
    const clock = new SetClock(start)
    const { driver, runsOf } = await houseWith([lampNamed('hall')], { rules: [daily(11)], clock })
    clock.shift(HOUR + 2 * 60_000)
    await clock.pass(31_000)
    expect(driver.orders).toHaveLength(1)
    clock.shift(DAY - 60_000 + HOUR)
    await clock.pass(31_000)
    expect(driver.orders).toHaveLength(1)
    expect((await runsOf('daily')).misses).toMatchObject([{ why: [{ reason: 'missed_time' }] }])
  })

  test('L-07 a pause takes as long as it should, whatever the clock does meanwhile', async () => {
    const clock = new SetClock(start)
    const rule = ruleOf('stairs', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [pauseOf(60_000), ...on],
    })
    const { report, driver } = await houseWith([motion(), lampNamed('hall')], { rules: [rule], clock })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await settle()
    clock.shift(-DAY)
    await clock.pass(59_000)
    clock.shift(2 * DAY)
    await clock.pass(900)
    expect(driver.orders).toEqual([])
    await clock.pass(200)
    expect(driver.orders).toHaveLength(1)
  })

  test('L-08 a gateway that is killed right after a moment does not act on it again', async () => {
    const store = new MemoryStore()
    const clock = new TestClock(start)
    const first = await houseWith([lampNamed('hall')], { rules: [daily(11)], clock, store })
    await clock.pass(HOUR)
    expect(first.driver.orders).toHaveLength(1)
    const after = new MemoryStore()
    after.entries = new Map(store.entries)
    const second = await houseWith([lampNamed('hall')], {
      rules: [daily(11)],
      clock: new TestClock(clock.now() + 1000),
      store: after,
    })
    await second.clock.pass(60_000)
    expect(second.driver.orders).toEqual([])
  })

  test.each([
    [2 * 60_000, 1, []],
    [2 * HOUR, 0, ['missed_time']],
  ])('what came while the gateway was down for %i ms: %i runs, misses %j', async (away, runs, misses) => {
    const store = new MemoryStore()
    const clock = new TestClock(start)
    const first = await houseWith([lampNamed('hall')], { rules: [daily(11)], clock, store })
    await clock.pass(HOUR - 60_000)
    await first.home.stop()
    const second = await houseWith([lampNamed('hall')], {
      rules: [daily(11)],
      clock: new TestClock(clock.now() + away),
      store,
    })
    await second.clock.pass(1000)
    const told = await second.runsOf('daily')
    expect(told.runs).toHaveLength(runs)
    expect(told.misses.flatMap(({ why }) => why.map(({ reason }) => reason))).toEqual(misses)
  })

  test('S-03 with a full disk rules act all the same', async () => {
    const store = new MemoryStore()
    const { clock, driver } = await houseWith([lampNamed('hall')], {
      rules: [daily(11)],
      clock: new TestClock(start),
      store,
    })
    await clock.pass(HOUR - 1000)
    store.broken = true
    await clock.pass(2000)
    expect(driver.orders).toHaveLength(1)
  })
})

describe('a delay', () => {
  test('that a restart falls into goes on, and ends when it would have', async () => {
    const still = ruleOf('still', {
      event_triggers: [when('motion', 'MotionService/motion', true, { delay: 10 * 60_000 })],
      scenes: on,
    })
    const devices = [motion(), lampNamed('hall')]
    const store = new MemoryStore()
    const clock = new TestClock(start)
    const first = await houseWith(devices, { rules: [still], store, clock })
    first.report('motion', 'MotionService/motion', false)
    first.report('motion', 'MotionService/motion', true)
    await clock.pass(6 * 60_000)
    await first.home.stop()
    const second = await houseWith(devices, { rules: [still], store, clock: new TestClock(clock.now()) })
    await second.clock.pass(4 * 60_000 - 1)
    expect(second.driver.orders).toEqual([])
    await second.clock.pass(1)
    expect(second.driver.orders).toHaveLength(1)
  })
})
