import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distance, hexOf } from './colour.ts'

describe('colours of a state message', () => {
  test.each([
    [{ x: 0.64, y: 0.33 }, '#ff0000'],
    [{ x: 0.3, y: 0.6 }, '#00ff00'],
    [{ x: 0.15, y: 0.06 }, '#0000ff'],
    [{ x: 0.3127, y: 0.329 }, '#ffffff'],
    [{ hue: 0, saturation: 100 }, '#ff0000'],
    [{ hue: 120, saturation: 100 }, '#00ff00'],
    [{ hue: 240, saturation: 100 }, '#0000ff'],
    [{ hue: 60, saturation: 0 }, '#ffffff'],
    [{ hex: '#ABCDEF' }, '#abcdef'],
  ])('%j is %s', (colour, hex) => {
    expect(distance(hexOf(colour) ?? '', hex)).toBeLessThan(0.02)
  })

  test.each([[null], [{}], [{ x: 0.3 }], [{ x: 0.3, y: 0 }], ['#ffffff'], [{ hex: 'red' }]])(
    '%j is none',
    (colour) => {
      expect(hexOf(colour)).toBeUndefined()
    },
  )

  test('whatever the numbers are, a colour is #rrggbb', () => {
    const part = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(
        fc.oneof(fc.record({ x: part, y: part }), fc.record({ hue: part, saturation: part })),
        (colour) => {
          expect(hexOf(colour) ?? '#000000').toMatch(/^#[0-9a-f]{6}$/)
        },
      ),
    )
  })
})
