import { beforeAll, describe, expect, test } from 'vitest'
import { describeExposes } from '#gateway/drivers/zigbee2mqtt/describe.ts'
import { bridgeDevice } from '#gateway/drivers/zigbee2mqtt/wire.ts'
import { layoutFor } from '#gateway/lib/layout/layout.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { layout as validLayout } from '#schemas/generated/validate.js'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { measure } from '../../scripts/catalogue/measure.ts'
import { deviceWith, readJson, recordedDevice, root } from './kit.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await openCatalogue(`${root}/catalogue`)
})

const name = (placed: Placed | undefined) =>
  placed && `${placed.service}/${placed.property} as ${placed.options.propertyType}`
const keys = (section: readonly Placed[] = []) =>
  section.map(({ service, property }) => `${service}/${property}`)
const drawn = (layout: DeviceLayout) => Object.values(layout.sections).flat()
const recorded = (model: string): DeviceLayout =>
  catalogue.layoutOf(recordedDevice(model, catalogue.rules())).layout
/** As a home without our entry would draw it. */
const generated = (model: string): DeviceLayout =>
  layoutFor(catalogue.rules(), recordedDevice(model, catalogue.rules()))

const session = ['9290012573A', 'SP600', 'E1757', 'WSDCGQ11LM', 'YRD426NRSC', '014G2461', 'ACME-XYZ-1']

describe.each(session)('%s of a recorded Zigbee2MQTT', (model) => {
  test.each([
    ['as the catalogue has it', () => recorded(model)],
    ['by rule alone', () => generated(model)],
  ])('%s: every property is drawn, in the grid, and nothing is missed', (_how, layoutOf) => {
    const layout = layoutOf()
    expect(validLayout(layout)).toBe(true)
    expect(layout.problems).toBeUndefined()
    expect(layout.tile.header).toBeDefined()
    const told = recordedDevice(model, catalogue.rules()).service_list.flatMap(
      ({ name: service, property_list }) => property_list.map((one) => `${service}/${one.name}`),
    )
    const shown = drawn(layout)
      .flatMap((placed) => [placed, ...(placed.more ?? [])])
      .map(({ service, property }) => `${service}/${property}`)
    expect(told.filter((key) => !shown.includes(key))).toEqual([])
    const types = catalogue.rules().propertyTypes.types
    expect(drawn(layout).filter(({ options }) => !types[options.propertyType]?.placeable)).toEqual([])
  })

  test('carries no address of the bridge to a browser', () => {
    expect(JSON.stringify(recorded(model))).not.toContain('"source"')
  })
})

