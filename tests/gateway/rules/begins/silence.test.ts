import { describe, expect, test } from 'vitest'
import { rehearse, startOf } from '#gateway/rules/rehearse.ts'
import type { World } from '#gateway/rules/world.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets } from '../../rules-kit.ts'
import { TestClock } from '../../test-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const start = Date.UTC(2026, 10, 16, 9)
const devices = () => [motion('window'), lampNamed('hall')]
const quiet = (more: Partial<Rule> = {}): Rule =>
  ruleOf('quiet', {
    silence_triggers: [{ id: 'q', device_id: 'window', after: 24 * HOUR }],
    scenes: [acts('on', { devices: [sets('hall', ['LightService/state', true])] })],
    ...more,
  })

type Options = NonNullable<Parameters<typeof houseWith>[1]>
const begin = (options: Options = {}) =>
  houseWith(devices(), { rules: [quiet()], clock: new TestClock(start), ...options })

/** What the disk holds when the machine loses its power. */
const killed = (store: MemoryStore): MemoryStore => {
  const after = new MemoryStore()
  after.entries = new Map(store.entries)
  return after
}
/** The same home after so long a time without power, or after it was stopped. */
const again = ({ store, clock }: Awaited<ReturnType<typeof begin>>, away: number, options: Options = {}) =>
  begin({ store: killed(store), clock: new TestClock(clock.now() + away), ...options })

/** Timers run on, while the time of day is set; a sleeping machine has neither. */
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

// decision 0258
describe('a scene that a silence begins', () => {
  test('runs once when the device has reported nothing for so long, and again after the next silence', async () => {
    const { clock, report, driver, runsOf } = await begin()
    report('window', 'MotionService/motion', true)
    await clock.pass(24 * HOUR - 1)
    expect(driver.orders).toEqual([])
    await clock.pass(1)
    expect(driver.orders).toMatchObject([{ device: 'hall', value: true }])
    await clock.pass(72 * HOUR)
    expect(driver.orders).toHaveLength(1)
    report('window', 'MotionService/motion', false)
    await clock.pass(24 * HOUR)
    expect(driver.orders).toHaveLength(2)
    expect((await runsOf('quiet')).runs[1]).toMatchObject({
      outcome: 'done',
      trigger: { type: 'SILENCE_TRIGGER', trigger_id: 'q', device_id: 'window', after: 24 * HOUR },
    })
  })

  test('a report that says nothing new is one, and so is that the device is there again', async () => {
    const { clock, report, driver } = await begin()
    report('window', 'MotionService/lux', 12)
    await clock.pass(20 * HOUR)
    report('window', 'MotionService/lux', 12)
    await clock.pass(20 * HOUR)
    driver.host.status({ device: 'window', status: 5 })
    await clock.pass(2 * HOUR)
    driver.host.status({ device: 'window', status: 2 })
    await clock.pass(24 * HOUR - 1)
    expect(driver.orders).toEqual([])
    await clock.pass(1)
    expect(driver.orders).toHaveLength(1)
  })

  test('a device that is known to be away is silent all the same', async () => {
    const { clock, driver } = await begin()
    await clock.pass(HOUR)
    driver.host.status({ device: 'window', status: 5 })
    await clock.pass(23 * HOUR)
    expect(driver.orders).toHaveLength(1)
  })

  test('a device that has left the home is not silent; why it did not run is told', async () => {
    const { clock, driver, runsOf } = await begin()
    await clock.pass(HOUR)
    driver.host.remove('window')
    await clock.pass(24 * HOUR)
    expect(driver.orders).toEqual([])
    expect((await runsOf('quiet')).misses).toMatchObject([
      { trigger: { type: 'SILENCE_TRIGGER' }, why: [{ reason: 'device_missing' }] },
    ])
  })

  test('is asked what it asks of everything, and says why it did not run', async () => {
    const rule = quiet({
      only_if: {
        logic: 'ALL',
        conditions: [{ kind: 'time', id: 'never', window: { repeating: Array(7).fill(false) as never } }],
      },
    })
    const { clock, driver, runsOf } = await begin({ rules: [rule] })
    await clock.pass(24 * HOUR)
    expect(driver.orders).toEqual([])
    expect((await runsOf('quiet')).misses).toMatchObject([
      { trigger: { type: 'SILENCE_TRIGGER' }, why: [{ reason: 'condition' }] },
    ])
  })

  test('does not begin for a device that was silent before anybody waited for it', async () => {
    const house = await begin({ rules: [] })
    house.report('window', 'MotionService/lux', 12)
    await house.clock.pass(72 * HOUR)
    expect((await house.ask('save_rule', { rule: quiet({ active: true }), base: 0 })).code).toBe(0)
    await house.clock.pass(72 * HOUR)
    expect(house.driver.orders).toEqual([])
    house.report('window', 'MotionService/lux', 12)
    await house.clock.pass(24 * HOUR)
    expect(house.driver.orders).toHaveLength(1)
  })
})

