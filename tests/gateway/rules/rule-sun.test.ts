import { describe, expect, test } from 'vitest'
import { sunMoment } from '#gateway/lib/times/sun.ts'
import type { SunTrigger } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../rules-kit.ts'
import { TestClock } from '../test-clock.ts'

const HOUR = 3_600_000
const place = { latitude: 47.5, longitude: 8.73, name: 'Winterthur' }
const on = [acts('on', { devices: [sets('hall', ['LightService/state', true])] })]
const sunset: SunTrigger = {
  id: 's',
  sun: { event: 'sunset', offset: -HOUR },
  repeating: [true, true, true, true, true, true, true],
}
const start = Date.UTC(2026, 10, 16, 9)
const due = Number(sunMoment('sunset', start, place)) - HOUR
const evening = ruleOf('evening', { sun_triggers: [sunset], scenes: on })
const begin = (more: Parameters<typeof houseWith>[1] = {}) =>
  houseWith([lampNamed('hall'), motion()], { rules: [evening], clock: new TestClock(start), place, ...more })

describe('a scene by the sun', () => {
  test('runs an hour before sunset where the home is, and says so', async () => {
    const { clock, driver, runsOf } = await begin()
    await clock.pass(due - start - 1)
    expect(driver.orders).toEqual([])
    await clock.pass(1)
    expect(driver.orders).toHaveLength(1)
    const { runs } = await runsOf('evening')
    expect(runs[0]).toMatchObject({ at: due, trigger: { type: 'SUN_TRIGGER', sun: sunset.sun } })
  })

  test('while nobody has said where the home is, its row counts what is missing; once told it runs', async () => {
    const { clock, driver, ask } = await begin({ place: undefined })
    const faults = async () => {
      const { data } = await ask('get_rules_list', {})
      return (data as { rules: { faults: number; triggers: number }[] }).rules[0]
    }
    expect(await faults()).toMatchObject({ faults: 1, triggers: 1 })
    expect((await ask('get_recorded_changes', { from: 0, to: 0 })).data).not.toHaveProperty('place')
    expect(
      await ask('set_place', { latitude: 47.5004, longitude: 8.7296, name: 'Winterthur' }),
    ).toMatchObject({
      code: 0,
    })
    expect(await faults()).toMatchObject({ faults: 0 })
    // No finer than the sun needs.
    expect((await ask('get_recorded_changes', { from: 0, to: 0 })).data).toMatchObject({ place })
    await clock.pass(due - start)
    expect(driver.orders).toHaveLength(1)
  })

  test('knows the place again after a restart, and does not run twice for one sunset', async () => {
    const store = new MemoryStore()
    const first = await begin({ store, place: undefined })
    await first.ask('set_place', place)
    await first.clock.pass(due - start)
    expect(first.driver.orders).toHaveLength(1)
    await first.home.stop()
    const again = await begin({ store, place: undefined, clock: new TestClock(due + 1000) })
    await again.clock.pass(HOUR)
    expect(again.driver.orders).toEqual([])
    await again.clock.pass(24 * HOUR)
    expect(again.driver.orders).toHaveLength(1)
  })

  test('with a condition beside it the scene tells why it did not run', async () => {
    const dark = when('motion', 'MotionService/lux', 50, { compare_type: 'LT', inclusive: true })
    const { clock, driver, report, runsOf } = await begin({
      rules: [{ ...evening, rule_logic: 'AND', event_triggers: [dark] }],
    })
    report('motion', 'MotionService/lux', 51)
    await clock.pass(due - start)
    expect(driver.orders).toEqual([])
    const { misses } = await runsOf('evening')
    expect(misses[0]).toMatchObject({
      trigger: { type: 'SUN_TRIGGER' },
      why: [{ reason: 'condition', trigger: { compare_type: 'LT', inclusive: true, wanted: 50, found: 51 } }],
    })
    report('motion', 'MotionService/lux', 50)
    await clock.pass(24 * HOUR)
    expect(driver.orders).toHaveLength(1)
  })

  test('its row names its devices as they are called now', async () => {
    const { ask } = await begin()
    const row = async () => {
      const { data } = await ask('get_rules_list', {})
      return (data as { rules: object[] }).rules[0]
    }
    expect(await row()).toMatchObject({ device_ids: ['hall'], device_names: ['hall'] })
    await ask('set_device_name', { device_id: 'hall', name: 'Flur' })
    expect(await row()).toMatchObject({ device_names: ['Flur'] })
  })

  test.each([
    [{ latitude: 91, longitude: 0 }],
    [{ latitude: 0, longitude: 181 }],
    [{ latitude: 0 }],
    [{ latitude: 0, longitude: 0, street: 'Lindenweg' }],
  ])('a place like %j is refused', async (given) => {
    const { ask } = await begin()
    expect(await ask('set_place', given as never)).toMatchObject({ code: 400 })
  })
})
