import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { examples } from '../examples.ts'
import { decode, encode, options, read } from './value.ts'

const [{ placed } = { placed: undefined }] = examples
const spec = () => {
  if (!placed) throw new Error('The example is there')
  return options(placed.value, placed)
}

describe('a colour as its code', () => {
  test('goes out as it came, at full brightness', () => {
    expect(encode(decode('#ffd966'))).toBe('#ffd966')
    expect(encode(decode('#806c33'))).toBe('#ffd766')
  })

  test('only codes go out, whatever comes in', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        expect(encode(decode(raw))).toMatch(/^#[0-9a-f]{6}$/)
      }),
    )
  })

  test('a code that came in the order of somebody else is the same when it goes out again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const sent = encode(decode(`#${number.toString(16).padStart(6, '0')}`))
        expect(encode(decode(sent))).toBe(sent)
      }),
    )
  })

  test('nothing throws, and a reading is never long', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        expect(read(decode(raw), spec(), plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })

  test('an unknown colour is a dash', () => {
    expect(read(decode(null), spec(), plainWords).text).toBe('–')
  })
})