// L-07, L-08
describe('what is no silence', () => {
  test.each([
    ['is stopped', true],
    ['loses its power', false],
  ])(
    'the time in which a gateway that %s is off: what was heard before still counts',
    async (_how, stops) => {
      const first = await begin()
      await first.clock.pass(10 * HOUR + 1000)
      first.report('window', 'MotionService/lux', 12)
      await first.clock.pass(20 * HOUR + 2 * MINUTE)
      if (stops) await first.home.stop()
      const second = await again(first, 500 * HOUR)
      // What a power failure takes of the time is little, and makes nobody silent.
      const lost = stops ? 0 : 6 * MINUTE
      await second.clock.pass(4 * HOUR - 2 * MINUTE - 1000)
      expect(second.driver.orders).toEqual([])
      await second.clock.pass(1000 + lost)
      expect(second.driver.orders).toHaveLength(1)
    },
  )

  test('a silence that was told is not told again after a restart, be it right afterwards', async () => {
    const rules = [
      quiet({ silence_triggers: [{ id: 'q', device_id: 'window', after: 24 * HOUR - 2 * MINUTE }] }),
    ]
    const first = await begin({ rules })
    first.report('window', 'MotionService/lux', 12)
    await first.clock.pass(24 * HOUR - 2 * MINUTE)
    expect(first.driver.orders).toHaveLength(1)
    const second = await again(first, MINUTE, { rules })
    await second.clock.pass(100 * HOUR)
    expect(second.driver.orders).toEqual([])
    second.report('window', 'MotionService/lux', 12)
    await second.clock.pass(24 * HOUR)
    expect(second.driver.orders).toHaveLength(1)
  })

  test('what a driver tells again of before a restart is no word of the device', async () => {
    const first = await begin()
    first.report('window', 'MotionService/lux', 12)
    await first.clock.pass(20 * HOUR)
    await first.home.stop()
    const window = motion('window')
    for (const { property_list } of window.service_list)
      for (const property of property_list) if (property.name === 'lux') property.value = 12
    const second = await houseWith([window, lampNamed('hall')], {
      ...{ rules: [quiet()], store: killed(first.store) },
      clock: new TestClock(first.clock.now()),
    })
    await second.clock.pass(4 * HOUR)
    expect(second.driver.orders).toHaveLength(1)
  })

  test.each([
    [40 * HOUR, 'sleeps for long, or whose clock is set ahead'],
    [-40 * HOUR, 'is set back'],
  ])('%i ms by which the clock of a machine jumps that %s', async (by) => {
    const clock = new SetClock(start)
    const { report, driver } = await begin({ clock })
    report('window', 'MotionService/lux', 12)
    await clock.pass(20 * HOUR)
    clock.shift(by)
    await clock.pass(4 * HOUR - 2 * MINUTE)
    expect(driver.orders).toEqual([])
    await clock.pass(4 * MINUTE)
    expect(driver.orders).toHaveLength(1)
  })

  test('a machine that starts with a clock of years ago, and is told the time afterwards', async () => {
    const first = await begin()
    first.report('window', 'MotionService/lux', 12)
    await first.clock.pass(20 * HOUR)
    await first.home.stop()
    const clock = new SetClock(Date.UTC(2000, 0, 1))
    const second = await begin({ store: killed(first.store), clock })
    await clock.pass(MINUTE)
    clock.shift(first.clock.now() - Date.UTC(2000, 0, 1))
    await clock.pass(3 * HOUR)
    expect(second.driver.orders).toEqual([])
    await clock.pass(HOUR + MINUTE)
    expect(second.driver.orders).toHaveLength(1)
  })
})

