import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reported } from '#gateway/core/devices/value-check.ts'
import { components } from '#gateway/drivers/homeassistant/components/all.ts'
import { Entity, type Part } from '#gateway/drivers/homeassistant/entity.ts'
import { Message } from '#gateway/drivers/homeassistant/message.ts'
import { featureOf, namesOf } from '#gateway/drivers/homeassistant/names.ts'
import { distance } from '#gateway/drivers/shared/colour.ts'
import { configOf } from '#gateway/drivers/tasmota/config.ts'
import { partsOf, type Part as TasmotaPart } from '#gateway/drivers/tasmota/parts.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { rules } from '../zigbee2mqtt-kit.ts'

const helpers = { names: namesOf(rules, new Set()), feature: featureOf(rules), now: () => 0 }

/** Anything that may be wanted of a value. */
function wanted({
  kind,
  min = 0,
  max = 100,
  options = [],
  on = true,
  off = false,
}: Omit<Value, 'access'>): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'bool':
      return fc.constantFrom(on, off)
    case 'option':
      return fc.constantFrom(...options.map(({ value }) => value))
    case 'range':
    case 'number':
      return fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    case 'color':
      // Darker ones are brightness, which is an order of its own.
      return fc.stringMatching(/^#[0-9a-f]{6}$/).filter((one) =>
        /[4-9a-f][0-9a-f]/.test(
          one
            .slice(1)
            .match(/../g)
            ?.find((part) => part >= '60') ?? '',
        ),
      )
    default:
      return fc.stringMatching(/^[A-Za-z0-9 ]{1,20}$/)
  }
}

/** What is heard when a device repeats what it was sent. */
function same(value: Omit<Value, 'access'>, sent: unknown, heard: unknown): void {
  const taken = reported(heard, value)
  if (value.kind === 'range') expect(Math.abs(Number(taken) - Number(sent))).toBeLessThanOrEqual(1)
  else if (value.kind !== 'color') expect(taken).toEqual(sent)
  // Brightness is an order of its own: colours come back at full brightness, rounded by the way they travel.
  else expect(distance(brightest(String(taken)), brightest(String(sent)))).toBeLessThan(0.15)
}

