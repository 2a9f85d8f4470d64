import { describe, expect, test } from 'vitest'
import { components } from '#gateway/drivers/homeassistant/components/all.ts'
import { withEntity } from '../homeassistant-kit.ts'

interface Case {
  component: string
  what: string
  config: Record<string, unknown>
  /** What it becomes: facts of properties by their path. */
  becomes: Record<string, Record<string, unknown>>
  /** Topic, message, path, value. */
  hears?: [string, unknown, string, unknown][]
  /** Path, wanted value, topic, payload. */
  sends?: [string, unknown, string, string][]
}

const range = (min: number, max: number) => ({ type: 'range', min, max })
const options = (...values: unknown[]) => ({
  type: 'option',
  options: values.map((value) => expect.objectContaining({ value })),
})

const cases: Case[] = [
  {
    component: 'infrared',
    what: 'what has learnt a code tells its timings',
    config: {
      schema: 'receiver',
      state_topic: 'z/ir',
      value_template: '{{ value_json.learned_ir_timings | tojson }}',
    },
    becomes: { 'IRBlasterService/learned_ir_timings': { type: 'text', readonly: true } },
    hears: [
      [
        'z/ir',
        { learned_ir_timings: { timings: [900, 450] } },
        'IRBlasterService/learned_ir_timings',
        '{"timings":[900,450]}',
      ],
    ],
  },
  {
    component: 'infrared',
    what: 'what sends codes takes one, and tells nothing',
    config: { schema: 'emitter', command_topic: 'z/ir/set/ir_emitter' },
    becomes: { 'IRBlasterService/ir_emitter': { type: 'text', readonly: false, access: ['write'] } },
    sends: [['IRBlasterService/ir_emitter', '[900,450]', 'z/ir/set/ir_emitter', '[900,450]']],
  },
  {
    component: 'sensor',
    what: 'a figure by its kind',
    config: { state_topic: 's', device_class: 'carbon_dioxide', unit_of_measurement: 'ppm' },
    becomes: { 'AirQualityService/co2': { type: 'number', unit: 'ppm', readonly: true } },
    hears: [
      ['s', '612', 'AirQualityService/co2', 612],
      ['s', 'None', 'AirQualityService/co2', 612],
    ],
  },
  {
    component: 'sensor',
    what: 'a choice that can only be read',
    config: { state_topic: 's', device_class: 'enum', options: ['a', 'b'], name: 'Phase' },
    becomes: { 'SensorService/thing': options('a', 'b') },
    hears: [['s', 'b', 'SensorService/thing', 'b']],
  },
  {
    component: 'sensor',
    what: 'what a template cannot be understood of is shown as it came',
    config: { state_topic: 's', value_template: '{{ states("sensor.x") }}' },
    becomes: { 'SensorService/thing': { type: 'text' } },
    hears: [['s', 'raw words', 'SensorService/thing', 'raw words']],
  },
  {
    component: 'binary_sensor',
    what: 'a window: on is open',
    config: { state_topic: 's', device_class: 'window' },
    becomes: { 'ContactService/contact': { type: 'bool', on: 'ON', off: 'OFF' } },
    hears: [
      ['s', 'ON', 'ContactService/contact', 'ON'],
      ['s', 'OFF', 'ContactService/contact', 'OFF'],
    ],
  },
  {
    component: 'switch',
    what: 'with states that are called otherwise than orders',
    config: {
      state_topic: 's',
      command_topic: 'c',
      payload_on: '{"r":1}',
      payload_off: '{"r":0}',
      state_on: '1',
      state_off: '0',
    },
    becomes: { 'SwitchService/state': { type: 'bool', on: '{"r":1}', readonly: false } },
    hears: [['s', '1', 'SwitchService/state', '{"r":1}']],
    sends: [['SwitchService/state', '{"r":0}', 'c', '{"r":0}']],
  },
  {
    component: 'light',
    what: 'schema json, colour by hue and saturation',
    config: {
      schema: 'json',
      state_topic: 's',
      command_topic: 'c',
      brightness: true,
      supported_color_modes: ['hs', 'color_temp'],
      effect: true,
      effect_list: ['Rainbow'],
    },
    becomes: {
      'LightService/state': { type: 'bool' },
      'LightService/brightness': { ...range(0, 255), scale: 100 / 255 },
      'LightService/color_temp': { ...range(153, 500), unit: 'mired' },
      'LightService/color': { type: 'color' },
      'LightEffectService/effect': options('Rainbow'),
    },
    hears: [
      ['s', { state: 'ON', brightness: 128, color: { h: 0, s: 100 } }, 'LightService/brightness', 128],
      ['s', { color: { r: 0, g: 0, b: 255 } }, 'LightService/color', '#0000ff'],
    ],
    sends: [
      ['LightService/state', 'OFF', 'c', '{"state":"OFF"}'],
      ['LightService/brightness', 40, 'c', '{"state":"ON","brightness":40}'],
      ['LightService/brightness', 0, 'c', '{"state":"OFF"}'],
      ['LightService/color', '#ff0000', 'c', '{"state":"ON","color":{"h":0,"s":100}}'],
      ['LightEffectService/effect', 'Rainbow', 'c', '{"state":"ON","effect":"Rainbow"}'],
    ],
  },
  {
    component: 'light',
    what: 'the usual schema, topics of its own for each feature',
    config: {
      state_topic: 's',
      command_topic: 'c',
      brightness_state_topic: 'b',
      brightness_command_topic: 'bc',
      brightness_scale: 100,
      rgb_state_topic: 'r',
      rgb_command_topic: 'rc',
      rgb_command_template: '#{{ "%02x" if false else red }},{{ green }},{{ blue }}',
    },
    becomes: { 'LightService/brightness': range(0, 100), 'LightService/color': { type: 'color' } },
    hears: [
      ['b', '50', 'LightService/brightness', 50],
      ['r', '255,0,0', 'LightService/color', '#ff0000'],
    ],
    sends: [
      ['LightService/brightness', 20, 'bc', '20'],
      ['LightService/color', '#0102ff', 'rc', '#1,2,255'],
    ],
  },
  {
    component: 'light',
    what: 'the schema of templates',
    config: {
      schema: 'template',
      state_topic: 's',
      command_topic: 'c',
      command_on_template: 'on{% if brightness is defined %},{{ brightness }}{% endif %}',
      command_off_template: 'off',
      state_template: "{{ value.split(',')[0] }}",
      brightness_template: "{{ value.split(',')[1] }}",
    },
    becomes: { 'LightService/state': { on: 'on', off: 'off' }, 'LightService/brightness': range(0, 255) },
    hears: [['s', 'on,77', 'LightService/brightness', 77]],
    sends: [
      ['LightService/state', 'on', 'c', 'on'],
      ['LightService/state', 'off', 'c', 'off'],
      ['LightService/brightness', 9, 'c', 'on,9'],
    ],
  },
  {
    component: 'cover',
    what: 'a garage door lets people in, and is guarded wherever it is set',
    config: { device_class: 'garage', state_topic: 's', command_topic: 'c' },
    becomes: { 'RollerShutterService/state': { ...options('OPEN', 'CLOSE', 'STOP'), guarded: true } },
  },
  {
    component: 'cover',
    what: 'an awning lets nobody in',
    config: { device_class: 'awning', state_topic: 's', command_topic: 'c' },
    becomes: { 'RollerShutterService/state': expect.not.objectContaining({ guarded: true }) },
  },
  {
    component: 'cover',
    what: 'positions that count the other way, states in the usual words',
    config: {
      state_topic: 's',
      command_topic: 'c',
      position_topic: 'p',
      set_position_topic: 'pc',
      position_open: 0,
      position_closed: 100,
      tilt_status_topic: 't',
      tilt_command_topic: 'tc',
      tilt_max: 180,
    },
    becomes: {
      'RollerShutterService/state': options('OPEN', 'CLOSE', 'STOP'),
      'RollerShutterService/position': { ...range(0, 100), unit: '%' },
      'RollerShutterService/tilt': range(0, 100),
    },
    hears: [
      ['s', 'closed', 'RollerShutterService/state', 'CLOSE'],
      ['s', 'opening', 'RollerShutterService/state', 'OPEN'],
      ['p', '25', 'RollerShutterService/position', 75],
      ['t', '90', 'RollerShutterService/tilt', 50],
    ],
    sends: [
      ['RollerShutterService/state', 'STOP', 'c', 'STOP'],
      ['RollerShutterService/position', 10, 'pc', '90'],
      ['RollerShutterService/tilt', 100, 'tc', '180'],
    ],
  },
  {
    component: 'valve',
    what: 'with a position',
    config: { state_topic: 's', command_topic: 'c', reports_position: true },
    becomes: { 'ValveService/position': { ...range(0, 100), unit: '%' } },
    hears: [['s', '30', 'ValveService/position', 30]],
    sends: [['ValveService/position', 60, 'c', '60']],
  },
  {
    component: 'valve',
    what: 'open or closed',
    config: { state_topic: 's', command_topic: 'c' },
    becomes: { 'ValveService/state': { on: 'OPEN', off: 'CLOSE' } },
    hears: [['s', 'closed', 'ValveService/state', 'CLOSE']],
    sends: [['ValveService/state', 'OPEN', 'c', 'OPEN']],
  },
  {
    component: 'lock',
    what: 'what it does meanwhile is neither state',
    config: { state_topic: 's', command_topic: 'c' },
    becomes: { 'DoorLockService/state': { on: 'LOCK', off: 'UNLOCK' } },
    hears: [
      ['s', 'LOCKED', 'DoorLockService/state', 'LOCK'],
      ['s', 'UNLOCKING', 'DoorLockService/state', 'LOCK'],
      ['s', 'UNLOCKED', 'DoorLockService/state', 'UNLOCK'],
    ],
    sends: [['DoorLockService/state', 'LOCK', 'c', 'LOCK']],
  },
  {
    component: 'climate',
    what: 'setpoint, mode and what it does',
    config: {
      current_temperature_topic: 't',
      temperature_state_topic: 'w',
      temperature_command_topic: 'wc',
      temperature_command_template: '{"t":{{ value }}}',
      min_temp: '5',
      max_temp: '30',
      temp_step: '0.5',
      mode_state_topic: 'm',
      mode_command_topic: 'mc',
      modes: ['heat', 'off'],
      action_topic: 'a',
      fan_mode_command_topic: 'fc',
      fan_modes: ['low'],
      target_humidity_command_topic: 'hc',
      current_humidity_topic: 'h',
    },
    becomes: {
      'ThermostatService/local_temperature': { type: 'number', unit: '°C' },
      'ThermostatService/current_heating_setpoint': { ...range(5, 30), step: 0.5, unit: '°C' },
      'ThermostatService/system_mode': options('heat', 'off'),
      'ThermostatService/running_state': { readonly: true },
      'ThermostatService/fan_mode': { access: ['write'] },
      'ThermostatService/target_humidity': range(30, 99),
      'HumidityService/humidity': { type: 'number' },
    },
    hears: [
      ['t', '21.5', 'ThermostatService/local_temperature', 21.5],
      ['a', 'heating', 'ThermostatService/running_state', 'heat'],
      ['m', 'off', 'ThermostatService/system_mode', 'off'],
    ],
    sends: [
      ['ThermostatService/current_heating_setpoint', 22.5, 'wc', '{"t":22.5}'],
      ['ThermostatService/system_mode', 'heat', 'mc', 'heat'],
    ],
  },
  {
    component: 'water_heater',
    what: 'a thermostat of water',
    config: { temperature_command_topic: 'wc', temperature_state_topic: 'w', mode_command_topic: 'mc' },
    becomes: {
      'ThermostatService/current_heating_setpoint': range(43, 60),
      'ThermostatService/system_mode': { access: ['write'] },
    },
    sends: [['ThermostatService/system_mode', 'eco', 'mc', 'eco']],
  },
  {
    component: 'humidifier',
    what: 'target and modes',
    config: {
      state_topic: 's',
      command_topic: 'c',
      target_humidity_command_topic: 'hc',
      target_humidity_state_topic: 'h',
      modes: ['auto'],
      mode_command_topic: 'mc',
    },
    becomes: { 'SwitchService/state': { type: 'bool' }, 'ThermostatService/target_humidity': range(0, 100) },
    hears: [['h', '45', 'ThermostatService/target_humidity', 45]],
    sends: [['ThermostatService/target_humidity', 50, 'hc', '50']],
  },
  {
    component: 'fan',
    what: 'speed and ways of turning',
    config: {
      state_topic: 's',
      command_topic: 'c',
      percentage_state_topic: 'p',
      percentage_command_topic: 'pc',
      speed_range_max: 3,
      preset_modes: ['eco'],
      preset_mode_command_topic: 'mc',
      oscillation_command_topic: 'oc',
      oscillation_state_topic: 'o',
      direction_command_topic: 'dc',
    },
    becomes: {
      'FanService/fan_speed': range(1, 3),
      'FanService/mode': { access: ['write'] },
      'FanService/oscillation': { type: 'bool' },
    },
    hears: [
      ['p', '2', 'FanService/fan_speed', 2],
      ['o', 'oscillate_on', 'FanService/oscillation', 'oscillate_on'],
    ],
    sends: [
      ['FanService/fan_speed', 3, 'pc', '3'],
      ['FanService/direction', 'reverse', 'dc', 'reverse'],
    ],
  },
  {
    component: 'number',
    what: 'with its range',
    config: {
      state_topic: 's',
      command_topic: 'c',
      min: -5,
      max: 5,
      step: 0.5,
      entity_category: 'config',
      command_template: '{"v":{{ value }}}',
    },
    becomes: { 'ConfigurationService/thing': { ...range(-5, 5), step: 0.5 } },
    hears: [['s', '2.5', 'ConfigurationService/thing', 2.5]],
    sends: [['ConfigurationService/thing', -1.5, 'c', '{"v":-1.5}']],
  },
  {
    component: 'select',
    what: 'a choice',
    config: { state_topic: 's', command_topic: 'c', options: ['eco', 'boost'] },
    becomes: { 'ConfigurationService/thing': options('eco', 'boost') },
    hears: [
      ['s', 'boost', 'ConfigurationService/thing', 'boost'],
      // What is none of the options is not known, and never shown as the raw message.
      ['s', '{"mode":"boost","battery":81}', 'ConfigurationService/thing', null],
    ],
    sends: [['ConfigurationService/thing', 'eco', 'c', 'eco']],
  },
  ...['text', 'date', 'time', 'datetime'].map((component) => ({
    component,
    what: 'what is typed',
    config: { state_topic: 's', command_topic: 'c' },
    becomes: { 'ConfigurationService/thing': { type: 'text' } },
    hears: [['s', '2026-11-21', 'ConfigurationService/thing', '2026-11-21']] as Case['hears'],
    sends: [['ConfigurationService/thing', '2026-11-22', 'c', '2026-11-22']] as Case['sends'],
  })),
  {
    component: 'text',
    what: 'a password is secret',
    config: { command_topic: 'c', mode: 'password' },
    becomes: { 'ConfigurationService/thing': { secret: true, access: ['write'] } },
  },
  {
    component: 'button',
    what: 'one thing to do',
    config: { command_topic: 'c', payload_press: 'go', retain: true, qos: 1 },
    becomes: { 'ConfigurationService/thing': { ...options('go'), access: ['write'] } },
    sends: [['ConfigurationService/thing', 'go', 'c', 'go']],
  },
  {
    component: 'scene',
    what: 'one thing to do',
    config: { command_topic: 'c' },
    becomes: { 'ConfigurationService/thing': { ...options('ON'), access: ['write'] } },
    sends: [['ConfigurationService/thing', 'ON', 'c', 'ON']],
  },
  {
    component: 'notify',
    what: 'words for somebody',
    config: { command_topic: 'c' },
    becomes: { 'MessageService/message': { type: 'text', access: ['write'] } },
    sends: [['MessageService/message', 'Tea is ready', 'c', 'Tea is ready']],
  },
  {
    component: 'event',
    what: 'happens and is no state',
    config: { state_topic: 's', event_types: ['single', 'hold'] },
    becomes: { 'ButtonService/action': { ...options('single', 'hold'), access: ['event'] } },
    hears: [['s', { event_type: 'hold' }, 'ButtonService/action', null]],
  },
  {
    component: 'device_automation',
    what: 'a trigger happens',
    config: {
      automation_type: 'trigger',
      topic: 's',
      payload: 'press',
      type: 'button_short_press',
      subtype: 'button_1',
    },
    becomes: { 'ButtonService/action': { ...options('press'), access: ['event'] } },
  },
  {
    component: 'tag',
    what: 'was held before a reader',
    config: { topic: 's', value_template: '{{ value_json.uid }}' },
    becomes: { 'SensorService/tag': { type: 'text', access: ['event'] } },
  },
  {
    component: 'update',
    what: 'versions, and the order to update',
    config: { state_topic: 's', command_topic: 'c', payload_install: 'now' },
    becomes: {
      'FirmwareService/installed_version': { type: 'text' },
      'FirmwareService/install_update': { access: ['write'] },
    },
    hears: [
      [
        's',
        { installed_version: '1', latest_version: '2', in_progress: true, update_percentage: 12 },
        'FirmwareService/update_state',
        'updating',
      ],
      ['s', { installed_version: '1', latest_version: '2' }, 'FirmwareService/update_state', 'available'],
      ['s', { installed_version: '2', latest_version: '2' }, 'FirmwareService/update_state', 'idle'],
    ],
    sends: [['FirmwareService/install_update', 'install', 'c', 'now']],
  },
  {
    component: 'siren',
    what: 'tone, volume and duration go together',
    config: {
      state_topic: 's',
      command_topic: 'c',
      available_tones: ['fire', 'siren'],
      command_template:
        '{"on":"{{ value }}","tone":"{{ tone | default("siren") }}","for":{{ duration | default(10) }}}',
    },
    becomes: {
      'SirenService/state': { type: 'bool' },
      'SirenService/alarm': { type: 'object', access: ['write'] },
    },
    sends: [['SirenService/alarm', { tone: 'fire', duration: 5 }, 'c', '{"on":"ON","tone":"fire","for":5}']],
  },
  {
    component: 'alarm_control_panel',
    what: 'with a code',
    config: {
      state_topic: 's',
      command_topic: 'c',
      code: 'REMOTE_CODE',
      command_template: '{"a":"{{ action }}","c":"{{ code }}"}',
    },
    becomes: { 'AlarmService/state': { readonly: true }, 'AlarmService/order': { type: 'object' } },
    hears: [['s', 'armed_away', 'AlarmService/state', 'armed_away']],
    sends: [['AlarmService/order', { action: 'disarm', code: '1234' }, 'c', '{"a":"DISARM","c":"1234"}']],
  },
  {
    component: 'alarm_control_panel',
    what: 'without a code',
    config: { state_topic: 's', command_topic: 'c', supported_features: ['arm_away'] },
    becomes: { 'AlarmService/order': options('arm_away', 'disarm') },
    sends: [['AlarmService/order', 'arm_away', 'c', 'ARM_AWAY']],
  },
  {
    component: 'camera',
    what: 'tells that there is a picture',
    config: { topic: 's' },
    becomes: { 'CameraService/last_picture': { type: 'text', readonly: true } },
    hears: [['s', 'not really a picture', 'CameraService/last_picture', expect.stringMatching(/^2026-/)]],
  },
  {
    component: 'image',
    what: 'tells where the picture lies',
    config: { url_topic: 's' },
    becomes: { 'CameraService/address': { type: 'text' } },
    hears: [['s', 'https://camera.example/1.jpg', 'CameraService/address', 'https://camera.example/1.jpg']],
  },
  {
    component: 'vacuum',
    what: 'cleans',
    config: {
      state_topic: 's',
      command_topic: 'c',
      supported_features: ['start', 'return_home', 'fan_speed'],
      fan_speed_list: ['min', 'max'],
      set_fan_speed_topic: 'f',
    },
    becomes: {
      'CleanerService/order': options('start', 'return_to_base'),
      'CleanerService/fan_speed': options('min', 'max'),
    },
    hears: [['s', { state: 'cleaning', battery_level: 61 }, 'CleanerService/state', 'cleaning']],
    sends: [
      ['CleanerService/order', 'return_to_base', 'c', 'return_to_base'],
      ['CleanerService/fan_speed', 'max', 'f', 'max'],
    ],
  },
  {
    component: 'lawn_mower',
    what: 'mows',
    config: { activity_state_topic: 's', dock_command_topic: 'd', start_mowing_command_topic: 'm' },
    becomes: { 'CleanerService/state': { readonly: true }, 'CleanerService/dock': { access: ['write'] } },
    hears: [['s', 'mowing', 'CleanerService/state', 'mowing']],
    sends: [['CleanerService/dock', 'dock', 'd', 'dock']],
  },
  {
    component: 'device_tracker',
    what: 'at home or not',
    config: { state_topic: 's' },
    becomes: { 'PresenceService/presence': { on: 'home', off: 'not_home' } },
    hears: [
      ['s', 'home', 'PresenceService/presence', 'home'],
      ['s', 'Office', 'PresenceService/presence', 'not_home'],
    ],
  },
]

