import { describe, expect, test } from 'vitest'
import type { ActionSet, RuleNotification } from '#schemas/generated/entities/rule.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, when } from '../rules-kit.ts'
import { settle, TestClock } from '../test-clock.ts'

const board = (more: Partial<RuleNotification> = {}): RuleNotification => ({
  ...{ notification_id: 'n', type: 2 },
  call: {
    ...{ address_id: 'a1', name: 'Board' },
    fields: [
      { name: 'text', text: 'It is {{v1}}' },
      { name: 'level', text: '{{v1}}' },
    ],
  },
  values: [
    {
      kind: 'device',
      id: 'v1',
      device_id: 'hall',
      service_name: 'LightService',
      property_name: 'brightness',
    },
  ],
  ...more,
})
const calls = (more: Partial<ActionSet> = {}) => acts('tell', { notifications: [board()], ...more })

async function houseOf(scenes: ActionSet[]) {
  const clock = new TestClock(Date.UTC(2026, 10, 16, 9))
  const begins = { event_triggers: [when('motion', 'MotionService/motion', true)] }
  const house = await houseWith([motion(), lampNamed('hall')], {
    rules: [ruleOf('calls', { version: 1, ...begins, scenes })],
    clock,
  })
  house.report('hall', 'LightService/brightness', 40)
  house.report('motion', 'MotionService/motion', false)
  house.report('motion', 'MotionService/motion', true)
  await settle()
  const run = async () => (await house.runsOf()).runs[0]
  const note = async (delivery: string | undefined, more: object) =>
    await house.ask('note_scene_call', {
      ...{ rule_id: 'calls', run_id: (await run())?.run_id, delivery, ...more },
    })
  return { ...house, clock, run, note }
}

// decision 0245
describe('a scene that calls an address elsewhere', () => {
  test('hands on what is called and the values of then; the run goes on without waiting', async () => {
    const { run, told } = await houseOf([calls()])
    const one = await run()
    expect(one).toMatchObject({
      outcome: 'done',
      steps: [
        {
          kind: 'notification',
          call: { name: 'Board' },
          found: [{ id: 'v1', value: 40 }],
          outcome: 'accepted',
        },
      ],
    })
    expect(told('rule_notification')).toMatchObject([
      {
        ...{ rule_id: 'calls', found: [{ id: 'v1', value: 40 }], delivery: one?.steps[0]?.delivery },
        notification: { call: { address_id: 'a1' } },
      },
    ])
  })

  test('what became of it stands in the run, also when that was over long before', async () => {
    const { run, note, clock, told } = await houseOf([calls()])
    await clock.pass(3_600_000)
    const delivery = (await run())?.steps[0]?.delivery
    expect(await note(delivery, { arrived: true })).toMatchObject({ code: 0 })
    expect(await run()).toMatchObject({ outcome: 'done', steps: [{ outcome: 'confirmed' }] })
    expect(told('rule_run_changed').at(-1)).toMatchObject({ run: { steps: [{ outcome: 'confirmed' }] } })
  })

  test('one that did not arrive failed, with its reason, and so did the run', async () => {
    const { run, note } = await houseOf([calls()])
    const delivery = (await run())?.steps[0]?.delivery
    await note(delivery, { arrived: false, reason: 'WEB_ANSWERED 404 <b>Not here</b>' })
    expect(await run()).toMatchObject({
      outcome: 'failed',
      steps: [{ outcome: 'failed', code: 404, message: expect.stringMatching(/^WEB_ANSWERED:/) }],
    })
  })

  test('of a run that goes on it is told there; of one that nobody knows it is unknown', async () => {
    const { run, note, clock } = await houseOf([
      calls(),
      acts('later', { delay: 60_000, notifications: [board()] }),
    ])
    const delivery = (await run())?.steps[0]?.delivery
    await note(delivery, { arrived: true })
    expect((await run())?.steps).toMatchObject([{ outcome: 'confirmed' }, { kind: 'delay' }])
    await clock.pass(61_000)
    const steps = (await run())?.steps ?? []
    expect(new Set(steps.map((one) => one.delivery).filter(Boolean)).size).toBe(2)
    expect((await note('other', { arrived: true })).code).toBe(404)
  })

  test('each time of a repetition is a call of its own', async () => {
    const { told, clock } = await houseOf([calls({ repeat: { times: 3, pause: 1000 } })])
    await clock.pass(10_000)
    const said = told('rule_notification') as { delivery: string }[]
    expect(new Set(said.map(({ delivery }) => delivery)).size).toBe(3)
  })

  test('a home refuses one with a name twice, or that is no call', async () => {
    const { ask } = await houseOf([calls()])
    const save = (notification: RuleNotification) =>
      ask('save_rule', {
        rule: ruleOf('calls', { scenes: [acts('tell', { notifications: [notification] })] }),
        base: 1,
      })
    const call = {
      address_id: 'a1',
      name: 'Board',
      fields: [
        { name: 'a', text: '1' },
        { name: 'a', text: '2' },
      ],
    }
    expect(await save(board({ call, values: [] }))).toMatchObject({ message: 'incomplete' })
    expect(await save(board({ type: 1 }))).toMatchObject({ message: 'incomplete' })
    expect(await save(board())).toMatchObject({ code: 0 })
  })
})
