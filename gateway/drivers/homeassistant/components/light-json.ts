import { type Colour, colourOf, hexOf } from '../../shared/colour.ts'
import { isFields } from '../../shared/fields.ts'
import type { Entity, Part, Reading } from '../entity.ts'
import type { Message } from '../message.ts'
import { type Binary, binary, binaryWords, choices, part, whole } from '../parts.ts'
import { compound, mireds } from './light-parts.ts'

/** Ways in which a colour travels, the best first. */
const colourModes = ['xy', 'hs', 'rgb', 'rgbw', 'rgbww'] as const

/** All features in one message. */
export function jsonLight(entity: Entity): Part[] {
  const states: Binary = { on: 'ON', off: 'OFF' }
  const modes = entity.texts('supported_color_modes')
  const has = (mode: string): boolean =>
    modes.includes(mode) || entity.flag(mode === 'rgb' && entity.flag('rgb') ? 'rgb' : mode)
  const colour = colourModes.find(has)
  const dims = entity.flag('brightness') || modes.some((mode) => mode !== 'onoff' && mode !== 'unknown')
  const heard = (key: string, map: (value: unknown) => unknown = (value) => value): Reading | undefined => {
    const topic = entity.topic('state_topic')
    if (topic === undefined) return undefined
    return {
      topic,
      path: [key],
      decode(message: Message) {
        const json = message.json
        const value = isFields(json) && Object.hasOwn(json, key) ? json[key] : undefined
        return value === undefined || value === null ? undefined : map(value)
      },
    }
  }
  const sends = (body: (value: unknown) => Record<string, unknown>) =>
    entity.writing('command_topic', 'command_template', (value) => ({ value: JSON.stringify(body(value)) }))
  const kelvin = entity.flag('color_temp_kelvin')
  const effects = entity.flag('effect') ? entity.texts('effect_list') : []
  return [
    ...part(
      entity,
      'state',
      binary(states),
      { readings: [heard('state', binaryWords(states))], writing: sends((value) => ({ state: value })) },
      compound,
    ),
    ...(dims
      ? part(
          entity,
          'brightness',
          whole(0, entity.number('brightness_scale', 255) ?? 255),
          {
            readings: [heard('brightness')],
            writing: sends((value) => (value === 0 ? { state: 'OFF' } : { state: 'ON', brightness: value })),
          },
          compound,
        )
      : []),
    ...(has('color_temp')
      ? part(
          entity,
          'color_temp',
          mireds(entity, kelvin),
          {
            readings: [heard('color_temp')],
            writing: sends((value) => ({ state: 'ON', color_temp: value })),
          },
          compound,
        )
      : []),
    ...(colour
      ? part(
          entity,
          'color_xy',
          { kind: 'color' },
          {
            readings: [heard('color', hexOf)],
            writing: sends((value) => ({ state: 'ON', color: colourOf(String(value), jsonColour[colour]) })),
          },
          compound,
        )
      : []),
    ...(effects.length > 0
      ? part(entity, 'effect', choices(effects), {
          readings: [heard('effect')],
          writing: sends((value) => ({ state: 'ON', effect: value })),
        })
      : []),
  ]
}

const jsonColour: Readonly<Record<(typeof colourModes)[number], Colour>> = {
  xy: 'xy',
  hs: 'hs',
  rgb: 'rgb',
  rgbw: 'rgb',
  rgbww: 'rgb',
}
