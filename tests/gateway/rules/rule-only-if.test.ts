import { describe, expect, test } from 'vitest'
import type { OnlyIf, PlainCondition, Rule } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../rules-kit.ts'
import { TestClock } from '../test-clock.ts'

const HOUR = 3_600_000
/** Monday, 10:00 in Zurich. */
const start = Date.UTC(2026, 10, 16, 9)
const off = when('hall', 'LightService/state', false)
const dark: PlainCondition = { kind: 'device', id: 'dark', device: { ...off, id: 'dark' } }
const night: PlainCondition = {
  kind: 'time',
  id: 'night',
  window: {
    from: { hour: 22, minute: 0 },
    to: { hour: 6, minute: 0 },
    repeating: [true, true, true, true, true, true, true],
  },
}
const only = (...conditions: PlainCondition[]): OnlyIf => ({ logic: 'ALL', conditions })
const moved = ruleOf('moved', {
  event_triggers: [when('motion', 'MotionService/motion', true)],
  scenes: [acts('on', { devices: [sets('porch', ['LightService/state', true])] })],
})
const begin = (rule: Partial<Rule>, more: Parameters<typeof houseWith>[1] = {}) =>
  houseWith([lampNamed('hall'), lampNamed('porch'), motion()], {
    rules: [{ ...moved, ...rule }],
    clock: new TestClock(start),
    ...more,
  })
type House = Awaited<ReturnType<typeof begin>>
async function move({ clock, report }: House): Promise<void> {
  report('motion', 'MotionService/motion', false)
  await clock.pass(1000)
  report('motion', 'MotionService/motion', true)
  await clock.pass(1000)
}

describe('a scene that runs only if something holds', () => {
  test('tells why it did not run, and runs when it does hold', async () => {
    const house = await begin({ only_if: only(dark) })
    house.report('hall', 'LightService/state', true)
    await move(house)
    expect(house.driver.orders).toEqual([])
    const { misses } = await house.runsOf('moved')
    expect(misses[0]?.why).toMatchObject([
      { reason: 'condition', trigger: { trigger_id: 'dark', wanted: false, found: true } },
    ])
    house.report('hall', 'LightService/state', false)
    await move(house)
    expect(house.driver.orders).toHaveLength(1)
  })

  test('at night only, by the clocks of the home', async () => {
    const house = await begin({ only_if: only(night) })
    await move(house)
    expect(house.driver.orders).toEqual([])
    await house.clock.pass(12 * HOUR)
    await move(house)
    expect(house.driver.orders).toHaveLength(1)
    await house.clock.pass(8 * HOUR)
    await move(house)
    expect(house.driver.orders).toHaveLength(1)
    const { misses } = await house.runsOf('moved')
    expect(misses[0]?.why).toMatchObject([{ trigger: { type: 'TIME_WINDOW', found: false } }])
  })

  test('whoever runs it by hand is not asked', async () => {
    const { ask, driver, clock } = await begin({ only_if: only(night) })
    expect(await ask('play_rule', { rule_id: 'moved' })).toMatchObject({ code: 0 })
    await clock.pass(1000)
    expect(driver.orders).toHaveLength(1)
  })

  test('asks about a value in the same way after a restart', async () => {
    const store = new MemoryStore()
    const first = await begin({ only_if: only(dark) }, { store })
    first.report('hall', 'LightService/state', false)
    await first.clock.pass(HOUR)
    await first.home.stop()
    const again = await begin({ only_if: only(dark) }, { store, clock: new TestClock(start + HOUR + 1000) })
    await move(again)
    expect((await again.runsOf('moved')).runs).toHaveLength(1)
  })
})

describe('what it asks about belongs to it', () => {
  const rows = async ({ ask }: House) =>
    ((await ask('get_rules_list')).data as { rules: { faults: number; device_ids: string[] }[] }).rules[0]

  test('its row names the devices, and counts what is missing', async () => {
    const house = await begin({ only_if: only(dark) })
    expect(await rows(house)).toMatchObject({ faults: 0, device_ids: ['motion', 'hall', 'porch'] })
    house.driver.host.remove('hall')
    await house.clock.pass(1000)
    expect(await rows(house)).toMatchObject({ faults: 1 })
  })

  test('devices and statuses in it are told by their present names', async () => {
    const { ask } = await begin({ only_if: only(dark) })
    await ask('set_device_name', { device_id: 'hall', name: 'Flur' })
    const { data } = await ask('get_rules')
    expect(JSON.stringify((data as { rules: Rule[] }).rules[0]?.only_if)).toContain('"device_name":"Flur"')
  })

  test('its values are recorded, so that it can be rehearsed', async () => {
    const { ask, report, clock } = await begin({ only_if: only(dark) })
    report('hall', 'LightService/state', true)
    await clock.pass(1000)
    const { data } = await ask('get_recorded_changes', { from: start - HOUR, to: start + HOUR })
    expect((data as { changes: object[] }).changes).toContainEqual(
      expect.objectContaining({ device_id: 'hall', property_name: 'state', value: true }),
    )
  })

  test('a device that takes the place of another takes it here too', async () => {
    const { ask } = await begin({ only_if: only(dark) })
    await ask('apply_replacement', { device_id: 'hall', new_device_id: 'porch' })
    const { data } = await ask('get_rules')
    expect((data as { rules: Rule[] }).rules[0]?.only_if?.conditions[0]).toMatchObject({
      device: { event_source: 'porch', service_name: 'LightService' },
    })
  })

  test('two things of one id, and a group of nothing, are refused', async () => {
    const { ask } = await begin({})
    const save = async (only_if: OnlyIf) => await ask('save_rule', { rule: { ...moved, only_if }, base: 1 })
    expect(await save(only(dark, { ...night, id: 'dark' }))).not.toMatchObject({ code: 0 })
    const empty = { kind: 'group' as const, id: 'g', logic: 'ANY' as const, conditions: [] }
    expect(await save({ logic: 'ALL', conditions: [empty] })).toMatchObject({ message: 'incomplete' })
    expect(await save(only(dark, night))).toMatchObject({ code: 0 })
  })
})
