import { describe, expect, test, vi } from 'vitest'
import type { CommandName } from '#gateway/core/ports.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { answers, tells } from '../contract.ts'
import { deviceWith, homeWith, lamp, MemoryStore } from '../kit.ts'

const sensor = deviceWith(
  {
    ClimateService: {
      temperature: { kind: 'number', access: ['read'], unit: '°C' },
      LimitValue: { kind: 'number', access: ['read', 'write'] },
    },
  },
  { id: 'sensor', device_name: 'Fühler', class: 'SEN' },
)

const DESCRIBED = new Set(['scenario_changed', 'status_changed', 'new_status_created', 'status_deleted'])

const open = async (store = new MemoryStore()) => {
  const given = await homeWith([lamp(), sensor], {
    store,
    alarms: () => [{ alarmId: 1001, alarm: [{ name: 'Water', desc: 'Water in the cellar' }] }],
  })
  const { ask, events } = given
  const data = async <N extends CommandName>(command: N, params: unknown = {}, more = {}) => {
    const answer = await ask(command, params, more)
    expect(answer, command).toMatchObject({ code: 0 })
    expect(answers(answer.data, command), command).toBe(true)
    for (const told of events)
      if (DESCRIBED.has(told.event)) expect(tells(told.data, told.event), told.event).toBe(true)
    return answer.data as Commands[N]['data']
  }
  const ruleOf = async (id: string) => (await data('get_rules', { rule_ids: [id] })).rules[0] as Rule
  const create = async (name = 'Evening') => (await data('create_rule', { name })).rule.id
  const row = async (id: string) => (await data('get_rules_list')).rules.find((one) => one.id === id)
  const changes = () =>
    events.flatMap(({ event, data: told }) => (event === 'scenario_changed' ? [told.change_type] : []))
  return { ...given, data, ruleOf, create, row, changes }
}

const temperature = {
  device_id: 'sensor',
  service_name: 'ClimateService',
  property_name: 'temperature',
  value: 18,
  compare_type: 'LT',
}
const brightness = { service_name: 'LightService', property_name: 'brightness' }
const inAYear = new Date(Date.now() + 400 * 86_400_000)
const once = `01-06-${inAYear.getUTCFullYear()} 07:30:00`
const never = [false, false, false, false, false, false, false]

