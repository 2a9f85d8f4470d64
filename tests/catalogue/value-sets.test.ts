import { beforeAll, expect, test } from 'vitest'
import type { ExposeRules } from '#schemas/generated/definitions/rules-exposes.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { plainWords } from '#widgets/shared/fake-words.ts'
import { readRaw } from '#widgets/shared/read.ts'
import { deviceOf, readJson, root } from './kit.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await openCatalogue(`${root}/catalogue`)
})

function value(model: string, service: string, property: string): Value {
  const found = catalogue.model(model)?.services?.[service]?.properties[property]
  if (!found) throw new Error(`${model} has no ${service}/${property}`)
  return found
}

const words = readJson('locales/ch_EN/values.json') as {
  [service: string]: { [property: string]: { [value: string]: string } }
}
const said = (service: string, property: string): [string, string][] =>
  Object.entries(words[service]?.[property] ?? {})
const choices = (model: string, service: string, property: string) =>
  (value(model, service, property).options ?? []).map((option) => option.value)

// 2.3-146
test('thermostat modes are 0 off, 1 heat, 2 cool, 3 fan', () => {
  expect(choices('THR100', 'ThermostatService', 'mode')).toEqual([0, 1, 2, 3])
  expect(said('ThermostatService', 'mode')).toEqual([
    ['0', 'off'],
    ['1', 'heat'],
    ['2', 'cool'],
    ['3', 'fan'],
  ])
})

// 2.3-148
test('fan modes are 0 low, 1 medium, 2 high, 3 off', () => {
  expect(choices('FAN100', 'FanService', 'fan_mode')).toEqual([0, 1, 2, 3])
  expect(said('FanService', 'fan_mode')).toEqual([
    ['0', 'low'],
    ['1', 'medium'],
    ['2', 'high'],
    ['3', 'off'],
  ])
})

// 2.4-022 2.4-023
test('the fan mode of a thermostat goes round, that of a WISE fan stops at the ends', () => {
  const endsOf = (model: string, service: string) =>
    catalogue.model(model)?.properties?.find((one) => one.service === service && one.property === 'fan_mode')
      ?.options.params
  expect(endsOf('THR100', 'ThermostatService')).toBeUndefined()
  expect(endsOf('FAN100', 'FanService')).toEqual({ ends: 'stop' })
})

// 2.3-147
test('a contact is closed for true and opened for false', () => {
  expect(value('CON100', 'ContactService', 'contact')).toMatchObject({ kind: 'bool', on: false, off: true })
  // Who announces himself by MQTT discovery says ON for what stands open.
  const words = { true: 'closed', false: 'open', ON: 'open', OFF: 'closed' }
  expect(Object.fromEntries(said('ContactService', 'contact'))).toEqual(words)
})

// 2.3-149
test('pressure types are 0 absolute, 1 gauge, 2 vacuum, 3 differential, 4 sealed', () => {
  expect(choices('PRS100', 'PressureService', 'type')).toEqual([0, 1, 2, 3, 4])
  expect(said('PressureService', 'type').map(([, word]) => word)).toEqual([
    'absolute',
    'gauge',
    'vacuum',
    'differential',
    'sealed',
  ])
})

// 2.3-150
test('gas detector values are 0 unknown, 1 CO, 2 combustible, 3 CO2', () => {
  expect(choices('GAS100', 'GasService', 'type')).toEqual([0, 1, 2, 3])
  expect(said('GasService', 'type').map(([, word]) => word)).toEqual(['unknown', 'CO', 'combustible', 'CO₂'])
})

// 2.3-144
test('button states are 0 idle, 1 short, 2 long, 3 double press', () => {
  expect(choices('RMT100', 'ButtonService', 'button_1')).toEqual([0, 1, 2, 3])
  expect(said('ButtonService', 'button_1').map(([, word]) => word)).toEqual([
    'idle',
    'short press',
    'long press',
    'double press',
  ])
})

// 2.3-145 1.9-042
test('alert types are 0 notification, 1 alarm, 2 warning, 3 emergency', () => {
  expect(choices('SRN100', 'AlertService', 'type')).toEqual([0, 1, 2, 3])
  expect(said('AlertService', 'type').map(([, word]) => word)).toEqual([
    'notification',
    'alarm',
    'warning',
    'emergency',
  ])
})

// 2.3-151
test('panic types are 0 arm, 1 emergency, 2 fire, 3 panic', () => {
  expect(choices('PNC100', 'PanicService', 'type')).toEqual([0, 1, 2, 3])
  expect(said('PanicService', 'type').map(([, word]) => word)).toEqual(['arm', 'emergency', 'fire', 'panic'])
})

