import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planOf } from '#gateway/rules/plan.ts'
import { turnsOf } from '#gateway/rules/steps/in-time.ts'
import type { ActionSet, RampedValue } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../rules-kit.ts'
import { settle, TestClock } from '../test-clock.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const start = Date.UTC(2026, 10, 16, 6)
const at = { service_name: 'LightService', property_name: 'brightness' }
const slope = (more: Partial<RampedValue> = {}): RampedValue => ({
  ...{ kind: 'ramp', from: 10, to: 20, over: 10 * MINUTE },
  ...more,
})
const wakes = (computed = slope(), more: Partial<ActionSet> = {}): ActionSet =>
  acts('wake', { devices: [{ id: 'hall', settings: [{ ...at, computed }] }], ...more })
const after = acts('after', { devices: [sets('other', ['LightService/state', true])] })

type Options = NonNullable<Parameters<typeof houseWith>[1]>

async function houseOf(scenes: ActionSet[], { clock = new TestClock(start), ...options }: Options = {}) {
  const begins = { event_triggers: [when('motion', 'MotionService/motion', true)] }
  const rule = ruleOf('ramp', { version: 1, ...begins, scenes })
  const house = await houseWith([motion(), lampNamed('hall'), lampNamed('other')], {
    ...{ rules: [rule], ...options },
    clock,
  })
  const begin = async () => {
    house.report('motion', 'MotionService/motion', false)
    house.report('motion', 'MotionService/motion', true)
    await settle()
  }
  const run = async () => (await house.runsOf()).runs[0]
  const set = (device = 'hall') =>
    house.driver.orders.filter((one) => one.device === device).map(({ value }) => value)
  return { ...house, clock: clock as TestClock, begin, run, set }
}

function killed(store: MemoryStore): MemoryStore {
  const left = new MemoryStore()
  left.entries = new Map(store.entries)
  return left
}

const person = (house: Awaited<ReturnType<typeof houseOf>>, property: string, value: unknown) =>
  house.ask('set_service_property_value', {
    ...{ device_id: 'hall', service_name: 'LightService', property_name: property },
    property_value: value,
  })

