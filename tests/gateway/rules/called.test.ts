import { describe, expect, test } from 'vitest'
import { speaksBeyond } from '#gateway/rules/parts.ts'
import { rehearse } from '#gateway/rules/rehearse.ts'
import type { World } from '#gateway/rules/world.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { acts, houseWith, lampNamed, ruleOf, sets } from '../rules-kit.ts'

const onCall = (more: Partial<Rule> = {}): Rule =>
  ruleOf('ring', {
    call_triggers: [{ id: 'intercom', name: 'Intercom' }],
    scenes: [acts('on', { devices: [sets('hall', ['LightService/state', true])] })],
    ...more,
  })
const begin = (rule: Rule) => houseWith([lampNamed('hall')], { rules: [rule] })
const call = { rule_id: 'ring', trigger_id: 'intercom' }

// decision 0214
describe('a scene that an address begins', () => {
  test('runs when it is called, and its story says who called', async () => {
    const house = await begin(onCall())
    expect(await house.ask('call_rule', call)).toMatchObject({ code: 0, data: { fired: true } })
    await house.clock.pass(1000)
    expect(house.driver.orders).toMatchObject([{ device: 'hall', value: true }])
    expect((await house.runsOf('ring')).runs).toMatchObject([
      { outcome: 'done', trigger: { type: 'CALL_TRIGGER', trigger_id: 'intercom', call_name: 'Intercom' } },
    ])
  })

  test('is asked what it asks of everything, and says why it did not run', async () => {
    const house = await begin(
      onCall({
        only_if: {
          logic: 'ALL',
          conditions: [{ kind: 'time', id: 'never', window: { repeating: Array(7).fill(false) as never } }],
        },
      }),
    )
    expect(await house.ask('call_rule', call)).toMatchObject({ code: 0, data: { fired: false } })
    expect((await house.runsOf('ring')).misses).toMatchObject([
      { trigger: { type: 'CALL_TRIGGER' }, why: [{ reason: 'condition' }] },
    ])
    expect(house.driver.orders).toEqual([])
  })

  test('is none where it is a draft, is gone, or has no such call', async () => {
    const house = await begin(onCall({ draft: true }))
    expect((await house.ask('call_rule', call)).code).toBe(404)
    const other = await begin(onCall())
    expect((await other.ask('call_rule', { ...call, trigger_id: 'other' })).code).toBe(404)
    expect((await other.ask('call_rule', { ...call, rule_id: 'other' })).code).toBe(404)
    expect((await other.ask('call_rule', { rule_id: 'ring' })).code).toBe(400)
  })

  test('is rehearsed on the calls that came, whether it was switched on then or not', async () => {
    const house = await begin(onCall({ active: false }))
    const from = house.clock.now()
    await house.clock.pass(1000)
    for (let time = 0; time < 5; time++) await house.ask('call_rule', call)
    await house.clock.pass(1000)
    const { changes } = (await house.ask('get_recorded_changes', { from, to: house.clock.now() })).data as {
      changes: RecordedChange[]
    }
    expect(changes).toEqual([{ at: from + 1000, ...call, value: true }])
    const start: World = { value: () => undefined, status: () => undefined }
    const story = { recorded: changes, start, zone: 'Europe/Zurich', from, to: house.clock.now() }
    const { edited } = rehearse({ rule: onCall(), ...story })
    expect(edited).toMatchObject([{ at: from + 1000, trigger: { type: 'CALL_TRIGGER' } }])
    expect(rehearse({ rule: onCall({ id: 'other' }), ...story }).edited).toEqual([])
  })

  test('is held back where it is called without end', async () => {
    const house = await begin(onCall())
    for (let time = 0; time < 200; time++) await house.ask('call_rule', call)
    const { runs, misses } = await house.runsOf('ring')
    expect(runs.some(({ outcome }) => outcome === 'throttled')).toBe(true)
    expect(misses.some(({ why }) => why.some(({ reason }) => reason === 'throttled'))).toBe(true)
  })

  test('is saved with five calls at most, each under an id of its own, and an older gateway is told that it cannot', async () => {
    const house = await begin(onCall())
    const save = (call_triggers: Rule['call_triggers'], base: number) =>
      house.ask('save_rule', { rule: onCall({ call_triggers }), base })
    const { version = 0 } = ((await house.ask('get_rules')).data as { rules: Rule[] }).rules[0] ?? {}
    expect(
      (
        await save(
          ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id })),
          version,
        )
      ).code,
    ).toBe(400)
    expect((await save([{ id: 'a' }, { id: 'a' }], version)).code).toBe(400)
    expect((await save([{ id: 'a' }, { id: 'b' }], version)).code).toBe(0)
    expect(speaksBeyond(onCall())).toBe(true)
    expect(speaksBeyond(onCall({ call_triggers: [] }))).toBe(false)
  })
})

test('a status that an address sets says that it was called, and not that somebody was there', async () => {
  const status = { resource_id: 'home', name: 'at_home', icon: 2, state: false }
  const house = await houseWith([], { statuses: [status] })
  expect(
    (await house.ask('set_scenario_status', { resource_id: 'home', state: true, called: true })).code,
  ).toBe(0)
  const { collection } = (await house.ask('get_scenario_statuses_collection')).data as {
    collection: unknown[]
  }
  expect(collection).toMatchObject([{ state: true, cause: { kind: 'call' } }])
})