// 2.3-152
test('audio commands are 0 play, 1 pause, 2 stop', () => {
  expect(choices('AUD100', 'AudioService', 'command')).toEqual([0, 1, 2])
  expect(said('AudioService', 'command').map(([, word]) => word)).toEqual(['play', 'pause', 'stop'])
})

// 2.3-143
test('camera recording durations are 10 s, 30 s, 1 min, 5 min and 30 min', () => {
  expect(choices('CAM100', 'CameraService', 'record')).toEqual([10, 30, 60, 300, 1800])
  expect(said('CameraService', 'record').map(([, word]) => word)).toEqual([
    '10 s',
    '30 s',
    '1 min',
    '5 min',
    '30 min',
  ])
})

// 2.3-059
test('a camera has the links LiveView, EventList and CameraSettings', () => {
  expect(catalogue.model('CAM100')?.cameraLinks).toEqual(['LiveView', 'EventList', 'CameraSettings'])
})

// 2.6-004 2.6-014
test('the links of a camera are there for users while multimedia is on, not for administrators', () => {
  const model = catalogue.model('CAM100')
  if (!model) throw new Error('CAM100 is not in use')
  const links = catalogue.layoutOf(deviceOf(model)).layout.sections.externalLinks ?? []
  expect(links.map(({ property }) => property)).toEqual(['LiveView', 'EventList', 'CameraSettings'])
  for (const { options } of links)
    expect(options).toMatchObject({
      params: { look: 'link' },
      when: { all: [{ flag: 'MULTIMEDIA_SUPPORT' }, { not: { role: 'admin' } }] },
    })
})

// 2.3-138
test('door lock states are LOCK_STATE_LOCKED and LOCK_STATE_UNLOCKED', () => {
  expect(value('LCK100', 'DoorLockService', 'state')).toMatchObject({
    on: 'LOCK_STATE_LOCKED',
    off: 'LOCK_STATE_UNLOCKED',
  })
})

// 2.3-139
test('door lock modes are NORMAL, VOCATION and PRIVACY', () => {
  expect(choices('LCK100', 'DoorLockService', 'mode')).toEqual(['NORMAL', 'VOCATION', 'PRIVACY'])
})

// 2.3-140
test('door lock types are DEAD_BOLT, LATCH_BOLT, DEAD_LATCH, CYLINDRICAL, MAGNETIC and OTHER', () => {
  expect(choices('LCK100', 'DoorLockService', 'type')).toEqual([
    'DEAD_BOLT',
    'LATCH_BOLT',
    'DEAD_LATCH',
    'CYLINDRICAL',
    'MAGNETIC',
    'OTHER',
  ])
})

// 2.3-141
test('the states that a door lock reports are CLOSED, OPENED, JAMMED and FORCED_OPEN', () => {
  expect(choices('LCK100', 'DoorLockService', 'door')).toEqual(['CLOSED', 'OPENED', 'JAMMED', 'FORCED_OPEN'])
})

test('a jammed lock and a door forced open are dangerous', () => {
  expect(value('LCK100', 'DoorLockService', 'door').levels).toEqual({
    JAMMED: 'danger',
    FORCED_OPEN: 'danger',
  })
})

// 2.9-022 2.9-023 2.9-024 2.9-025
test('a battery is full from 95, has an icon for each step of 10 down to 15, and is orange below 45, red below 15', () => {
  const bands = catalogue.rules().exposes.exposes.battery?.bands ?? []
  expect(bands.map(({ from, icon, level }) => [from, icon, level])).toEqual([
    [0, 'battery-low', 'danger'],
    [15, 'battery-20', 'warn'],
    [25, 'battery-30', 'warn'],
    [35, 'battery-40', 'warn'],
    [45, 'battery-50', undefined],
    [55, 'battery-60', undefined],
    [65, 'battery-70', undefined],
    [75, 'battery-80', undefined],
    [85, 'battery-90', undefined],
    [95, 'battery-full', undefined],
  ])
})

// 2.5-053
test('a timer offers 10 s, 30 s, 1, 5 and 30 minutes', () => {
  const { presets = [] } = value('TIM100', 'TimerService', 'countdown')
  expect(presets.map((preset) => preset.value)).toEqual([10, 30, 60, 300, 1800])
})

