import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../../shared/examples.ts'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { distance } from '../../shared/lazy/colour.ts'
import { examples } from '../examples.ts'
import { decode, encode, options, read } from './value.ts'

const both = ['read' as const, 'write' as const]
const [hueSaturation, parts] = examples.map(({ placed }) => options(placed.value, placed))
const bare: Value = { kind: 'color', access: both }
const plain = options(bare, placedOf('rgbPanelType', 'S', 'color', bare))
const specs = [
  ['hue and saturation', hueSaturation],
  ['red, green and blue', parts],
  ['nothing described', plain],
] as const

describe('a colour as numbers', () => {
  // 2.9-019
  test('a hue on the wire counts 1.4 degrees', () => {
    expect(decode({ hue: 100, saturation: 100 }, hueSaturation ?? plain)?.hue).toBeCloseTo(140)
    expect(encode({ hue: 140, saturation: 100 }, hueSaturation ?? plain)).toEqual({
      hue: 100,
      saturation: 100,
    })
    expect(encode({ hue: 359, saturation: 10 }, hueSaturation ?? plain)).toEqual({ hue: 255, saturation: 10 })
  })

  test('without a description it is degrees and per cent', () => {
    expect(encode({ hue: 200, saturation: 55 }, plain)).toEqual({ hue: 200, saturation: 55 })
  })

  test('goes out as red, green and blue where these are described', () => {
    expect(encode({ hue: 0, saturation: 100 }, parts ?? plain)).toEqual({ red: 255, green: 0, blue: 0 })
  })

  describe.each(specs)('%s', (_, maybe) => {
    const spec = maybe ?? plain
    test('a colour survives the wire, as far as its steps can tell', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 355 }), fc.integer({ min: 0, max: 100 }), (hue, saturation) => {
          const back = decode(encode({ hue, saturation }, spec), spec)
          expect(back && distance(back, { hue, saturation })).toBeLessThanOrEqual(0.03)
        }),
      )
    })

    test('only numbers within their ranges go out, whatever comes in', () => {
      fc.assert(
        fc.property(wild, (raw) => {
          const sent = encode(decode(raw, spec), spec) as Record<string, number>
          for (const number of Object.values(sent)) {
            expect(Number.isInteger(number)).toBe(true)
            expect(number).toBeGreaterThanOrEqual(0)
            expect(number).toBeLessThanOrEqual(360)
          }
        }),
      )
    })

    test('nothing throws, and a reading is never long', () => {
      fc.assert(
        fc.property(wild, (raw) => {
          expect(read(decode(raw, spec), spec, plainWords).text.length).toBeLessThanOrEqual(120)
        }),
      )
    })
  })
})
