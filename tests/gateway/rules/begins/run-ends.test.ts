import { describe, expect, test } from 'vitest'
import { rehearse } from '#gateway/rules/rehearse.ts'
import type { World } from '#gateway/rules/world.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule, RunTrigger } from '#schemas/generated/entities/rule.ts'
import { MemoryStore } from '../../kit.ts'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../../rules-kit.ts'
import { settle, TestClock } from '../../test-clock.ts'

const MINUTE = 60_000
const onMotion = { event_triggers: [when('motion', 'MotionService/motion', true)] }
const lights = (id: string, device = 'hall') =>
  acts(id, { devices: [sets(device, ['LightService/state', true])] })
const night = (more: Partial<Rule> = {}): Rule =>
  ruleOf('night', { ...onMotion, scenes: [lights('night-on')], ...more })
const waiting = (end: RunTrigger['end'], more: Partial<Rule> = {}): Rule =>
  ruleOf(`after-${end}`, {
    run_triggers: [{ id: `e-${end}`, rule_id: 'night', name: 'Night', end }],
    scenes: [lights(`after-${end}-on`, 'landing')],
    ...more,
  })
const devices = () => [motion(), lampNamed('hall'), lampNamed('landing')]
type Options = NonNullable<Parameters<typeof houseWith>[1]>
const begin = (rules: readonly Rule[], options: Options = {}) => houseWith(devices(), { rules, ...options })
type House = Awaited<ReturnType<typeof begin>>
async function move({ clock, report }: House): Promise<void> {
  report('motion', 'MotionService/motion', false)
  report('motion', 'MotionService/motion', true)
  await clock.pass(1000)
}
const outcomes = async ({ runsOf }: House, id: string) =>
  (await runsOf(id)).runs.map(({ outcome }) => outcome)
const refuses: Options['answers'] = false

// decision 0259
describe('a scene that waits for the end of another', () => {
  test('runs when that has done everything, knows the run, and one that waits for a failure does not', async () => {
    const house = await begin([night(), waiting('over'), waiting('failed')])
    await move(house)
    const [first] = (await house.runsOf('night')).runs
    expect((await house.runsOf('after-over')).runs).toMatchObject([
      {
        outcome: 'done',
        trigger: {
          type: 'RUN_TRIGGER',
          rule_id: 'night',
          rule_name: 'night',
          run_id: first?.run_id,
          end: 'over',
        },
        caused_by_run: first?.run_id,
      },
    ])
    expect(await outcomes(house, 'after-failed')).toEqual([])
  })

  test.each([
    ['none', [lights('a', 'hall')], 'failed'],
    ['not all', [lights('a', 'hall'), lights('b', 'landing')], 'partly'],
  ])('both run when it could do %s of its steps', async (_what, scenes, outcome) => {
    const house = await begin([night({ scenes }), waiting('over'), waiting('failed')], { answers: refuses })
    house.driver.onSet = async ({ device, id, service, property, value }) => {
      if (device === 'hall') throw new Error('no')
      queueMicrotask(() => house.driver.host.report({ device, service, property, value, cause: id }))
    }
    await move(house)
    await house.clock.pass(MINUTE)
    expect(await outcomes(house, 'night')).toEqual([outcome])
    expect(await outcomes(house, 'after-over')).toEqual(['done'])
    expect(await outcomes(house, 'after-failed')).toEqual(['done'])
  })

  test('waits until the last of its steps has its end, pauses included', async () => {
    const house = await begin([
      night({ scenes: [lights('a'), pauseOf(10 * MINUTE), lights('b')] }),
      waiting('over'),
    ])
    await move(house)
    await house.clock.pass(9 * MINUTE)
    expect(await outcomes(house, 'after-over')).toEqual([])
    await house.clock.pass(MINUTE)
    expect(await outcomes(house, 'after-over')).toEqual(['done'])
  })

  test('does so whoever ran it, and not where a person stopped it, where it was tried, or where it missed', async () => {
    const house = await begin([
      night({ scenes: [lights('a'), pauseOf(10 * MINUTE), lights('b')] }),
      waiting('over'),
      waiting('failed'),
    ])
    await house.ask('play_rule', { rule_id: 'night' })
    await house.clock.pass(MINUTE)
    const [run] = (await house.runsOf('night')).runs
    await house.ask('stop_rule_run', { rule_id: 'night', run_id: run?.run_id })
    await house.clock.pass(MINUTE)
    expect(await outcomes(house, 'night')).toEqual(['stopped'])
    expect((await house.ask('try_scene', { rule_id: 'night', scene: lights('a') })).code).toBe(0)
    await house.clock.pass(MINUTE)
    expect([await outcomes(house, 'after-over'), await outcomes(house, 'after-failed')]).toEqual([[], []])
    await house.ask('play_rule', { rule_id: 'night' })
    await house.clock.pass(11 * MINUTE)
    expect(await outcomes(house, 'after-over')).toEqual(['done'])
  })

  test('one that a newer run replaces is not over, the newer is', async () => {
    const house = await begin([
      night({ scenes: [lights('a'), pauseOf(10 * MINUTE), lights('b')] }),
      waiting('over'),
    ])
    await move(house)
    await house.clock.pass(5 * MINUTE)
    await move(house)
    await house.clock.pass(30 * MINUTE)
    expect(await outcomes(house, 'night')).toEqual(['done', 'stopped'])
    expect(await outcomes(house, 'after-over')).toEqual(['done'])
  })

  test('asks what it asks of everything; with others that must be so it counts as a moment', async () => {
    const lit = when('hall', 'LightService/state', true)
    const house = await begin([
      night(),
      waiting('over', { rule_logic: 'AND', event_triggers: [when('motion', 'MotionService/motion', false)] }),
      waiting('failed', {
        id: 'both',
        rule_logic: 'AND',
        run_triggers: waiting('over').run_triggers,
        event_triggers: [lit],
      }),
    ])
    await move(house)
    expect(await outcomes(house, 'both')).toEqual(['done'])
    expect((await house.runsOf('after-over')).misses).toMatchObject([
      { trigger: { type: 'RUN_TRIGGER', rule_id: 'night' }, why: [{ reason: 'condition' }] },
    ])
  })

  test('that a restart breaks off failed', async () => {
    const store = new MemoryStore()
    const scenes = [lights('a'), lights('b', 'landing')]
    const rules = [night({ scenes }), waiting('failed')]
    const stuck = await begin(rules, { store, answers: refuses })
    stuck.driver.onSet = () => new Promise(() => {})
    await move(stuck)
    const kept = new MemoryStore()
    kept.entries = new Map(store.entries)
    const house = await begin(rules, { store: kept, clock: new TestClock(stuck.clock.now() + MINUTE) })
    await house.clock.pass(MINUTE)
    expect((await house.runsOf('night')).runs).toMatchObject([
      { outcome: 'stopped', broken_off: 'restarted' },
    ])
    expect((await house.runsOf('after-failed')).runs).toMatchObject([
      { trigger: { type: 'RUN_TRIGGER', end: 'failed' } },
    ])
    expect(house.driver.orders).toMatchObject([{ device: 'landing' }])
  })
})

