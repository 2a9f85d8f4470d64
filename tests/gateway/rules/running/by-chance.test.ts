import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnsOf } from '#gateway/rules/steps/in-time.ts'
import { choices, draws } from '#gateway/rules/testing/drawn.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../../rules-kit.ts'
import { settle, TestClock } from '../../test-clock.ts'

const SECOND = 1000
const light = (id: string, brightness: number, more: Partial<ActionSet> = {}): ActionSet =>
  acts(id, { devices: [sets('hall', ['LightService/brightness', brightness])], ...more })

type Options = NonNullable<Parameters<typeof houseWith>[1]>

/** Motion begins the scene; chance draws what is handed in, then always 0. */
async function houseOf(scenes: ActionSet[], drawn: readonly number[], options: Options = {}) {
  const left = [...drawn]
  const clock = (options.clock as TestClock | undefined) ?? new TestClock(Date.UTC(2026, 10, 16, 9))
  const rule = ruleOf('steps', {
    version: 1,
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes,
  })
  const chance = (): number => left.shift() ?? 0
  const house = await houseWith([motion(), lampNamed('hall')], { rules: [rule], ...options, clock, chance })
  const begin = async () => {
    house.report('motion', 'MotionService/motion', false)
    house.report('motion', 'MotionService/motion', true)
    await settle()
  }
  const run = async () => (await house.runsOf()).runs[0]
  const set = () => house.driver.orders.map(({ value }) => value)
  return { ...house, clock, begin, run, set }
}

/** A gateway that was killed: what it had stored goes on in another one. */
function killed(store: MemoryStore): MemoryStore {
  const left = new MemoryStore()
  left.entries = new Map(store.entries)
  return left
}

const three = [
  light('a', 10, { by_chance: 'one' }),
  light('b', 20, { by_chance: 'or' }),
  light('c', 30, { by_chance: 'or' }),
  light('end', 99),
]

// decision 0263
describe('one of several steps, by chance', () => {
  test('each run draws one anew, and its story says which', async () => {
    const { begin, run, set, clock } = await houseOf(three, [0.9, 0.1, 0])
    await begin()
    await clock.pass(60 * SECOND)
    expect(set()).toEqual([20, 99])
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [
        { kind: 'condition', scene_id: 'a', by_chance: 'one', met: false, outcome: 'skipped' },
        { kind: 'condition', scene_id: 'b', by_chance: 'or', met: true, outcome: 'confirmed' },
        { kind: 'device', value: 20 },
        { kind: 'condition', scene_id: 'c', by_chance: 'or', outcome: 'skipped' },
        { kind: 'device', value: 99 },
      ],
    })
    await begin()
    expect(set()).toEqual([20, 99, 10, 99])
  })

  test('a run does what its plan says where chance draws the same, whatever the steps are', async () => {
    await fc.assert(
      fc.asyncProperty(choices, draws, async (all, drawn) => {
        const scenes = all.map(({ notifications: _told, ...one }, n) => ({ ...light(one.id, n), ...one }))
        const { begin, set, clock } = await houseOf(scenes, drawn)
        await begin()
        await clock.pass(600 * SECOND)
        const left = [...drawn]
        const turns = turnsOf({ scenes }, 0, undefined, { chance: () => left.shift() ?? 0 })
        const planned = [...turns].flatMap(({ set: { id }, does }) =>
          does ? [scenes.findIndex((one) => one.id === id)] : [],
        )
        expect(set()).toEqual(planned)
      }),
      { numRuns: 30 },
    )
  })

  test('one that is not drawn is not waited for', async () => {
    const scenes = [
      light('a', 10, { by_chance: 'one', delay: 60 * SECOND }),
      { ...pauseOf(30 * SECOND), by_chance: 'or' as const },
      light('end', 99),
    ]
    const { begin, set, clock } = await houseOf(scenes, [0.9, 0])
    await begin()
    await clock.pass(31 * SECOND)
    expect(set()).toEqual([99])
  })

  test('L-08 after a restart in the pause of the one that was drawn it goes on with that, and draws nothing more', async () => {
    const scenes = [
      light('a', 10, { by_chance: 'one' }),
      light('b', 20, { by_chance: 'or', delay: 60 * SECOND }),
      light('c', 30, { by_chance: 'or' }),
      light('end', 99),
    ]
    const store = new MemoryStore()
    const first = await houseOf(scenes, [0.9, 0], { store })
    await first.begin()
    await first.clock.pass(10 * SECOND)
    const clock = new TestClock(first.clock.now() + 10 * SECOND)
    const second = await houseOf(scenes, [], { store: killed(store), clock })
    await clock.pass(120 * SECOND)
    expect(second.set()).toEqual([20, 99])
    expect(await second.run()).toMatchObject({ outcome: 'done', resumed_at: expect.any(Number) })
  })

  test('a step that is tried by itself is done, whatever chance would say', async () => {
    const { ask, set } = await houseOf(three, [0.9, 0.9])
    const tried = await ask('try_scene', { rule_id: 'steps', scene: three[1] })
    expect(tried.code).toBe(0)
    await settle()
    expect(set()).toEqual([20])
  })

  test.each<[string, ActionSet[]]>([
    ['a choice of one', [light('a', 10, { by_chance: 'one' })]],
    ['one that goes on with no choice', [light('a', 10), light('b', 20, { by_chance: 'or' })]],
  ])('%s is refused', async (_what, scenes) => {
    const { ask } = await houseOf([light('x', 1)], [])
    const rule = ruleOf('new', { event_triggers: [when('motion', 'MotionService/motion', true)], scenes })
    expect((await ask('save_rule', { rule })).code).not.toBe(0)
  })
})