describe('tiles', () => {
  /** A device that measures these, with no entry of its own. */
  const measuring = (...names: readonly string[]): DeviceLayout => {
    const rules = catalogue.rules()
    const exposes = names.map((one) => ({ type: 'numeric', name: one, property: one, access: 1 }))
    const told = bridgeDevice({
      ieee_address: '0x0000000000000001',
      friendly_name: 'one',
      definition: { vendor: 'V', model: 'M', exposes },
    })
    const { services } = describeExposes(told?.definition?.exposes ?? [], rules)
    return layoutFor(rules, { class: 'measured', service_list: services })
  }

  test('an overview does not say again what the head says', () => {
    const { header, control } = measuring('co2', 'pm25', 'humidity').tile
    expect(name(header)).toBe('AirQualityService/co2 as serviceWithUnit')
    expect(name(control)).toBe('AirQualityService/co2 as airPollution')
    expect(control?.options.params).toEqual({ headed: true })
  })

  test('the foot does not say again what an overview says, though the entry names it', () => {
    const rules = catalogue.rules()
    const entry = {
      schemaVersion: 1 as const,
      model: 'M',
      type: 'Outlet' as const,
      name: 'M',
      quickProperties: ['power', 'energy'].map((property) => ({ service: 'MeterService', property })),
    }
    const names = ['power', 'energy', 'voltage', 'current']
    const property_list = names.map((one) => ({
      name: one,
      type: 'number' as const,
      readonly: true,
      value: 1,
    }))
    const service_list = [{ name: 'MeterService', type: 'MeterService', property_list }]
    const { tile } = layoutFor(rules, { class: 'measured', service_list }, entry)
    expect(name(tile.control)).toBe('MeterService/power as smartmeter')
    expect(keys(tile.footer)).toEqual([])
  })

  /** What is drawn for a drive that tells these besides, by rule alone. */
  const drive = (more: readonly { type: string; name: string }[], guarded?: true) => {
    const rules = catalogue.rules()
    const features = [
      { type: 'enum', name: 'state', property: 'state', access: 7, values: ['OPEN', 'CLOSE'] },
    ]
    const exposes = [
      { type: 'cover', features },
      ...more.map((one) => ({ ...one, property: one.name, access: 1, value_on: true, value_off: false })),
    ]
    const told = bridgeDevice({
      ieee_address: '0x0000000000000002',
      friendly_name: 'drive',
      definition: { vendor: 'V', model: 'G', exposes },
    })
    const services = describeExposes(told?.definition?.exposes ?? [], rules).services.map((service) => ({
      ...service,
      property_list: service.property_list.map((one) => ({ ...one, ...(guarded && { guarded }) })),
    }))
    return drawn(layoutFor(rules, { class: 'drive', service_list: services })).find(
      ({ service }) => service === 'RollerShutterService',
    )?.options
  }

  test('a drive that knows of a door lets people in: it is guarded, and a shutter is not', () => {
    expect(drive([{ type: 'binary', name: 'garage_door_contact' }])).toMatchObject({ guarded: true })
    expect(drive([])).toMatchObject({ propertyType: 'rollerShutter' })
    expect(drive([])?.guarded).toBeUndefined()
    expect(drive([], true)).toMatchObject({ guarded: true })
  })

  test('what measures the soil says so first, its temperature besides', () => {
    const { tile, icon } = measuring('temperature', 'soil_moisture', 'illuminance')
    expect(name(tile.header)).toBe('SoilService/soil_moisture as serviceWithUnit')
    expect(icon).toBe('water')
  })

  test('a lamp has a switch in the head and its brightness in the middle, in per cent', () => {
    const { tile, lit, type } = recorded('9290012573A')
    expect(type).toBe('Light')
    expect(name(tile.header)).toBe('LightService/state as iconType')
    expect(name(tile.control)).toBe('LightService/brightness as valueSetter')
    expect(tile.control?.value).toMatchObject({ unit: '%', max: 254 })
    expect(254 * (tile.control?.value.scale ?? 1)).toBeCloseTo(100)
    expect(lit).toEqual({ service: 'LightService', property: 'state' })
  })

  test('a thermostat has the room temperature in the head, the target in the middle, and tells whether it heats', () => {
    const { tile, lit } = recorded('014G2461')
    expect(name(tile.header)).toBe('ThermostatService/local_temperature as serviceWithUnit')
    expect(name(tile.control)).toBe('ThermostatService/occupied_heating_setpoint as thermostat')
    expect(keys(tile.footer)).toContain('ThermostatService/pi_heating_demand')
    expect(lit).toEqual({ service: 'ThermostatService', property: 'running_state' })
  })

  test('a battery is named by the value that says how full it is, where there is one', () => {
    for (const layout of [recorded('WSDCGQ11LM'), generated('WSDCGQ11LM')])
      expect(layout.battery).toEqual({ service: 'BatteryService', property: 'battery' })
    expect(recorded('SP600').battery).toBeUndefined()
  })

  test('a blind has its position in the head as a figure and its keys in the middle', () => {
    for (const layout of [recorded('E1757'), generated('E1757')]) {
      expect(layout.type).toBe('Shutter')
      expect(name(layout.tile.header)).toBe('RollerShutterService/position as serviceWithUnit')
      expect(name(layout.tile.control)).toBe('RollerShutterService/position as rollerShutter')
      expect(keys(layout.tile.footer)).toEqual(['BatteryService/battery'])
    }
  })

  test('a socket has a switch in the head and power and energy below', () => {
    for (const layout of [recorded('SP600'), generated('SP600')]) {
      expect(layout.type).toBe('Outlet')
      expect(name(layout.tile.header)).toBe('SwitchService/state as iconType')
      expect(keys(layout.tile.footer)).toEqual(['MeterService/power', 'MeterService/energy'])
    }
  })

  test('a sensor has a figure in the head, its other readings as a group, and its battery below', () => {
    for (const layout of [recorded('WSDCGQ11LM'), generated('WSDCGQ11LM')]) {
      expect(name(layout.tile.header)).toBe('TemperatureService/temperature as serviceWithUnit')
      expect(name(layout.tile.control)).toBe('HumidityService/humidity as group')
      expect(
        keys(
          layout.tile.control?.more?.map((more) => ({
            ...more,
            section: 'sensory',
            grid: [0, 0, 1, 1],
            options: { propertyType: 'group' },
          })),
        ),
      ).toEqual(['PressureService/pressure'])
      expect(keys(layout.tile.footer)).toEqual(['BatteryService/battery'])
    }
  })

  test('a lock has its bolt in words, which is held to be opened', () => {
    const { tile, type } = recorded('YRD426NRSC')
    expect(type).toBe('Lock')
    expect(name(tile.header)).toBe('DoorLockService/state as doorLock')
    expect(tile.header?.value).toMatchObject({ on: 'LOCK', off: 'UNLOCK' })
  })
})

