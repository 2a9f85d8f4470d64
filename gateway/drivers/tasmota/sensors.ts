import { type Fields, field, isFields, textOf } from '../shared/fields.ts'
import { slug } from '../shared/slug.ts'
import type { Part } from './parts.ts'

/** What the readings of Tasmota are called among the names that catalogue/rules knows, and their units. */
const READINGS: ReadonlyMap<string, { name: string; unit?: string }> = new Map([
  ['Temperature', { name: 'temperature', unit: '°C' }],
  ['Humidity', { name: 'humidity', unit: '%' }],
  ['Pressure', { name: 'pressure', unit: 'hPa' }],
  ['Illuminance', { name: 'illuminance', unit: 'lx' }],
  ['CarbonDioxide', { name: 'co2', unit: 'ppm' }],
  ['eCO2', { name: 'co2', unit: 'ppm' }],
  ['TVOC', { name: 'voc', unit: 'ppb' }],
  ['PM1', { name: 'pm1', unit: 'µg/m³' }],
  ['PM2.5', { name: 'pm25', unit: 'µg/m³' }],
  ['PM10', { name: 'pm10', unit: 'µg/m³' }],
  ['AirQuality', { name: 'air_quality', unit: '%' }],
  ['Moisture', { name: 'soil_moisture', unit: '%' }],
  ['Distance', { name: 'target_distance', unit: 'cm' }],
  ['Power', { name: 'power', unit: 'W' }],
  ['ApparentPower', { name: 'power_apparent', unit: 'VA' }],
  ['ReactivePower', { name: 'power_reactive', unit: 'VAr' }],
  ['Factor', { name: 'power_factor' }],
  ['Voltage', { name: 'voltage', unit: 'V' }],
  ['Current', { name: 'current', unit: 'A' }],
  ['Frequency', { name: 'ac_frequency', unit: 'Hz' }],
  ['Total', { name: 'energy', unit: 'kWh' }],
  ['Today', { name: 'energy_today', unit: 'kWh' }],
  ['Yesterday', { name: 'energy_yesterday', unit: 'kWh' }],
])

/** Facts beside the readings. */
const UNREAD: ReadonlySet<string> = new Set([
  'Time',
  'TempUnit',
  'PressureUnit',
  'TotalStartTime',
  'Period',
  'Id',
])
/** Relays and inputs, which are no sensors. */
const OTHERS = /^(Shutter|Switch|Button|POWER)\d*$/

const deepest = 4
const most = 200

interface Leaf {
  path: readonly (string | number)[]
  value: unknown
}

/** The readings of `tasmota/discovery/<MAC>/sensors`: its example message is walked, every figure and text in it is one. */
export function sensorsOf(payload: unknown): Part[] {
  const example = isFields(payload) && isFields(payload.sn) ? payload.sn : undefined
  if (!example) return []
  return leaves(example, [])
    .slice(0, most)
    .map(({ path, value }) => partOf(path, value, example))
}

function leaves(value: unknown, path: Leaf['path']): Leaf[] {
  if (path.length > deepest) return []
  if (Array.isArray(value)) return value.slice(0, 8).flatMap((one, at) => leaves(one, [...path, at]))
  if (isFields(value))
    return Object.entries(value).flatMap(([key, one]) =>
      UNREAD.has(key) || (path.length === 0 && OTHERS.test(key)) ? [] : leaves(one, [...path, key]),
    )
  return typeof value === 'number' || typeof value === 'string' || value === null ? [{ path, value }] : []
}

function partOf(path: Leaf['path'], value: unknown, example: Fields): Part {
  const words = path.filter((one) => typeof one === 'string')
  const phase = path.find((one) => typeof one === 'number')
  const key = words.at(-1) ?? ''
  const known = READINGS.get(key)
  const name = known?.name ?? slug(words.join('_'))
  const text = typeof value === 'string' && Number.isNaN(Number(value))
  const read = (told: Fields): unknown =>
    path.reduce<unknown>((of, step) => {
      if (Array.isArray(of)) return typeof step === 'number' ? of[step] : undefined
      return isFields(of) ? field(of, String(step)) : undefined
    }, told)
  return {
    // The three phases of a meter are a, b and c.
    name: phase === undefined ? name : `${name}_${'abcdefgh'[phase] ?? phase}`,
    value: text
      ? { kind: 'text', label: words.join(' ') }
      : {
          kind: 'number',
          unit: unitOf(key, known?.unit, example),
          label: known ? undefined : words.join(' '),
        },
    read,
    // Several sensors of a kind are told apart by what they are called.
    ...(words.length > 1 && { source: slug(words[0] ?? '') }),
  }
}

function unitOf(key: string, usual: string | undefined, example: Fields): string | undefined {
  if (key === 'Temperature' || key === 'DewPoint') return textOf(example.TempUnit) === 'F' ? '°F' : '°C'
  if (key.endsWith('Pressure') || key === 'SeaPressure') return textOf(example.PressureUnit, 24) ?? usual
  return usual
}
