import { isFields } from '../../shared/fields.ts'
import type { Entity, Part } from '../entity.ts'
import type { Names } from '../names.ts'
import { type Binary, binary, binaryWords, choices, part } from '../parts.ts'

const armings = [
  'arm_home',
  'arm_away',
  'arm_night',
  'arm_vacation',
  'arm_custom_bypass',
  'disarm',
  'trigger',
] as const

/** An alarm panel: its state, and what it can be told; with a code where it wants one. */
export function alarm(entity: Entity): Part[] {
  const states = [
    'disarmed',
    'armed_home',
    'armed_away',
    'armed_night',
    'armed_vacation',
    'armed_custom_bypass',
    'pending',
    'triggered',
    'arming',
    'disarming',
  ]
  const supported = Array.isArray(entity.config.supported_features)
    ? entity.texts('supported_features')
    : armings
  const orders = armings.filter((one) => one === 'disarm' || supported.includes(one))
  const action = (one: unknown): string => entity.payload(`payload_${String(one)}`, String(one).toUpperCase())
  const needsCode = entity.config.code !== undefined
  const sends = (value: unknown) => {
    const wanted = isFields(value) ? value : { action: value }
    const payload = action(wanted.action)
    return { value: payload, action: payload, code: wanted.code ?? '' }
  }
  const compound = { compound: 'alarm_control_panel' }
  return [
    ...part(
      entity,
      'state',
      choices(states),
      { readings: [entity.reading('state_topic', 'value_template')] },
      compound,
    ),
    ...part(
      entity,
      'order',
      needsCode
        ? {
            kind: 'object',
            fields: {
              action: { ...choices(orders), access: ['write'] },
              code: { kind: 'text', access: ['write'], secret: true, lengthMax: 32 },
            },
          }
        : choices(orders),
      { writing: entity.writing('command_topic', 'command_template', sends) },
      compound,
    ),
  ]
}

/** Robot vacuums: what they do, what they can be told, how strongly they clean. */
export function vacuum(entity: Entity): Part[] {
  const orders = ['start', 'pause', 'stop', 'return_to_base', 'clean_spot', 'locate']
  const given = entity
    .texts('supported_features')
    .map((one) => (one === 'return_home' ? 'return_to_base' : one))
  const able = orders.filter((one) =>
    (given.length > 0 ? given : ['start', 'stop', 'return_to_base', 'clean_spot']).includes(one),
  )
  const speeds = entity.texts('fan_speed_list')
  const compound = { compound: 'vacuum' }
  const of = (key: string) => (value: unknown) => {
    const json = typeof value === 'string' ? parsed(value) : value
    return isFields(json) ? json[key] : undefined
  }
  return [
    ...part(
      entity,
      'state',
      choices(['cleaning', 'docked', 'paused', 'idle', 'returning', 'error']),
      { readings: [entity.reading('state_topic', 'value_template', of('state'))] },
      compound,
    ),
    ...part(
      entity,
      'battery',
      { kind: 'number', unit: '%', category: 'diagnostic' },
      {
        readings: [entity.reading('state_topic', 'value_template', of('battery_level'))],
      },
    ),
    ...part(
      entity,
      'order',
      choices(able),
      {
        writing: entity.writing('command_topic', 'command_template', (value) => ({
          value: entity.payload(`payload_${String(value)}`, String(value)),
        })),
      },
      compound,
    ),
    ...(speeds.length === 0
      ? []
      : part(
          entity,
          'fan_speed',
          choices(speeds),
          {
            readings: [entity.reading('state_topic', 'value_template', of('fan_speed'))],
            writing: entity.writing('set_fan_speed_topic', 'set_fan_speed_template'),
          },
          compound,
        )),
  ]
}

/** A lawn mower has a topic of its own for each order. */
export function mower(entity: Entity): Part[] {
  const orders = ['start_mowing', 'pause', 'dock'] as const
  const compound = { compound: 'lawn_mower' }
  return [
    ...part(
      entity,
      'state',
      choices(['mowing', 'docked', 'paused', 'returning', 'error']),
      { readings: [entity.reading('activity_state_topic', 'activity_value_template')] },
      compound,
    ),
    ...orders.flatMap((order) =>
      part(
        entity,
        order,
        choices([order]),
        { writing: entity.writing(`${order}_command_topic`, `${order}_command_template`) },
        compound,
      ),
    ),
  ]
}

/** Pictures do not travel over our channel: what is told is that there is a new one, or where it lies. */
export function picture(entity: Entity, now: () => number): Part[] {
  const compound = { compound: 'camera' }
  const topic = entity.component === 'camera' ? 'topic' : 'image_topic'
  return [
    ...part(
      entity,
      'address',
      { kind: 'text' },
      { readings: [entity.reading('url_topic', 'url_template')] },
      compound,
    ),
    ...part(
      entity,
      'last_picture',
      { kind: 'text' },
      { readings: [entity.reading(topic, '', () => new Date(now()).toISOString())] },
      compound,
    ),
  ]
}

export function tracker(entity: Entity, names: Names): Part[] {
  const states: Binary = {
    on: 'home',
    off: 'not_home',
    heardOn: entity.payload('payload_home', 'home'),
    heardOff: entity.payload('payload_not_home', 'not_home'),
  }
  // Anywhere else but home is away, whatever that zone is called.
  const heard = binaryWords(states)
  const read = entity.reading('state_topic', 'value_template', (value) =>
    heard(value) === 'home' ? 'home' : 'not_home',
  )
  const named = names(entity, ['presence'])
  return part(entity, named.name, binary(states), { readings: [read] })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