describe('components of the discovery', () => {
  test('each of them has a case', () => {
    expect([...new Set(cases.map(({ component }) => component))].sort()).toEqual(
      [...components.keys()].sort(),
    )
  })

  test.each(cases.map((one) => [`${one.component}, ${one.what}`, one] as const))(
    '%s: becomes properties',
    async (_, { component, config, becomes }) => {
      const { at } = await withEntity(component, config)
      for (const [path, facts] of Object.entries(becomes)) expect(at(path), path).toMatchObject(facts)
    },
  )

  test.each(
    cases.flatMap((one) =>
      (one.hears ?? []).map((heard) => [`${one.component}, ${one.what}`, ...heard, one] as const),
    ),
  )('%s: %s says %j, and %s is %j', async (_, topic, message, path, value, { component, config, hears }) => {
    const home = await withEntity(component, config)
    for (const [earlier, said] of hears ?? []) {
      await home.says(earlier, said)
      if (earlier === topic && said === message) break
    }
    expect(home.at(path)?.value).toEqual(value)
  })

  test.each(
    cases.flatMap((one) =>
      (one.sends ?? []).map((sent) => [`${one.component}, ${one.what}`, ...sent, one] as const),
    ),
  )('%s: %s set to %j goes to %s as %s', async (_, path, wanted, topic, payload, { component, config }) => {
    const home = await withEntity(component, config)
    const { answer, sent } = await home.setOn('thing', path, wanted)
    expect(answer.message).toBe('OK')
    expect(sent).toEqual([[topic, payload]])
  })
})

