import { describe, expect, test } from 'vitest'
import type { Rule, RuleAction } from '#schemas/generated/entities/rule.ts'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../rules-kit.ts'

const onMotion = { event_triggers: [when('motion', 'MotionService/motion', true)] }
const tells = (...rules: [id: string, act: RuleAction['act']][]) =>
  acts('tells', { rules: rules.map(([rule_id, act]) => ({ rule_id, name: rule_id, act })) })
const dark = ruleOf('dark', {
  scenes: [acts('off', { devices: [sets('hall', ['LightService/state', false])] })],
})
const begin = (...rules: Rule[]) => houseWith([motion(), lampNamed('hall')], { rules })
type House = Awaited<ReturnType<typeof begin>>
async function move({ clock, report }: House): Promise<void> {
  report('motion', 'MotionService/motion', false)
  report('motion', 'MotionService/motion', true)
  await clock.pass(1000)
}
const ruleIn = async ({ ask }: House, id: string): Promise<Rule | undefined> =>
  ((await ask('get_rules')).data as { rules: Rule[] }).rules.find((one) => one.id === id)

// decision 0172
describe('a scene that runs another', () => {
  test('sets it off, and both runs know of each other', async () => {
    const house = await begin(ruleOf('night', { ...onMotion, scenes: [tells(['dark', 'run'])] }), dark)
    await move(house)
    expect(house.driver.orders).toMatchObject([{ device: 'hall', value: false }])
    const [night] = (await house.runsOf('night')).runs
    expect(night).toMatchObject({
      outcome: 'done',
      steps: [{ kind: 'rule', rule_id: 'dark', rule_name: 'dark', act: 'run', outcome: 'accepted' }],
    })
    expect((await house.runsOf('dark')).runs).toMatchObject([
      {
        outcome: 'done',
        trigger: { type: 'RULE_TRIGGER', rule_id: 'night', rule_name: 'night', run_id: night?.run_id },
        caused_by_run: night?.run_id,
      },
    ])
  })

  test('does not run one that is switched off, and one whose conditions do not hold; both say why', async () => {
    const asking = ruleOf('asking', {
      ...dark,
      id: 'asking',
      only_if: {
        logic: 'ALL',
        conditions: [
          { kind: 'device', id: 'lit', device: { ...when('hall', 'LightService/state', true), id: 'lit' } },
        ],
      },
      scenes: [acts('asking', { devices: [sets('hall', ['LightService/state', false])] })],
    })
    const house = await begin(
      ruleOf('night', { ...onMotion, scenes: [tells(['dark', 'run'], ['asking', 'run'])] }),
      { ...dark, active: false },
      asking,
    )
    house.report('hall', 'LightService/state', false)
    await move(house)
    expect(house.driver.orders).toEqual([])
    const [night] = (await house.runsOf('night')).runs
    expect(night?.steps.map(({ outcome, message }) => [outcome, message?.split(':')[0]])).toEqual([
      ['skipped', 'NOT_RUN'],
      ['skipped', 'NOT_RUN'],
    ])
    expect((await house.runsOf('dark')).misses).toMatchObject([
      { trigger: { type: 'RULE_TRIGGER', rule_id: 'night' }, why: [{ reason: 'inactive' }] },
    ])
    expect((await house.runsOf('asking')).misses[0]?.why).toMatchObject([{ reason: 'condition' }])
  })

  test('comes to an end where they run one another, and the list names the ring', async () => {
    const house = await begin(
      ruleOf('a', { ...onMotion, scenes: [tells(['b', 'run'])] }),
      ruleOf('b', { scenes: [tells(['a', 'run'])] }),
    )
    await move(house)
    await house.clock.pass(5000)
    const runs = [...(await house.runsOf('a')).runs, ...(await house.runsOf('b')).runs]
    expect(runs.filter(({ outcome }) => outcome === 'throttled')).toHaveLength(1)
    expect(runs.length).toBeLessThan(12)
    const { rules } = (await house.ask('get_rules_list')).data as { rules: { id: string; loop?: string[] }[] }
    expect(rules.map(({ loop = [] }) => loop.toSorted())).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('says that one is gone, counts it as missing, and is told its present name before', async () => {
    const house = await begin(ruleOf('night', { ...onMotion, scenes: [tells(['dark', 'run'])] }), dark)
    await house.ask('update_rule_info', { rule_id: 'dark', name: 'Everything off' })
    expect((await ruleIn(house, 'night'))?.scenes?.[0]?.rules).toMatchObject([{ name: 'Everything off' }])
    await house.ask('delete_rule', { rule_id: 'dark' })
    await move(house)
    const [night] = (await house.runsOf('night')).runs
    expect(night).toMatchObject({ outcome: 'failed', steps: [{ outcome: 'failed', code: 404 }] })
    expect(night?.steps[0]?.message).toMatch(/^RULE_GONE/)
    const { rules } = (await house.ask('get_rules_list')).data as { rules: { faults: number }[] }
    expect(rules).toMatchObject([{ faults: 1 }])
  })

  test('is not one that runs itself', async () => {
    const night = ruleOf('night', { ...onMotion, scenes: [tells(['dark', 'run'])] })
    const { ask } = await begin(night, dark)
    const rule = { ...night, scenes: [tells(['night', 'run'])] }
    expect(await ask('save_rule', { rule, base: 1 })).toMatchObject({ message: 'not_acting' })
  })

  test('comes from a file together with those that it runs', async () => {
    const house = await begin()
    const night = ruleOf('night', { ...onMotion, scenes: [tells(['dark', 'run'])] })
    expect(await house.ask('import_objects', { rules: [night, dark] })).toMatchObject({ code: 0 })
    expect(await ruleIn(house, 'night')).toMatchObject({ active: true })
    const alone = ruleOf('alone', { ...onMotion, scenes: [{ ...tells(['unknown', 'run']), id: 'alone' }] })
    await house.ask('import_objects', { rules: [alone] })
    expect(await ruleIn(house, 'alone')).toMatchObject({ active: false })
  })
})

describe('a scene that switches another', () => {
  test('switches it off and on, as a change by the gateway; where it is so already nothing changes', async () => {
    const house = await begin(
      ruleOf('leave', { scenes: [tells(['light', 'switch_off'])] }),
      ruleOf('come', { scenes: [tells(['light', 'switch_on'])] }),
      ruleOf('light', {
        ...onMotion,
        scenes: [acts('on', { devices: [sets('hall', ['LightService/state', true])] })],
      }),
    )
    const play = async (rule_id: string) => {
      await house.ask('play_rule', { rule_id })
      await house.clock.pass(100)
    }
    await play('leave')
    await play('leave')
    expect(await ruleIn(house, 'light')).toMatchObject({ active: false, version: 2 })
    await move(house)
    expect(house.driver.orders).toEqual([])
    await play('come')
    expect(await ruleIn(house, 'light')).toMatchObject({ active: true, version: 3 })
    await move(house)
    expect(house.driver.orders).toHaveLength(1)
    expect((await house.runsOf('leave')).runs).toMatchObject([
      { outcome: 'done', steps: [{ act: 'switch_off', outcome: 'confirmed' }] },
      { outcome: 'done' },
    ])
  })

  test('may switch itself off: that run goes to its end, and no other begins', async () => {
    const house = await begin(
      ruleOf('once', {
        ...onMotion,
        scenes: [
          tells(['once', 'switch_off']),
          pauseOf(2000),
          acts('then', { devices: [sets('hall', ['LightService/state', true])] }),
        ],
      }),
    )
    await move(house)
    await house.clock.pass(3000)
    await move(house)
    await house.clock.pass(3000)
    expect(house.driver.orders).toHaveLength(1)
    expect((await house.runsOf('once')).runs).toMatchObject([{ outcome: 'done' }])
  })
})
