import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wild } from '../fake-values.ts'
import { plainWords } from '../fake-words.ts'
import { distance, fromHex, fromKelvin, fromParts, readColour, toHex, toParts } from './colour.ts'
import { COLUMNS, nameOf, nearest, SEND_EVERY, swatches, swatchName } from './palette.ts'

const colours = fc.record({
  hue: fc.double({ min: 0, max: 359.9, noNaN: true }),
  saturation: fc.double({ min: 0, max: 100, noNaN: true }),
})

describe('spec 2 §9 the colour panel', () => {
  // 2.9-018
  test('has 6 rows by 15 columns', () => {
    expect(swatches.map((row) => row.length)).toEqual([15, 15, 15, 15, 15, 15])
    expect(COLUMNS).toBe(15)
  })

  // 2.9-012
  test('waits a second between two orders', () => {
    expect(SEND_EVERY).toBe(1000)
  })

  test('offers no colour twice, and calls none like another', () => {
    const all = swatches.flat()
    expect(new Set(all.map(({ colour }) => toHex(colour))).size).toBe(90)
    expect(new Set(all.map((swatch) => swatchName(swatch, plainWords))).size).toBe(90)
  })

  test('shows each of its colours on its own swatch', () => {
    swatches.flat().forEach(({ colour }, at) => {
      expect(nearest(colour)).toEqual({ at, exact: true })
    })
  })
})

describe('colours', () => {
  test.each([
    ['#ff0000', { hue: 0, saturation: 100 }],
    ['00ff00', { hue: 120, saturation: 100 }],
    ['#00f', { hue: 240, saturation: 100 }],
    ['#FFFFFF', { hue: 0, saturation: 0 }],
    // How bright it shines is set elsewhere.
    ['#000000', { hue: 0, saturation: 0 }],
    ['#800000', { hue: 0, saturation: 100 }],
  ])('%s is what it is at full brightness', (text, colour) => {
    expect(fromHex(text)).toEqual(colour)
  })

  test.each(['', '#12', 'red', '#gggggg', '#1234567', 'x'.repeat(2048)])('%s is no colour', (text) => {
    expect(fromHex(text)).toBeUndefined()
  })

  test('a colour survives its way through a code and back, as far as 255 steps can tell', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const back = fromHex(toHex(colour))
        expect(back && distance(colour, back)).toBeLessThanOrEqual(1 / 255)
      }),
    )
  })

  test('one part of a colour is always full', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        expect(Math.max(...toParts(colour))).toBe(255)
      }),
    )
  })

  test('only how parts compare counts', () => {
    expect(fromParts([10, 5, 0])).toEqual(fromParts([200, 100, 0]))
  })

  test('whites go from warm to cold', () => {
    const blue = [1800, 2700, 4000, 6500].map((kelvin) => toParts(fromKelvin(kelvin))[2])
    expect(blue.toSorted((a, b) => a - b)).toEqual(blue)
    expect(toParts(fromKelvin(9000))[0]).toBeLessThan(255)
  })

  test.each([
    [{ hue: 120, saturation: 50 }, 1, '#80ff80'],
    [{ hue: 86, saturation: 100 }, 1.4, '#01ff00'],
    [{ r: 255, g: 0, b: 0 }, 1, '#ff0000'],
    [{ red: 0, green: 128, blue: 0 }, 1, '#00ff00'],
    [{ hex: '#123456' }, 1, '#359aff'],
    [{ hue: -10, saturation: 100 }, 1, '#ff002b'],
  ])('%o is understood', (raw, scale, hex) => {
    const colour = readColour(raw, scale)
    expect(colour && distance(colour, fromHex(hex) ?? { hue: 0, saturation: 0 })).toBeLessThanOrEqual(3 / 255)
  })

  test('a name is never empty and never long, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(wild, colours), (raw) => {
        const colour = readColour(raw)
        if (colour) expect(nameOf(colour, plainWords).length).toBeLessThanOrEqual(40)
      }),
    )
  })
})
