import { describe, expect, test } from 'vitest'
import type { ActionSet, ActionTarget } from '#schemas/generated/entities/rule.ts'
import { deviceWith, MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, pauseOf, ruleOf, sets } from '../rules-kit.ts'
import { settle, TestClock } from '../test-clock.ts'

const MINUTE = 60_000
const start = Date.UTC(2026, 10, 16, 9)
const lights = { kind: 'lights', sets: 'power' }
const remember: ActionTarget = { id: 'r', ...lights, computed: { kind: 'remember' } }
const restore: ActionTarget = { id: 'b', ...lights, computed: { kind: 'restore' } }
const on: ActionTarget = { id: 'o', ...lights, value: true }

type Options = NonNullable<Parameters<typeof houseWith>[1]>

/** All lights on for a while, and then as they were. */
const flash: ActionSet[] = [
  acts('on', { targets: [on, remember] }),
  pauseOf(10 * MINUTE),
  acts('back', { targets: [restore] }),
]

async function house(
  scenes: readonly ActionSet[] = flash,
  { clock = new TestClock(start), ...options }: Options = {},
) {
  const rule = ruleOf('flash', { version: 1, scenes: [...scenes] })
  const home = await houseWith([lampNamed('x'), lampNamed('y')], { rules: [rule], ...options, clock })
  const passing = async (ms: number) => {
    await (clock as TestClock).pass(ms)
    await settle()
  }
  const play = async (id = 'flash') => {
    expect(await home.ask('play_rule', { rule_id: id })).toMatchObject({ code: 0 })
    await passing(1)
  }
  const ordered = () =>
    home.driver.orders.splice(0).map(({ device, property, value }) => `${device} ${property} ${value}`)
  const now = (x: boolean, y: boolean) => {
    for (const [id, is] of [
      ['x', x],
      ['y', y],
    ] as const) {
      home.report(id, 'LightService/state', is)
      home.report(id, 'LightService/brightness', is ? 100 : 5)
    }
  }
  const steps = async (id = 'flash') => (await home.runsOf(id)).runs[0]?.steps ?? []
  return { ...home, passing, play, ordered, now, steps }
}

