import { describe, expect, test } from 'vitest'
import type { ActionSet, ActionTarget } from '#schemas/generated/entities/rule.ts'
import { deviceWith, MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, ruleOf, sets } from '../rules-kit.ts'
import { settle, TestClock } from '../test-clock.ts'

const start = Date.UTC(2026, 10, 16, 9)
const floors = [
  {
    ...{ floor_id: 'ground', floor_name: 'Ground' },
    rooms: [
      { room_id: 'hall', room_name: 'Hall', devices: ['h1', 'h2'] },
      { room_id: 'bath', room_name: 'Bath', devices: ['b1'] },
    ],
  },
  {
    floor_id: 'upper',
    floor_name: 'Upper',
    rooms: [{ room_id: 'attic', room_name: 'Attic', devices: ['u1'] }],
  },
]
const lamps = ['h1', 'h2', 'b1', 'u1', 'free']
const ground = { floor_id: 'ground', name: 'Ground' }
const off: ActionTarget = { id: 'all', kind: 'lights', sets: 'power', value: false }

type Options = NonNullable<Parameters<typeof houseWith>[1]>

async function house(
  targets: readonly ActionTarget[],
  more: Parameters<typeof acts>[1] = {},
  {
    clock = new TestClock(start),
    devices = lamps.map(lampNamed),
    ...options
  }: Options & { devices?: Parameters<typeof houseWith>[0] } = {},
  after: readonly ActionSet[] = [],
) {
  const rule = ruleOf('off', {
    version: 1,
    scenes: [acts('set', { targets: [...targets], ...more }), ...after],
  })
  const home = await houseWith(devices, { floors, rules: [rule], ...options, clock })
  const play = async () => {
    const answer = await home.ask('play_rule', { rule_id: 'off' })
    await (clock as TestClock).pass(1)
    await settle()
    return answer
  }
  const run = async () => (await home.runsOf()).runs[0]
  const ordered = () =>
    home.driver.orders.map(({ device, property, value }) => `${device} ${property} ${value}`)
  return { ...home, clock: clock as TestClock, play, run, ordered }
}