describe('several switches', () => {
  const binary = (property: string, endpoint?: string) => ({
    type: 'binary',
    name: 'state',
    property,
    endpoint,
    access: 7,
    value_on: 'ON',
    value_off: 'OFF',
  })
  const gang = (endpoint: string) => ({
    type: 'switch',
    endpoint,
    features: [binary(`state_${endpoint}`, endpoint)],
  })
  function layoutOf(exposes: readonly object[], model?: Parameters<typeof layoutFor>[2]): DeviceLayout {
    const rules = catalogue.rules()
    const bridge = bridgeDevice({
      ieee_address: '0x0000000000000001',
      friendly_name: 'x',
      definition: { vendor: 'v', model: 'm', exposes },
    })
    const { services } = describeExposes(bridge?.definition?.exposes ?? [], rules)
    return layoutFor(rules, { class: 'm', service_list: services }, model)
  }

  test('stand on the tile together, and none of them in the head', () => {
    const { tile } = layoutOf([gang('left'), gang('right')])
    expect(keys(tile.switches)).toEqual(['SwitchService/state_left', 'SwitchService/state_right'])
    expect(tile.header).toBeUndefined()
    expect(tile.control).toBeUndefined()
  })

  test('are four at most', () => {
    const { tile } = layoutOf(['l1', 'l2', 'l3', 'l4', 'l5', 'l6'].map(gang))
    expect(keys(tile.switches)).toEqual(['l1', 'l2', 'l3', 'l4'].map((end) => `SwitchService/state_${end}`))
  })

  test('what switches all of them stands in no head without its name', () => {
    const all = { type: 'switch', features: [binary('state')] }
    const { tile } = layoutOf([...['l1', 'l2', 'l3', 'l4', 'l5', 'l6'].map(gang), all])
    expect(tile.switches).toHaveLength(4)
    expect(tile.header).toBeUndefined()
  })

  test('how full a battery is says also that it is low: a tile has one of both', () => {
    const contact = {
      type: 'binary',
      name: 'contact',
      property: 'contact',
      access: 1,
      value_on: false,
      value_off: true,
    }
    const low = {
      type: 'binary',
      name: 'battery_low',
      property: 'battery_low',
      access: 1,
      value_on: true,
      value_off: false,
    }
    const full = { type: 'numeric', name: 'battery', property: 'battery', access: 1, unit: '%' }
    const footer = (exposes: readonly object[]) => keys(layoutOf(exposes).tile.footer)
    expect(footer([contact, low, full])).toEqual(['BatteryService/battery'])
    expect(footer([contact, low])).toEqual(['BatteryService/battery_low'])
  })

  test('what only passes messages on says how well it is heard', () => {
    const { tile } = layoutOf([{ type: 'numeric', name: 'linkquality', property: 'linkquality', access: 1 }])
    expect(name(tile.header)).toBe('LinkService/linkquality as serviceWithUnit')
  })

  test('one alone is the head, and beside something greater it stands below', () => {
    expect(name(layoutOf([gang('l1')]).tile.header)).toBe('SwitchService/state_l1 as iconType')
    const { tile } = layoutOf([
      { type: 'switch', features: [binary('state')] },
      {
        type: 'climate',
        features: [{ type: 'numeric', name: 'local_temperature', property: 'local_temperature', access: 5 }],
      },
    ])
    expect(name(tile.header)).toBe('ThermostatService/local_temperature as serviceWithUnit')
    expect(keys(tile.switches)).toEqual(['SwitchService/state'])
  })

  test('a fan with a lamp is a fan, with both switches and the brightness', () => {
    const brightness = {
      type: 'numeric',
      name: 'brightness',
      property: 'brightness',
      access: 7,
      value_min: 0,
      value_max: 254,
    }
    const { tile, type } = layoutOf([
      { type: 'light', features: [binary('state'), brightness] },
      { type: 'fan', features: [{ ...binary('fan_state'), name: 'state' }] },
    ])
    expect(type).toBe('Fan')
    expect(keys(tile.switches).toSorted()).toEqual(['FanService/state', 'LightService/state'])
    expect(name(tile.control)).toBe('LightService/brightness as valueSetter')
  })

  test('those that an entry names for its tile stand there in its order', () => {
    const quick = ['state_right', 'state_left'].map((property) => ({ service: 'SwitchService', property }))
    const model = {
      schemaVersion: 1 as const,
      model: 'm',
      type: 'Outlet' as const,
      name: 'M',
      icon: 'plug',
      quickProperties: quick,
    }
    const { tile } = layoutOf([gang('left'), gang('right')], model)
    expect(keys(tile.switches).toSorted()).toEqual(['SwitchService/state_left', 'SwitchService/state_right'])
  })
})

