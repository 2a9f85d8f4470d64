import { describe, expect, test } from 'vitest'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { contentOf, type DriftKey, differencesOf, kindRuleOf, type Reading } from './drift.ts'

const setback = (id: string, devices: readonly string[], minute = 45, value = 18): Rule => ({
  ...{ id: `rule-${id}`, name: 'Night setback', rule_logic: 'OR', active: true, version: devices.length },
  time_triggers: [{ id: `time-${id}`, rule_id: `rule-${id}`, hour: 22, minute, second: 0 }],
  scenes: [
    {
      ...{ id: `set-${id}`, name: 'Night' },
      devices: devices.map((device) => ({
        ...{ id: device, device_name: `Thermostat ${device}` },
        settings: [{ service_name: 'ThermostatService', property_name: 'setpoint', value }],
      })),
    },
  ],
})

const content = (id: string, more: Partial<HomeContent> = {}): HomeContent => ({
  floors: [
    {
      ...{ floor_id: `f-${id}`, floor_name: 'Ground floor' },
      rooms: [
        { room_id: `r1-${id}`, room_name: 'Kitchen', devices: [`d1-${id}`] },
        { room_id: `r2-${id}`, room_name: 'Bath', icon: 'room-bath', devices: [] },
      ],
    },
  ],
  rules: [setback(id, [`d1-${id}`])],
  statuses: [{ resource_id: `s-${id}`, name: 'Away', icon: 3 }],
  devices: [{ device_id: `d1-${id}`, device_name: `Heater of ${id}`, class: 'TRV1' }],
  settings: [
    { device_id: `d1-${id}`, values: [{ service_name: 'TrvService', property_name: 'offset', value: 1 }] },
  ],
  infrared: [],
  ...more,
})
const reading = (id: string, more: Partial<HomeContent> = {}, about: Partial<Reading> = {}): Reading => ({
  ...{ content: content(id, more), model: 'DOC400', version: '4.22.0', automaticBackup: true },
  ...about,
})
const model = reading('m')
const inShort = (home: Reading) =>
  differencesOf(model, home).map(({ aspect, how, name }) => `${aspect} ${how} ${name}`)