// 2.1-011, 2.7-070, 2.7-071
describe('spec 2 §3 a rule', () => {
  test('has id, name, logic, activity, triggers, statuses and action sets', async () => {
    const { create, ruleOf } = await open()
    const id = await create()
    expect(await ruleOf(id)).toEqual({
      id,
      name: 'Evening',
      rule_logic: 'OR',
      active: false,
      version: 1,
      time_triggers: [],
      event_triggers: [],
      statuses: [],
      scenes: [],
    })
  })

  // 2.7-085
  test('stands in the list of rules with what it is made of', async () => {
    const { create, data, row } = await open()
    const rule_id = await create()
    await data('update_device_trigger', { rule_id, ...temperature })
    const { scene_id } = await data('create_scene', { name: 'Light' })
    await data('update_scene_device', { scene_id, device_id: 'lamp', ...brightness, value: 40 })
    await data('add_scene_to_rule', { rule_id, scene_id })
    expect(await row(rule_id)).toMatchObject({
      name: 'Evening',
      active: false,
      triggers: 1,
      scenes: 1,
      faults: 0,
      device_ids: ['sensor', 'lamp'],
    })
  })

  // 2.7-074, 2.5-019, 2.8-025
  test('update_rule_info takes name and active; a taken name is name_exists, however it is written', async () => {
    const { create, ask, ruleOf, data } = await open()
    const id = await create('Evening')
    const other = await create('Morning')
    expect(await ask('update_rule_info', { rule_id: other, name: ' EVENING ' })).toMatchObject({
      code: 409,
      message: 'name_exists',
    })
    await data('update_rule_info', { rule_id: id, name: 'Evening' })
    await data('update_rule_info', { rule_id: other, name: 'Noon' })
    expect((await ruleOf(other)).name).toBe('Noon')
  })

  // decision 0242
  test('has a picture, a colour and a folder, which are taken away by null and stand in its row', async () => {
    const { create, ask, data, ruleOf, row } = await open()
    const rule_id = await create('Evening')
    const look = { icon: 'moon', colour: 'violet' } as const
    await data('update_rule_info', { rule_id, look, folder: '  Day and night ' })
    expect(await ruleOf(rule_id)).toMatchObject({ name: 'Evening', look, folder: 'Day and night' })
    expect(await row(rule_id)).toMatchObject({ look, folder: 'Day and night' })
    // What is not named stays.
    await data('update_rule_info', { rule_id, name: 'Night' })
    expect(await row(rule_id)).toMatchObject({ name: 'Night', look, folder: 'Day and night' })
    await data('update_rule_info', { rule_id, look: null, folder: null })
    expect(await ruleOf(rule_id)).not.toHaveProperty('look')
    expect(await row(rule_id)).not.toHaveProperty('folder')
    for (const wrong of [
      { look: { icon: 'moon' } },
      { look: { icon: '<b>', colour: 'red' } },
      { folder: 'x'.repeat(61) },
    ])
      expect(await ask('update_rule_info', { rule_id, ...wrong } as never)).toMatchObject({ code: 400 })
    expect(await ruleOf(rule_id)).not.toHaveProperty('folder')
  })

  test('is not switched on before it would do something', async () => {
    const { create, ask } = await open()
    const rule_id = await create()
    expect(await ask('update_rule_info', { rule_id, active: true })).toMatchObject({ message: 'incomplete' })
  })

  // 2.7-075, 2.3-072
  test('has a logic of OR or AND', async () => {
    const { create, data, ask, ruleOf } = await open()
    const rule_id = await create()
    await data('update_rule_logic', { rule_id, rule_logic: 'AND' })
    expect((await ruleOf(rule_id)).rule_logic).toBe('AND')
    expect((await ask('update_rule_logic', { rule_id, rule_logic: 'XOR' })).code).toBe(400)
  })

  test('a draft that a restart has ended is stored anew by the page that has it; drafts that nobody finished do not pile up', async () => {
    const store = new MemoryStore()
    const first = await open(store)
    const { rule } = await first.data('create_rule', { name: 'New scene', draft: true })
    const second = await open(store)
    expect(await second.ask('save_rule', { rule: { ...rule, name: 'Evening' }, base: 1 })).toMatchObject({
      message: 'changed_meanwhile',
    })
    await second.data('save_rule', { rule: { ...rule, name: 'Evening', draft: false }, base: 0 })
    const kept = await second.create('Morning')
    const begun: string[] = []
    for (let number = 1; number <= 25; number += 1)
      begun.push((await second.data('create_rule', { name: `New ${number}`, draft: true })).rule.id)
    const { rules } = await second.data('get_rules')
    expect(rules.filter(({ draft }) => draft).map(({ id }) => id)).toEqual(begun.slice(-10))
    expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining([rule.id, kept]))
  })

  // 2.7-072
  test('is deleted, and gone after a restart', async () => {
    const store = new MemoryStore()
    const { create, data, ask, home } = await open(store)
    const [kept, gone] = [await create('Kept'), await create('Gone')]
    await data('delete_rule', { rule_id: gone })
    expect((await ask('delete_rule', { rule_id: gone })).code).toBe(404)
    await home.stop()
    const again = await open(store)
    expect((await again.data('get_rules')).rules).toMatchObject([{ id: kept, name: 'Kept' }])
  })

  // V-12, 2.3-095
  test.each(['D#E#L#A#Y', '\u202e', '   '])('cannot be called %j', async (name) => {
    const { ask } = await open()
    expect((await ask('create_rule', { name })).code).toBe(400)
  })
})

