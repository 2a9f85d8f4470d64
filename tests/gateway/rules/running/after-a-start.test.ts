import { describe, expect, test } from 'vitest'
import { sunMoment } from '#gateway/lib/times/sun.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { ActionTarget, Rule } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../../rules-kit.ts'
import { settle, TestClock } from '../../test-clock.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A Monday, 10:00 in Zurich. */
const start = Date.UTC(2026, 10, 16, 9)
const everyDay: NonNullable<Rule['sun_triggers']>[number]['repeating'] = [
  true,
  true,
  true,
  true,
  true,
  true,
  true,
]
const place = { latitude: 47.4999, longitude: 8.7265 }
const sunset = Number(sunMoment('sunset', start, place))
const devices = () => [motion(), lampNamed('hall'), lampNamed('bath')]
const all: ActionTarget = { id: 'all', kind: 'lights', sets: 'power', value: false }
/** As a driver tells of a lamp that is off. */
const dark = (services: Device['service_list']): Device['service_list'] =>
  services.map((service) => ({
    ...service,
    property_list: service.property_list.map((one) =>
      one.name === 'state' ? { ...one, value: false } : one,
    ),
  }))
const goesDark = acts('dark', { targets: [all] })

type House = Awaited<ReturnType<typeof houseWith>>

/** A home that has had its devices, with its lamps lit, and begins anew while none of them has been heard of. */
async function again(
  rules: readonly Rule[],
  { at = start, ...more }: Parameters<typeof houseWith>[1] & { at?: number } = {},
) {
  const store = new MemoryStore()
  const before = await houseWith(devices(), { store, clock: new TestClock(at - MINUTE) })
  before.report('motion', 'MotionService/motion', false)
  for (const lamp of ['hall', 'bath']) before.report(lamp, 'LightService/state', true)
  await settle()
  await before.home.stop()
  const clock = new TestClock(at)
  const home = await houseWith([], { store, clock, rules, place, zone: () => 'Europe/Zurich', ...more })
  const arrive = async (...names: string[]) => {
    for (const device of devices()) if (names.includes(device.id)) home.driver.host.upsert(device)
    await settle()
  }
  const ordered = () => home.driver.orders.map(({ device, value }) => `${device} ${value}`)
  return { ...home, clock, arrive, ordered }
}

