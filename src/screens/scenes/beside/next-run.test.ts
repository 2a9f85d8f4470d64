import { expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Rule, TimeTrigger } from '#schemas/generated/entities/rule.ts'
import { names, nextRuns, settingsFor } from './next-run.ts'

const zone = 'Europe/Zurich'
const noon = Date.UTC(2026, 0, 15, 11)
const every: TimeTrigger['repeating'] = [true, true, true, true, true, true, true]

const rule = (id: string, hour: number, more: object = {}): Rule =>
  ({
    id,
    name: id,
    active: true,
    rule_logic: 'OR',
    version: 1,
    time_triggers: [{ id: `${id}-at`, hour, minute: 45, second: 0, repeating: every, active: true }],
    scenes: [
      {
        id: 's',
        name: 's',
        devices: [
          {
            id: 'bath',
            device_name: 'Bath',
            settings: [{ service_name: 'ThermostatService', property_name: 'setpoint', value: 18 }],
          },
        ],
      },
    ],
    ...more,
  }) as Rule

test('what runs next by the clock of the home stands first, and what is switched off nowhere', () => {
  const rules = [
    rule('morning', 6),
    rule('night', 22),
    rule('off', 13, { active: false }),
    rule('hand', 1, { time_triggers: [] }),
  ]
  const runs = nextRuns(rules, { zone }, noon)
  expect(runs.map((run) => run.rule.id)).toEqual(['night', 'morning'])
  expect(new Date(runs[0]?.at ?? 0).toISOString()).toBe('2026-01-15T21:45:00.000Z')
})

test('a scene belongs to the devices that it sets or waits for', () => {
  const night = rule('night', 22, { event_triggers: [{ event_source: 'door' }] })
  expect(settingsFor(night, 'bath')).toMatchObject([{ setting: { value: 18 } }])
  const at = (id: string, room_id?: string) => ({
    ...{ id, room_id },
    candidate: {
      ...{ status: 2 as const, class: 'X' },
      properties: [
        {
          service: 'LightService',
          property: 'state',
          value: { kind: 'bool', access: ['read', 'write'] } as Value,
        },
      ],
    },
  })
  const touches = (one: Rule, ...ids: string[]) =>
    names(
      one,
      ids.map((id) => at(id)),
    )
  expect([touches(night, 'bath'), touches(night, 'door'), touches(night, 'lamp')]).toEqual([
    true,
    true,
    false,
  ])
  expect(touches(night, 'lamp', 'bath')).toBe(true)
  // decision 0203
  const all = rule('all', 22, {
    scenes: [
      {
        ...{ id: 's', name: 'S' },
        targets: [
          {
            ...{ id: 't', kind: 'lights', sets: 'power', value: false },
            ...{ place: { room_id: 'hall', name: 'Hall' }, except: [{ device_id: 'left' }] },
          },
        ],
      },
    ],
  })
  expect(names(all, [at('lamp', 'hall')])).toBe(true)
  expect(names(all, [at('lamp', 'bath')])).toBe(false)
})
