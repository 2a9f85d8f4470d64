import { expect, test } from 'vitest'
import type { DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'
import { devicesOf } from './devices-of.ts'
import { withMentions } from './mentions.ts'

const place = { service_name: 'S', property_name: 'p' }
const trigger = (id: string): DeviceTrigger => ({
  ...{ id, event_source: 'old', device_name: 'Old', ...place, value: true, compare_type: 'EQ' },
})
const asked = (id: string) => ({ kind: 'device' as const, id, device: trigger(id) })

/** Every way in which a rule can name a device. */
const rule: Rule = {
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true },
  event_triggers: [trigger('t')],
  silence_triggers: [{ id: 'q', device_id: 'old', device_name: 'Old', after: 60_000 }],
  only_if: {
    logic: 'ALL',
    conditions: [asked('a'), { kind: 'group', id: 'g', logic: 'ANY', conditions: [asked('b')] }],
  },
  scenes: [
    {
      ...{ id: 's', name: 'S', delay: 1000 },
      until: { logic: 'ALL', conditions: [asked('c')] },
      devices: [
        {
          ...{ id: 'old', device_name: 'Old' },
          settings: [
            { ...place, value: true },
            { ...place, computed: { kind: 'copy', device_id: 'old', device_name: 'Old', ...place } },
          ],
        },
      ],
      targets: [
        {
          ...{ id: 't', kind: 'lights', sets: 'power', value: false },
          except: [{ device_id: 'old', device_name: 'Old' }],
        },
      ],
      notifications: [
        {
          ...{ type: 1, desc: '{{v1}}' },
          values: [{ kind: 'device', id: 'v1', device_id: 'old', device_name: 'Old', ...place }],
        },
      ],
    },
  ],
}

test('each way to name a device is known, and each is given another name, device and value', () => {
  expect([...devicesOf(rule)]).toEqual(['old'])
  const to = { device: 'new', name: 'New', service_name: 'T', property_name: 'q' }
  const next = withMentions(rule, (one) => (one.device === 'old' ? to : one))
  const text = JSON.stringify(next)
  for (const gone of ['"old"', '"Old"', '"service_name":"S"', '"property_name":"p"'])
    expect(text).not.toContain(gone)
  // Nothing else is another, and nothing is lost.
  const back = withMentions(next, (one) => ({ ...one, device: 'old', name: 'Old', ...place }))
  expect(back).toEqual(rule)
})

test('a rule that names others stays as it is', () => {
  expect(withMentions(rule, (one) => one)).toEqual(rule)
  const bare: Rule = { id: 'r', name: 'R', rule_logic: 'OR', active: true }
  expect(withMentions(bare, (one) => ({ ...one, device: 'new' }))).toEqual(bare)
})
