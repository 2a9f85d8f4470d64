import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { wild } from '../fake-values.ts'
import { plainWords } from '../fake-words.ts'
import { decodeCompound, encodeCompound, readCompound } from './compound.ts'

const both = ['read' as const, 'write' as const]
const fields: Record<string, Value> = {
  on_level: { kind: 'range', access: both, min: 0, max: 254 },
  pin: { kind: 'text', access: both, secret: true, lengthMax: 8 },
  mode: { kind: 'option', access: both, options: [{ value: 'eco' }, { value: 2 }] },
  always: { kind: 'bool', access: both, on: 'ON', off: 'OFF' },
}
const object = { service: 'S', property: 'p', value: { kind: 'object', access: both, fields } as Value }
const list = {
  service: 'S',
  property: 'p',
  value: { kind: 'list', access: both, lengthMax: 5, item: object.value } as Value,
}
const colours = {
  service: 'S',
  property: 'p',
  value: { kind: 'list', access: both, item: { kind: 'color', access: both } } as Value,
}

const right = fc.record(
  {
    on_level: fc.integer({ min: 0, max: 254 }),
    pin: fc.string({ maxLength: 8 }),
    mode: fc.constantFrom('eco', 2),
    always: fc.constantFrom('ON', 'OFF'),
  },
  { requiredKeys: [] },
)

describe('values with parts of their own', () => {
  test('what is right goes out and comes back as itself', () => {
    fc.assert(
      fc.property(right, fc.array(right, { maxLength: 5 }), (one, many) => {
        expect(decodeCompound(encodeCompound(one, object), object)).toEqual(one)
        expect(decodeCompound(encodeCompound(many, list), list)).toEqual(many)
      }),
    )
  })

  test('parts go out in their declared kinds', () => {
    expect(encodeCompound({ on_level: '12', mode: '2', always: true }, object)).toEqual({
      on_level: 12,
      mode: 2,
      always: 'ON',
    })
  })

  test('something of another kind is unknown rather than half understood', () => {
    expect(decodeCompound('{"on_level":1}', object)).toBeUndefined()
    expect(decodeCompound([1], object)).toBeUndefined()
    expect(decodeCompound({}, list)).toBeUndefined()
    expect(decodeCompound(null, list)).toBeUndefined()
  })

  test('a reading names the first parts; secrets stay masked', () => {
    const text = readCompound(
      { on_level: 12, pin: '4711', mode: 'eco', always: 'ON' },
      object,
      plainWords,
    ).text
    expect(text).toBe('On level 12, Pin ••••, Mode Eco …')
  })

  test('a secret composite is masked as a whole', () => {
    const secret = { ...object, value: { ...object.value, secret: true } }
    expect(readCompound({ on_level: 12, pin: '4711' }, secret, plainWords).text).toBe('••••')
  })

  test('a short list of plain values is read out, a longer one or one of compounds counted', () => {
    expect(readCompound(['#ff8800', '#0088ff'], colours, plainWords).text).toBe('#ff8800, #0088ff')
    expect(readCompound([{}, {}], list, plainWords)).toMatchObject({ text: '2', unit: 'entries' })
    expect(readCompound([], colours, plainWords)).toMatchObject({ text: '0' })
  })

  test('nothing throws and a reading is never long', () => {
    fc.assert(
      fc.property(fc.constantFrom(object, list, colours), wild, (spec, raw) => {
        encodeCompound(raw, spec)
        expect(readCompound(decodeCompound(raw, spec), spec, plainWords).text.length).toBeLessThanOrEqual(130)
      }),
    )
  })
})