// decision 0266
describe('what a scene does right after a start waits until its devices have been heard of', () => {
  const scene = (more: Partial<Rule>) => ruleOf('dark', { scenes: [goesDark], ...more })
  const other = ruleOf('other', {
    scenes: [acts('run', { rules: [{ rule_id: 'dark', name: 'dark', act: 'run' }] })],
  })
  const status = { resource_id: 'away', name: 'Away', icon: 1, state: true }

  const begins: [
    by: string,
    rules: Rule[],
    begin: (house: Pick<House, 'ask' | 'driver' | 'report'>) => unknown,
    at?: number,
  ][] = [
    [
      'a moment of the clock',
      [scene({ time_triggers: [{ id: 't', hour: 10, minute: 0, second: 4, repeating: everyDay }] })],
      () => {},
    ],
    [
      'the sun',
      [scene({ sun_triggers: [{ id: 's', sun: { event: 'sunset' }, repeating: everyDay }] })],
      () => {},
      sunset - 4 * SECOND,
    ],
    [
      'the silence of a device',
      [scene({ silence_triggers: [{ id: 's', device_id: 'motion', after: 4 * SECOND }] })],
      () => {},
    ],
    ['a person', [scene({})], ({ ask }) => ask('play_rule', { rule_id: 'dark' })],
    ['another scene', [scene({}), other], ({ ask }) => ask('play_rule', { rule_id: 'other' })],
    [
      'an address',
      [scene({ call_triggers: [{ id: 'c' }] })],
      ({ ask }) => ask('call_rule', { rule_id: 'dark', trigger_id: 'c' }),
    ],
    [
      'a status',
      [scene({ statuses: [status] })],
      ({ ask }) => ask('set_scenario_status', { resource_id: 'away', state: true }),
    ],
    [
      'a device that is there before the others',
      [scene({ event_triggers: [when('motion', 'MotionService/motion', true)] })],
      ({ driver, report }) => {
        driver.host.upsert(motion())
        report('motion', 'MotionService/motion', true)
      },
    ],
  ]

  test.each(begins)('begun by %s', async (_by, rules, begin, at = start) => {
    const house = await again(rules, { at, statuses: [{ ...status, state: false }] })
    await begin(house)
    await house.clock.pass(8 * SECOND)
    expect(house.ordered()).toEqual([])
    expect((await house.runsOf('dark')).runs).toMatchObject([{ outcome: 'running' }])
    await house.arrive('hall', 'bath')
    await house.clock.pass(SECOND)
    expect(house.ordered()).toEqual(['hall false', 'bath false'])
    expect((await house.runsOf('dark')).runs).toMatchObject([{ outcome: 'done' }])
  })

  const played = async (...given: Parameters<typeof acts>) => {
    const house = await again([ruleOf('dark', { scenes: [acts(...given)] })])
    await house.ask('play_rule', { rule_id: 'dark' })
    await settle()
    const run = async () => (await house.runsOf('dark')).runs[0]
    return { ...house, run }
  }

  test('each device as soon as it is there, named or meant, and nobody waits for another', async () => {
    for (const more of [
      { targets: [all] },
      { devices: ['hall', 'bath'].map((id) => sets(id, ['LightService/state', false])) },
    ]) {
      const { arrive, ordered, clock } = await played('dark', more)
      await arrive('bath')
      await clock.pass(1)
      expect(ordered()).toEqual(['bath false'])
      await arrive('hall')
      await clock.pass(1)
      expect(ordered()).toEqual(['bath false', 'hall false'])
    }
  })

  test('but what goes by how all of them are waits for all: what they were before the restart may be no longer so', async () => {
    const { ordered, clock, driver } = await played('dark', {
      targets: [{ ...all, value: undefined, computed: { kind: 'toggle' } } as ActionTarget],
    })
    const comesDark = (id: string) =>
      driver.host.upsert({ ...lampNamed(id), service_list: dark(lampNamed(id).service_list) })
    comesDark('hall')
    await clock.pass(SECOND)
    expect(ordered()).toEqual([])
    comesDark('bath')
    await clock.pass(SECOND)
    expect(ordered()).toEqual(['hall true', 'bath true'])
  })

  test('people and statuses wait for no device', async () => {
    const { told, ordered } = await played('dark', {
      targets: [all],
      notifications: [{ type: 1, short_desc: 'Dark' }],
    })
    expect(told('rule_notification')).toMatchObject([{ notification: { short_desc: 'Dark' } }])
    expect(ordered()).toEqual([])
  })

  test('not for ever: what has not come by then is told as offline, and later nobody waits again', async () => {
    const { clock, run, ask, arrive, runsOf } = await played('dark', { targets: [all] })
    await arrive('bath')
    await clock.pass(2 * MINUTE)
    const offline = { device_id: 'hall', outcome: 'failed', message: expect.stringMatching(/offline/) }
    expect(await run()).toMatchObject({
      outcome: 'partly',
      steps: [{ kind: 'target' }, { device_id: 'bath', outcome: 'confirmed' }, offline],
    })
    await ask('play_rule', { rule_id: 'dark' })
    await clock.pass(SECOND)
    expect((await runsOf('dark')).runs[0]?.steps).toContainEqual(expect.objectContaining(offline))
  })

  test('nor for a device that turns out to be gone, nor once somebody stops it', async () => {
    const first = await played('dark', { targets: [all] })
    first.driver.host.inventory(['hall', 'motion'])
    await first.arrive('hall')
    await first.clock.pass(SECOND)
    expect(first.ordered()).toEqual(['hall false'])
    expect((await first.run())?.outcome).toBe('partly')

    const second = await played('dark', { targets: [all] })
    const { run_id } = (await second.run()) ?? {}
    await second.ask('stop_rule_run', { rule_id: 'dark', run_id })
    await second.clock.pass(SECOND)
    expect((await second.run())?.outcome).toBe('stopped')
    await second.arrive('hall', 'bath')
    await second.clock.pass(SECOND)
    expect(second.ordered()).toEqual([])
  })
})
