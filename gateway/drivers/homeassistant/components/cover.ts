import type { Entity, Part } from '../entity.ts'
import { type Binary, binary, binaryWords, choices, part, payloadOf, whole, words } from '../parts.ts'

/** Positions count from closed (0) to open (100), whatever the device's own are. */
const scaled = (closed: number, open: number) => ({
  heard: (value: unknown): unknown => {
    const number = Number(value)
    return Number.isFinite(number) && open !== closed
      ? Math.round(((number - closed) / (open - closed)) * 100)
      : value
  },
  sent: (value: unknown): unknown => Math.round(closed + (Number(value) / 100) * (open - closed)),
})

const percent = { unit: '%' }

export function cover(entity: Entity): Part[] {
  const [open, close, stop] = [
    entity.payload('payload_open', 'OPEN'),
    entity.payload('payload_close', 'CLOSE'),
    entity.config.payload_stop === null ? undefined : entity.payload('payload_stop', 'STOP'),
  ]
  const states = words([
    [entity.payload('state_open', 'open'), open],
    [entity.payload('state_opening', 'opening'), open],
    [entity.payload('state_closed', 'closed'), close],
    [entity.payload('state_closing', 'closing'), close],
    ...(stop === undefined ? [] : [[entity.payload('state_stopped', 'stopped'), stop] as const]),
  ])
  const compound = { compound: 'cover' }
  return [
    ...part(
      entity,
      'state',
      choices([open, close, ...(stop === undefined ? [] : [stop])]),
      {
        readings: [entity.reading('state_topic', 'value_template', states)],
        writing: entity.writing('command_topic', 'command_template'),
      },
      compound,
    ),
    ...position(
      entity,
      'position_topic',
      'position_template',
      'set_position_topic',
      'set_position_template',
      compound.compound,
    ),
    ...tilt(entity),
  ]
}

function position(
  entity: Entity,
  heardTopic: string,
  heardTemplate: string,
  sentTopic: string,
  sentTemplate: string,
  compound: string,
): Part[] {
  const { heard, sent } = scaled(
    entity.number('position_closed', 0) ?? 0,
    entity.number('position_open', 100) ?? 100,
  )
  return part(
    entity,
    'position',
    whole(0, 100, percent),
    {
      readings: [entity.reading(heardTopic, heardTemplate, heard)],
      writing: entity.writing(sentTopic, sentTemplate, (value) => {
        const wanted = sent(value)
        return { value: wanted, position: wanted }
      }),
    },
    { compound },
  )
}

function tilt(entity: Entity): Part[] {
  const { heard, sent } = scaled(entity.number('tilt_min', 0) ?? 0, entity.number('tilt_max', 100) ?? 100)
  return part(
    entity,
    'tilt',
    whole(0, 100, percent),
    {
      readings: [entity.reading('tilt_status_topic', 'tilt_status_template', heard)],
      writing: entity.writing('tilt_command_topic', 'tilt_command_template', (value) => {
        const wanted = sent(value)
        return { value: wanted, tilt_position: wanted }
      }),
    },
    { compound: 'cover' },
  )
}

/** A valve has a position, or is open or closed. */
export function valve(entity: Entity): Part[] {
  if (entity.flag('reports_position'))
    return position(entity, 'state_topic', 'value_template', 'command_topic', 'command_template', 'valve')
  const states: Binary = {
    on: entity.payload('payload_open', 'OPEN'),
    off: entity.payload('payload_close', 'CLOSE'),
    heardOn: entity.payload('state_open', 'open'),
    heardOff: entity.payload('state_closed', 'closed'),
  }
  return part(
    entity,
    'state',
    binary(states),
    {
      readings: [entity.reading('state_topic', 'value_template', binaryWords(states))],
      writing: entity.writing('command_topic', 'command_template', (value) => ({
        value: payloadOf(states).encode(value),
      })),
    },
    { compound: 'valve' },
  )
}

/** A door lock: what it is told, and what it says that it is. */
export function lock(entity: Entity): Part[] {
  const states: Binary = {
    on: entity.payload('payload_lock', 'LOCK'),
    off: entity.payload('payload_unlock', 'UNLOCK'),
    heardOn: entity.payload('state_locked', 'LOCKED'),
    heardOff: entity.payload('state_unlocked', 'UNLOCKED'),
  }
  // While it turns it is neither: nothing is said until it has come to rest.
  const between = ['state_locking', 'state_unlocking', 'state_jammed'].map((key) =>
    entity.payload(key, key.slice('state_'.length).toUpperCase()).toLowerCase(),
  )
  const heard = binaryWords(states)
  return part(
    entity,
    'state',
    binary(states),
    {
      readings: [
        entity.reading('state_topic', 'value_template', (value) =>
          between.includes(String(value).toLowerCase()) ? undefined : heard(value),
        ),
      ],
      writing: entity.writing('command_topic', 'command_template', (value) => ({
        value: payloadOf(states).encode(value),
      })),
    },
    { compound: 'lock' },
  )
}
