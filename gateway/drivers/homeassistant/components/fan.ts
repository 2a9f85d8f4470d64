import { isFields } from '../../shared/fields.ts'
import type { Entity, Part } from '../entity.ts'
import {
  type Binary,
  binary,
  binaryWords,
  choices,
  part,
  payloadOf,
  power,
  statesOf,
  whole,
} from '../parts.ts'

export function fan(entity: Entity): Part[] {
  const swings: Binary = {
    on: entity.payload('payload_oscillation_on', 'oscillate_on'),
    off: entity.payload('payload_oscillation_off', 'oscillate_off'),
  }
  const compound = { compound: 'fan' }
  const modes = entity.texts('preset_modes')
  return [
    ...power(entity, 'fan'),
    ...part(
      entity,
      'speed',
      whole(entity.number('speed_range_min', 1) ?? 1, entity.number('speed_range_max', 100) ?? 100),
      {
        readings: [
          entity.reading('percentage_state_topic', 'percentage_value_template', (value) =>
            value === 'None' ? undefined : value,
          ),
        ],
        writing: entity.writing('percentage_command_topic', 'percentage_command_template'),
      },
      compound,
    ),
    ...(modes.length === 0
      ? []
      : part(
          entity,
          'mode',
          choices(modes),
          {
            readings: [
              entity.reading('preset_mode_state_topic', 'preset_mode_value_template', (value) =>
                value === 'None' ? undefined : value,
              ),
            ],
            writing: entity.writing('preset_mode_command_topic', 'preset_mode_command_template'),
          },
          compound,
        )),
    ...part(
      entity,
      'oscillation',
      binary(swings),
      {
        readings: [
          entity.reading('oscillation_state_topic', 'oscillation_value_template', binaryWords(swings)),
        ],
        writing: entity.writing('oscillation_command_topic', 'oscillation_command_template', (value) => ({
          value: payloadOf(swings).encode(value),
        })),
      },
      compound,
    ),
    ...part(
      entity,
      'direction',
      choices(['forward', 'reverse']),
      {
        readings: [entity.reading('direction_state_topic', 'direction_value_template')],
        writing: entity.writing('direction_command_topic', 'direction_command_template'),
      },
      compound,
    ),
  ]
}

/** A siren is on or off; where it knows tones, they are chosen together with duration and volume. */
export function siren(entity: Entity): Part[] {
  const states: Binary = {
    ...statesOf(entity),
    heardOn: entity.text('state_on'),
    heardOff: entity.text('state_off'),
  }
  const tones = entity.texts('available_tones')
  const compound = { compound: 'siren' }
  const sends = (value: unknown) => ({ value: payloadOf(states).encode(value) })
  const asked = (value: unknown) => ({ value: states.on, ...(isFields(value) ? value : {}) })
  const fields = {
    ...(tones.length > 0 && { tone: { ...choices(tones), access: ['write' as const] } }),
    ...(entity.config.support_duration !== false && {
      duration: { kind: 'range' as const, min: 1, max: 3600, step: 1, unit: 's', access: ['write' as const] },
    }),
    ...(entity.config.support_volume_set !== false && {
      volume_level: { kind: 'range' as const, min: 0, max: 1, step: 0.01, access: ['write' as const] },
    }),
  }
  return [
    ...part(
      entity,
      'state',
      binary(states),
      {
        readings: [entity.reading('state_topic', 'state_value_template', binaryWords(states))],
        writing: entity.writing('command_topic', 'command_template', sends),
      },
      compound,
    ),
    ...(tones.length === 0 || entity.template('command_template') === undefined
      ? []
      : part(
          entity,
          'alarm',
          { kind: 'object', fields },
          { writing: entity.writing('command_topic', 'command_template', asked) },
          compound,
        )),
  ]
}