// decision 0203
describe('all devices of a kind', () => {
  test('are set when the scene runs, and its story tells of each by itself, behind what was looked for', async () => {
    const { play, run, ordered } = await house([{ ...off, place: ground, except: [{ device_id: 'h2' }] }])
    await play()
    expect(ordered().sort()).toEqual(['b1 state false', 'h1 state false'])
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [
        { kind: 'target', outcome: 'confirmed', target: { kind: 'lights', place: ground } },
        { kind: 'device', device_id: 'h1', of: 0, value: false, outcome: 'confirmed' },
        { kind: 'device', device_id: 'b1', of: 0, value: false, outcome: 'confirmed' },
      ],
    })
  })

  test('are those that are there then: a device that came later, one that has moved, and not one that has left', async () => {
    const { play, ordered, driver, ask } = await house([{ ...off, place: ground }])
    driver.host.upsert(lampNamed('new'))
    await settle()
    expect(
      await ask('add_device_to_room', { floor_id: 'ground', room_id: 'hall', device_ids: ['new'] }),
    ).toMatchObject({ code: 0 })
    await ask('add_device_to_room', { floor_id: 'upper', room_id: 'attic', device_ids: ['h2'] })
    driver.host.remove('b1')
    await play()
    expect(ordered().sort()).toEqual(['h1 state false', 'new state false'])
  })

  test('are told as partly done where one fails: the others are set all the same', async () => {
    const { play, run, driver, clock } = await house([off], {}, { answers: false })
    driver.onSet = async ({ id, device, service, property, value }) => {
      if (device === 'h1') throw new Error('NO_ROUTE: It does not answer')
      queueMicrotask(() => driver.host.report({ device, service, property, value, cause: id }))
    }
    await play()
    await clock.pass(1000)
    const told = await run()
    expect(told?.outcome).toBe('partly')
    expect(told?.steps.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      { device_id: 'h1', of: 0 },
    ])
    expect(told?.steps.filter(({ outcome }) => outcome === 'confirmed')).toHaveLength(lamps.length)
  })

  test('where there is none, the run says so and nothing has failed', async () => {
    const { play, run } = await house([{ ...off, kind: 'sockets' }])
    await play()
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [{ kind: 'target', outcome: 'skipped', message: expect.stringMatching(/^NONE_FOUND/) }],
    })
  })

  test('of a room that is gone, the run says so and has failed; the scene names it as missing', async () => {
    const { play, run, ask, ordered } = await house([{ ...off, place: { room_id: 'bath', name: 'Bath' } }])
    expect(await ask('remove_room', { floor_id: 'ground', room_id: 'bath' })).toMatchObject({ code: 0 })
    await play()
    expect(ordered()).toEqual([])
    expect(await run()).toMatchObject({
      outcome: 'failed',
      steps: [{ kind: 'target', outcome: 'failed', message: expect.stringMatching(/^PLACE_GONE/) }],
    })
    const { data } = await ask('get_rules_list', {})
    expect((data as { rules: { faults: number }[] }).rules).toMatchObject([{ faults: 1 }])
  })

  test('that the action sets by themselves are not set twice', async () => {
    const { play, ordered } = await house([off], { devices: [sets('h1', ['LightService/brightness', 20])] })
    await play()
    expect(ordered().filter((one) => one.startsWith('h1'))).toEqual(['h1 brightness 20'])
    expect(ordered()).toHaveLength(lamps.length)
  })

  test('that two parts of an action mean are set one after the other', async () => {
    const order: string[] = []
    let release: () => void = () => {}
    const { play, driver, clock } = await house(
      [
        { ...off, id: 'one', value: true },
        { id: 'two', kind: 'lights', sets: 'brightness', value: 50 },
      ],
      {},
      { devices: [lampNamed('h1')], answers: false },
    )
    driver.onSet = async ({ property }) => {
      order.push(property)
      if (property === 'state') await new Promise<void>((resolve) => (release = resolve))
    }
    await play()
    expect(order).toEqual(['state'])
    release()
    await clock.pass(1)
    expect(order).toEqual(['state', 'brightness'])
  })

  test('toggled at once: while one is on all go off, and the next time all go on', async () => {
    const { play, report, driver } = await house([
      { id: 't', kind: 'lights', sets: 'power', computed: { kind: 'toggle' } },
    ])
    for (const id of lamps) report(id, 'LightService/state', id === 'u1')
    await play()
    expect(new Set(driver.orders.map(({ value }) => value))).toEqual(new Set([false]))
    await play()
    expect(driver.orders.slice(lamps.length).map(({ value }) => value)).toEqual(lamps.map(() => true))
  })

  test('the names of rooms and exceptions are those of today, and what a replacement moves', async () => {
    const { ask } = await house([
      { ...off, place: { room_id: 'hall', name: 'Old' }, except: [{ device_id: 'h1', device_name: 'Was' }] },
    ])
    const { data } = await ask('get_rules', {})
    expect(
      (data as { rules: { scenes: { targets: ActionTarget[] }[] }[] }).rules[0]?.scenes[0]?.targets,
    ).toEqual([
      { ...off, place: { room_id: 'hall', name: 'Hall' }, except: [{ device_id: 'h1', device_name: 'h1' }] },
    ])
  })

  test('where all of them fail, so has the run', async () => {
    const { play, run, driver } = await house([off], {}, { answers: false })
    driver.onSet = async () => {
      throw new Error('NO_ROUTE: It does not answer')
    }
    await play()
    expect((await run())?.outcome).toBe('failed')
  })

  test('L-08 a restart in the midst of them breaks the run off and says so; nothing is done twice', async () => {
    const store = new MemoryStore()
    const after = [acts('later', { targets: [{ ...off, kind: 'sockets' }] })]
    const first = await house([off], {}, { store, answers: false }, after)
    first.driver.onSet = () => new Promise(() => {})
    await first.play()
    await first.clock.pass(5000)
    expect(first.driver.orders).toHaveLength(lamps.length)
    const killed = new MemoryStore()
    killed.entries = new Map(store.entries)
    const second = await house([off], {}, { store: killed, clock: new TestClock(start + 60_000) }, after)
    await second.clock.pass(60_000)
    expect(second.ordered()).toEqual([])
    expect(await second.run()).toMatchObject({
      ...{ outcome: 'stopped', broken_off: 'restarted' },
      steps: [{ kind: 'target' }, ...lamps.map(() => ({ of: 0, outcome: 'failed' }))],
    })
  })

  test('500 of them are told within the story of one run', async () => {
    const many = Array.from({ length: 500 }, (_, n) => lampNamed(`l${n}`))
    const { play, run, driver } = await house([off], {}, { devices: many })
    await play()
    expect(driver.orders).toHaveLength(500)
    expect(await run()).toMatchObject({ outcome: 'done', steps: { length: 501 } })
  })

  test('a gateway refuses what it does not know', async () => {
    const { ask } = await house([off])
    const save = (target: unknown) =>
      ask('save_rule', {
        rule: { ...ruleOf('x'), scenes: [{ id: 'sx', name: 'S', targets: [target] }] },
        base: 0,
      })
    expect(await save({ ...off, kind: 'ovens' })).toMatchObject({ code: 409, message: 'not_acting' })
    expect((await save({ ...off, place: { street: 'x' } })).code).toBe(400)
    expect((await save({ ...off, kind: 'a'.repeat(100) })).code).toBe(400)
    expect(await save(off)).toMatchObject({ code: 0 })
  })

  test('a device without words of ours is none of them', async () => {
    const odd = deviceWith(
      { LightService: { state: { kind: 'text', access: ['read', 'write'] } } },
      { id: 'odd' },
    )
    const { play, run } = await house([off], {}, { devices: [odd] })
    await play()
    expect((await run())?.steps).toMatchObject([{ outcome: 'skipped' }])
  })
})
