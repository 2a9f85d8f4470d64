import { describe, expect, test } from 'vitest'
import type { Recipient, Rule, RuleNotification } from '#schemas/generated/entities/rule.ts'
import type { Told } from '#schemas/generated/entities/rule-run.ts'
import { acts, houseWith, motion, ruleOf, when } from '../../rules-kit.ts'

const home = { resource_id: 'home', name: 'At home' }
const anna: Recipient = { kind: 'person', user_id: 'u-anna', name: 'Anna' }
const beat: Recipient = { kind: 'person', user_id: 'u-beat', name: 'Beat' }
const owner: Recipient = { kind: 'owner' }
const away = <R extends Recipient>(one: R): R => ({ ...one, while: { ...home, state: false } })

const telling = (recipients: readonly Recipient[] | undefined, more: Partial<RuleNotification> = {}): Rule =>
  ruleOf('wet', {
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes: [
      acts('tell', {
        notifications: [
          {
            ...{ notification_id: 'n1', type: 1, short_desc: 'Wet' },
            ...(recipients && { recipients: [...recipients] }),
            ...more,
          },
        ],
      }),
    ],
  })
const begin = (recipients?: readonly Recipient[], more: Partial<RuleNotification> = {}, state = true) =>
  houseWith([motion()], {
    rules: [telling(recipients, more)],
    statuses: [{ ...home, icon: 1, state }],
  })
type House = Awaited<ReturnType<typeof begin>>

async function run(house: House) {
  house.report('motion', 'MotionService/motion', false)
  house.report('motion', 'MotionService/motion', true)
  await house.clock.pass(10)
}
const said = (house: House) =>
  house.told('rule_notification') as { message_id?: string; run_id: string; notification: RuleNotification }[]
const last = async (house: House) => (await house.runsOf('wet')).runs[0]
async function answer(house: House, told: readonly Told[], more: object = {}) {
  const [{ run_id, message_id } = { run_id: '' }] = said(house)
  return await house.ask('note_rule_told', { rule_id: 'wet', run_id, message_id, told, ...more })
}