describe('spec 2 §7 triggers', () => {
  // 2.7-079; its fields one by one: tests/specification/rule-fields.test.ts
  test('update_device_trigger takes device, service, property, comparison, value and delay', async () => {
    const { create, data, ruleOf } = await open()
    const rule_id = await create()
    const { trigger_id } = await data('update_device_trigger', { rule_id, ...temperature, delay: 60_000 })
    const { device_id: event_source, ...rest } = temperature
    expect((await ruleOf(rule_id)).event_triggers).toEqual([
      { id: trigger_id, event_source, device_name: 'Fühler', delay: 60_000, ...rest },
    ])
    await data('update_device_trigger', {
      rule_id,
      trigger_id,
      ...temperature,
      compare_type: 'GT',
      value: 25,
    })
    expect((await ruleOf(rule_id)).event_triggers).toMatchObject([{ id: trigger_id, compare_type: 'GT' }])
    await data('delete_device_trigger', { rule_id, trigger_id })
    expect((await ruleOf(rule_id)).event_triggers).toEqual([])
  })

  // 2.5-024, 2.5-025
  test('the same property twice is functionality_added; the trigger being changed is no duplicate of itself', async () => {
    const { create, data, ask } = await open()
    const rule_id = await create()
    const { trigger_id } = await data('update_device_trigger', { rule_id, ...temperature })
    expect(await ask('update_device_trigger', { rule_id, ...temperature, value: 5 })).toMatchObject({
      code: 409,
      message: 'functionality_added',
    })
    await data('update_device_trigger', { rule_id, trigger_id, ...temperature, value: 5 })
  })

  // 2.3-128
  test('a property that never triggers is refused', async () => {
    const { create, ask } = await open()
    const rule_id = await create()
    const trigger = { ...temperature, property_name: 'LimitValue' }
    expect(await ask('update_device_trigger', { rule_id, ...trigger })).toMatchObject({
      message: 'not_triggering',
    })
  })

  test.each([
    ['a foreign device', { device_id: 'elsewhere' }, 404],
    ['a foreign property', { property_name: 'weight' }, 404],
    ['a foreign kind', { value: 'warm' }, 400],
  ])('%s is refused', async (_what, wrong, code) => {
    const { create, ask } = await open()
    const rule_id = await create()
    expect((await ask('update_device_trigger', { rule_id, ...temperature, ...wrong })).code).toBe(code)
  })

  // 2.7-080, 2.7-081
  test('update_time_trigger takes DD-MM-YYYY HH:mm:ss and seven flags', async () => {
    const { create, data, ruleOf } = await open()
    const rule_id = await create()
    const { id } = await data('update_time_trigger', { rule_id, date: once, repeating: never })
    expect((await ruleOf(rule_id)).time_triggers).toEqual([
      {
        id,
        rule_id,
        trigger_id: id,
        year: inAYear.getUTCFullYear(),
        month: 6,
        day: 1,
        hour: 7,
        minute: 30,
        second: 0,
        repeating: never,
        isRepeating: false,
        active: false,
        time: '07:30:00',
        fullTime: once,
      },
    ])
    await data('delete_time_trigger', { rule_id, id })
    expect((await ruleOf(rule_id)).time_triggers).toEqual([])
  })

  // 2.5-021, 2.5-022
  test('a moment that is over is dateInPast, unless it repeats', async () => {
    const { create, data, ask } = await open()
    const rule_id = await create()
    const date = '01-01-2001 07:30:00'
    expect(await ask('update_time_trigger', { rule_id, date, repeating: never })).toMatchObject({
      code: 409,
      message: 'dateInPast',
    })
    await data('update_time_trigger', { rule_id, date, repeating: [true, ...never.slice(1)] })
  })

  // 2.5-023
  test.each(['01-01-2099 24:00:00', '01-01-2099 10:60:00', '31-02-2099 10:00:00', '2099-01-01 10:00:00'])(
    '%s is no time',
    async (date) => {
      const { create, ask } = await open()
      const rule_id = await create()
      expect((await ask('update_time_trigger', { rule_id, date, repeating: never })).code).toBe(400)
    },
  )

  // 2.7-076, 2.7-077
  test('a status is a trigger with the state that it waits for', async () => {
    const { create, data, ruleOf } = await open()
    const rule_id = await create()
    const { resource_id } = await data('create_scenario_status', { name: 'away', icon: 15 })
    await data('update_rule_status', { rule_id, resource_id, state: true })
    await data('update_rule_status', { rule_id, resource_id, state: false })
    expect((await ruleOf(rule_id)).statuses).toEqual([{ resource_id, name: 'away', icon: 15, state: false }])
    await data('delete_rule_status', { rule_id, resource_id })
    expect((await ruleOf(rule_id)).statuses).toEqual([])
  })
})

