import { describe, expect, test } from 'vitest'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { deviceWith, homeWith, lamp } from '../kit.ts'

const light = { service_name: 'LightService', property_name: 'brightness' }
const rule: Rule = {
  id: 'r1',
  name: 'Evening',
  rule_logic: 'OR',
  active: true,
  event_triggers: [
    { id: 't1', event_source: 'lamp', ...light, value: 100, compare_type: 'GT' },
    { id: 't2', event_source: 'first', ...light, value: 100, compare_type: 'GT' },
  ],
  scenes: [
    {
      id: 's1',
      name: 'Light',
      devices: [
        { id: 'lamp', settings: [{ ...light, value: 40 }] },
        { id: 'first', settings: [{ ...light, value: 10 }] },
      ],
    },
  ],
}
const pair = { device_id: 'lamp', new_device_id: 'next' }

const open = async (successor = lamp({ id: 'next', device_name: 'LED bulb' })) => {
  const given = await homeWith([lamp({ id: 'first' }), lamp({ device_name: 'Kitchen' }), successor], {
    rules: [rule],
  })
  const read = async () => {
    const { data } = await given.ask('get_rules')
    const [first] = (data as Commands['get_rules']['data']).rules
    const [one] = first?.event_triggers ?? []
    return {
      version: first?.version,
      triggers: first?.event_triggers?.map(({ event_source }) => event_source),
      acting: first?.scenes?.[0]?.devices?.map(({ id }) => id),
      place: one && `${one.service_name}/${one.property_name}`,
    }
  }
  return { ...given, read }
}

describe('a rule whose device is replaced', () => {
  test('names the new device, in triggers and actions; the plan counts it', async () => {
    const { ask, read } = await open()
    const plan = (await ask('plan_replacement', pair)).data as Commands['plan_replacement']['data']
    expect(plan.references).toContainEqual({ name: 'rules', count: 1 })
    await ask('apply_replacement', pair)
    expect(await read()).toMatchObject({ triggers: ['next', 'first'], acting: ['next', 'first'], version: 2 })
  })

  test('is what it was to the letter when the replacement is taken back', async () => {
    const { ask, read } = await open()
    await ask('apply_replacement', pair)
    await ask('undo_replacement', { device_id: 'next' })
    expect(await read()).toMatchObject({ triggers: ['lamp', 'first'], acting: ['lamp', 'first'] })
  })

  test('keeps what was changed meanwhile when the replacement is taken back', async () => {
    const { ask, read } = await open()
    await ask('apply_replacement', pair)
    await ask('update_rule_info', { rule_id: 'r1', name: 'Night' })
    await ask('undo_replacement', { device_id: 'next' })
    expect(await read()).toMatchObject({ triggers: ['lamp', 'first'], acting: ['lamp', 'first'] })
    const { data } = await ask('get_rules_list')
    expect(data).toMatchObject({ rules: [{ name: 'Night' }] })
  })

  test('follows a property to the one that means the same', async () => {
    const spot = deviceWith(
      { SpotService: { brightness: { kind: 'range', access: ['read', 'write', 'get'], min: 0, max: 254 } } },
      { id: 'next', device_name: 'Spot' },
    )
    const { ask, read } = await open(spot)
    expect(await ask('apply_replacement', pair)).toMatchObject({ code: 0 })
    expect(await read()).toMatchObject({ triggers: ['next', 'first'], place: 'SpotService/brightness' })
  })
})
