import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnsOf } from '#gateway/rules/steps/in-time.ts'
import type { ActionSet, Repetition, StepCondition } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../rules-kit.ts'
import { settle, TestClock } from '../test-clock.ts'

const SECOND = 1000
const start = Date.UTC(2026, 10, 16, 9)
const names = ['a', 'b', 'c']
const devices = () => [motion(), motion('door'), lampNamed('hall'), lampNamed('deaf')]

const is = (id: string, state = true): StepCondition => ({
  logic: 'ALL',
  conditions: [{ kind: 'status', id: `c-${id}`, status: { resource_id: id, name: id, state } }],
})
const closed: StepCondition = {
  logic: 'ALL',
  conditions: [{ kind: 'device', id: 'closed', device: when('door', 'MotionService/motion', false) }],
}
const lights = (id: string, brightness: number, more: Partial<ActionSet> = {}): ActionSet =>
  acts(id, { devices: [sets('hall', ['LightService/brightness', brightness])], ...more })

type Options = NonNullable<Parameters<typeof houseWith>[1]>

/** Motion begins the scene; statuses a, b and c are off unless named. */
async function houseOf(
  scenes: ActionSet[],
  { on = [], clock = new TestClock(start), ...options }: Options & { on?: readonly string[] } = {},
) {
  const rule = ruleOf('steps', {
    version: 1,
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes,
  })
  const statuses = names.map((id) => ({ resource_id: id, name: id, icon: 15, state: on.includes(id) }))
  const house = await houseWith(devices(), { rules: [rule], statuses, ...options, clock })
  const begin = async () => {
    house.report('motion', 'MotionService/motion', false)
    house.report('motion', 'MotionService/motion', true)
    await settle()
  }
  const run = async () => (await house.runsOf()).runs[0]
  const set = () => house.driver.orders.map(({ value }) => value)
  return { ...house, clock: clock as TestClock, begin, run, set }
}

/** A gateway that was killed: what it had stored goes on in another one. */
function killed(store: MemoryStore): MemoryStore {
  const left = new MemoryStore()
  left.entries = new Map(store.entries)
  return left
}

