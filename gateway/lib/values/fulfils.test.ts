import { describe, expect, test } from 'vitest'
import type { Property } from '#schemas/generated/entities/device.ts'
import { fulfils } from './fulfils.ts'

type Described = Parameters<typeof fulfils>[0]
const number: Described = { type: 'number' }
const range = (min: number, max: number, step?: number): Described => ({
  type: 'range',
  min,
  max,
  ...(step !== undefined && { step }),
})
const colour: Described = { type: 'color' }

describe('devices round: half a step or half a per cent of the range, whichever is more', () => {
  test.each<[string, Described, number, number, number]>([
    ['0 to 254', range(0, 254), 1, 2, 3],
    ['kelvin by ones', range(2000, 6500, 1), 4000, 4022, 4023],
    ['half degrees', range(5, 30, 0.5), 21, 21.25, 21.26],
    ['levels', range(0, 6, 1), 3, 3.5, 3.6],
    ['a step alone', { type: 'number', step: 10 }, 100, 105, 106],
    ['nothing described', number, 200, 201, 202],
    ['below nought', number, -200, -199, -198],
    ['nought', number, 0, 0.000_001, 0.000_01],
  ])('%s', (_, described, wanted, near, far) => {
    expect(fulfils(described, wanted, near)).toBe(true)
    expect(fulfils(described, wanted, far)).toBe(false)
    expect(fulfils(described, wanted, wanted - (near - wanted))).toBe(true)
    expect(fulfils(described, wanted, wanted - (far - wanted))).toBe(false)
  })
})

describe('colours', () => {
  test.each(['#%s00ff', '#00%sff', '#ff00%s'])('%s may lie some thirty steps off in a part', (part) => {
    const of = (level: string) => part.replace('%s', level)
    expect(fulfils(colour, of('80'), of('9e'))).toBe(true)
    expect(fulfils(colour, of('80'), of('9f'))).toBe(false)
    expect(fulfils(colour, of('80'), of('62'))).toBe(true)
    expect(fulfils(colour, of('80'), of('61'))).toBe(false)
  })

  test('brightness is an order of its own: a dim red is red', () => {
    expect(fulfils(colour, '#800000', '#FF0000')).toBe(true)
    expect(fulfils(colour, '#000000', '#ffffff')).toBe(true)
    expect(fulfils(colour, '#800000', '#00ff00')).toBe(false)
  })

  test('a text that looks like one is a text', () => {
    expect(fulfils({ type: 'text' }, '#800000', '#ff0000')).toBe(false)
  })
})

describe('fields', () => {
  test('each that was ordered is compared, in any order; the device may tell more', () => {
    const wanted = { hue: 120, saturation: 80 }
    expect(fulfils(colour, wanted, { saturation: 80, hue: 120.3 })).toBe(true)
    expect(fulfils(colour, wanted, { ...wanted, x: 1 })).toBe(true)
    expect(fulfils(colour, wanted, { hue: 120 })).toBe(false)
    expect(fulfils(colour, wanted, { hue: 20, saturation: 80 })).toBe(false)
    expect(fulfils(colour, wanted, null)).toBe(false)
    expect(fulfils(colour, { 0: 120 }, [120])).toBe(false)
  })

  test('by what is said of each', () => {
    const fields = { level: { kind: 'range', min: 0, max: 1000 } } as unknown as NonNullable<
      Property['fields']
    >
    expect(fulfils({ type: 'object', fields }, { level: 10 }, { level: 15 })).toBe(true)
    expect(fulfils({ type: 'object', fields }, { level: 10 }, { level: 16 })).toBe(false)
  })
})

describe('a toggle', () => {
  const flag: Described = { type: 'bool', toggle: 'TOGGLE' }
  test('is whatever was not there before', () => {
    expect(fulfils(flag, 'TOGGLE', 'ON', 'OFF')).toBe(true)
    expect(fulfils(flag, 'TOGGLE', 'ON', 'ON')).toBe(false)
    expect(fulfils(flag, 'ON', 'ON', 'ON')).toBe(true)
  })
})

test.each<[Described, unknown, unknown]>([
  [number, 50, '50'],
  [{ type: 'text' }, '50', 50],
  [{ type: 'bool' }, 1, true],
  [colour, '#ff0000', 'red'],
  [{ type: 'option' }, 'OFF', 'ON'],
  [{ type: 'list' }, [1, 2], [2, 1]],
  [number, null, 1],
])('values of other kinds differ: %o %o %o', (described, wanted, reported) => {
  expect(fulfils(described, wanted, reported)).toBe(false)
})