describe('scenes that set each other off by their ends', () => {
  const ring = (pause: number): Rule[] => [
    ruleOf('a', {
      ...onMotion,
      run_triggers: [{ id: 'ea', rule_id: 'b', name: 'b', end: 'over' }],
      scenes: [pauseOf(pause), lights('a1')],
    }),
    ruleOf('b', {
      run_triggers: [{ id: 'eb', rule_id: 'a', name: 'a', end: 'over' }],
      scenes: [pauseOf(pause), lights('b1')],
    }),
  ]

  test.each([1000, 90 * MINUTE])(
    'come to an end, be there %i ms between them, and the list names the ring',
    async (pause) => {
      const house = await begin(ring(pause))
      await move(house)
      await house.clock.pass(200 * pause)
      const all = [...(await outcomes(house, 'a')), ...(await outcomes(house, 'b'))]
      expect(all.filter((one) => one === 'done').length).toBeLessThan(20)
      expect(all.filter((one) => one === 'throttled')).toHaveLength(1)
      const { rules } = (await house.ask('get_rules_list')).data as {
        rules: { id: string; loop?: string[] }[]
      }
      expect(rules.map(({ loop }) => loop?.toSorted())).toEqual([
        ['a', 'b'],
        ['a', 'b'],
      ])
    },
  )

  test('one cannot wait for its own end', async () => {
    const house = await begin([])
    const rule = night({ run_triggers: [{ id: 'e', rule_id: 'night', name: 'Night', end: 'over' }] })
    expect(await house.ask('save_rule', { rule, base: 0 })).toMatchObject({
      code: 409,
      message: 'not_triggering',
    })
  })
})

describe('the scene itself', () => {
  test('names the other as it is called now; of one that is gone it is marked, and never runs by itself', async () => {
    const house = await begin([night(), waiting('over')])
    const renamed = night({ name: 'Sleep well' })
    expect((await house.ask('save_rule', { rule: renamed, base: 1 })).code).toBe(0)
    const { rules } = (await house.ask('get_rules')).data as { rules: Rule[] }
    const named = rules.find(({ id }) => id === 'after-over')
    expect(named?.run_triggers).toMatchObject([{ name: 'Sleep well' }])
    await house.ask('delete_rule', { rule_id: 'night' })
    const list = (await house.ask('get_rules_list')).data as { rules: object[] }
    expect(list.rules).toMatchObject([{ id: 'after-over', faults: 1, never: 'missing' }])
  })

  test('is rehearsed on the runs that there were', async () => {
    const house = await begin([night()])
    const from = house.clock.now()
    await move(house)
    await settle()
    const { changes } = (await house.ask('get_recorded_changes', { from, to: house.clock.now() })).data as {
      changes: RecordedChange[]
    }
    expect(changes.find(({ rule_id }) => rule_id === 'night')).toEqual({
      at: from,
      rule_id: 'night',
      value: 'done',
    })
    const start: World = { value: () => undefined, status: () => undefined }
    const story = { recorded: changes, start, zone: 'UTC', from: from - 1, to: house.clock.now() }
    expect(rehearse({ rule: waiting('over'), ...story }).edited).toMatchObject([
      { at: from, trigger: { type: 'RUN_TRIGGER', rule_id: 'night' } },
    ])
    expect(rehearse({ rule: waiting('failed'), ...story }).edited).toEqual([])
  })
})
