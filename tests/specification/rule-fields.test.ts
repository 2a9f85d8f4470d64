import { expect, test } from 'vitest'
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'

const ajv = ajvWithSchemas()
const validate = ajv.getSchema('entities/rule.json')

const timeTrigger = { id: 't', hour: 7, minute: 30, second: 0 }
const deviceTrigger = {
  id: 'e',
  event_source: 'd',
  service_name: 'S',
  property_name: 'p',
  value: 1,
  compare_type: 'EQ',
}
const actionSet = { id: 's', name: 'Actions' }
const notification = { type: 0 }
const rule = { id: 'r', name: 'R', rule_logic: 'OR', active: true }

/** A rule in which one part has one field more. */
const parts: Readonly<Record<string, (field: object) => object>> = {
  rule: (field) => ({ ...rule, ...field }),
  time: (field) => ({ ...rule, time_triggers: [{ ...timeTrigger, ...field }] }),
  trigger: (field) => ({ ...rule, event_triggers: [{ ...deviceTrigger, ...field }] }),
  status: (field) => ({ ...rule, statuses: [{ name: 'Home', state: true, ...field }] }),
  set: (field) => ({ ...rule, scenes: [{ ...actionSet, ...field }] }),
  device: (field) => ({
    ...rule,
    scenes: [{ ...actionSet, devices: [{ id: 'd', settings: [], ...field }] }],
  }),
  setting: (field) => ({
    ...rule,
    scenes: [
      {
        ...actionSet,
        devices: [{ id: 'd', settings: [{ service_name: 'S', property_name: 'p', value: 1, ...field }] }],
      },
    ],
  }),
  notification: (field) => ({
    ...rule,
    scenes: [{ ...actionSet, notifications: [{ ...notification, ...field }] }],
  }),
}

const week = [true, false, false, false, false, false, true]

type Row = readonly [atom: string, part: string, field: string, right: unknown, wrong: unknown]

function takes([, part, field, right, wrong]: Row): void {
  expect(validate?.(parts[part]?.({ [field]: right }))).toBe(true)
  expect(validate?.(parts[part]?.({ [field]: wrong }))).toBe(false)
  expect(validate?.(parts[part]?.({ [`${field}_`]: right }))).toBe(false)
}

test.each([
  ['2.3-070', 'rule', 'id', 'r-1', ''],
  ['2.3-071', 'rule', 'name', 'Evening', ''],
  ['2.3-072', 'rule', 'rule_logic', 'AND', 'XOR'],
  ['2.3-073', 'rule', 'active', false, 'yes'],
  ['2.3-074', 'rule', 'time_triggers', [timeTrigger], [deviceTrigger]],
  ['2.3-075', 'rule', 'event_triggers', [deviceTrigger], [timeTrigger]],
  ['2.3-076', 'rule', 'statuses', [{ name: 'Home', state: true }], ['Home']],
  ['2.3-077', 'rule', 'scenes', [actionSet], [rule]],
] as const)('%s: a rule has the field (%s) %s, as %j and never as %j', (...row) => takes(row))

test.each([
  ['2.3-078', 'set', 'id', 's-1', 7],
  ['2.3-079', 'set', 'name', 'D#E#L#A#Y', null],
  ['2.3-080', 'set', 'delay', 30_000, -1],
  ['2.3-081', 'set', 'devices', [{ id: 'd', settings: [] }], [{ id: 'd' }]],
  ['2.3-082', 'setting', 'service_name', 'LightService', 1],
  ['2.3-082', 'setting', 'value', 'ON', { hue: 1 }],
  ['2.3-083', 'device', 'device_name', 'Lamp', 1],
  ['2.3-083', 'device', 'device_value', 40, []],
  ['2.3-083', 'device', 'property_name', 'state', 1],
  ['2.3-084', 'set', 'statuses', [{ name: 'Home', state: false }], [{ name: 'Home' }]],
  ['2.3-085', 'set', 'notifications', [notification], [{}]],
  ['2.3-086', 'notification', 'type', 1, 3],
  ['2.3-087', 'notification', 'desc', 'The door is open.', 1],
  ['2.3-088', 'notification', 'short_desc', 'Door', 1],
  ['2.3-089', 'notification', 'destination', 'a@b.test', 1],
  ['2.3-090', 'notification', 'scene_id', 's', 1],
  ['2.3-091', 'notification', 'notification_id', 'n', 1],
  ['2.3-092', 'set', 'alarms', [{ alarmId: 1001 }], [{ alarmId: 'fire' }]],
  ['2.3-093', 'set', 'push_notification', 1, 'one'],
  ['2.3-093', 'set', 'notification', 1, 'one'],
  ['2.3-093', 'set', 'alarm_notification', 1, 'one'],
] as const)('%s: an action set has the field (%s) %s, as %j and never as %j', (...row) => takes(row))

test.each([
  ['2.3-096', 'time', 'id', 't-1', 1],
  ['2.3-097', 'time', 'rule_id', 'r', 1],
  ['2.3-098', 'time', 'trigger_id', 't', 1],
  ['2.3-099', 'time', 'year', 2026, '2026'],
  ['2.3-099', 'time', 'month', 12, 13],
  ['2.3-099', 'time', 'day', 31, 32],
  ['2.5-023', 'time', 'hour', 23, 24],
  ['2.5-023', 'time', 'minute', 59, 60],
  ['2.5-023', 'time', 'second', 59, 60],
  ['2.3-100', 'time', 'time_to_trigger', '24-12-2026 18:00:00', 1],
  ['2.3-101', 'time', 'repeating', week, [true]],
  ['2.3-102', 'time', 'fullTime', '18:00:00', 1],
  ['2.3-103', 'time', 'isRepeating', true, 'yes'],
  ['2.3-104', 'time', 'active', false, 'no'],
  ['2.3-105', 'time', 'time', '18:00', 1],
] as const)('%s: a time trigger has the field (%s) %s, as %j and never as %j', (...row) => takes(row))

test.each([
  ['2.3-106', 'trigger', 'id', 'e-1', 1],
  ['2.3-107', 'trigger', 'event_source', 'lamp', 1],
  ['2.3-108', 'trigger', 'device_name', 'Lamp', 1],
  ['2.3-109', 'trigger', 'service_name', 'LightService', 1],
  ['2.3-110', 'trigger', 'property_name', 'state', 1],
  ['2.3-111', 'trigger', 'value', true, null],
  ['2.3-112', 'trigger', 'compare_type', 'LT', 'LE'],
  ['2.3-113', 'trigger', 'delay', 5000, -1],
  ['2.3-114', 'status', 'name', 'Away', 1],
  ['2.3-115', 'status', 'state', false, 'on'],
  ['2.3-116', 'status', 'icon', 19, 20],
  ['2.3-117', 'status', 'resource_id', 'home', 1],
] as const)('%s: a device trigger, and a status has the field (%s) %s, as %j and never as %j', (...row) =>
  takes(row),
)

// 2.9-042
test('an alarm has one of four priorities: low, medium, high, urgent', () => {
  const alarm = ajv.getSchema('entities/alarm.json')
  const of = (alarmPriorityCode: number) => ({
    _id: 'a',
    alarmCode: 'FIRE',
    alarmId: 1001,
    alarmName: [],
    alarmPriority: { alarmPriorityCode },
    revision: 1,
  })
  expect([0, 1, 2, 3].map((code) => alarm?.(of(code)))).toEqual([true, true, true, true])
  expect([-1, 4].map((code) => alarm?.(of(code)))).toEqual([false, false])
})