describe('a device without an entry', () => {
  test('says that it is drawn by rule, and keeps its own name as the model', () => {
    expect(recorded('ACME-XYZ-1')).toMatchObject({ generated: true, model: 'ACME-XYZ-1', type: 'Light' })
  })

  test('a colour that can be set gets the panel of colours', () => {
    const color = drawn(generated('9290012573A')).find(({ property }) => property === 'color')
    expect(color?.options.propertyType).toBe('rgbPanelHexType')
  })

  test('a lone choice that can only be sent is a button, not a blank', () => {
    const identify = drawn(generated('SP600'))
      .concat(drawn(generated('9290012573A')))
      .find(({ property }) => property === 'identify')
    expect(identify?.options.propertyType).toBe('commandButton')
  })

  test('a readable choice of one is text, not a selection', () => {
    const mode = drawn(generated('014G2461')).find(({ property }) => property === 'system_mode')
    expect(mode?.options.propertyType).toBe('serviceWithUnit')
  })

  test('settings stand in configuration, diagnostics in more info, readings among the sensors', () => {
    const { sections } = generated('SP600')
    expect(keys(sections.configuration)).toContain('ConfigurationService/power_on_behavior')
    expect(keys(sections.moreInfo)).toContain('LinkService/linkquality')
    expect(keys(sections.sensory)).toContain('MeterService/power')
  })

  test('two gangs are two shutters, each with its own state', () => {
    const range = { type: 'range' as const, readonly: false, min: 0, max: 100 }
    const orders = {
      type: 'option' as const,
      readonly: false,
      options: [{ value: 'OPEN' }, { value: 'CLOSE' }],
    }
    const { control = [] } = layoutFor(
      catalogue.rules(),
      deviceWith({
        'RollerShutterService/position_left': range,
        'RollerShutterService/state_left': orders,
        'RollerShutterService/position_right': range,
        'RollerShutterService/state_right': orders,
      }),
    ).sections
    expect(control.map(({ property, more }) => [property, more?.map((part) => part.property)])).toEqual([
      ['position_left', ['state_left']],
      ['position_right', ['state_right']],
    ])
  })

  test('a device that tells of nothing has an empty tile and no fault', () => {
    const layout = layoutFor(catalogue.rules(), deviceWith({}))
    expect(layout).toMatchObject({ type: 'Generic', tile: { footer: [] }, sections: {} })
    expect(validLayout(layout)).toBe(true)
  })
})

