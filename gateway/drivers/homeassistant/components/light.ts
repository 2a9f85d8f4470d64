import { colourOf, hexOf, hsOf, rgbOf, xyOf } from '../../shared/colour.ts'
import { type Entity, type Part, type Reading, wire } from '../entity.ts'
import { type Binary, binary, binaryWords, choices, part, power, whole } from '../parts.ts'
import { jsonLight } from './light-json.ts'
import { compound, mireds } from './light-parts.ts'

/** A light in the schema that it names: topics of its own for each feature, one JSON for all, or templates. */
export function light(entity: Entity): Part[] {
  switch (entity.text('schema', 'basic')) {
    case 'json':
      return jsonLight(entity)
    case 'template':
      return templateLight(entity)
    default:
      return basicLight(entity)
  }
}

function basicLight(entity: Entity): Part[] {
  const effects = entity.texts('effect_list')
  const colour = (['xy', 'hs', 'rgb'] as const).find(
    (one) => entity.config[`${one}_command_topic`] !== undefined,
  )
  return [
    ...power(entity, 'light'),
    ...part(
      entity,
      'brightness',
      whole(0, entity.number('brightness_scale', 255) ?? 255),
      {
        readings: [entity.reading('brightness_state_topic', 'brightness_value_template')],
        writing: entity.writing('brightness_command_topic', 'brightness_command_template'),
      },
      compound,
    ),
    ...part(
      entity,
      'color_temp',
      mireds(entity, entity.flag('color_temp_kelvin')),
      {
        readings: [entity.reading('color_temp_state_topic', 'color_temp_value_template')],
        writing: entity.writing('color_temp_command_topic', 'color_temp_command_template'),
      },
      compound,
    ),
    ...(colour ? listedColour(entity, colour) : []),
    ...(effects.length === 0
      ? []
      : part(entity, 'effect', choices(effects), {
          readings: [entity.reading('effect_state_topic', 'effect_value_template')],
          writing: entity.writing('effect_command_topic', 'effect_command_template'),
        })),
  ]
}

/** A colour as two or three numbers with commas between. */
function listedColour(entity: Entity, colour: 'xy' | 'hs' | 'rgb'): Part[] {
  const heard = (value: unknown): unknown => {
    const numbers = (Array.isArray(value) ? value : wire(value).split(',')).map(Number)
    const names = colour === 'rgb' ? ['r', 'g', 'b'] : [...colour]
    return hexOf(Object.fromEntries(names.map((name, at) => [name, numbers[at]])))
  }
  return part(
    entity,
    'color_xy',
    { kind: 'color' },
    {
      readings: [entity.reading(`${colour}_state_topic`, `${colour}_value_template`, heard)],
      writing: entity.writing(`${colour}_command_topic`, `${colour}_command_template`, (value) =>
        coloursOf(String(value), colour),
      ),
    },
    compound,
  )
}

/** What the command template of a colour may name; without one, the numbers are sent. */
function coloursOf(hex: string, colour: 'xy' | 'hs' | 'rgb'): Record<string, unknown> {
  const numbers = Object.values(colourOf(hex, colour))
  const { r, g, b } = rgbOf(hex)
  const { h, s } = hsOf(hex)
  const { x, y } = xyOf(hex)
  return { value: numbers.join(','), red: r, green: g, blue: b, hue: h, sat: s, x, y }
}

function templateLight(entity: Entity): Part[] {
  const states: Binary = { on: 'on', off: 'off' }
  const on = (names: (value: unknown) => Record<string, unknown>) =>
    entity.writing('command_topic', 'command_on_template', (value) => ({ state: 'on', ...names(value) }))
  const off = entity.writing('command_topic', 'command_off_template', () => ({ state: 'off' }))
  const turnOn = on(() => ({}))
  const heard = (key: string, map?: (value: unknown) => unknown) => entity.reading('state_topic', key, map)
  const has = (key: string): boolean => entity.config[key] !== undefined
  const effects = entity.texts('effect_list')
  return [
    ...part(
      entity,
      'state',
      binary(states),
      {
        readings: has('state_template') ? [heard('state_template', binaryWords(states))] : [],
        writing: turnOn &&
          off && { topic: turnOn.topic, encode: (value) => (value === 'off' ? off : turnOn).encode(value) },
      },
      compound,
    ),
    ...(has('brightness_template')
      ? part(
          entity,
          'brightness',
          whole(0, 255),
          { readings: [heard('brightness_template')], writing: on((value) => ({ brightness: value })) },
          compound,
        )
      : []),
    ...(has('color_temp_template')
      ? part(
          entity,
          'color_temp',
          mireds(entity, false),
          { readings: [heard('color_temp_template')], writing: on((value) => ({ color_temp: value })) },
          compound,
        )
      : []),
    ...(has('red_template') && has('green_template') && has('blue_template')
      ? part(
          entity,
          'color_xy',
          { kind: 'color' },
          { readings: [mixed(entity)], writing: on((value) => coloursOf(String(value), 'rgb')) },
          compound,
        )
      : []),
    ...(effects.length > 0 && has('effect_template')
      ? part(entity, 'effect', choices(effects), {
          readings: [heard('effect_template')],
          writing: on((value) => ({ effect: value })),
        })
      : []),
  ]
}

/** Three templates, one colour. */
function mixed(entity: Entity): Reading | undefined {
  const parts = ['red', 'green', 'blue'].map((name) => entity.reading('state_topic', `${name}_template`))
  const [red, green, blue] = parts
  if (!red || !green || !blue) return undefined
  return {
    topic: red.topic,
    decode: (message) =>
      hexOf({
        r: Number(red.decode(message)),
        g: Number(green.decode(message)),
        b: Number(blue.decode(message)),
      }),
  }
}
