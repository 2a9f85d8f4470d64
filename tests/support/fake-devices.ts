import type { RawValue } from '#engine/widget.ts'
import type { DeviceLayout, Placed, Section, Value } from '#schemas/generated/entities/layout.ts'
import { batteryBands } from './battery.ts'
import type { FakeDevice } from './fake-home.ts'

const read = ['read' as const]
const both = ['read' as const, 'write' as const]

type Place = Partial<Omit<Placed, 'options'>> & { options?: Partial<Placed['options']> }

export const placed = (
  propertyType: string,
  service: string,
  property: string,
  value: Value,
  { options, ...rest }: Place = {},
): Placed => ({
  service,
  property,
  section: 'control',
  grid: [0, 0, 2, 1],
  value,
  ...rest,
  options: { propertyType: propertyType as Placed['options']['propertyType'], ...options },
})

const bySection = (all: readonly Placed[]): DeviceLayout['sections'] => {
  const sections: Partial<Record<Section, Placed[]>> = {}
  for (const one of all) sections[one.section] = [...(sections[one.section] ?? []), one]
  return sections
}

interface Model extends Partial<Omit<DeviceLayout, 'tile'>> {
  header?: Placed
  control?: Placed
  footer?: Placed[]
  more?: Placed[]
}

export function layoutOf({ header, control, footer = [], more = [], ...rest }: Model): DeviceLayout {
  const all = [header, control, ...footer, ...more].filter((one) => one !== undefined)
  const charge = all
    .flatMap((one) => [one, ...(one.more ?? [])])
    .find(({ property }) => property === 'battery')
  return {
    model: 'TEST',
    type: 'Generic',
    name: 'Test device',
    icon: 'device',
    generated: false,
    ...(charge && { battery: { service: charge.service, property: charge.property } }),
    tile: { header, control, footer },
    sections: bySection(all),
    ...rest,
  }
}

const power = placed(
  'serviceWithUnit',
  'MeterService',
  'power',
  { kind: 'number', access: read, unit: 'W', precision: 1 },
  { section: 'sensory', grid: [0, 0, 1, 1] },
)
const battery = placed(
  'serviceWithUnit',
  'BatteryService',
  'battery',
  { kind: 'number', access: read, unit: '%', bands: batteryBands },
  { section: 'moreInfo', grid: [0, 0, 1, 1] },
)
const humidity = placed(
  'serviceWithUnit',
  'HumidityService',
  'humidity',
  { kind: 'number', access: read, unit: '%', precision: 0 },
  { section: 'sensory', grid: [0, 1, 1, 1] },
)
const temperature = placed(
  'serviceWithUnit',
  'TemperatureService',
  'temperature',
  { kind: 'number', access: read, unit: '°C', precision: 1 },
  { section: 'sensory', grid: [0, 0, 1, 1] },
)

const stateOf = (service: string, iconName: string): Placed =>
  placed(
    'iconType',
    service,
    'state',
    { kind: 'bool', access: both, on: 'ON', off: 'OFF' },
    {
      grid: [0, 0, 1, 1],
      options: { iconName },
    },
  )

export const dimmer = layoutOf({
  model: 'DIM200',
  type: 'Dimmer',
  name: 'Dimmer DIM200',
  icon: 'bulb',
  lit: { service: 'LightService', property: 'state' },
  header: stateOf('LightService', 'bulb'),
  control: placed(
    'valueSetter',
    'LightService',
    'brightness',
    { kind: 'range', access: both, unit: '%', min: 0, max: 254, scale: 100 / 254 },
    { grid: [0, 1, 3, 1] },
  ),
  footer: [power],
  more: [
    placed(
      'selection1',
      'ConfigurationService',
      'power_on_behavior',
      {
        kind: 'option',
        access: both,
        options: ['off', 'on', 'toggle', 'previous'].map((value) => ({ value })),
      },
      { section: 'configuration', grid: [0, 0, 3, 1] },
    ),
    placed(
      'selection1',
      'ConfigurationService',
      'identify',
      { kind: 'option', access: ['write'], options: [{ value: 'identify' }] },
      { section: 'configuration', grid: [0, 3, 1, 1] },
    ),
  ],
})

