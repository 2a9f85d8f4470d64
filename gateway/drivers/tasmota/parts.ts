import type { Wire } from '#gateway/core/ports.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { hexOf } from '../shared/colour.ts'
import { type Fields, field, isFields, listOf, numberOf } from '../shared/fields.ts'
import type { Config } from './config.ts'

/** One value of a device: how it is read from its messages, and by which command it is sent. */
export interface Part {
  name: string
  compound?: string
  endpoint?: string
  /** Of several sensors that measure the same: which. */
  source?: string
  value: Omit<Value, 'access'>
  event?: boolean
  /** Undefined: these fields say nothing of it. */
  read?: (told: Fields) => unknown
  send?: (value: Wire) => { command: string; payload: string }
}

/** What a device can do, by its configuration. */
export const partsOf = (config: Config): Part[] => [
  ...relays(config),
  ...light(config),
  ...config.shutters.flatMap((_, at) => shutter(config, at)),
  ...(config.fan ? [fan] : []),
  ...actions(config),
  signal,
]

/** `POWER1`; a device with a single relay leaves the number out, unless option 26 says otherwise. */
const power = (told: Fields, index: number): unknown =>
  field(told, `POWER${index}`) ?? (index === 1 ? field(told, 'POWER') : undefined)

function relays(config: Config): Part[] {
  const places = config.relays.flatMap((kind, at) =>
    kind === 'relay' && !(config.fan && at > 0) ? [at] : [],
  )
  return places.map((at) => ({
    ...switchable(config, at + 1, 'switch', places.length > 1),
    value: { ...words(config), label: places.length > 1 ? config.relayNames[at] : undefined },
  }))
}

const words = ({ words: { on, off, toggle } }: Config) => ({ kind: 'bool' as const, on, off, toggle })

const switchable = (config: Config, index: number, compound: string, several: boolean): Part => ({
  name: 'state',
  compound,
  endpoint: several ? String(index) : undefined,
  value: words(config),
  read: (told) => power(told, index),
  send: (value) => ({ command: `POWER${index}`, payload: String(value) }),
})

/** The relays of a light are its channels; with option 68 each of them is a light of its own. */
function light(config: Config): Part[] {
  const places = config.relays.flatMap((kind, at) => (kind === 'light' ? [at + 1] : []))
  const [index] = places
  if (index === undefined || config.light === 'none') return []
  if (config.options['68'] === 1)
    return places.flatMap((place, at) => channel(config, place, at, places.length > 1))
  const warm = ['ct', 'rgbcw'].includes(config.light)
  const coloured = ['rgb', 'rgbw', 'rgbcw'].includes(config.light)
  // Option 82 keeps to what most lamps can really show.
  const [coldest, warmest] = config.options['82'] === 1 ? [200, 380] : [153, 500]
  return [
    switchable(config, index, 'light', false),
    {
      name: 'brightness',
      compound: 'light',
      value: { kind: 'range', min: 0, max: 100 },
      read: (told) => field(told, 'Dimmer'),
      send: (value) => ({ command: 'Dimmer', payload: String(value) }),
    },
    ...(warm
      ? [
          {
            name: 'color_temp',
            compound: 'light',
            value: { kind: 'range' as const, min: coldest, max: warmest, unit: 'mired' },
            read: (told: Fields) => field(told, 'CT'),
            send: (value: Wire) => ({ command: 'CT', payload: String(value) }),
          },
        ]
      : []),
    ...(coloured ? [colour] : []),
  ]
}

const colour: Part = {
  name: 'color_hs',
  compound: 'light',
  value: { kind: 'color' },
  read(told) {
    const [hue, saturation] = String(field(told, 'HSBColor') ?? '')
      .split(',')
      .map(Number)
    return hexOf({ hue, saturation })
  },
  // The second way of setting a colour leaves the brightness as it is.
  send: (value) => ({ command: 'Color2', payload: String(value) }),
}