// decision 0204
describe('what a scene remembers', () => {
  test('is how things were before the action, and is given back later: on as bright as before, off and nothing else', async () => {
    const { play, now, ordered, passing, steps } = await house()
    now(true, false)
    await play()
    expect(ordered().sort()).toEqual(['x state true', 'y state true'])
    await passing(10 * MINUTE)
    expect(ordered()).toEqual(['x state true', 'y state false', 'x brightness 100'])
    expect(await steps()).toMatchObject([
      { kind: 'target', target: { computed: { kind: 'remember' } }, outcome: 'confirmed' },
      { kind: 'target' },
      ...[{ of: 1 }, { of: 1 }],
      { kind: 'delay' },
      { kind: 'target', target: { computed: { kind: 'restore' } }, outcome: 'confirmed' },
      ...[
        { device_id: 'x', of: 5, value: true },
        { device_id: 'y', of: 5, value: false },
      ],
      { device_id: 'x', of: 5, value: 100 },
    ])
  })

  test('a scene that is set off anew before it gave back still knows how it was before the first time, and says so', async () => {
    const { play, now, ordered, passing, steps } = await house()
    now(true, false)
    await play()
    await passing(MINUTE)
    await play()
    expect((await steps())[0]).toMatchObject({
      outcome: 'skipped',
      message: expect.stringMatching(/^STILL_REMEMBERED/),
    })
    ordered()
    await passing(10 * MINUTE)
    expect(ordered()).toContain('y state false')
    // It has been given back: the next time counts again.
    now(true, true)
    await play()
    ordered()
    await passing(10 * MINUTE)
    expect(ordered()).toContain('y state true')
  })

  test('after an hour what was never given back is remembered anew', async () => {
    const { play, now, ordered, passing, ask } = await house([
      acts('r', { targets: [remember] }),
      pauseOf(61 * MINUTE),
      acts('back', { targets: [restore] }),
    ])
    now(false, false)
    await play()
    await ask('save_rule', {
      rule: {
        ...ruleOf('other'),
        scenes: [acts('o', { targets: [{ ...restore, computed: { kind: 'restore', rule_id: 'flash' } }] })],
      },
      base: 0,
    })
    await passing(60 * MINUTE)
    now(true, true)
    await play()
    await play('other')
    expect(ordered()).toEqual(expect.arrayContaining(['x state true', 'x brightness 100']))
  })

  test('another scene gives it back, under the name that the first one has today', async () => {
    const cinema = ruleOf('cinema', { version: 1, scenes: [acts('c', { targets: [remember] })] })
    const back = ruleOf('back', {
      version: 1,
      scenes: [
        acts('b', {
          targets: [{ ...restore, computed: { kind: 'restore', rule_id: 'cinema', name: 'Was' } }],
        }),
      ],
    })
    const { play, now, ordered, ask, steps } = await house(flash, { rules: [cinema, back] })
    now(false, true)
    await play('cinema')
    await play('back')
    expect(ordered().sort()).toEqual(['x state false', 'y brightness 100', 'y state true'])
    const { data } = await ask('get_rules', { rule_ids: ['back'] })
    expect(
      (data as { rules: { scenes: { targets: ActionTarget[] }[] }[] }).rules[0]?.scenes[0]?.targets[0]
        ?.computed,
    ).toEqual({
      ...{ kind: 'restore', rule_id: 'cinema', name: 'cinema' },
    })
    expect(await steps('back')).toHaveLength(4)
  })

  test('where nothing is remembered the run says so, and nothing is ordered', async () => {
    const { play, now, ordered, steps } = await house([acts('b', { targets: [restore] })])
    now(true, true)
    await play()
    expect(ordered()).toEqual([])
    expect(await steps()).toMatchObject([
      { outcome: 'skipped', message: expect.stringMatching(/^NOTHING_REMEMBERED/) },
    ])
  })

  test('of devices whose values nobody knows nothing is remembered, and the run says so', async () => {
    const { play, steps } = await house([acts('r', { targets: [remember] })])
    await play()
    expect(await steps()).toMatchObject([
      { outcome: 'failed', message: expect.stringMatching(/^VALUE_UNKNOWN/) },
    ])
  })

  test('includes devices that the same action sets by themselves: they were something before, too', async () => {
    const { play, now, ordered, passing } = await house([
      acts('on', { targets: [remember], devices: [sets('x', ['LightService/state', true])] }),
      pauseOf(MINUTE),
      acts('back', { targets: [restore] }),
    ])
    now(false, false)
    await play()
    ordered()
    await passing(MINUTE)
    expect(ordered().sort()).toEqual(['x state false', 'y state false'])
  })

  test('L-08 outlives a restart in the pause, and goes with its scene and its device', async () => {
    const store = new MemoryStore()
    const first = await house(flash, { store })
    first.now(false, true)
    await first.play()
    await first.passing(2 * MINUTE)
    expect(store.entries.get('memory/flash')).toMatchObject({ x: { at: start }, y: {} })
    const killed = new MemoryStore()
    killed.entries = new Map(store.entries)
    const second = await house(flash, { store: killed, clock: new TestClock(start + 5 * MINUTE) })
    second.now(true, true)
    await second.passing(10 * MINUTE)
    expect(second.ordered()).toContain('x state false')
    second.driver.host.remove('x')
    await second.passing(2000)
    expect(Object.keys(killed.entries.get('memory/flash') as object)).toEqual(['y'])
    await second.ask('delete_rule', { rule_id: 'flash' })
    await second.passing(2000)
    expect(killed.entries.has('memory/flash')).toBe(false)
  })

  test('a colour is given back as it was told', async () => {
    const shaded = deviceWith(
      {
        LightService: {
          state: { kind: 'bool', access: ['read', 'write'] },
          color: { kind: 'color', access: ['read', 'write'] },
        },
      },
      { id: 'shaded', device_name: 'shaded' },
    )
    const { play, report, ordered, driver, steps, home } = await house([
      acts('r', { targets: [remember] }),
      acts('b', { targets: [restore] }),
    ])
    driver.host.upsert(shaded)
    await settle()
    report('shaded', 'LightService/state', true)
    driver.host.report({
      device: 'shaded',
      service: 'LightService',
      property: 'color',
      value: { x: 0.3, y: 0.4 },
    })
    await play()
    await settle()
    expect(driver.orders.find(({ property }) => property === 'color')?.value).toEqual({ x: 0.3, y: 0.4 })
    expect((await steps()).find(({ property_name }) => property_name === 'color')).not.toHaveProperty('value')
    expect(home.malformed()).toBe(0)
    ordered()
  })
})
