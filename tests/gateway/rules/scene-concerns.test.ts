import { expect, test } from 'vitest'
import type { Week } from '#schemas/generated/entities/rule.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../rules-kit.ts'

const daily: Week = [true, true, true, true, true, true, true]
const DAY = 86_400_000
const ten = { time_triggers: [{ id: 'ten', hour: 22, minute: 0, second: 0, repeating: daily }] }
const lamp = (id: string, on: boolean) => acts(id, { devices: [sets('hall', ['LightService/state', on])] })

const night = ruleOf('night', { ...ten, scenes: [lamp('off', false)] })
const evening = ruleOf('evening', { ...ten, scenes: [lamp('on', true)] })
const onMotion = ruleOf('lit', {
  event_triggers: [when('motion', 'MotionService/motion', true)],
  scenes: [lamp('lit', true)],
})

type House = Awaited<ReturnType<typeof begin>>
const begin = () => houseWith([motion(), lampNamed('hall')], { rules: [night, evening, onMotion] })
const rowsOf = async ({ ask }: House): Promise<Map<string, RuleRow>> =>
  new Map(((await ask('get_rules_list')).data as { rules: RuleRow[] }).rules.map((row) => [row.id, row]))

test('the list names scenes that contradict each other until one of them is changed, whenever it is asked', async () => {
  const house = await begin()
  const said = (await rowsOf(house)).get('night')?.contradicts
  expect(said).toMatchObject([
    { rule_id: 'evening', device_id: 'hall', value: false, other_value: true, at: expect.any(Number) },
  ])
  expect((await rowsOf(house)).get('evening')?.contradicts).toHaveLength(1)
  expect((await rowsOf(house)).get('lit')?.contradicts).toBeUndefined()
  await house.ask('update_rule_info', { rule_id: 'evening', active: false })
  expect((await rowsOf(house)).get('night')?.contradicts).toBeUndefined()
})

// decision 0268
test('a room whose lights all go off contradicts one of them going on, as long as that is there', async () => {
  const target = {
    id: 'all',
    kind: 'lights',
    sets: 'power',
    value: false,
    place: { room_id: 'r', name: 'Room' },
  }
  const floor = { floor_id: 'f', floor_name: 'Floor' }
  const rooms = [
    { room_id: 'r', room_name: 'Room', devices: ['hall'] },
    { room_id: 'other', room_name: 'Other', devices: [] },
  ]
  const house = await houseWith([motion(), lampNamed('hall')], {
    rules: [ruleOf('room', { ...ten, scenes: [acts('off', { targets: [target] })] }), evening],
    floors: [{ ...floor, rooms }],
  })
  const told = async () => (await rowsOf(house)).get('room')?.contradicts
  expect(await told()).toMatchObject([{ rule_id: 'evening', device_id: 'hall', value: false }])
  await house.ask('add_device_to_room', { floor_id: 'f', room_id: 'other', device_ids: ['hall'] })
  expect(await told()).toBeUndefined()
})

test('two statuses are of one group as soon as somebody says so', async () => {
  const status = (resource_id: string, group?: string) => ({
    ...{ resource_id, name: resource_id, icon: 1, state: false },
    ...(group && { group }),
  })
  const comes = (id: string) =>
    ruleOf(id, { ...ten, scenes: [acts(id, { statuses: [{ resource_id: id, name: id, state: true }] })] })
  const house = await houseWith([motion(), lampNamed('hall')], {
    rules: [comes('home'), comes('away')],
    statuses: [status('home', 'Mode'), status('away')],
  })
  const told = async () => (await rowsOf(house)).get('home')?.contradicts
  expect(await told()).toBeUndefined()
  const answer = await house.ask('update_scenario_status', { resource_id: 'away', group: 'Mode' })
  expect(answer).toMatchObject({ code: 0 })
  expect(await told()).toMatchObject([{ group: 'Mode', status_name: 'home', other_status_name: 'away' }])
})

test('the next time is told, also when this one is over', async () => {
  const house = await begin()
  const first = (await rowsOf(house)).get('night')?.contradicts?.[0]?.at ?? 0
  await house.clock.pass(first - house.clock.now() + 1000)
  expect((await rowsOf(house)).get('night')?.contradicts?.[0]?.at).toBe(first + 86_400_000)
})

test('a scene that is on and has not run for 90 days says since when; one that was changed meanwhile, raises an alarm or is off does not', async () => {
  const rules = [
    ruleOf('idle', { scenes: [lamp('a', true)] }),
    ruleOf('changed', { scenes: [lamp('b', true)] }),
    ruleOf('off', { active: false, scenes: [lamp('c', true)] }),
    ruleOf('leak', { scenes: [acts('d', { alarms: [{ alarmId: 1001 }] })] }),
  ]
  const house = await houseWith([lampNamed('hall')], { rules })
  const begun = house.clock.now()
  const unused = async () =>
    [...(await rowsOf(house)).values()].flatMap(({ id, unused_since }) =>
      unused_since === undefined ? [] : [[id, unused_since]],
    )
  await house.ask('play_rule', { rule_id: 'idle' })
  await house.clock.pass(89 * DAY)
  await house.ask('update_rule_info', { rule_id: 'changed', name: 'Changed' })
  expect(await unused()).toEqual([])
  await house.clock.pass(2 * DAY)
  expect(await unused()).toEqual([['idle', begun]])
  await house.ask('play_rule', { rule_id: 'idle' })
  await house.clock.pass(1000)
  expect(await unused()).toEqual([])
})

test('a scene of which the device has left never runs by itself, and the list says so at once', async () => {
  const house = await begin()
  expect((await rowsOf(house)).get('lit')?.never).toBeUndefined()
  house.driver.host.remove('motion')
  expect((await rowsOf(house)).get('lit')?.never).toBe('missing')
})
