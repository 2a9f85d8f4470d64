import { describe, expect, test } from 'vitest'
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { reachOf } from './reach.ts'
import { eventWithin, refusedWithin } from './within.ts'

const floors = [
  {
    ...{ floor_id: 'ground', floor_name: 'Ground' },
    rooms: [
      { room_id: 'kitchen', room_name: 'Kitchen', devices: ['oven', 'lamp'] },
      { room_id: 'hall', room_name: 'Hall', devices: ['lock'] },
      { room_id: 'empty', room_name: 'Empty', devices: [] },
    ],
  },
  { ...{ floor_id: 'cellar', floor_name: 'Cellar' }, rooms: [] },
]
const devices = ['oven', 'lamp', 'lock', 'meter'].map((id) => ({
  ...{ id, device_name: id, class: 'X', status: 2 as const, networkType: 'ip' as const, service_list: [] },
}))
const scene = (id: string, of: string, more: Partial<Rule> = {}): Rule =>
  ({
    ...{ id, name: id, enabled: true, active: true, triggers: [], statuses: [] },
    scenes: [{ id: 's', name: 's', devices: [{ id: of, settings: [] }] }],
    ...more,
  }) as unknown as Rule
const rules = [scene('cook', 'oven'), scene('leave', 'lock')]
const of = (more: Partial<LinkLimits>) =>
  reachOf(
    { ...{ everything: false, rooms: [], devices: [], hours: [] }, ...more },
    { devices, floors, rules, zone: 'Europe/Zurich' },
  )

describe('what somebody finds of a home', () => {
  test.each([
    ['rooms', { rooms: ['kitchen'] }, ['lamp', 'oven'], ['kitchen']],
    [
      'devices, and the rooms that they stand in',
      { devices: ['lock', 'meter'] },
      ['lock', 'meter'],
      ['hall'],
    ],
    ['no empty room', { rooms: ['empty'] }, [], []],
    ['nothing where nothing is chosen', {}, [], []],
    ['nothing in a room that is gone', { rooms: ['attic'] }, [], []],
    ['everything', { everything: true }, ['lamp', 'lock', 'meter', 'oven'], ['hall', 'kitchen']],
  ] as const)('%s', (_, chosen, found, rooms) => {
    const reach = of(chosen as Partial<LinkLimits>)
    expect([[...reach.devices].sort(), [...reach.rooms].sort()]).toEqual([found, rooms])
  })

  test('of an event what is within, and nothing of it otherwise', () => {
    const reach = of({ rooms: ['kitchen'] })
    const told = (event: string, data: Record<string, unknown>) => eventWithin(reach, event, data)
    const value = { service_name: 's', property_name: 'p', property_value: 1 }
    expect(
      told('device_oven_property_changed', { device_id: 'oven', ...value, caused_by: { rule: 'x' } }),
    ).toEqual({ device_id: 'oven', ...value })
    expect(told('device_lock_property_changed', { device_id: 'lock', ...value })).toBeUndefined()
    expect(told('multiple_device_removed', { device_ids: ['oven', 'lock'] })).toEqual({
      device_ids: ['oven'],
    })
    expect(told('multiple_device_removed', { device_ids: ['lock'] })).toBeUndefined()
    expect(told('room_renamed', { floor_id: 'ground', room_id: 'hall', room_name: 'X' })).toBeUndefined()
    expect(told('room_renamed', { floor_id: 'ground', room_id: 'kitchen', room_name: 'X' })).toBeDefined()
    expect(told('floor_renamed', { floor_id: 'cellar', floor_name: 'X' })).toBeUndefined()
    // Whoever adds an event says whether it is open; until then it is not.
    for (const closed of ['network_changed', 'status_changed', 'not_yet_invented'])
      expect(told(closed, {})).toBeUndefined()
    expect(told('gateway_connection_changed', { serialNumber: 'GW1' })).toEqual({ serialNumber: 'GW1' })
  })

  test('of scenes those that touch nothing else, and of their runs nothing of people and of other scenes', () => {
    const reach = of({ rooms: ['kitchen'] })
    expect([...reach.rules]).toEqual(['cook'])
    const changed = { change_type: 'rule_updated', version: 3 }
    expect(
      eventWithin(reach, 'scenario_changed', { ...changed, rule_id: 'cook', user_id: 'mia', name: 'Cook' }),
    ).toEqual({ ...changed, rule_id: 'cook', name: 'Cook' })
    for (const other of [{ rule_id: 'leave' }, { rule_id: 'gone' }, { scene_id: 's' }])
      expect(eventWithin(reach, 'scenario_changed', { ...changed, ...other })).toBeUndefined()
    const run = (more: Partial<RuleRun> = {}): RuleRun => ({
      ...{ run_id: 'r', rule_id: 'cook', rule_name: 'Cook', at: 1, outcome: 'done' as never },
      trigger: { type: 'PLAYED', user_id: 'mia', at: 1 },
      steps: [{ at: 1, kind: 'device', device_id: 'oven', outcome: 'done' as never }],
      ...more,
    })
    const { steps } = run()
    const told = (one: RuleRun) => eventWithin(reach, 'rule_run_changed', { run: one })
    expect(told(run({ caused_by_run: 'x', stopped_by: 'mia' }))).toEqual({
      run: run({ trigger: { type: 'PLAYED', at: 1 } }),
    })
    // Once it was another scene.
    for (const other of [
      { rule_id: 'leave' },
      { steps: steps.map((step) => ({ ...step, device_id: 'lock' })) },
      { steps: steps.map((step) => ({ ...step, kind: 'notification' as const })) },
      { trigger: { type: 'DEVICE_TRIGGER' as const, device_id: 'lock' } },
      { trigger: { type: 'STATUS_TRIGGER' as const, resource_id: 'away' } },
    ])
      expect(told(run(other))).toBeUndefined()
  })

  test('commands are closed unless they say otherwise, and orders outside the hours', () => {
    const reach = of({ rooms: ['kitchen'], hours: [{ days: [0], from: '08:00', until: '09:00' }] })
    const [monday, tuesday] = ['2026-11-23T07:30:00Z', '2026-11-24T07:30:00Z'].map(Date.parse)
    const asked = (command: string, device: string, at = monday) =>
      refusedWithin(reach, { id: '1', command, params: { device_id: device } }, at ?? 0)?.code
    expect(asked('set_service_property_value', 'oven')).toBeUndefined()
    expect(asked('set_service_property_value', 'lock')).toBe(403)
    expect(asked('set_service_property_value', 'oven', tuesday)).toBe(403)
    expect(asked('get_device_property', 'oven', tuesday)).toBeUndefined()
    expect(asked('set_device_name', 'oven')).toBe(403)
    expect(asked('not_yet_invented', 'oven')).toBe(403)
    expect(refusedWithin(reach, { id: '1', command: 'get_device_property', params: {} }, 0)?.code).toBe(403)
  })
})
