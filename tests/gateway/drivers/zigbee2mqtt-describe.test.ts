import { describe, expect, test } from 'vitest'
import { describeExposes } from '#gateway/drivers/zigbee2mqtt/describe.ts'
import { bodyOf, reportsOf } from '#gateway/drivers/zigbee2mqtt/reports.ts'
import { bridgeDevice } from '#gateway/drivers/zigbee2mqtt/wire.ts'
import { rules } from '../zigbee2mqtt-kit.ts'

function described(...exposes: object[]) {
  const device = bridgeDevice({
    ieee_address: '0x0000000000000001',
    friendly_name: 'x',
    definition: { vendor: 'v', model: 'm', exposes },
  })
  const { services, addresses } = describeExposes(device?.definition?.exposes ?? [], rules)
  const property = (path: string) => {
    const [service, name] = path.split('/')
    return services.find((one) => one.name === service)?.property_list.find((one) => one.name === name)
  }
  return { services, addresses, property }
}

const numeric = { type: 'numeric', name: 'x', property: 'x', access: 1 }

describe('exposes of Zigbee2MQTT as services', () => {
  test('access bits are three facts: reported, settable, readable on demand', () => {
    const { addresses } = described(
      { ...numeric, name: 'a', property: 'a', access: 1 },
      { ...numeric, name: 'b', property: 'b', access: 2 },
      { ...numeric, name: 'c', property: 'c', access: 3 },
      { ...numeric, name: 'd', property: 'd', access: 5 },
      { ...numeric, name: 'e', property: 'e', access: 7 },
    )
    expect(addresses.map(({ described: { access, readonly } }) => [access?.join(), readonly])).toEqual([
      ['read', true],
      ['write', false],
      ['read,write', false],
      ['read,get', true],
      ['read,write,get', false],
    ])
  })

  test('a settable number with a range is a range, without one a number', () => {
    const { addresses } = described(
      { ...numeric, name: 'a', property: 'a', access: 3, value_min: 0, value_max: 9 },
      { ...numeric, name: 'b', property: 'b', access: 3 },
    )
    expect(addresses.map(({ kind }) => kind)).toEqual(['range', 'number'])
  })

  test('a brightness stays raw, and says how it is shown', () => {
    const { property } = described({
      type: 'light',
      features: [
        { ...numeric, name: 'brightness', property: 'brightness', access: 7, value_min: 0, value_max: 254 },
      ],
    })
    expect(property('LightService/brightness')).toMatchObject({
      min: 0,
      max: 254,
      scale: 100 / 254,
      unit: '%',
    })
  })

  test('values of yes and no keep the words of the device, also inverted ones', () => {
    const contact = {
      type: 'binary',
      name: 'contact',
      property: 'contact',
      access: 1,
      value_on: false,
      value_off: true,
    }
    const { property, addresses } = described(contact)
    expect(property('ContactService/contact')).toMatchObject({ type: 'bool', on: false, off: true })
    expect(reportsOf({ contact: false }, addresses)).toMatchObject([{ value: false }])
  })

  test('two gangs are two properties with keys of their own', () => {
    const gang = (endpoint: string) => ({
      type: 'switch',
      endpoint,
      features: [
        {
          type: 'binary',
          name: 'state',
          property: `state_${endpoint}`,
          endpoint,
          access: 7,
          value_on: 'ON',
          value_off: 'OFF',
        },
      ],
    })
    const { addresses } = described(gang('left'), gang('right'))
    expect(addresses.map(({ service, property }) => `${service}/${property}`)).toEqual([
      'SwitchService/state_left',
      'SwitchService/state_right',
    ])
    expect(addresses.map((at) => bodyOf(at, 'ON'))).toEqual(['{"state_left":"ON"}', '{"state_right":"ON"}'])
  })

  test('one of several alike says which of them it is', () => {
    const { property } = described({
      type: 'switch',
      endpoint: 'left',
      features: [{ type: 'binary', name: 'state', property: 'state_left', endpoint: 'left', access: 7 }],
    })
    expect(property('SwitchService/state_left')?.endpoint).toBe('left')
  })

  test('a switch that is called something else switches that: window detection is no state', () => {
    const switching = (property: string) => ({
      type: 'switch',
      features: [{ type: 'binary', name: 'state', label: 'State', property, access: 3 }],
    })
    const { property, services, addresses } = described(
      switching('window_detection'),
      switching('odd_mode'),
      switching('state'),
    )
    expect(property('ThermostatService/window_detection')?.readonly).toBe(false)
    expect(property('ConfigurationService/odd_mode')?.readonly).toBe(false)
    expect(services.find(({ name }) => name === 'SwitchService')?.property_list).toHaveLength(1)
    expect(addresses.map(({ key }) => key)).toEqual(['window_detection', 'odd_mode', 'state'])
  })

  test('what the bridge calls the same is told apart by its own names', () => {
    const { property } = described(
      { ...numeric, name: 'a_rate', property: 'a_rate', label: 'Rate' },
      { ...numeric, name: 'b_rate', property: 'b_rate', label: 'Rate' },
      { ...numeric, name: 'c_rate', property: 'c_rate', label: 'C' },
    )
    expect(['a_rate', 'b_rate', 'c_rate'].map((name) => property(`SensorService/${name}`)?.label)).toEqual([
      undefined,
      undefined,
      'C',
    ])
  })

  test('a state that is only told is no switch', () => {
    const { property } = described({
      type: 'enum',
      name: 'state',
      property: 'state',
      access: 1,
      values: ['a', 'b'],
    })
    expect(property('SwitchService/state')).toBeUndefined()
    expect(property('SensorService/state')?.readonly).toBe(true)
  })

  test('two encodings of one colour are one property', () => {
    const colour = (name: string) => ({ type: 'composite', name, property: 'color', access: 7, features: [] })
    const { addresses } = described({ type: 'light', features: [colour('color_xy'), colour('color_hs')] })
    expect(addresses.map(({ property, kind }) => [property, kind])).toEqual([['color', 'color']])
  })

  test('two names that the rules put in one place stay two properties', () => {
    const { addresses } = described(
      { ...numeric, name: 'illuminance', property: 'illuminance' },
      { ...numeric, name: 'illuminance_lux', property: 'illuminance_lux' },
    )
    expect(new Set(addresses.map(({ service, property }) => `${service}/${property}`)).size).toBe(2)
  })

  test('units are written one way', () => {
    const { addresses } = described({ ...numeric, name: 'countdown', property: 'countdown', unit: 'seconds' })
    expect(addresses[0]?.described.unit).toBe('s')
  })

  test.each([
    ['DimmingSpeedUpRemote', 'Dimming speed up remote'],
    ['LedColorWhenOn', 'Led color when on'],
    ['Color temp', 'Color temp'],
    ['pH', 'pH'],
    ['PM2.5', 'PM2.5'],
    ['eCO2', 'eCO2'],
  ])('radios 11 the label %s reads %s', (label, read) => {
    const { addresses } = described({ ...numeric, label })
    expect(addresses[0]?.described.label).toBe(read)
  })

  test('an action is an event, no state', () => {
    const { property } = described({
      type: 'enum',
      name: 'action',
      property: 'action',
      access: 1,
      values: ['single'],
    })
    expect(property('ButtonService/action')?.access).toEqual(['event'])
  })

  test('what must be sent as one thing is one thing, with its parts described', () => {
    const { addresses } = described({
      type: 'composite',
      name: 'pin_code',
      property: 'pin_code',
      access: 7,
      features: [
        { ...numeric, name: 'user', property: 'user', access: 2 },
        { type: 'enum', name: 'user_type', property: 'user_type', access: 2, values: ['unrestricted'] },
      ],
    })
    expect(addresses[0]).toMatchObject({
      kind: 'object',
      described: { secret: true, fields: { user: { kind: 'number' }, user_type: { kind: 'option' } } },
    })
  })

  test('a list describes its entries', () => {
    const { addresses } = described({
      type: 'list',
      name: 'gradient',
      property: 'gradient',
      access: 3,
      length_min: 1,
      length_max: 9,
      item_type: { type: 'text', name: 'hex', access: 3 },
    })
    expect(addresses[0]?.described).toMatchObject({
      type: 'list',
      item: { kind: 'text' },
      lengthMin: 1,
      lengthMax: 9,
    })
  })
})