// decision 0244
describe('a value that is brought along over a time', () => {
  test('goes step by step; what follows comes when the time is over', async () => {
    const { begin, run, set, clock } = await houseOf([wakes(), after])
    await begin()
    expect(set()).toEqual([10])
    await clock.pass(5 * MINUTE)
    expect(set()).toEqual([10, 11, 12, 13, 14, 15])
    expect(await run()).toMatchObject({
      outcome: 'running',
      steps: [{ kind: 'device', value: 15, computed: slope(), outcome: 'running' }],
    })
    await clock.pass(5 * MINUTE - 1)
    expect(set('other')).toEqual([])
    await clock.pass(1)
    expect([set().at(-1), set().length, set('other')]).toEqual([20, 11, [true]])
    expect(await run()).toMatchObject({ outcome: 'done', steps: [{ value: 20, outcome: 'confirmed' }, {}] })
  })

  test('begins with what it is where nothing else is said; and what nobody knows is not brought along', async () => {
    const { from: _from, ...open } = slope({ to: 5 })
    const unknown = await houseOf([wakes(open)])
    await unknown.begin()
    expect(unknown.set()).toEqual([])
    expect(await unknown.run()).toMatchObject({ steps: [{ outcome: 'failed' }] })

    const { begin, report, set, clock, run } = await houseOf([wakes(open)])
    report('hall', 'LightService/brightness', 10)
    await begin()
    expect(set()).toEqual([])
    await clock.pass(10 * MINUTE)
    expect(set()).toEqual([9, 8, 7, 6, 5])
    expect((await run())?.steps).toMatchObject([{ computed: { from: 10, to: 5 } }])
  })

  test('a person who sets the device takes it over; what follows still comes in its time', async () => {
    const house = await houseOf([wakes(), after])
    const { begin, set, clock, run } = house
    await begin()
    await clock.pass(2 * MINUTE)
    expect(await person(house, 'brightness', 200)).toMatchObject({ code: 0 })
    await clock.pass(5 * MINUTE)
    expect(set()).toEqual([10, 11, 12, 200])
    expect((await run())?.steps[0]).toMatchObject({
      outcome: 'skipped',
      value: 12,
      message: expect.stringMatching(/^TAKEN_OVER/),
    })
    expect(set('other')).toEqual([])
    await clock.pass(3 * MINUTE)
    expect(set('other')).toEqual([true])
    expect((await run())?.outcome).toBe('done')
  })

  test('a lamp that is switched off, at the wall or by a person, stays off', async () => {
    const { begin, report, set, clock } = await houseOf([wakes()])
    await begin()
    report('hall', 'LightService/state', true)
    await clock.pass(2 * MINUTE)
    report('hall', 'LightService/state', false)
    await clock.pass(10 * MINUTE)
    expect(set()).toEqual([10, 11, 12])
  })

  test('one that is off when it begins is no reason to end', async () => {
    const { begin, report, set, clock } = await houseOf([wakes()])
    report('hall', 'LightService/state', false)
    await begin()
    await clock.pass(SECOND)
    report('hall', 'LightService/state', true)
    await clock.pass(10 * MINUTE)
    expect(set()).toHaveLength(11)
  })

  test('a knob that is turned at the device takes it over; that it fades or rounds does not', async () => {
    const { begin, report, set, clock } = await houseOf([wakes()])
    await begin()
    await clock.pass(2 * MINUTE + 20 * SECOND)
    report('hall', 'LightService/brightness', 11.4)
    await clock.pass(MINUTE)
    expect(set()).toEqual([10, 11, 12, 13])
    await clock.pass(20 * SECOND)
    report('hall', 'LightService/brightness', 90)
    await clock.pass(10 * MINUTE)
    expect(set()).toEqual([10, 11, 12, 13])
  })

  test('Stop ends it where it is, and so does a newer run', async () => {
    const { begin, ask, run, set, clock } = await houseOf([wakes(), after])
    await begin()
    await clock.pass(2 * MINUTE)
    await begin()
    await clock.pass(MINUTE)
    expect(set()).toEqual([10, 11, 12, 10, 11])
    const { run_id } = (await run()) ?? {}
    expect(await ask('stop_rule_run', { rule_id: 'ramp', run_id })).toMatchObject({ code: 0 })
    await clock.pass(60 * MINUTE)
    expect([set().length, set('other')]).toEqual([5, []])
    expect(await run()).toMatchObject({ outcome: 'stopped', steps: [{ value: 11, outcome: 'skipped' }] })
  })

  test('what else the step does is done at once, and several go side by side', async () => {
    const { begin, set, clock, told } = await houseOf([
      wakes(slope(), {
        devices: [
          { id: 'hall', settings: [{ ...at, computed: slope() }] },
          { id: 'other', settings: [{ ...at, computed: slope({ from: 5, to: 6, over: MINUTE }) }] },
        ],
        notifications: [{ notification_id: 'n', type: 1, short_desc: 'Good morning' }],
      }),
    ])
    await begin()
    expect(told('rule_notification')).toHaveLength(1)
    await clock.pass(MINUTE)
    expect([set(), set('other')]).toEqual([
      [10, 11],
      [5, 6],
    ])
  })

  test('all devices of a kind are brought along as screens show them', async () => {
    const all = acts('all', {
      targets: [{ id: 't', kind: 'lights', sets: 'brightness', computed: slope({ from: 1, to: 5 }) }],
    })
    const { begin, set, clock, run } = await houseOf([all])
    await begin()
    await clock.pass(10 * MINUTE)
    expect([set().at(-1), set('other').at(-1)]).toEqual([5, 5])
    expect((await run())?.steps).toMatchObject([{ kind: 'target' }, { of: 0 }, { of: 0 }])
  })

  test('a device that does not take an order is told the next one, and the last one counts', async () => {
    const { begin, run, clock, driver } = await houseOf([wakes()], { answers: false })
    let calls = 0
    driver.onSet = async ({ id, device, service, property, value }) => {
      calls += 1
      if (calls < 11) throw new Error('no')
      queueMicrotask(() => driver.host.report({ device, service, property, value, cause: id }))
    }
    await begin()
    await clock.pass(10 * MINUTE)
    expect(calls).toBe(11)
    expect(await run()).toMatchObject({ outcome: 'done', steps: [{ outcome: 'confirmed', value: 20 }] })
  })

  test('L-08 after a restart it goes on as far as it would have come, and no value is told twice', async () => {
    const store = new MemoryStore()
    const first = await houseOf([wakes(), after], { store })
    await first.begin()
    await first.clock.pass(2 * MINUTE + 10 * SECOND)
    const clock = new TestClock(first.clock.now() + 3 * MINUTE)
    const second = await houseOf([wakes(), after], { store: killed(store), clock })
    await clock.pass(SECOND)
    expect(second.set()).toEqual([15])
    await clock.pass(20 * MINUTE)
    expect(second.set()).toEqual([15, 16, 17, 18, 19, 20])
    expect(second.set('other')).toEqual([true])
    expect(await second.run()).toMatchObject({ outcome: 'done', resumed_at: expect.any(Number) })
    expect(second.clock.now()).toBeGreaterThan(start + 10 * MINUTE)
  })

  test('L-08 one that was over more than an hour ago says so, and does nothing', async () => {
    const store = new MemoryStore()
    const first = await houseOf([wakes(), after], { store })
    await first.begin()
    await first.clock.pass(MINUTE)
    const clock = new TestClock(start + 71 * MINUTE)
    const second = await houseOf([wakes(), after], { store: killed(store), clock })
    await clock.pass(MINUTE)
    expect([second.set(), second.set('other')]).toEqual([[], []])
    expect(await second.run()).toMatchObject({ outcome: 'stopped', broken_off: 'too_late' })
  })

  test('a gateway whose clock is set meanwhile tells nothing faster or later', async () => {
    class Shifted extends TestClock {
      shift = 0
      override now = (): number => start + this.#passed + this.shift
      #passed = 0
      override async pass(ms: number): Promise<void> {
        for (let left = ms; left > 0; left -= SECOND) {
          await super.pass(Math.min(SECOND, left))
          this.#passed += Math.min(SECOND, left)
        }
      }
    }
    const clock = new Shifted(start)
    const { begin, set } = await houseOf([wakes()], { clock })
    await begin()
    await clock.pass(MINUTE)
    clock.shift = 3 * 60 * MINUTE
    await clock.pass(2 * MINUTE)
    clock.shift = -3 * 60 * MINUTE
    await clock.pass(2 * MINUTE)
    expect(set()).toEqual([10, 11, 12, 13, 14, 15])
  })

  test('a plan has what follows after it, also where it is repeated', () => {
    const repeat = { times: 3, pause: MINUTE }
    const plan = planOf({ scenes: [wakes(slope(), { repeat }), after] }, 0)
    expect(plan.at(-1)).toMatchObject({ at: 32 * MINUTE, device_id: 'other' })
  })

  test('a run does what its plan says and when, whatever is brought along and repeated', async () => {
    const step = fc.record({
      over: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
      to: fc.integer({ min: 0, max: 254 }),
      times: fc.option(fc.integer({ min: 2, max: 4 }), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (all) => {
        const scenes = all.flatMap(({ over, to, times }, n) => {
          const repeat = times === undefined ? {} : { repeat: { times, pause: 5 * SECOND } }
          const computed = slope({ from: to === 0 ? 254 : 0, to, over: (over ?? 0) * SECOND })
          return over === undefined
            ? [acts(`s${n}`, { statuses: [{ resource_id: 'a', name: 'a', state: n % 2 === 0 }], ...repeat })]
            : [{ ...wakes(computed, repeat), id: `s${n}` }]
        })
        const clock = new TestClock(start)
        const statuses = [{ resource_id: 'a', name: 'a', icon: 15, state: false }]
        const { begin, run, set } = await houseOf(scenes, { clock, statuses })
        await begin()
        const ends = [...turnsOf({ scenes }, start)].at(-1)?.ends ?? 0
        await clock.pass(ends - start + 10 * SECOND)
        const { outcome, ended_at = 0 } = (await run()) ?? {}
        // Each time is written down before it is done, which is no time of a plan.
        expect([outcome, ended_at >= ends, ended_at - ends < 250 * 4 * 5 * 2]).toEqual(['done', true, true])
        const ramps = all.filter(({ over }) => over !== undefined)
        expect(set().length).toBeLessThanOrEqual(
          ramps.reduce((sum, { over = 0, times = 1 }) => sum + times * (over + 1), 0),
        )
        if (ramps.length > 0) expect(set().at(-1)).toBe(ramps.at(-1)?.to)
      }),
      { numRuns: 12 },
    )
  })

  test('a home refuses one that goes nowhere, or beyond the limits', async () => {
    const { ask } = await houseOf([after])
    const save = (computed: RampedValue) =>
      ask('save_rule', { rule: ruleOf('ramp', { scenes: [wakes(computed)] }), base: 1 })
    expect(await save(slope({ to: 255 }))).toMatchObject({ message: 'not_acting' })
    expect(await save(slope({ from: 20 }))).toMatchObject({ message: 'not_acting' })
    expect((await save(slope({ over: 10 }))).code).not.toBe(0)
    expect(await save(slope())).toMatchObject({ code: 0 })
  })
})