// decision 0205
describe('steps with conditions', () => {
  test('of a chain one is done, and the run tells what was asked and what stood against it', async () => {
    const { begin, run, set, report } = await houseOf(
      [
        lights('closed', 10, { only_if: closed }),
        lights('a', 20, { only_if: is('a'), otherwise: true }),
        lights('else', 30, { otherwise: true }),
      ],
      { on: ['a'] },
    )
    report('door', 'MotionService/motion', true)
    await begin()
    expect(set()).toEqual([20])
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [
        {
          ...{ kind: 'condition', scene_id: 'closed', met: false, outcome: 'skipped' },
          why: [{ reason: 'condition', trigger: { device_id: 'door', found: true } }],
        },
        { kind: 'condition', scene_id: 'a', otherwise: true, met: true, outcome: 'confirmed' },
        { kind: 'device', value: 20 },
        { kind: 'condition', scene_id: 'else', otherwise: true, outcome: 'skipped' },
      ],
    })
    expect((await run())?.steps.at(-1)).not.toHaveProperty('met')
  })

  test('what nobody knows does not hold', async () => {
    const { begin, set } = await houseOf([
      lights('closed', 10, { only_if: closed }),
      lights('else', 30, { otherwise: true }),
    ])
    await begin()
    expect(set()).toEqual([30])
  })

  test('each is asked when its turn comes, with the home as it is then', async () => {
    const { begin, set, ask, clock } = await houseOf([
      pauseOf(60 * SECOND),
      lights('a', 10, { only_if: is('a') }),
    ])
    await begin()
    await ask('set_scenario_status', { resource_id: 'a', state: true })
    await clock.pass(60 * SECOND)
    expect(set()).toEqual([10])
  })

  test('a step that switches a status decides over the next one', async () => {
    const { begin, set } = await houseOf([
      acts('first', { statuses: [{ resource_id: 'b', name: 'b', state: true }] }),
      lights('b', 10, { only_if: is('b') }),
      lights('not b', 20, { otherwise: true }),
    ])
    await begin()
    expect(set()).toEqual([10])
  })

  test('a run does what its plan says, whatever the steps and the home are', async () => {
    const step = fc.record({
      asks: fc.option(fc.constantFrom(...names), { nil: undefined }),
      otherwise: fc.boolean(),
      again: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.subarray(names),
        async (all, on) => {
          const scenes = all.map(({ asks, otherwise, again }, n) =>
            lights(`s${n}`, n, {
              ...(asks !== undefined && { only_if: is(asks) }),
              ...(otherwise && { otherwise }),
              ...(again && { repeat: { times: 2, pause: SECOND } }),
            }),
          )
          const { begin, set, clock } = await houseOf(scenes, { on })
          await begin()
          await clock.pass(60 * SECOND)
          const asks = ({ conditions }: StepCondition) =>
            conditions.every((one) => one.kind === 'status' && on.includes(one.status.name))
          const planned = [...turnsOf({ scenes }, 0, asks)].flatMap(({ set: { id }, does, times }) =>
            does ? Array.from({ length: times }, () => Number(id.slice(1))) : [],
          )
          expect(set()).toEqual(planned)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('L-08 after a restart in the pause of one, none of the others has its turn', async () => {
    const store = new MemoryStore()
    const scenes = [
      lights('a', 10, { only_if: is('a'), delay: 60 * SECOND }),
      lights('b', 20, { only_if: is('b'), otherwise: true }),
      lights('else', 30, { otherwise: true }),
      lights('end', 40),
    ]
    const first = await houseOf(scenes, { store, on: ['a', 'b'] })
    await first.begin()
    await first.clock.pass(10 * SECOND)
    const clock = new TestClock(first.clock.now() + 10 * SECOND)
    const second = await houseOf(scenes, { store: killed(store), clock })
    await clock.pass(120 * SECOND)
    expect(second.set()).toEqual([10, 40])
    expect(await second.run()).toMatchObject({ outcome: 'done', resumed_at: expect.any(Number) })
  })
})

describe('steps that are repeated', () => {
  const blink = (repeat: Repetition, more: Partial<ActionSet> = {}) =>
    lights('blink', 10, { repeat, ...more })

  test('as often as they say, so far apart; the story holds the last time and how often it was', async () => {
    const { begin, run, set, clock } = await houseOf([
      blink({ times: 3, pause: 10 * SECOND }),
      lights('end', 99),
    ])
    await begin()
    expect(set()).toEqual([10])
    await clock.pass(9 * SECOND)
    expect(set()).toEqual([10])
    expect((await run())?.steps).toMatchObject([
      { kind: 'repeat', count: 1, outcome: 'running' },
      { kind: 'device' },
      { kind: 'delay', delay: 10 * SECOND, outcome: 'running' },
    ])
    await clock.pass(12 * SECOND)
    expect(set()).toEqual([10, 10, 10, 99])
    expect(await run()).toMatchObject({
      outcome: 'done',
      steps: [
        { kind: 'repeat', count: 3, outcome: 'confirmed' },
        { kind: 'device' },
        { kind: 'device', value: 99 },
      ],
    })
  })

  test('the story of a hundred times is as long as that of one', async () => {
    const { begin, run, set, clock } = await houseOf([blink({ times: 100, pause: SECOND })])
    await begin()
    await clock.pass(200 * SECOND)
    expect(set()).toHaveLength(100)
    expect((await run())?.steps).toMatchObject([{ kind: 'repeat', count: 100 }, { kind: 'device' }])
  })

  test('as long as something is so: not once where it is not, and no longer than it is', async () => {
    const repeat = { times: 50, pause: 10 * SECOND, while: is('a') }
    const never = await houseOf([blink(repeat)])
    await never.begin()
    expect(never.set()).toEqual([])
    expect(await never.run()).toMatchObject({ outcome: 'done', steps: [{ kind: 'repeat', count: 0 }] })

    const { begin, ask, run, set, clock } = await houseOf([blink(repeat), lights('end', 99)], { on: ['a'] })
    await begin()
    await clock.pass(25 * SECOND)
    expect(set()).toEqual([10, 10, 10])
    await ask('set_scenario_status', { resource_id: 'a', state: false })
    await clock.pass(1)
    expect(set()).toEqual([10, 10, 10, 99])
    expect(await run()).toMatchObject({ outcome: 'done', ended_at: start + 25 * SECOND })
  })

  test('until something is so: once at least, and what comes while it waits ends it', async () => {
    const { begin, report, set, clock } = await houseOf([
      blink({ times: 50, pause: 10 * SECOND, until: closed }),
      lights('end', 99),
    ])
    report('door', 'MotionService/motion', true)
    await begin()
    await clock.pass(15 * SECOND)
    expect(set()).toEqual([10, 10])
    report('door', 'MotionService/motion', false)
    await clock.pass(1)
    expect(set()).toEqual([10, 10, 99])
  })

  test('a person stops it, and a newer run takes its place', async () => {
    const { begin, ask, run, set, clock } = await houseOf([blink({ times: 50, pause: 10 * SECOND })])
    await begin()
    await clock.pass(15 * SECOND)
    await begin()
    await clock.pass(1)
    expect(set()).toEqual([10, 10, 10])
    const { run_id } = (await run()) ?? {}
    expect(await ask('stop_rule_run', { rule_id: 'steps', run_id })).toMatchObject({ code: 0 })
    await clock.pass(600 * SECOND)
    expect(set()).toEqual([10, 10, 10])
    expect(await run()).toMatchObject({
      outcome: 'stopped',
      steps: [{ kind: 'repeat', count: 1, outcome: 'skipped' }, {}, { kind: 'delay', outcome: 'skipped' }],
    })
  })

  test('one that fails each time says so, and the run failed', async () => {
    const { begin, run, clock, driver } = await houseOf([blink({ times: 3, pause: 10 * SECOND })], {
      answers: false,
    })
    driver.onSet = async () => {
      throw new Error('no')
    }
    await begin()
    await clock.pass(60 * SECOND)
    expect(await run()).toMatchObject({
      outcome: 'failed',
      steps: [
        { kind: 'repeat', count: 3, faulty: 2, outcome: 'failed' },
        { kind: 'device', outcome: 'failed' },
      ],
    })
  })

  test('L-08 after a restart between two times it goes on with the next, and none is done twice', async () => {
    const store = new MemoryStore()
    const scenes = [blink({ times: 4, pause: 60 * SECOND }), lights('end', 99)]
    const first = await houseOf(scenes, { store })
    await first.begin()
    await first.clock.pass(70 * SECOND)
    expect(first.set()).toEqual([10, 10])
    const clock = new TestClock(first.clock.now() + 20 * SECOND)
    const second = await houseOf(scenes, { store: killed(store), clock })
    await clock.pass(29 * SECOND)
    expect(second.set()).toEqual([])
    await clock.pass(200 * SECOND)
    expect(second.set()).toEqual([10, 10, 99])
    expect(await second.run()).toMatchObject({
      outcome: 'done',
      resumed_at: expect.any(Number),
      steps: [{ kind: 'repeat', count: 4, outcome: 'confirmed' }, {}, {}],
    })
  })

  test('L-08 one that was interrupted in the middle of a time says so, and does nothing more', async () => {
    const store = new MemoryStore()
    const scenes = [blink({ times: 4, pause: 60 * SECOND }), lights('end', 99)]
    const first = await houseOf(scenes, { store, answers: false })
    first.driver.onSet = () => new Promise(() => {})
    await first.begin()
    await settle()
    const clock = new TestClock(first.clock.now() + 20 * SECOND)
    const second = await houseOf(scenes, { store: killed(store), clock })
    await clock.pass(600 * SECOND)
    expect(second.set()).toEqual([])
    expect(await second.run()).toMatchObject({ outcome: 'stopped', broken_off: 'restarted' })
  })
})