export const thermostat = layoutOf({
  model: 'THERMO',
  type: 'Thermostat',
  name: 'Radiator thermostat',
  icon: 'thermostat',
  lit: { service: 'ThermostatService', property: 'running_state' },
  header: { ...temperature, section: 'sensory' },
  control: placed(
    'valueSetter',
    'ThermostatService',
    'occupied_heating_setpoint',
    { kind: 'range', access: both, unit: '°C' },
    { grid: [0, 0, 4, 1] },
  ),
  footer: [
    placed(
      'serviceWithUnit',
      'ThermostatService',
      'pi_heating_demand',
      { kind: 'number', access: read, unit: '%' },
      { section: 'sensory', grid: [0, 2, 1, 1] },
    ),
    humidity,
    battery,
  ],
  more: [
    placed(
      'selection1',
      'ThermostatService',
      'system_mode',
      {
        kind: 'option',
        access: both,
        options: ['off', 'heat', 'cool', 'fan_only'].map((value) => ({ value })),
      },
      { grid: [1, 0, 4, 1] },
    ),
    placed(
      'iconType',
      'ThermostatService',
      'running_state',
      { kind: 'option', access: read, options: [{ value: 'idle' }, { value: 'heat' }] },
      { section: 'sensory', grid: [0, 3, 1, 1], options: { iconName: 'heat' } },
    ),
  ],
})

const percent = { kind: 'range' as const, access: both, unit: '%', min: 0, max: 100 }
const cover: Place = {
  grid: [0, 0, 4, 4],
  more: [
    { service: 'RollerShutterService', property: 'position', value: percent },
    { service: 'RollerShutterService', property: 'tilt', value: { ...percent, unit: '°', max: 90 } },
  ],
}
export const coverState: Value = {
  kind: 'option',
  access: both,
  options: [{ value: 'OPEN' }, { value: 'STOP' }, { value: 'CLOSE' }],
}

export const shutter = layoutOf({
  model: 'BZ-400',
  type: 'Shutter',
  name: 'Griesser BZ-400',
  icon: 'shutter',
  header: placed('rollerShutter', 'RollerShutterService', 'state', coverState, {
    ...cover,
    section: 'moreInfo',
  }),
  control: placed('rollerShutter', 'RollerShutterService', 'state', coverState, cover),
  footer: [
    placed(
      'serviceWithUnit',
      'RollerShutterService',
      'tilt',
      { kind: 'number', access: read, unit: '°' },
      { section: 'sensory', grid: [0, 0, 1, 1] },
    ),
  ],
})

export const plug = layoutOf({
  model: 'PLUG',
  type: 'Outlet',
  name: 'Smart plug',
  icon: 'plug',
  header: stateOf('SwitchService', 'plug'),
  footer: [
    power,
    placed(
      'serviceWithUnit',
      'MeterService',
      'energy',
      { kind: 'number', access: read, unit: 'kWh', precision: 2 },
      { section: 'sensory', grid: [0, 1, 1, 1] },
    ),
  ],
})

export const motion = layoutOf({
  model: 'MOTION',
  type: 'Sensor',
  name: 'Motion sensor',
  icon: 'motion',
  header: placed(
    'iconType',
    'MotionService',
    'occupancy',
    { kind: 'bool', access: read },
    { section: 'sensory' },
  ),
  control: placed('group', 'TemperatureService', 'temperature', temperature.value, {
    section: 'sensory',
    grid: [0, 0, 2, 2],
    more: [
      {
        service: 'LightLevelService',
        property: 'illuminance',
        value: { kind: 'number', access: read, unit: 'lx', precision: 0 },
      },
      { service: 'HumidityService', property: 'humidity', value: humidity.value },
      { service: 'BatteryService', property: 'battery', value: battery.value },
    ],
  }),
})

export const contact = layoutOf({
  model: 'CONTACT',
  type: 'Sensor',
  name: 'Door contact',
  icon: 'door',
  header: placed(
    'iconType',
    'ContactService',
    'contact',
    { kind: 'bool', access: read },
    { section: 'sensory' },
  ),
  footer: [battery],
})