describe('spec 2 §7 action sets', () => {
  // 2.7-059, 2.7-060, 2.7-062, 2.7-063, 2.7-078
  test('are created, named, filled and put into a rule', async () => {
    const { create, data, ruleOf } = await open()
    const { scene_id } = await data('create_scene', { name: 'Light' })
    await data('update_scene_name', { scene_id, name: 'Soft light' })
    await data('update_scene_device', { scene_id, device_id: 'lamp', ...brightness, value: 20 })
    await data('update_scene_device', { scene_id, device_id: 'lamp', ...brightness, value: 40 })
    const rule_id = await create()
    await data('add_scene_to_rule', { rule_id, scene_id })
    const { scene } = await data('get_scene_info', { scene_id })
    expect(scene).toMatchObject({
      id: scene_id,
      name: 'Soft light',
      devices: [
        {
          id: 'lamp',
          device_name: 'Lamp',
          property_name: 'brightness',
          device_value: 40,
          settings: [{ ...brightness, value: 40 }],
        },
      ],
    })
    expect((await ruleOf(rule_id)).scenes).toEqual([scene])
  })

  // 2.3-095, 2.5-054
  test('one of the reserved name is a pause of so many milliseconds', async () => {
    const { data } = await open()
    const { scene_id } = await data('create_scene', { name: 'D#E#L#A#Y', delay: 10_000 })
    await data('update_scene_delay', { scene_id, delay: 30_000 })
    const { scene } = await data('get_scene_info', { scene_id })
    expect(scene).toMatchObject({ name: 'D#E#L#A#Y', delay: 30_000 })
  })

  // 2.5-031, 2.3-129
  test('take no property that can only be read', async () => {
    const { data, ask } = await open()
    const { scene_id } = await data('create_scene', { name: 'Light' })
    const power = { service_name: 'MeterService', property_name: 'power', value: 5 }
    expect(await ask('update_scene_device', { scene_id, device_id: 'lamp', ...power })).toMatchObject({
      message: 'not_acting',
    })
  })

  // 2.7-064, 2.7-065, 2.7-066, 2.7-067, 2.7-068, 2.3-093, 2.3-094
  test('hold statuses and notifications, and lose them again', async () => {
    const { data } = await open()
    const { scene_id } = await data('create_scene', { name: 'Tell' })
    const { resource_id } = await data('create_scenario_status', { name: 'away', icon: 15 })
    await data('update_scene_status', { scene_id, resource_id, state: true })
    const mail = {
      scene_id,
      type: 0,
      destination: 'anna@example.test',
      short_desc: 'Water',
      desc: 'In the cellar',
    }
    const { notification_id } = await data('update_scene_notification', mail)
    await data('update_scene_notification', { scene_id, type: 1, short_desc: 'Water' })
    await data('update_scene_notification', { ...mail, notification_id, short_desc: 'Much water' })
    await data('update_scene_device', { scene_id, device_id: 'lamp', ...brightness, value: 20 })
    const info = async () => (await data('get_scene_info', { scene_id })).scene
    expect(await info()).toMatchObject({
      statuses: [{ name: 'away', state: true }],
      notifications: [
        { ...mail, notification_id, short_desc: 'Much water' },
        { scene_id, type: 1 },
      ],
      push_notification: 1,
      notification: 1,
      alarm_notification: 0,
    })
    await data('delete_scene_notification', { scene_id, notification_id, type: 0 })
    await data('delete_scene_status', { scene_id, resource_id })
    await data('delete_scene_device', { scene_id, device_id: 'lamp', ...brightness })
    expect(await info()).toMatchObject({ statuses: [], notification: 0, push_notification: 1, devices: [] })
  })

  // 2.7-069, 2.7-084, 2.5-033, 2.3-092, 2.3-118, 2.3-119
  test('raise alarms of the alarm table, above 1000 only', async () => {
    const { data, ask } = await open()
    const { scene_id } = await data('create_scene', { name: 'Tell' })
    expect((await data('get_alarm_table')).alarms).toMatchObject([
      { alarmId: 1001, alarm: [{ name: 'Water' }] },
    ])
    await data('update_alarm', { scene_id, alarmId: 1001, enabled: true })
    expect((await data('get_scene_info', { scene_id })).scene).toMatchObject({
      alarms: [{ alarmId: 1001 }],
      alarm_notification: 1,
    })
    expect((await ask('update_alarm', { scene_id, alarmId: 1000, enabled: true })).code).toBe(400)
    expect((await ask('update_alarm', { scene_id, alarmId: 1002, enabled: true })).code).toBe(404)
    await data('update_alarm', { scene_id, alarmId: 1001, enabled: false })
    expect((await data('get_scene_info', { scene_id })).scene).toMatchObject({ alarms: [] })
  })

  // 2.7-061
  test('are deleted, also out of their rule', async () => {
    const { create, data, ask, ruleOf } = await open()
    const rule_id = await create()
    const { scene_id } = await data('create_scene', { name: 'Light' })
    await data('add_scene_to_rule', { rule_id, scene_id })
    await data('delete_scene', { scene_id })
    expect((await ruleOf(rule_id)).scenes).toEqual([])
    expect((await ask('get_scene_info', { scene_id })).code).toBe(404)
  })
})

