import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import icons from '#catalogue/icons.json' with { type: 'json' }
import type { Value } from '#schemas/generated/entities/layout.ts'
import { batteryBands } from '../../tests/support/battery.ts'
import { placedOf } from '../shared/examples.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { decode, linkOf, options, read } from './value.ts'

const say = (raw: Parameters<typeof decode>[0], value: Partial<Value>, property = 'p') => {
  const whole: Value = { kind: 'number', access: ['read'], ...value }
  const spec = options(whole, placedOf('serviceWithUnit', 'S', property, whole))
  return read(decode(raw), spec, plainWords)
}

describe('a value with its unit', () => {
  test('shows the digits that its description asks for', () => {
    expect(say(21.34, { unit: '°C', precision: 1 })).toMatchObject({ text: '21.3', unit: '°C' })
    expect(say(230, { unit: 'V', precision: 1 }).text).toBe('230.0')
  })

  // 2.9-029
  test('shows two decimals where the description asks for none', () => {
    expect(say(1843.5249, { unit: 'W' }).text).toBe('1843.52')
  })

  // 2.5-040
  test('shows 254 as 100 where the description scales it', () => {
    expect(say(254, { unit: '%', scale: 100 / 254, precision: 0 })).toMatchObject({ text: '100', unit: '%' })
  })

  // 2.9-027
  test('shows power consumption a thousand times as large where the description says so', () => {
    expect(say(1.5, { unit: 'Wh', scale: 1000 }).text).toBe('1500')
  })

  // 2.9-024
  test('a battery below 45 is orange', () => {
    expect(say(45, { unit: '%', bands: batteryBands }, 'battery').level).toBeUndefined()
    expect(say(44, { unit: '%', bands: batteryBands }, 'battery').level).toBe('warn')
  })

  // 2.9-025
  test('a battery below 15 is red', () => {
    expect(say(15, { unit: '%', bands: batteryBands }, 'battery').level).toBe('warn')
    expect(say(14, { unit: '%', bands: batteryBands }, 'battery').level).toBe('danger')
  })

  // 2.9-022
  test('a battery at 95 and above has the full icon', () => {
    for (const charge of [95, 100])
      expect(say(charge, { unit: '%', bands: batteryBands }, 'battery').icon).toBe('battery-full')
    expect(say(94, { unit: '%', bands: batteryBands }, 'battery').icon).toBe('battery-90')
  })

  // 2.9-023
  test.each([
    [94, 'battery-90'],
    [85, 'battery-90'],
    [84, 'battery-80'],
    [50, 'battery-50'],
    [44, 'battery-40'],
    [24, 'battery-20'],
    [15, 'battery-20'],
    [14, 'battery-low'],
    [0, 'battery-low'],
  ])('below full the battery icon changes in steps of 10 down to 15: %i is %s', (charge, icon) => {
    expect(say(charge, { unit: '%', bands: batteryBands }, 'battery').icon).toBe(icon)
    expect(Object.keys(icons)).toContain(icon)
  })

  // 2.5-043
  test('a battery shows 0 to 100 %', () => {
    expect(say(130, { unit: '%', bands: batteryBands }, 'battery').text).toBe('100')
    expect(say(-4, { unit: '%', bands: batteryBands }, 'battery').text).toBe('0')
  })

  // 2.3-021
  test('a number that comes as text is a number', () => {
    expect(say('12', { unit: 'W' })).toMatchObject({ text: '12', unit: 'W' })
  })

  test('an event shows the word of its option', () => {
    const options = [{ value: 'single', label: 'short press' }]
    expect(say('single', { kind: 'option', access: ['event'], options }).text).toBe('short press')
  })

  test('an unknown value is a dash, a secret one is masked', () => {
    expect(say(undefined, {}).text).toBe('–')
    expect(say(null, {}).text).toBe('–')
    expect(say('1234', { kind: 'text', secret: true }).text).toBe('••••')
  })

  test('only safe addresses become links', () => {
    expect(linkOf('https://example.test/x')).toBe('https://example.test/x')
    expect(linkOf('javascript:alert(1)')).toBeUndefined()
    expect(linkOf('no address')).toBeUndefined()
  })

  test.each(['number', 'range', 'text', 'bool', 'option', 'object', 'list', 'color'] as const)(
    'nothing throws for the kind %s, whatever comes, and a reading is never long',
    (kind) => {
      fc.assert(
        fc.property(wild, (raw) => {
          expect(say(raw, { kind }).text.length).toBeLessThanOrEqual(120)
        }),
      )
    },
  )
})