// 2.5-023
test('a time switch takes hours 0 to 23, minutes and seconds 0 to 59, and a flag per weekday', () => {
  const { fields = {} } = value('TIM100', 'TimerService', 'time_trigger')
  expect(fields.hour).toMatchObject({ min: 0, max: 23 })
  for (const part of [fields.minute, fields.second]) expect(part).toMatchObject({ min: 0, max: 59 })
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  expect(Object.keys(fields).slice(-7)).toEqual(days)
})

// 2.5-043
test('a battery shows 0 to 100 %', () => {
  expect(value('TMP100', 'BatteryService', 'battery')).toMatchObject({ unit: '%', min: 0, max: 100 })
})

// 2.5-044
test('a dimmer shows 0 to 100 %', () => {
  expect(value('DIM200', 'DimmerService', 'level')).toMatchObject({ unit: '%', min: 0, max: 100 })
})

// 2.5-045
test('a temperature shows -5 to 45', () => {
  expect(value('THR100', 'ThermostatService', 'local_temperature')).toMatchObject({ min: -5, max: 45 })
})

// 2.5-046
test('light intensity shows 0 to 500 lux', () => {
  expect(value('MOT100', 'LightLevelService', 'illuminance')).toMatchObject({ unit: 'lx', min: 0, max: 500 })
})

// 2.5-047
test('power consumption shows 0 to 1000000 kWh', () => {
  const total = value('MTR100', 'MeterService', 'energy')
  expect(total).toMatchObject({ unit: 'kWh', min: 0, max: 1_000_000 })
  const { unit, min, max = 0, scale = 1 } = value('MTR300', 'MeterService', 'energy')
  expect([unit, min, max * scale]).toEqual(['kWh', 0, 1_000_000])
})

// 2.9-027 3.9-044
test('displayed power consumption of a sub-meter is multiplied by 1000', () => {
  expect(value('MTR300', 'MeterService', 'energy')).toMatchObject({ unit: 'kWh', scale: 1000, precision: 2 })
})

// 2.9-028 3.9-045
test('displayed current of a sub-meter is multiplied by 100', () => {
  expect(value('MTR300', 'MeterService', 'current')).toMatchObject({ unit: 'A', scale: 100, precision: 2 })
})

// 3.9-046
test('consumption and current are displayed with two decimals, of every model', () => {
  const metered = catalogue.models().flatMap(({ model, services = {} }) =>
    Object.entries(services).flatMap(([service, { properties }]) =>
      Object.entries(properties)
        .filter(([, { unit }]) => unit === 'kWh' || unit === 'A')
        .map(([property, one]) => ({ model, service, property, value: one })),
    ),
  )
  expect(metered.length).toBeGreaterThan(3)
  for (const { model, ...spec } of metered)
    for (const raw of [0, 1, 0.12345, 12.3])
      expect(readRaw(raw, spec, plainWords).text, `${model} ${spec.property}`).toMatch(/^\d+\.\d\d$/)
})

// 2.5-057
test('one virtual gateway model can not be excluded', () => {
  const stuck = catalogue.models().filter(({ capabilities }) => capabilities?.exclude === false)
  expect(stuck.map(({ model }) => model)).toEqual(['VGW100'])
})

// 2.5-040
test('the property value 254 is displayed as 100', () => {
  const { max = 0, scale = 1, precision } = value('LGT200', 'LightService', 'brightness')
  expect((max * scale).toFixed(precision)).toBe('100')
})

// 2.9-030 3.9-043
test('the gauge of a voltage goes from 200 to 250', () => {
  expect(value('MTR100', 'MeterService', 'voltage')).toMatchObject({
    unit: 'V',
    gauge: { min: 200, max: 250 },
  })
})

// 2.9-031 3.9-043
test('the gauge of a power factor goes from 0 to 1', () => {
  expect(value('MTR100', 'MeterService', 'power_factor').gauge).toEqual({ min: 0, max: 1 })
})

// 2.9-032 3.9-043
test('the gauge of active power goes from 0 to 100', () => {
  expect(value('MTR300', 'MeterService', 'ActivePower').gauge).toEqual({ min: 0, max: 100 })
})

// 2.9-030, 2.9-031
test('meters that no entry describes have these gauges as well', () => {
  const { exposes } = readJson('catalogue/rules/exposes.json') as ExposeRules
  expect(exposes.voltage?.gauge).toEqual({ min: 200, max: 250 })
  expect(exposes.power_factor?.gauge).toEqual({ min: 0, max: 1 })
})

// 2.9-019
test('a hue on the wire counts 1.4 degrees', () => {
  expect(value('LST100', 'LightService', 'color').fields?.hue).toMatchObject({
    max: 255,
    scale: 1.4,
    unit: '°',
  })
})