// 2.4-080 to 2.4-085, 2.7-100
test('scenario_changed tells what was created, updated and deleted', async () => {
  const { create, data, changes, events } = await open()
  const rule_id = await create()
  const { scene_id } = await data('create_scene', { name: 'Light' })
  await data('update_scene_name', { scene_id, name: 'Lights' })
  await data('add_scene_to_rule', { rule_id, scene_id })
  await data('delete_scene', { scene_id })
  await data('delete_rule', { rule_id })
  expect(changes()).toEqual([
    'rule_created',
    'scene_created',
    'scene_updated',
    'rule_updated',
    'rule_updated',
    'scene_deleted',
    'rule_deleted',
  ])
  expect(events.at(-1)?.data).toMatchObject({ rule_id, name: 'Evening', user_id: 'anna' })
})

describe('save_rule: the whole rule at once', () => {
  const scenes = [
    { id: 'set1', name: 'Light', devices: [{ id: 'lamp', settings: [{ ...brightness, value: 40 }] }] },
  ]
  const trigger = {
    id: 't1',
    event_source: 'sensor',
    service_name: 'ClimateService',
    property_name: 'temperature',
    value: 18,
    compare_type: 'LT' as const,
  }

  // 2.4-078, 2.4-079
  test('a draft is completed by naming it, and runs from then on', async () => {
    const { data, ruleOf } = await open()
    const { rule } = await data('create_rule', { name: 'New scene', draft: true })
    const draft = rule
    expect(draft).toMatchObject({ draft: true, active: false, version: 1 })
    const { draft: _draft, ...whole } = {
      ...draft,
      name: 'Evening',
      active: true,
      event_triggers: [trigger],
      scenes,
    }
    await data('save_rule', { rule: whole, base: 1 })
    expect(await ruleOf(draft.id)).toMatchObject({ name: 'Evening', active: true, version: 2 })
    expect(await ruleOf(draft.id)).not.toHaveProperty('draft')
  })

  test('a draft that nobody finished is gone after a restart', async () => {
    const store = new MemoryStore()
    const { data, home } = await open(store)
    await data('create_rule', { name: 'New scene', draft: true })
    await home.stop()
    const again = await open(store)
    expect((await again.data('get_rules')).rules).toEqual([])
    await again.home.stop()
    expect([...store.entries.keys()].filter((key) => key.startsWith('rule/'))).toEqual([])
  })

  // 2.5-020
  test('completing under a taken name is sceneNameExists', async () => {
    const { data, ask, create } = await open()
    await create('Evening')
    const { rule } = await data('create_rule', { name: 'New scene', draft: true })
    const { draft: _draft, ...whole } = rule
    expect(await ask('save_rule', { rule: { ...whole, name: 'evening', scenes }, base: 1 })).toMatchObject({
      code: 409,
      message: 'sceneNameExists',
    })
  })

  // Z-09
  test('of two people who began with the same version one is told that it changed meanwhile', async () => {
    const { create, ruleOf, ask } = await open()
    const rule = await ruleOf(await create())
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        ask('save_rule', { rule: { ...rule, name: `Evening ${n}` }, base: 1 }, { userId: `user${n}` }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ message }) => message === 'changed_meanwhile')).toHaveLength(49)
    expect((await ruleOf(rule.id)).version).toBe(2)
  })

  test('what it names and is not there may stay, but not come in anew', async () => {
    const { create, ruleOf, data, row, driver } = await open()
    const id = await create()
    await data('save_rule', { rule: { ...(await ruleOf(id)), event_triggers: [trigger], scenes }, base: 1 })
    driver.host.remove('sensor')
    expect(await row(id)).toMatchObject({ faults: 1 })
    await data('save_rule', { rule: { ...(await ruleOf(id)), name: 'Late evening' }, base: 2 })
    expect(await ruleOf(id)).toMatchObject({
      name: 'Late evening',
      event_triggers: [{ device_name: 'Fühler' }],
    })
  })

  test('nothing is changed while the store refuses', async () => {
    const store = new MemoryStore()
    const { create, ruleOf, ask, events } = await open(store)
    const rule = await ruleOf(await create())
    const told = events.length
    store.broken = true
    expect((await ask('save_rule', { rule: { ...rule, name: 'Other' }, base: 1 })).code).toBe(500)
    store.broken = false
    expect((await ruleOf(rule.id)).name).toBe('Evening')
    expect(events).toHaveLength(told)
  })
})