describe('14.9 in what a home differs from its golden home', () => {
  test('homes that are set up alike do not differ, whatever ids and names of devices they have', () => {
    expect(differencesOf(model, reading('other'))).toEqual([])
    const more = ['d1-x', 'd2-x']
    expect(inShort(reading('x', { rules: [setback('x', more)] }))).toEqual([])
  })

  test('a scene differs by what it waits for besides: how long a device is silent, which scene has ended, and how', () => {
    const waiting = (after: number, name = 'Night', end: 'over' | 'failed' = 'over', id = 'm') => ({
      ...setback(id, [`d1-${id}`]),
      silence_triggers: [{ id: `q-${id}`, device_id: `d1-${id}`, after }],
      run_triggers: [{ id: `e-${id}`, rule_id: `n-${id}`, name, end }],
    })
    const against = (rule: Rule) =>
      differencesOf(reading('m', { rules: [waiting(60_000)] }), reading('x', { rules: [rule] })).length
    expect(against(waiting(60_000, 'night ', 'over', 'x'))).toBe(0)
    expect(against(waiting(120_000, 'Night', 'over', 'x'))).toBe(1)
    expect(against(waiting(60_000, 'Morning', 'over', 'x'))).toBe(1)
    expect(against(waiting(60_000, 'Night', 'failed', 'x'))).toBe(1)
  })

  test('a scene differs by when it runs and by what it does, and both values are told', () => {
    const home = reading('x', { rules: [setback('x', ['d1-x'], 30, 17)] })
    expect(differencesOf(model, home)).toEqual([
      {
        ...{ aspect: 'scenes', key: 'night setback', name: 'Night setback', how: 'changed' },
        rows: [
          { what: 'ThermostatService.setpoint', now: '17', model: '18' },
          { what: 'time', now: '22:30', model: '22:45' },
        ],
      },
    ])
  })

  test('what is not told in a line is a difference all the same', () => {
    const [scene] = model.content.rules
    if (!scene) throw new Error('no scene')
    const only = { logic: 'ALL' as const, conditions: [] }
    expect(differencesOf(model, reading('x', { rules: [{ ...scene, only_if: only }] }))).toMatchObject([
      { aspect: 'scenes', how: 'changed', rows: [{ what: 'further' }] },
    ])
    const off = { ...scene, active: false }
    expect(differencesOf(model, reading('x', { rules: [off] }))[0]?.rows).toEqual([
      { what: 'active', now: 'false', model: 'true' },
    ])
  })

  test('the order of scenes within a rule counts, that of its devices does not', () => {
    const twice = (first: number, then: number): Rule => {
      const [a, b] = [setback('x', ['d1'], 45, first), setback('x', ['d1'], 45, then)]
      return { ...a, scenes: [...(a.scenes ?? []), ...(b.scenes ?? [])] }
    }
    const one = reading('x', { rules: [twice(17, 21)] })
    expect(differencesOf(one, reading('x', { rules: [twice(21, 17)] }))).toMatchObject([
      { how: 'changed', rows: [{ what: 'further' }] },
    ])
  })

  test('a scene asks of a home only what it has, and nothing where it has none of it', () => {
    const [scene] = model.content.rules
    const [set] = scene?.scenes ?? []
    if (!scene || !set) throw new Error('no scene')
    const light = { service_name: 'LightService', property_name: 'state', value: false }
    const both = {
      ...scene,
      scenes: [{ ...set, devices: [...(set.devices ?? []), { id: 'l', settings: [light] }] }],
    }
    const wanted = reading('m', { rules: [both] })
    const noLight = (service: string): boolean => service !== 'LightService'
    expect(differencesOf(wanted, reading('x'), noLight)).toEqual([])
    expect(differencesOf(wanted, reading('x'))).toMatchObject([{ how: 'changed' }])
    expect(differencesOf(wanted, reading('x', { rules: [] }), () => false)).toEqual([])
  })

  test('rooms, statuses, devices, settings, software and model are compared by what they are called', () => {
    const home = reading(
      'x',
      {
        floors: [
          {
            floor_id: 'f',
            floor_name: 'ground FLOOR',
            rooms: [{ room_id: 'r', room_name: 'Kitchen', devices: [] }],
          },
          { floor_id: 'g', floor_name: 'Cellar', rooms: [] },
        ],
        statuses: [{ resource_id: 's', name: 'Away', icon: 4 }],
        devices: [
          { device_id: 'a', device_name: 'A', class: 'TRV1' },
          { device_id: 'b', device_name: 'B', class: 'TRV1' },
        ],
        settings: [
          { device_id: 'a', values: [{ service_name: 'TrvService', property_name: 'offset', value: 2 }] },
        ],
      },
      { version: '4.21.3', automaticBackup: false },
    )
    expect(inShort(home)).toEqual([
      'software changed DOC400',
      'devices changed TRV1',
      'rooms missing Ground floor › Bath',
      'statuses changed Away',
      'settings changed TRV1',
      'settings changed automaticBackup',
      'rooms extra Cellar',
    ])
    // A group is the same in whatever letters; which one it is, is told.
    const inGroup = (group?: string) =>
      reading('x', { statuses: [{ resource_id: 's', name: 'Away', icon: 3, ...(group && { group }) }] })
    expect(differencesOf(inGroup('Presence'), inGroup('presence '))).toEqual([])
    expect(differencesOf(inGroup('Presence'), inGroup())).toMatchObject([
      { aspect: 'statuses', how: 'changed', rows: [{ what: 'group', model: 'Presence' }] },
    ])
    expect(differencesOf(inGroup(), inGroup('Presence'))).toMatchObject([
      { rows: [{ what: 'group', now: 'Presence' }] },
    ])
    // Versions of different machines say nothing about each other.
    expect(inShort(reading('x', {}, { model: 'VOC200', version: '4.1.0' }))).toEqual([
      'models changed DOC400',
    ])
    // What a home has no device for is no difference of its settings.
    expect(inShort(reading('x', { devices: [], settings: [] }))).toEqual(['devices missing TRV1'])
  })
})