function channel(config: Config, place: number, at: number, several: boolean): Part[] {
  return [
    switchable(config, place, 'light', several),
    {
      name: 'brightness',
      compound: 'light',
      endpoint: several ? String(place) : undefined,
      value: { kind: 'range', min: 0, max: 100 },
      read: (told) => listOf(field(told, 'Channel'))[at] ?? field(told, `Channel${at + 1}`),
      send: (value) => ({ command: `Channel${at + 1}`, payload: String(value) }),
    },
  ]
}

/** A position counts from closed (0) to open (100), also where the device counts the other way round. */
function shutter(config: Config, at: number): Part[] {
  const { inverted, tilts, tiltMin, tiltMax } = config.shutters[at] ?? {
    inverted: false,
    tilts: false,
    tiltMin: 0,
    tiltMax: 0,
  }
  const index = at + 1
  const endpoint = config.shutters.length > 1 ? String(index) : undefined
  const flipped = (position: unknown): number | undefined => {
    const number = numberOf(position)
    return number === undefined ? undefined : inverted ? 100 - number : number
  }
  const of = (told: Fields, key: string): unknown => {
    const shutter = field(told, `Shutter${index}`)
    return isFields(shutter) ? field(shutter, key) : undefined
  }
  const orders: Readonly<Record<string, string>> = {
    OPEN: 'ShutterOpen',
    CLOSE: 'ShutterClose',
    STOP: 'ShutterStop',
  }
  return [
    {
      name: 'state',
      compound: 'cover',
      endpoint,
      value: { kind: 'option', options: Object.keys(orders).map((value) => ({ value })) },
      read(told) {
        const position = flipped(of(told, 'Position'))
        return position === undefined ? undefined : position > 0 ? 'OPEN' : 'CLOSE'
      },
      send: (value) => ({ command: `${orders[String(value)] ?? 'ShutterStop'}${index}`, payload: '' }),
    },
    {
      name: 'position',
      compound: 'cover',
      endpoint,
      value: { kind: 'range', min: 0, max: 100, unit: '%' },
      read: (told) => flipped(of(told, 'Position')),
      send: (value) => ({ command: `ShutterPosition${index}`, payload: String(flipped(value) ?? '') }),
    },
    ...(tilts
      ? [
          {
            name: 'tilt',
            compound: 'cover',
            endpoint,
            value: { kind: 'range' as const, min: tiltMin, max: tiltMax, unit: '°' },
            read: (told: Fields) => of(told, 'Tilt'),
            send: (value: Wire) => ({ command: `ShutterTilt${index}`, payload: String(value) }),
          },
        ]
      : []),
  ]
}

const fan: Part = {
  name: 'speed',
  compound: 'fan',
  value: { kind: 'range', min: 0, max: 3 },
  read: (told) => field(told, 'FanSpeed'),
  send: (value) => ({ command: 'FanSpeed', payload: String(value) }),
}

const presses = ['SINGLE', 'DOUBLE', 'TRIPLE', 'QUAD', 'PENTA', 'HOLD', 'CLEAR']
const moves = ['OFF', 'ON', 'TOGGLE', 'HOLD', 'INC_DEC', 'INV', 'CLEAR']

/** What happened to a button or an input, as one event: `button1_single`. */
function actions({ buttons, switches }: Config): Part[] {
  const sources = [
    ...buttons.map((index) => ({ key: `Button${index}`, words: presses })),
    ...switches.map((index) => ({ key: `Switch${index}`, words: moves })),
  ]
  if (sources.length === 0) return []
  const named = (key: string, word: string): string => `${key}_${word}`.toLowerCase()
  return [
    {
      name: 'action',
      event: true,
      value: {
        kind: 'option',
        options: sources.flatMap(({ key, words: known }) =>
          known.map((word) => ({ value: named(key, word) })),
        ),
      },
      read(told) {
        for (const { key } of sources) {
          const said = field(told, key)
          if (isFields(said) && typeof said.Action === 'string') return named(key, said.Action)
        }
        return undefined
      },
    },
  ]
}

const signal: Part = {
  name: 'signal_strength',
  compound: 'sensor',
  value: { kind: 'number', unit: 'dBm', category: 'diagnostic' },
  read(told) {
    const wifi = field(told, 'Wifi')
    return isFields(wifi) ? field(wifi, 'Signal') : undefined
  },
}
