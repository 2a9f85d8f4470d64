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