describe('the scene itself', () => {
  const save = async (rule: Rule) => (await begin({ rules: [] })).ask('save_rule', { rule, base: 0 })
  const silence = (more: object) =>
    quiet({ silence_triggers: [{ id: 'q', device_id: 'window', after: HOUR, ...more }] })

  test('is kept with a time from a minute to thirty days, and with each silence once', async () => {
    for (const after of [MINUTE, 30 * 24 * HOUR]) expect((await save(silence({ after }))).code).toBe(0)
    for (const after of [MINUTE - 1, 30 * 24 * HOUR + 1, '60000'])
      expect((await save(silence({ after }))).code).toBe(400)
    const two = [MINUTE, MINUTE].map((after, n) => ({ id: `q${n}`, device_id: 'window', after }))
    expect(await save(quiet({ silence_triggers: two }))).toMatchObject({
      code: 409,
      message: 'functionality_added',
    })
  })

  test('of a device that is gone is kept, marked, and never runs by itself', async () => {
    const house = await begin()
    house.driver.host.remove('window')
    const { rules } = (await house.ask('get_rules_list')).data as { rules: object[] }
    expect(rules).toMatchObject([{ faults: 1, never: 'missing', device_ids: ['window', 'hall'] }])
  })

  test('says what the device is called now', async () => {
    const house = await begin()
    await house.ask('set_device_name', { device_id: 'window', name: 'Bad' })
    const { rules } = (await house.ask('get_rules')).data as { rules: Rule[] }
    expect(rules[0]?.silence_triggers).toMatchObject([{ device_name: 'Bad' }])
  })
})

describe('a rehearsal', () => {
  const homeOf = async (
    work: (house: Awaited<ReturnType<typeof begin>>) => Promise<void>,
    rule: Rule = quiet(),
  ) => {
    const house = await begin({ rules: [rule] })
    const from = house.clock.now()
    await work(house)
    const to = house.clock.now()
    const { changes } = (await house.ask('get_recorded_changes', { from, to })).data as {
      changes: RecordedChange[]
    }
    const now: World = { value: () => undefined, status: () => undefined }
    const told = (rule: Rule, since = from) =>
      rehearse({ rule, recorded: changes, start: startOf(changes, since, now), zone: 'UTC', from: since, to })
    return { from, house, told, changes }
  }

  test('finds the silences that there were, also of a device that says the same again and again', async () => {
    const { from, told, house } = await homeOf(async ({ clock, report }) => {
      for (let n = 0; n < 60; n++) {
        report('window', 'MotionService/lux', 12)
        await clock.pass(HOUR)
      }
      await clock.pass(30 * HOUR)
      report('window', 'MotionService/lux', 12)
      await clock.pass(HOUR)
    })
    const fired = (await house.runsOf('quiet')).runs.map(({ at }) => at)
    expect(fired).toEqual([from + 83 * HOUR])
    expect(told(quiet()).edited.map(({ at }) => at)).toEqual(fired)
    // One that begins in the midst of a silence knows when it began.
    expect(told(quiet(), from + 70 * HOUR).edited.map(({ at }) => at)).toEqual(fired)
    const longer = [{ id: 'q', device_id: 'window', after: 32 * HOUR }]
    expect(told(quiet({ silence_triggers: longer })).edited).toEqual([])
  })

  const silentFor = (ms: number) => quiet({ silence_triggers: [{ id: 'q', device_id: 'window', after: ms }] })

  test('knows the last word before a silence, and a silence that is shorter than there are marks', async () => {
    for (const ms of [5 * MINUTE, HOUR]) {
      const rule = silentFor(ms)
      const { told, house, from } = await homeOf(async ({ clock, report }) => {
        for (let n = 0; n < 40; n++) {
          report('window', 'MotionService/lux', 12)
          await clock.pass(MINUTE)
        }
        await clock.pass(2 * HOUR)
      }, rule)
      const fired = (await house.runsOf('quiet')).runs.map(({ at }) => at)
      expect(fired).toEqual([from + 39 * MINUTE + ms])
      expect(told(rule).edited.map(({ at }) => at)).toEqual(fired)
    }
  })

  test('knows that a device that goes away says nothing, and that it says so when it is there again', async () => {
    const rule = silentFor(HOUR)
    const { told, house, from } = await homeOf(async ({ clock, report, driver }) => {
      for (const ms of [0, 5 * MINUTE]) {
        await clock.pass(ms)
        report('window', 'MotionService/lux', 12)
      }
      await clock.pass(2 * MINUTE)
      driver.host.status({ device: 'window', status: 5 })
      await clock.pass(5 * HOUR)
      driver.host.status({ device: 'window', status: 2 })
      await clock.pass(HOUR)
    }, rule)
    const fired = (await house.runsOf('quiet')).runs.map(({ at }) => at)
    expect(fired).toEqual([from + 7 * MINUTE + 6 * HOUR, from + 5 * MINUTE + HOUR])
    expect(told(rule).edited.map(({ at }) => at)).toEqual(fired.toReversed())
  })

  test('a device that reports each minute leaves few marks', async () => {
    const { changes } = await homeOf(async ({ clock, report }) => {
      for (let n = 0; n < 120; n++) {
        report('window', 'MotionService/lux', 12)
        await clock.pass(MINUTE)
      }
    })
    expect(changes.length).toBeLessThan(12)
  })
})