describe('14.9 what a bulk operation brings of a golden home', () => {
  test('a scene comes as kinds of devices, each once', () => {
    const [rule] = reading('m', { rules: [setback('m', ['a', 'b'])] }).content.rules
    expect(rule && kindRuleOf(rule)).toEqual({
      ...{ name: 'Night setback', rule_logic: 'OR', time_triggers: [{ hour: 22, minute: 45 }] },
      scenes: [
        {
          name: 'Night',
          devices: [{ service_name: 'ThermostatService', property_name: 'setpoint', value: 18 }],
        },
      ],
    })
  })

  test('a scene of which kinds of devices cannot say everything is not brought at all', () => {
    const rule = setback('m', ['a'])
    const [set] = rule.scenes ?? []
    if (!set) throw new Error('no scene')
    const sun = [{ id: 's', sun: { event: 'sunset' as const }, repeating: Array(7).fill(true) as never }]
    for (const other of [
      { ...rule, sun_triggers: sun },
      { ...rule, call_triggers: [{ id: 'c' }] },
      { ...rule, silence_triggers: [{ id: 'q', device_id: 'a', after: 60_000 }] },
      { ...rule, run_triggers: [{ id: 'e', rule_id: 'x', name: 'X', end: 'over' as const }] },
      { ...rule, active: false },
      { ...rule, statuses: [{ name: 'Away', state: true }] },
      { ...rule, run_mode: 'single' as const },
      {
        ...rule,
        only_if: {
          logic: 'ALL' as const,
          conditions: [{ kind: 'group' as const, id: 'g', logic: 'ALL' as const, conditions: [] }],
        },
      },
      { ...rule, scenes: [{ ...set, statuses: [{ name: 'Away', state: true }] }] },
      { ...rule, scenes: [] },
      // One heater at 18 and another one at 21.
      {
        ...rule,
        scenes: [
          {
            ...set,
            devices: [...(set.devices ?? []), ...(setback('m', ['b'], 45, 21).scenes?.[0]?.devices ?? [])],
          },
        ],
      },
    ])
      expect(kindRuleOf(other)).toBeUndefined()
  })

  test('rooms come together, several things as one set, and what has no such operation not at all', () => {
    const rooms = ['kitchen', 'bath'].map((room) => JSON.stringify(['ground floor', room]))
    const of = (aspect: DriftKey['aspect'], ...keys: string[]) =>
      contentOf(model, { things: keys.map((key) => ({ aspect, key })), name: 'Flat' })
    expect(of('rooms', ...rooms)).toMatchObject({
      content_type: 'lyt',
      content_params: [
        {
          params: {
            floors: [
              {
                floor_name: 'Ground floor',
                rooms: [{ room_name: 'Kitchen' }, { room_name: 'Bath', icon: 'room-bath' }],
              },
            ],
          },
        },
      ],
    })
    expect(of('statuses', 'away')).toMatchObject({
      content_type: 'ts',
      // In no group, which the others are then as well.
      content_params: [{ params: { name: 'Away', icon: 3, group: null } }],
    })
    expect(of('scenes', 'night setback')?.content_type).toBe('scn')
    const several = contentOf(model, {
      things: [
        { aspect: 'scenes', key: 'night setback' },
        { aspect: 'statuses', key: 'away' },
        { aspect: 'software', key: 'version' },
        ...rooms.map((key) => ({ aspect: 'rooms' as const, key })),
      ],
      name: 'Flat',
    })
    expect(several).toMatchObject({ content_name: 'Flat', content_type: 'set' })
    expect(several?.content_params.map(({ name }) => name)).toEqual([
      'create_layout',
      'update_scenario_status',
      'create_rule',
    ])
    expect(of('rooms', ...rooms)?.content_name).toBe('Flat')
    expect(of('scenes', 'unknown')).toBeUndefined()
    expect(of('software', 'version')).toBeUndefined()
    expect(of('settings', 'automaticBackup')).toBeUndefined()
  })
})
