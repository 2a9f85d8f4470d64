import type { Device } from '#schemas/generated/entities/device.ts'
import type { ActionSet, DeviceTrigger, Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { deviceWith, homeWith } from './kit.ts'

export const when = (
  device: string,
  property: string,
  value: DeviceTrigger['value'],
  more: Partial<DeviceTrigger> = {},
): DeviceTrigger => {
  const [service_name = '', property_name = ''] = property.split('/')
  return {
    id: `t-${device}-${property_name}`,
    event_source: device,
    service_name,
    property_name,
    value,
    compare_type: 'EQ',
    ...more,
  }
}

export const sets = (
  device: string,
  ...settings: [property: string, value: string | number | boolean][]
) => ({
  id: device,
  settings: settings.map(([property, value]) => {
    const [service_name = '', property_name = ''] = property.split('/')
    return { service_name, property_name, value }
  }),
})

export const acts = (id: string, more: Partial<ActionSet>): ActionSet => ({ id, name: id, ...more })
export const pauseOf = (ms: number): ActionSet => ({ id: `pause-${ms}`, name: 'D#E#L#A#Y', delay: ms })

export const ruleOf = (id: string, more: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  rule_logic: 'OR',
  active: true,
  ...more,
})

export const motion = (id = 'motion'): Device =>
  deviceWith(
    {
      MotionService: {
        motion: { kind: 'bool', access: ['read'] },
        lux: { kind: 'number', access: ['read'] },
      },
    },
    { id, device_name: id },
  )

export const lampNamed = (id: string): Device =>
  deviceWith(
    {
      LightService: {
        state: { kind: 'bool', access: ['read', 'write', 'get'] },
        brightness: { kind: 'range', access: ['read', 'write'], min: 0, max: 254 },
        identify: { kind: 'bool', access: ['write'] },
      },
    },
    { id, device_name: id },
  )

type Given = Parameters<typeof homeWith>[1]

/** A home with rules: what they order is seen at the driver, and each order is answered by the device unless the test does it. */
export async function houseWith(devices: readonly Device[], options: Given & { answers?: boolean } = {}) {
  const { answers = true, ...given } = options
  const house = await homeWith(devices, given)
  const { driver, events, ask } = house
  if (answers)
    driver.onSet = async ({ id, device, service, property, value }) => {
      queueMicrotask(() => driver.host.report({ device, service, property, value, cause: id }))
    }
  const runsOf = async (rule_id?: string): Promise<{ runs: RuleRun[]; misses: RuleMiss[] }> => {
    const { data } = await ask('get_rule_runs', rule_id === undefined ? {} : { rule_id })
    return data as unknown as { runs: RuleRun[]; misses: RuleMiss[] }
  }
  const causesOf = async (device_id: string, property: string) => {
    const [service_name, property_name] = property.split('/')
    const { data } = await ask('get_property_causes', { device_id, service_name, property_name })
    return (data as { changes: { at: number; value: unknown; cause: { kind: string } }[] }).changes
  }
  const reports = (device: string, property: string, value: string | number | boolean) =>
    house.reports(property, value, undefined, device)
  const told = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data)
  return { ...house, runsOf, causesOf, report: reports, told }
}