describe('what the format tells in whole numbers is sent as such, whoever worked out another', () => {
  const numbered: [
    component: string,
    config: Record<string, unknown>,
    path: string,
    wanted: number,
    sent: string,
  ][] = [
    [
      'light',
      { brightness_command_topic: 'c', brightness_scale: 254 },
      'LightService/brightness',
      25.4,
      '25',
    ],
    ['light', { schema: 'json', brightness: true }, 'LightService/brightness', 0.4, '{"state":"OFF"}'],
    [
      'light',
      { schema: 'json', brightness: true, brightness_scale: 254 },
      'LightService/brightness',
      127.6,
      '{"state":"ON","brightness":128}',
    ],
    ['light', { color_temp_command_topic: 'c' }, 'LightService/color_temp', 326.5, '327'],
    [
      'light',
      { color_temp_command_topic: 'c', color_temp_kelvin: true },
      'LightService/color_temp',
      2700.25,
      '2700',
    ],
    [
      'light',
      {
        ...{ schema: 'template', command_off_template: 'off', brightness_template: '{{ value }}' },
        command_on_template: 'on,{{ brightness }}',
      },
      'LightService/brightness',
      12.7,
      'on,13',
    ],
    ['cover', { set_position_topic: 'c', position_open: 255 }, 'RollerShutterService/position', 33, '84'],
    ['cover', { tilt_command_topic: 'c', tilt_max: 45 }, 'RollerShutterService/tilt', 33.3, '15'],
    ['valve', { reports_position: true }, 'ValveService/position', 12.5, '13'],
    ['fan', { percentage_command_topic: 'c', speed_range_max: 7 }, 'FanService/fan_speed', 3.5, '4'],
    ['humidifier', { target_humidity_command_topic: 'c' }, 'ThermostatService/target_humidity', 45.5, '46'],
    ['number', { step: 1 }, 'ConfigurationService/thing', 45.5, '46'],
    ['number', { step: 0.1 }, 'ConfigurationService/thing', 45.5, '45.5'],
  ]

  test.each(numbered)('%s %j', async (component, config, path, wanted, sent) => {
    const home = await withEntity(component, { command_topic: 'c', ...config })
    expect((await home.setOn('thing', path, wanted)).sent).toEqual([['c', sent]])
  })

  test('a scene that says 10 % of such a light says it in its own steps', async () => {
    const { at } = await withEntity('light', { command_topic: 'c', brightness_command_topic: 'c' })
    const described = at('LightService/brightness')
    expect(described).toMatchObject({ min: 0, max: 255, step: 1 })
  })
})
