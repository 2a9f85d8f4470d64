import { describe, expect, test } from 'vitest'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../rules-kit.ts'

const MINUTE = 60_000

/** A light that goes off again after a minute, built by somebody who tries its steps. */
const begin = () =>
  houseWith([motion(), lampNamed('hall')], {
    rules: [
      ruleOf('light', {
        event_triggers: [when('motion', 'MotionService/motion', true)],
        scenes: [
          acts('on', { devices: [sets('hall', ['LightService/state', true])] }),
          acts('off', { delay: MINUTE, devices: [sets('hall', ['LightService/state', false])] }),
        ],
      }),
    ],
  })

const set = (more: Partial<ActionSet> = {}): ActionSet =>
  acts('tried', { devices: [sets('hall', ['LightService/state', true])], ...more })

describe('decision 0243: a step is tried', () => {
  test('as it stands in the builder, stored or not, without its delay, condition and repetition', async () => {
    const { ask, driver, clock, runsOf } = await begin()
    const scene = set({ delay: MINUTE, repeat: { times: 3, pause: 1000 }, otherwise: true })
    expect(await ask('try_scene', { rule_id: 'light', scene })).toMatchObject({ code: 0 })
    await clock.pass(1000)
    expect(driver.orders).toMatchObject([{ value: true }])
    await clock.pass(10 * MINUTE)
    expect(driver.orders).toHaveLength(1)
    const { runs } = await runsOf('light')
    expect(runs).toMatchObject([
      {
        trigger: { type: 'PLAYED', tried: true, user_id: 'anna' },
        outcome: 'done',
        steps: [{ kind: 'device' }],
      },
    ])
    // The rule is what it was.
    expect(await ask('get_rules', { rule_ids: ['light'] })).toMatchObject({
      data: { rules: [{ version: 1, scenes: [{ id: 'on' }, { id: 'off' }] }] },
    })
  })

  test('beside a run that is under way, which goes on', async () => {
    const { ask, driver, clock, report, runsOf } = await begin()
    report('motion', 'MotionService/motion', false)
    report('motion', 'MotionService/motion', true)
    await clock.pass(20_000)
    await ask('try_scene', { rule_id: 'light', scene: set() })
    await clock.pass(MINUTE)
    expect(driver.orders.map(({ value }) => value)).toEqual([true, true, false])
    expect((await runsOf('light')).runs.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  })

  test('of a scene that nobody has finished yet', async () => {
    const { ask, driver, clock } = await begin()
    const { data } = await ask('create_rule', { name: 'New', draft: true })
    const { id } = (data as { rule: { id: string } }).rule
    expect(await ask('try_scene', { rule_id: id, scene: set() })).toMatchObject({ code: 0 })
    await clock.pass(1000)
    expect(driver.orders).toHaveLength(1)
  })

  test('is refused where it would do nothing, or belongs to no rule', async () => {
    const { ask, driver } = await begin()
    const tried = async (rule_id: string, scene: ActionSet) => {
      const { code, message } = await ask('try_scene', { rule_id, scene })
      return [code, message]
    }
    expect(await tried('light', { id: 'x', name: 'Nothing' })).toEqual([409, 'incomplete'])
    expect(await tried('light', { id: 'x', name: 'D#E#L#A#Y', delay: 5000 })).toEqual([409, 'incomplete'])
    expect((await tried('nowhere', set()))[0]).toBe(404)
    expect(driver.orders).toEqual([])
  })

  test('says so where it names what is not there', async () => {
    const { ask, clock, runsOf } = await begin()
    const scene = set({ devices: [sets('hall', ['LightService/nothing', true])] })
    await ask('try_scene', { rule_id: 'light', scene })
    await clock.pass(1000)
    expect((await runsOf('light')).runs).toMatchObject([
      { outcome: 'failed', steps: [{ outcome: 'failed' }] },
    ])
  })
})