export const smoke = layoutOf({
  model: 'SMOKE',
  type: 'Sensor',
  name: 'Smoke detector',
  icon: 'smoke',
  header: placed(
    'iconType',
    'SmokeService',
    'smoke',
    { kind: 'bool', access: read, levels: { on: 'danger' } },
    { section: 'sensory' },
  ),
  footer: [battery],
})

/** A device with a fitting id; values by `service/property`. */
export const device = (
  id: string,
  name: string,
  layout: DeviceLayout | undefined,
  values: Readonly<Record<string, RawValue>> = {},
  head: Partial<FakeDevice['head']> = {},
): FakeDevice => ({ head: { id, name, ...head }, layout, values })

const room = (name: string) => ({ room: { id: name.toLowerCase(), name } })

/** A home as the mocks show it. */
export const exampleHome = (): FakeDevice[] => [
  device(
    'lamp',
    'Stehlampe Erker',
    dimmer,
    {
      'LightService/state': 'ON',
      'LightService/brightness': 157,
      'MeterService/power': 7.4,
      'ConfigurationService/power_on_behavior': 'previous',
    },
    { ...room('Wohnzimmer'), lqi: 184, firmware: '2.14.1', manufacturer: 'Gatehouse' },
  ),
  device(
    'bath',
    'Thermostat Bad',
    thermostat,
    {
      'TemperatureService/temperature': 21.3,
      'ThermostatService/occupied_heating_setpoint': 22.5,
      'ThermostatService/pi_heating_demand': 34,
      'ThermostatService/running_state': 'heat',
      'ThermostatService/system_mode': 'heat',
      'HumidityService/humidity': 58,
      'BatteryService/battery': 4,
    },
    { ...room('Bad'), lqi: 92, firmware: '1.0.4', manufacturer: 'Danfoss', networkType: 'zwave' },
  ),
  device(
    'blinds',
    'Storen Südfassade',
    shutter,
    {
      'RollerShutterService/state': 'OPEN',
      'RollerShutterService/position': 55,
      'RollerShutterService/tilt': 30,
    },
    { ...room('Wohnzimmer'), lqi: 140, firmware: '2.14.1', manufacturer: 'Griesser' },
  ),
  device(
    'washer',
    'Waschmaschine',
    plug,
    { 'SwitchService/state': 'ON', 'MeterService/power': 1843.5, 'MeterService/energy': 0.92 },
    room('Waschküche'),
  ),
  device(
    'office',
    'Thermostat Büro',
    thermostat,
    {
      'TemperatureService/temperature': 19.1,
      'ThermostatService/occupied_heating_setpoint': 18,
      'ThermostatService/pi_heating_demand': 0,
      'ThermostatService/running_state': 'idle',
      'ThermostatService/system_mode': 'heat',
      'HumidityService/humidity': 44,
      'BatteryService/battery': 64,
    },
    room('Büro'),
  ),
  device(
    'heater',
    'Heizlüfter',
    plug,
    { 'SwitchService/state': 'OFF', 'MeterService/power': 0 },
    room('Garage'),
  ),
  device(
    'hall',
    'Melder Flur',
    motion,
    {
      'MotionService/occupancy': false,
      'TemperatureService/temperature': 20.6,
      'LightLevelService/illuminance': 38,
      'HumidityService/humidity': 47,
      'BatteryService/battery': 31,
    },
    room('Flur'),
  ),
  device(
    'speaker',
    'Leuchte Küche',
    dimmer,
    { 'LightService/state': 'ON', 'LightService/brightness': 60, 'MeterService/power': 3 },
    { ...room('Küche'), status: 5, statusSince: Date.now() - 5 * 3_600_000 },
  ),
  device(
    'camera',
    'Steckdose Einfahrt',
    plug,
    { 'SwitchService/state': 'OFF', 'MeterService/power': 0 },
    { ...room('Aussen'), status: 7, statusReason: 703 },
  ),
  device(
    'door',
    'Haustür',
    contact,
    { 'ContactService/contact': true, 'BatteryService/battery': 78 },
    room('Entrée'),
  ),
  device(
    'smoke',
    'Rauchmelder Treppenhaus im Dachgeschoss',
    smoke,
    { 'SmokeService/smoke': true, 'BatteryService/battery': 12 },
    room('Flur'),
  ),
  device('odd', 'Noch ohne Layout', undefined),
]
