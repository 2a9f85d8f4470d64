import { describe, expect, test } from 'vitest'
import { sameValue } from './same-value.ts'

describe('whether a device reports what was asked of it', () => {
  test.each([
    [
      { hue: 120, saturation: 80 },
      { hue: 120, saturation: 80 },
    ],
    [
      { saturation: 80, hue: 120 },
      { hue: 120, saturation: 80 },
    ],
    [
      { hue: 120.3, saturation: 80 },
      { hue: 120, saturation: 80 },
    ],
    ['#ff8840', '#ff8844'],
    [100.2, 100],
  ])(
    '%o is what was wanted by %o: devices round, and order their fields as they like',
    (reported, wanted) => {
      expect(sameValue(reported, wanted)).toBe(true)
    },
  )

  test.each([
    [
      { hue: 20, saturation: 80 },
      { hue: 120, saturation: 80 },
    ],
    [{ hue: 120 }, { hue: 120, saturation: 80 }],
    [
      { hue: 120, saturation: 80, x: 1 },
      { hue: 120, saturation: 80 },
    ],
    [{ hue: null }, { hue: 120 }],
    [[120, 80], { 0: 120, 1: 80 }],
    [null, { hue: 120 }],
    ['#ff8840', '#0088ff'],
  ])('%o is not what was wanted by %o', (reported, wanted) => {
    expect(sameValue(reported, wanted)).toBe(false)
  })
})

describe('how far devices may round', () => {
  test.each([
    [200, 201, 202],
    [-200, -199, -198],
    [0.5, 0.5025, 0.503],
    [0, 0.000_001, 0.000_01],
  ])('half a percent of %d: %d is the same, %d is not', (wanted, near, far) => {
    expect(sameValue(near, wanted)).toBe(true)
    expect(sameValue(far, wanted)).toBe(false)
  })

  test.each(['#%s0000', '#00%s00', '#0000%s'])('eight steps of a colour in %s, and no more', (part) => {
    const colour = (level: string) => part.replace('%s', level)
    expect(sameValue(colour('88'), colour('80'))).toBe(true)
    expect(sameValue(colour('89'), colour('80'))).toBe(false)
    expect(sameValue(colour('77'), colour('80'))).toBe(false)
  })
})

describe('values of different kinds', () => {
  test.each([
    ['50', 50],
    [50, '50'],
    [true, 1],
    ['red', '#ff0000'],
    ['#ff0000', 'red'],
    ['ON', 'OFF'],
    [undefined, '#ff0000'],
  ])('%o is not %o', (reported, wanted) => {
    expect(sameValue(reported, wanted)).toBe(false)
  })

  test('lists are compared one by one', () => {
    expect(sameValue([1, 2], [1, 2])).toBe(true)
    expect(sameValue([2, 1], [1, 2])).toBe(false)
  })
})