describe('the catalogue over the live description', () => {
  const live = { 'A/x': { unit: 'sec', min: 0, max: 10 }, 'B/y': {} }

  test('wins field by field', () => {
    const services = {
      A: {
        type: 'A',
        properties: { x: { kind: 'number' as const, access: ['read' as const], unit: 'min' } },
      },
    }
    const layout = layoutFor(catalogue.rules(), deviceWith(live), {
      schemaVersion: 1,
      model: 'm',
      type: 'Sensor',
      services,
    })
    expect(drawn(layout).find(({ service }) => service === 'A')?.value).toMatchObject({
      unit: 'min',
      max: 10,
    })
  })

  test('what it does not place is appended to more info, so that no update hides a function', () => {
    const properties = [
      {
        service: 'A',
        property: 'x',
        section: 'moreInfo' as const,
        grid: [0, 0, 4, 2] as [number, number, number, number],
        options: { propertyType: 'serviceWithUnit' as const },
      },
    ]
    const { sections } = layoutFor(catalogue.rules(), deviceWith(live), {
      schemaVersion: 1,
      model: 'm',
      type: 'Sensor',
      properties,
    })
    expect(sections.moreInfo?.map(({ service, grid }) => [service, grid[0]])).toEqual([
      ['A', 0],
      ['B', 2],
    ])
  })

  test('what it places and the device lacks is left out and said', () => {
    const placed = {
      service: 'C',
      property: 'z',
      grid: [0, 0, 1, 1] as [number, number, number, number],
      options: { propertyType: 'serviceWithUnit' as const },
    }
    const layout = layoutFor(catalogue.rules(), deviceWith(live), {
      schemaVersion: 1,
      model: 'm',
      type: 'Sensor',
      properties: [placed],
      serviceInHeader: { service: 'C', property: 'z' },
    })
    expect(layout.problems).toEqual([
      'The device has no C/z, which the catalogue places.',
      'The device has no C/z, which its header should show.',
    ])
    expect(keys(drawn(layout))).toEqual(['A/x', 'B/y'])
  })

  // 2.3-129
  test('defaults say what a value is for, and that ActivePower is read-only in actions', () => {
    const layout = layoutFor(
      catalogue.rules(),
      deviceWith({
        'MeterService/ActivePower': { readonly: false },
        'LightService/state': { type: 'bool', readonly: false },
        'X/setting': { readonly: false, category: 'config' },
        'X/pin': { type: 'text', secret: true },
      }),
    )
    const value = (property: string) => drawn(layout).find((placed) => placed.property === property)?.value
    expect(value('ActivePower')).toMatchObject({ actionable: false, triggerable: true, history: 'area' })
    expect(value('state')).toMatchObject({ actionable: true, triggerable: true, history: 'step' })
    expect(value('setting')).toMatchObject({ actionable: true, triggerable: false })
    expect(value('pin')).toMatchObject({ actionable: false, history: 'none', secret: true })
  })
})

describe('hashes', () => {
  const device = () => recordedDevice('SP600', catalogue.rules())

  test('the same shape has the same hash, whatever its values are', () => {
    const other = device()
    for (const service of other.service_list) for (const property of service.property_list) property.value = 7
    expect(catalogue.layoutOf(other).hash).toBe(catalogue.layoutOf(device()).hash)
    expect(catalogue.layoutOf(device()).hash).toMatch(/^[0-9a-f]{32}$/)
  })

  test('another shape has another hash, and each hash leads to its layout', () => {
    const other = device()
    other.service_list = other.service_list.slice(1)
    const { hash, layout } = catalogue.layoutOf(other)
    expect(hash).not.toBe(catalogue.layoutOf(device()).hash)
    expect(catalogue.byHash(hash)).toBe(layout)
    expect(catalogue.byHash('0'.repeat(32))).toBeUndefined()
  })
})

test('nine of ten things that the recorded devices expose are placed', () => {
  const told = (readJson('tests/fixtures/zigbee2mqtt/bridge-devices.json') as readonly unknown[]).flatMap(
    (one) => bridgeDevice(one)?.definition ?? [],
  )
  const measured = told.map(({ exposes }) => measure(catalogue.rules(), exposes))
  const pairs = measured.reduce((sum, one) => sum + one.pairs, 0)
  const shown = measured.reduce((sum, one) => sum + one.shown.length, 0)
  expect(pairs).toBeGreaterThan(60)
  expect(shown / pairs).toBeGreaterThan(0.9)
})