const brightest = (hex: string): string => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const most = Math.max(...parts, 1)
  return `#${parts
    .map((one) =>
      Math.round((one / most) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Configurations under which a device repeats on one topic what it is sent on another. */
const echoing: [string, Record<string, unknown>][] = [
  ['switch', { state_topic: 's', command_topic: 'c' }],
  ['switch', { state_topic: 's', command_topic: 'c', payload_on: 'true', payload_off: 'false' }],
  ['siren', { state_topic: 's', command_topic: 'c' }],
  ['lock', { state_topic: 's', command_topic: 'c', state_locked: 'LOCK', state_unlocked: 'UNLOCK' }],
  [
    'cover',
    {
      state_topic: 's',
      command_topic: 'c',
      state_open: 'OPEN',
      state_closed: 'CLOSE',
      state_stopped: 'STOP',
    },
  ],
  ['cover', { position_topic: 's', set_position_topic: 'c', position_open: 0, position_closed: 255 }],
  ['cover', { tilt_status_topic: 's', tilt_command_topic: 'c', tilt_min: 20, tilt_max: 400 }],
  ['valve', { state_topic: 's', command_topic: 'c', reports_position: true, position_open: 40 }],
  ['valve', { state_topic: 's', command_topic: 'c', state_open: 'OPEN', state_closed: 'CLOSE' }],
  [
    'light',
    {
      schema: 'json',
      state_topic: 's',
      command_topic: 'c',
      brightness: true,
      supported_color_modes: ['xy', 'color_temp'],
      effect: true,
      effect_list: ['a', 'b'],
    },
  ],
  ['light', { schema: 'json', state_topic: 's', command_topic: 'c', supported_color_modes: ['hs'] }],
  ['light', { schema: 'json', state_topic: 's', command_topic: 'c', supported_color_modes: ['rgbw'] }],
  ['light', { state_topic: 's', command_topic: 'c' }],
  ['light', { brightness_state_topic: 's', brightness_command_topic: 'c' }],
  ['light', { rgb_state_topic: 's', rgb_command_topic: 'c' }],
  ['light', { hs_state_topic: 's', hs_command_topic: 'c' }],
  ['light', { xy_state_topic: 's', xy_command_topic: 'c' }],
  ['light', { color_temp_state_topic: 's', color_temp_command_topic: 'c' }],
  ['fan', { percentage_state_topic: 's', percentage_command_topic: 'c' }],
  ['fan', { oscillation_state_topic: 's', oscillation_command_topic: 'c' }],
  ['climate', { temperature_state_topic: 's', temperature_command_topic: 'c' }],
  ['climate', { mode_state_topic: 's', mode_command_topic: 'c' }],
  ['humidifier', { target_humidity_state_topic: 's', target_humidity_command_topic: 'c' }],
  ['water_heater', { temperature_state_topic: 's', temperature_command_topic: 'c' }],
  [
    'number',
    {
      state_topic: 's',
      command_topic: 'c',
      min: -50,
      max: 50,
      value_template: '{{ value_json.v }}',
      command_template: '{"v":{{ value }}}',
    },
  ],
  ['select', { state_topic: 's', command_topic: 'c', options: ['a', 'b', 'c'] }],
  ['text', { state_topic: 's', command_topic: 'c' }],
]

describe('what a discovered device repeats is what it was sent', () => {
  test.each(echoing)('%s %j', (component, config) => {
    const entity = new Entity({ key: 'k', component, objectId: 'o', config })
    const parts = (components.get(component)?.(entity, helpers) ?? []).filter(
      (part): part is Part & Required<Pick<Part, 'writing'>> =>
        part.writing !== undefined && part.readings.length > 0,
    )
    expect(parts.length).toBeGreaterThan(0)
    for (const { value, readings, writing, name } of parts)
      fc.assert(
        fc.property(wanted(value), (sent) => {
          // A light at no brightness is off, which is told as such.
          if (name === 'brightness' && sent === 0) return
          same(value, sent, readings[0]?.decode(new Message(writing.encode(sent))))
        }),
      )
  })
})

/** What Tasmota answers to a command. */
function toldAfter({ command, payload }: { command: string; payload: string }): Record<string, unknown> {
  const [, shutter, what] = /^Shutter(Position|Tilt)(\d)$/.exec(command) ?? []
  if (shutter) return { [`Shutter${what}`]: { [shutter]: Number(payload) } }
  if (command === 'Color2') return { HSBColor: hsb(payload) }
  return { [command]: /^POWER/.test(command) ? payload : Number(payload) }
}

function hsb(hex: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const most = Math.max(r, g, b)
  const span = most - Math.min(r, g, b)
  const hue =
    span === 0
      ? 0
      : most === r
        ? ((g - b) / span + 6) % 6
        : most === g
          ? (b - r) / span + 2
          : (r - g) / span + 4
  return [hue * 60, most === 0 ? 0 : (span / most) * 100, most * 100].map(Math.round).join(',')
}

describe('what a Tasmota device answers is what it was sent', () => {
  const base = {
    mac: 'A1B2C3D4E5F6',
    t: 't',
    ft: '%prefix%/%topic%/',
    tp: ['cmnd', 'stat', 'tele'],
    state: ['OFF', 'ON', 'TOGGLE'],
  }
  test.each([
    ['relays', { rl: [1, 1] }],
    ['a light of all colours', { rl: [2], lt_st: 5 }],
    ['channels', { rl: [2, 2], lt_st: 1, so: { 68: 1 } }],
    [
      'shutters, one the other way round',
      {
        rl: [3, 3, 3, 3],
        sho: [0, 1],
        sht: [
          [-90, 90, 9],
          [0, 80, 9],
        ],
      },
    ],
    ['a fan', { if: 1, rl: [1] }],
  ])('%s', (_what, more) => {
    const config = configOf({ ...base, ...more })
    const parts = (config ? partsOf(config) : []).filter(
      (part): part is TasmotaPart & Required<Pick<TasmotaPart, 'send' | 'read'>> =>
        part.send !== undefined && part.value.kind !== 'option',
    )
    expect(parts.length).toBeGreaterThan(0)
    for (const { value, read, send } of parts)
      fc.assert(
        fc.property(wanted(value), (sent) => same(value, sent, read(toldAfter(send(sent as string))))),
      )
  })
})
