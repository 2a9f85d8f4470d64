import type { Entity, Part } from '../entity.ts'
import type { Feature } from '../names.ts'
import { binary, choices, part, payloadOf, power, range, statesOf, whole, words } from '../parts.ts'

/** What a thermostat does at present, in the words of its modes. */
const actions = [
  ['idle', 'idle'],
  ['heating', 'heat'],
  ['cooling', 'cool'],
  ['fan', 'fan_only'],
  ['drying', 'dry'],
  ['preheating', 'preheat'],
  ['defrosting', 'defrost'],
  ['off', 'off'],
] as const

const unitOf = (entity: Entity): string => (entity.text('temperature_unit') === 'F' ? '°F' : '°C')

/** One temperature that can be wanted; its name follows the key in the message, which tells heating from cooling. */
function setpoint(entity: Entity, prefix: string, usual: string, feature: Feature): Part[] {
  const reading = entity.reading(`${prefix}_state_topic`, `${prefix}_state_template`)
  const fahrenheit = unitOf(entity) === '°F'
  const water = entity.component === 'water_heater'
  const [least, most] = fahrenheit ? (water ? [110, 140] : [45, 95]) : water ? [43, 60] : [7, 35]
  const step = entity.number('temp_step')
  const value = range(entity.number('min_temp', least) ?? least, entity.number('max_temp', most) ?? most, {
    unit: unitOf(entity),
    step: step !== undefined && step > 0 ? step : undefined,
  })
  const writing = entity.writing(`${prefix}_command_topic`, `${prefix}_command_template`)
  return part(
    entity,
    feature('climate', reading?.path, usual),
    value,
    { readings: [reading], writing },
    { compound: 'climate' },
  )
}

/** A choice among what the configuration lists. */
function choice(
  entity: Entity,
  name: string,
  list: string,
  prefix: string,
  stateTemplate = `${prefix}_state_template`,
  usual: readonly string[] = [],
): Part[] {
  const options = Array.isArray(entity.config[list]) ? entity.texts(list) : usual
  if (options.length === 0) return []
  return part(
    entity,
    name,
    choices(options),
    {
      readings: [entity.reading(`${prefix}_state_topic`, stateTemplate)],
      writing: entity.writing(`${prefix}_command_topic`, `${prefix}_command_template`),
    },
    { compound: 'climate' },
  )
}

/** climate and water_heater. */
export function climate(entity: Entity, feature: Feature): Part[] {
  const compound = { compound: 'climate' }
  const states = statesOf(entity)
  const temperature = entity.reading('current_temperature_topic', 'current_temperature_template')
  return [
    ...part(
      entity,
      'local_temperature',
      { kind: 'number', unit: unitOf(entity) },
      { readings: [temperature] },
      compound,
    ),
    ...setpoint(entity, 'temperature', 'current_heating_setpoint', feature),
    ...setpoint(entity, 'temperature_low', 'occupied_heating_setpoint', feature),
    ...setpoint(entity, 'temperature_high', 'occupied_cooling_setpoint', feature),
    ...choice(entity, 'system_mode', 'modes', 'mode', 'mode_state_template', usualModes[entity.component]),
    ...part(
      entity,
      'running_state',
      choices(actions.map(([, ours]) => ours)),
      { readings: [entity.reading('action_topic', 'action_template', words(actions))] },
      compound,
    ),
    ...choice(entity, 'preset', 'preset_modes', 'preset_mode', 'preset_mode_value_template'),
    ...choice(entity, 'fan_mode', 'fan_modes', 'fan_mode'),
    ...choice(entity, 'swing_mode', 'swing_modes', 'swing_mode'),
    ...part(
      entity,
      'power',
      binary(states),
      {
        writing: entity.writing('power_command_topic', 'power_command_template', (value) => ({
          value: payloadOf(states).encode(value),
        })),
      },
      compound,
    ),
    ...humidities(entity),
  ]
}

const usualModes: Readonly<Record<string, readonly string[]>> = {
  climate: ['auto', 'off', 'cool', 'heat', 'dry', 'fan_only'],
  water_heater: ['off', 'eco', 'electric', 'gas', 'heat_pump', 'high_demand', 'performance'],
}

function humidities(entity: Entity): Part[] {
  const wanted = whole(
    entity.number('min_humidity', entity.component === 'humidifier' ? 0 : 30) ?? 0,
    entity.number('max_humidity', entity.component === 'humidifier' ? 100 : 99) ?? 100,
    { unit: '%' },
  )
  return [
    ...part(
      entity,
      'humidity',
      { kind: 'number', unit: '%' },
      { readings: [entity.reading('current_humidity_topic', 'current_humidity_template')] },
    ),
    ...part(
      entity,
      'target_humidity',
      wanted,
      {
        readings: [entity.reading('target_humidity_state_topic', 'target_humidity_state_template')],
        writing: entity.writing('target_humidity_command_topic', 'target_humidity_command_template'),
      },
      { compound: 'climate' },
    ),
  ]
}

export function humidifier(entity: Entity): Part[] {
  return [
    ...power(entity, 'humidifier'),
    ...choice(entity, 'system_mode', 'modes', 'mode'),
    ...part(
      entity,
      'running_state',
      choices(['idle', 'humidifying', 'drying', 'off']),
      { readings: [entity.reading('action_topic', 'action_template')] },
      { compound: 'climate' },
    ),
    ...humidities(entity),
  ]
}
