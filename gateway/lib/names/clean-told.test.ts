import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanTold } from './clean-told.ts'

describe('V-12 what devices and gateways tell', () => {
  test('keeps what is usual as the very same object', () => {
    const told = { device_name: 'Lampe Küche 👩‍🚀', list: [1, null, { unit: '°C' }], code: 'a\n\tb' }
    expect(cleanTold(told)).toBe(told)
  })

  test('loses what hides, breaks lines or turns the direction of writing, however deep it stands', () => {
    expect(
      cleanTold({
        a: [{ label: '\u202eevil\u0000\u0007', value: 'x\u2066y' }],
        description: 'two\nlines\u200f',
      }),
    ).toEqual({ a: [{ label: 'evil', value: 'xy' }], description: 'two\nlines' })
  })

  test('is cut where it is a word, and left as long as it is elsewhere', () => {
    const told = cleanTold({ unit: 'u'.repeat(99), device_name: 'n'.repeat(999), value: 'v'.repeat(999) })
    expect(Object.values(told).map((one) => one.length)).toEqual([24, 128, 999])
  })

  test('is clean once it was cleaned, whatever it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (told) => {
        const once = cleanTold(told)
        expect(cleanTold(once)).toBe(once)
        expect(JSON.stringify(once)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})
