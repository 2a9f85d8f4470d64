import { describe, expect, test } from 'vitest'
import { lastReport, MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../rules-kit.ts'
import { settle, TestClock } from '../test-clock.ts'

const STATE = 'LightService/state'
const BRIGHTNESS = 'LightService/brightness'

describe('who caused a value', () => {
  test('a person whose order the device’s report answers', async () => {
    const { set, clock, causesOf, events } = await houseWith([lampNamed('hall')])
    const { id } = await set(STATE, true, { device: 'hall', userId: 'bruno' })
    await clock.pass(10)
    expect(await causesOf('hall', STATE)).toEqual([
      { at: clock.now() - 10, value: true, cause: { kind: 'person', user_id: 'bruno' } },
    ])
    expect(lastReport(events)?.data).toMatchObject({
      cause: id,
      caused_by: { kind: 'person', user_id: 'bruno' },
    })
  })

  test('a report that fits, where the driver does not say what it answers, within 15 s and not later', async () => {
    const { set, report, clock, causesOf } = await houseWith([lampNamed('hall')], { answers: false })
    await set(STATE, true, { device: 'hall', userId: 'bruno' })
    await clock.pass(14_000)
    report('hall', STATE, true)
    await set(STATE, false, { device: 'hall', userId: 'bruno' })
    await clock.pass(16_000)
    report('hall', STATE, false)
    expect((await causesOf('hall', STATE)).map(({ cause }) => cause.kind)).toEqual(['device', 'person'])
  })

  test('the device itself, when it reports another state than was ordered', async () => {
    const { set, report, causesOf, clock } = await houseWith([lampNamed('hall')], { answers: false })
    report('hall', STATE, false)
    await clock.pass(5000)
    await set(BRIGHTNESS, 10, { device: 'hall' })
    await clock.pass(5000)
    report('hall', STATE, true)
    expect((await causesOf('hall', STATE))[0]).toMatchObject({ value: true, cause: { kind: 'device' } })
  })

  test('the same order for what changes along with it in the device', async () => {
    const { set, report, clock, causesOf, told } = await houseWith([lampNamed('hall')])
    await clock.pass(60_000)
    await set(BRIGHTNESS, 80, { device: 'hall', userId: 'bruno' })
    await clock.pass(500)
    report('hall', STATE, true)
    expect((await causesOf('hall', STATE))[0]).toMatchObject({ cause: { kind: 'person', user_id: 'bruno' } })
    await clock.pass(60_000)
    report('hall', STATE, false)
    expect((await causesOf('hall', STATE))[0]).toMatchObject({ cause: { kind: 'device' } })
    expect(told('device_hall_property_changed').at(-1)).not.toHaveProperty('caused_by')
  })

  test('a number on its way to where it was sent', async () => {
    const { set, report, clock, causesOf } = await houseWith([lampNamed('hall')], { answers: false })
    await set(BRIGHTNESS, 200, { device: 'hall', userId: 'bruno' })
    for (const level of [50, 100, 150, 200]) {
      await clock.pass(4000)
      report('hall', BRIGHTNESS, level)
    }
    const kinds = (await causesOf('hall', BRIGHTNESS)).map(({ cause }) => cause.kind)
    expect(kinds).toEqual(['person', 'person', 'person', 'person'])
  })

  test('a rule, with its trigger and its run', async () => {
    const rule = ruleOf('light', {
      event_triggers: [when('motion', 'MotionService/motion', true)],
      scenes: [acts('on', { devices: [sets('hall', [STATE, true])] })],
    })
    const { report, causesOf, runsOf, told } = await houseWith([motion(), lampNamed('hall')], {
      rules: [rule],
    })
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await settle()
    const [run] = (await runsOf('light')).runs
    const cause = {
      kind: 'rule',
      rule_id: 'light',
      rule_name: 'light',
      run_id: run?.run_id,
      trigger: { type: 'DEVICE_TRIGGER', device_id: 'motion' },
    }
    expect((await causesOf('hall', STATE))[0]).toMatchObject({ cause })
    expect(told('device_hall_property_changed').at(-1)).toMatchObject({ caused_by: cause })
  })

  test('the gateway, for what it found when it came back', async () => {
    const store = new MemoryStore()
    const first = await houseWith([lampNamed('hall')], { store })
    first.report('hall', STATE, true)
    await first.home.stop()
    const lamp = lampNamed('hall')
    const [light] = lamp.service_list
    const off = {
      ...light,
      property_list: (light?.property_list ?? []).map((one) =>
        one.name === 'state' ? { ...one, value: false } : one,
      ),
    }
    const second = await houseWith([{ ...lamp, service_list: [off as (typeof lamp.service_list)[number]] }], {
      store,
    })
    expect((await second.causesOf('hall', STATE))[0]).toMatchObject({
      value: false,
      cause: { kind: 'gateway' },
    })
  })

  test('what caused the last change survives a gateway that is killed a second later', async () => {
    const store = new MemoryStore()
    const clock = new TestClock()
    const first = await houseWith([lampNamed('hall')], { store, clock })
    await first.set(STATE, true, { device: 'hall', userId: 'bruno' })
    await clock.pass(1100)
    const second = await houseWith([lampNamed('hall')], { store, clock: new TestClock(clock.now()) })
    expect(await second.causesOf('hall', STATE)).toMatchObject([
      { value: true, cause: { kind: 'person', user_id: 'bruno' } },
    ])
  })

  test('readings do not push out what somebody did, and nothing grows without end', async () => {
    const { set, report, clock, causesOf } = await houseWith([lampNamed('hall')])
    await set(BRIGHTNESS, 200, { device: 'hall', userId: 'bruno' })
    for (let level = 0; level < 100; level++) {
      await clock.pass(60_000)
      report('hall', BRIGHTNESS, level)
    }
    const changes = await causesOf('hall', BRIGHTNESS)
    expect(changes).toHaveLength(11)
    expect(changes[0]).toMatchObject({ value: 99, cause: { kind: 'device' } })
    expect(changes.at(-1)).toMatchObject({ value: 200, cause: { kind: 'person' } })
  })

  test('a device that leaves takes its causes along', async () => {
    const store = new MemoryStore()
    const { set, clock, driver } = await houseWith([lampNamed('hall')], { store })
    await set(STATE, true, { device: 'hall' })
    await clock.pass(1500)
    expect(store.entries.has('causes/hall')).toBe(true)
    driver.host.remove('hall')
    await clock.pass(1500)
    expect([...store.entries.keys()].filter((key) => key.includes('hall'))).toEqual([])
  })
})