// decision 0247
describe('recipients of a message of a scene', () => {
  test('are those who are meant when the step is taken, by the statuses of then; the story names the others', async () => {
    const house = await begin([away(anna), beat, owner])
    await run(house)
    expect(said(house)).toMatchObject([{ notification: { recipients: [beat, owner] } }])
    expect((await last(house))?.steps).toMatchObject([
      {
        kind: 'notification',
        outcome: 'accepted',
        recipients: [away(anna), beat, owner],
        told: [{ kind: 'person', user_id: 'u-anna', name: 'Anna', why: 'status' }],
      },
    ])
    await house.ask('set_scenario_status', { resource_id: 'home', state: false })
    await run(house)
    expect(said(house)[1]?.notification.recipients).toHaveLength(3)
  })

  test('are nobody where nobody is meant: nothing is sent, and the step is left out', async () => {
    const house = await begin([away(anna), away(owner)])
    await run(house)
    expect(said(house)).toEqual([])
    const ran = await last(house)
    expect(ran).toMatchObject({ outcome: 'done', steps: [{ outcome: 'skipped' }] })
    expect(ran?.steps[0]?.message).toMatch(/^NOBODY_MEANT/)
    expect(ran?.steps[0]?.told?.map(({ why }) => why)).toEqual(['status', 'status'])
  })

  test('are not meant by a status that is gone', async () => {
    const gone = { ...anna, while: { resource_id: 'elsewhere', name: 'Elsewhere', state: false } }
    const house = await begin([gone, owner])
    await run(house)
    expect(said(house)[0]?.notification.recipients).toEqual([owner])
  })

  test('what became of each stands in the story, and the run ends by it', async () => {
    const house = await begin([away(anna), beat, owner])
    await run(house)
    expect((await last(house))?.outcome).toBe('running')
    const told: Told[] = [
      { kind: 'person', user_id: 'u-beat', name: 'Beat', why: 'no_access' },
      { kind: 'owner' },
    ]
    expect((await answer(house, told)).code).toBe(0)
    await house.clock.pass(10)
    const ran = await last(house)
    expect(ran).toMatchObject({ outcome: 'done', steps: [{ outcome: 'confirmed' }] })
    expect(ran?.steps[0]?.told).toEqual([
      { kind: 'person', user_id: 'u-anna', name: 'Anna', why: 'status' },
      ...told,
    ])
    // Said once more it changes nothing.
    expect((await answer(house, [{ kind: 'owner', why: 'no_access' }])).code).toBe(0)
    expect(await last(house)).toEqual(ran)
  })

  test('of whom none could be told have the step, and the run, fail', async () => {
    const house = await begin([beat])
    await run(house)
    await answer(house, [{ kind: 'person', user_id: 'u-beat', name: 'Beat', why: 'limited' }])
    await house.clock.pass(10)
    expect(await last(house)).toMatchObject({
      outcome: 'failed',
      steps: [{ outcome: 'failed', message: expect.stringMatching(/^NOBODY_TOLD/) }],
    })
  })

  test('a run waits fifteen seconds for that and no longer; what is said later still stands in its story', async () => {
    const house = await begin([beat, owner])
    await run(house)
    await house.clock.pass(16_000)
    expect(await last(house)).toMatchObject({ outcome: 'done', steps: [{ outcome: 'accepted' }] })
    const before = house.told('rule_run_changed').length
    await answer(house, [{ kind: 'owner' }])
    expect(await last(house)).toMatchObject({
      outcome: 'done',
      steps: [{ outcome: 'confirmed', told: [{ kind: 'owner' }] }],
    })
    expect(house.told('rule_run_changed')).toHaveLength(before + 1)
  })

  test('what is said of another run, rule or message changes nothing', async () => {
    const house = await begin([owner])
    await run(house)
    const before = await last(house)
    for (const other of [{ run_id: 'x' }, { rule_id: 'x' }, { message_id: 'x' }])
      expect((await answer(house, [{ kind: 'owner' }], other)).code).toBe(0)
    expect(await last(house)).toEqual(before)
    expect((await answer(house, [{ kind: 'owner', why: 'because' } as never])).code).toBe(400)
  })

  test('a message without recipients stays on the wire what it was', async () => {
    const house = await begin()
    await run(house)
    expect(said(house)).toEqual([
      {
        ...{ rule_id: 'wet', rule_name: 'wet', run_id: expect.any(String) },
        notification: { notification_id: 'n1', type: 1, short_desc: 'Wet' },
      },
    ])
    expect((await last(house))?.outcome).toBe('done')
  })

  test.each([
    ['incomplete', []],
    ['functionality_added', [anna, { ...away(anna), name: 'Anna again' }]],
    ['functionality_added', [owner, beat, owner]],
  ])('are refused with %s: %j', async (flag, recipients) => {
    const house = await houseWith([motion()])
    const saved = await house.ask('save_rule', { rule: telling(recipients as Recipient[]), base: 0 })
    expect(saved).toMatchObject({ code: 409, message: flag })
  })

  test('more than twenty, and a recipient with words of its own, are refused', async () => {
    const house = await houseWith([motion()])
    const many = Array.from({ length: 21 }, (_, n) => ({ ...anna, user_id: `u${n}` }))
    for (const recipients of [many, [{ ...owner, address: 'a@example.com' } as never]])
      expect((await house.ask('save_rule', { rule: telling(recipients), base: 0 })).code).toBe(400)
  })

  test('a status that is called otherwise now is told by that name', async () => {
    const house = await begin([{ ...anna, while: { ...home, name: 'Formerly', state: true } }])
    const { data } = await house.ask('get_rules')
    expect(JSON.stringify(data)).toContain('"name":"At home"')
    expect(JSON.stringify(data)).not.toContain('Formerly')
  })
})
