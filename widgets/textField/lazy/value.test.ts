import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../../shared/examples.ts'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { decode, encode, faultOf, options, read } from './value.ts'

const of = (value: Partial<Value> = {}) => {
  const whole: Value = { kind: 'text', access: ['read', 'write'], ...value }
  return options(whole, placedOf('textField', 'S', 'p', whole))
}

describe('a text', () => {
  test('says which of its lengths it breaks, as the gateway would', () => {
    const pin = of({ lengthMin: 4, lengthMax: 8 })
    expect(faultOf('471', pin)).toEqual({ rule: 'minLength', limit: 4 })
    expect(faultOf('471147114', pin)).toEqual({ rule: 'maxLength', limit: 8 })
    expect(faultOf('4711', pin)).toBeUndefined()
  })

  test('a secret is masked wherever it is read', () => {
    const pin = of({ secret: true })
    expect(read('4711', pin, plainWords).text).not.toContain('4711')
    expect(of({ secret: true, lengthMax: 500 }).lines).toBe(false)
  })

  test('what is unknown is unknown and not empty', () => {
    expect(decode(undefined)).toBeUndefined()
    expect(read(decode(null), of(), plainWords).text).toBe('–')
  })

  test('comes back as itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => {
        expect(decode(encode(text, of({ lengthMax: 100 })))).toBe(text)
      }),
    )
  })

  test('is never longer than the device takes, and its reading never long', () => {
    fc.assert(
      fc.property(wild, fc.integer({ min: 0, max: 300 }), (raw, lengthMax) => {
        const spec = of({ lengthMax })
        expect(String(encode(decode(raw), spec)).length).toBeLessThanOrEqual(lengthMax)
        expect(read(decode(raw), spec, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