describe('history, restoring, import', () => {
  test('every version has its author and time, and can be made the present one', async () => {
    const { create, data, ruleOf } = await open()
    const id = await create('Evening')
    await data('update_rule_info', { rule_id: id, name: 'Night' }, { userId: 'ben' })
    await data('update_rule_logic', { rule_id: id, rule_logic: 'AND' })
    const { versions } = await data('get_object_history', { kind: 'rule', id })
    expect(versions).toMatchObject([
      { version: 3, change: 'updated', user_id: 'anna', name: 'Night' },
      { version: 2, change: 'updated', user_id: 'ben' },
      { version: 1, change: 'created', user_id: 'anna', name: 'Evening' },
    ])
    await data('restore_object', { kind: 'rule', id, version: 1 })
    expect(await ruleOf(id)).toMatchObject({ name: 'Evening', rule_logic: 'OR', version: 4 })
  })

  test('the first version of a rule that the home came with is how it was then', async () => {
    const shipped: Rule = { id: 'r1', name: 'Evening', rule_logic: 'OR', active: false }
    const { ask } = await homeWith([], { rules: [shipped] })
    await ask('update_rule_info', { rule_id: 'r1', name: 'Night' })
    expect((await ask('get_object_history', { kind: 'rule', id: 'r1' })).data).toMatchObject({
      versions: [
        { version: 2, change: 'updated', name: 'Night' },
        { version: 1, change: 'created', name: 'Evening' },
      ],
    })
  })

  test('a deleted rule comes back as it was', async () => {
    const { create, data, ruleOf } = await open()
    const id = await create('Evening')
    await data('update_device_trigger', { rule_id: id, ...temperature })
    const before = await ruleOf(id)
    await data('delete_rule', { rule_id: id })
    const { objects } = await data('get_deleted_objects', { kind: 'rule' })
    expect(objects).toMatchObject([{ id, name: 'Evening', change: 'deleted', version: 3 }])
    await data('restore_object', { kind: 'rule', id, version: 3 })
    expect(await ruleOf(id)).toEqual({ ...before, version: 4 })
    expect((await data('get_deleted_objects', {})).objects).toEqual([])
  })

  test('50 versions are kept, and survive a restart', async () => {
    const store = new MemoryStore()
    const { create, data, home } = await open(store)
    const id = await create('Evening')
    for (let n = 0; n < 60; n += 1) await data('update_rule_info', { rule_id: id, name: `Evening ${n}` })
    await home.stop()
    const again = await open(store)
    const { versions } = await again.data('get_object_history', { kind: 'rule', id })
    expect(versions).toHaveLength(50)
    expect(versions[0]).toMatchObject({ version: 61, name: 'Evening 59' })
  })

  test('what was exported comes in again, once and for all', async () => {
    const { create, data } = await open()
    const id = await create('Evening')
    await data('update_device_trigger', { rule_id: id, ...temperature })
    const { rules } = await data('get_rules')
    const other = await open()
    expect(await other.data('import_objects', { rules })).toEqual({ created: 1, changed: 0 })
    expect(await other.data('import_objects', { rules })).toEqual({ created: 0, changed: 0 })
    expect(await other.ruleOf(id)).toMatchObject({ name: 'Evening', active: false })
  })

  test('a rule that cannot do here what it says comes in switched off', async () => {
    const { data, ruleOf } = await open()
    const device = { id: 'elsewhere', settings: [{ ...brightness, value: 1 }] }
    const rule: Rule = {
      id: 'r1',
      name: 'Foreign',
      rule_logic: 'OR',
      active: true,
      scenes: [{ id: 's1', name: 'Light', devices: [device] }],
    }
    await data('import_objects', { rules: [rule] })
    expect(await ruleOf('r1')).toMatchObject({ active: false })
  })

  test('nothing comes in when one name is not valid', async () => {
    const { data, ask } = await open()
    const rule = { id: 'r1', name: 'Good', rule_logic: 'OR', active: false }
    const { code } = await ask('import_objects', { rules: [rule, { ...rule, id: 'r2', name: 'D#E#L#A#Y' }] })
    expect(code).toBe(400)
    expect((await data('get_rules')).rules).toEqual([])
  })
})

// 2.7-073
test('the list says when a rule ran last and what came of it', async () => {
  const { create, data, row, driver, reports } = await open()
  const rule_id = await create()
  const { scene_id } = await data('create_scene', { name: 'Light' })
  await data('update_scene_device', { scene_id, device_id: 'lamp', ...brightness, value: 40 })
  await data('add_scene_to_rule', { rule_id, scene_id })
  const { run_id } = await data('play_rule', { rule_id })
  expect(await row(rule_id)).toMatchObject({ last_run: { run_id, outcome: 'running' } })
  await vi.waitFor(() => expect(driver.orders).toHaveLength(1))
  reports('LightService/brightness', 40)
  await vi.waitFor(async () =>
    expect(await row(rule_id)).toMatchObject({ last_run: { run_id, outcome: 'done' } }),
  )
})
