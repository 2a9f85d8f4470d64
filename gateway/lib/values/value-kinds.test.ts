import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coerce, compare, comparesOf, isOn } from './value-kinds.ts'

describe('values of the wire in their declared kind', () => {
  // 2.3-021
  test('"12" is accepted for a number, and coerced by the declared kind', () => {
    expect(coerce({ kind: 'number' }, '12')).toBe(12)
    expect(coerce({ kind: 'range' }, ' 12.5 ')).toBe(12.5)
  })

  test.each([
    ['number', 'warm', undefined],
    ['number', '', undefined],
    ['number', Number.NaN, undefined],
    ['number', true, undefined],
    ['number', null, null],
    ['text', 7, '7'],
    ['text', { a: 1 }, undefined],
    ['list', [1], [1]],
    ['list', 'a', undefined],
    ['object', { a: 1 }, { a: 1 }],
    ['object', [], undefined],
  ] as const)('%s takes %j as %j', (kind, raw, wanted) => {
    expect(coerce({ kind }, raw)).toEqual(wanted)
  })

  test('a switch is never compared with true: its own words count, the usual ones are understood', () => {
    const lock = { kind: 'bool', on: 'LOCK', off: 'UNLOCK' } as const
    expect(coerce(lock, 'lock')).toBe('LOCK')
    expect(coerce(lock, true)).toBe('LOCK')
    expect(coerce(lock, '0')).toBe('UNLOCK')
    expect(coerce(lock, 'ajar')).toBeUndefined()
    expect(['yes', 'NO'].map((word) => coerce({ kind: 'bool' }, word))).toEqual([true, false])
  })

  test('an inverted contact keeps its own meaning: false is on', () => {
    const contact = { kind: 'bool', on: false, off: true } as const
    expect(coerce(contact, false)).toBe(false)
    expect(isOn(contact, false)).toBe(true)
    expect(isOn(contact, true)).toBe(false)
  })

  test('an option is found whether it comes as 2 or "2", and a new one is kept', () => {
    const modes = { kind: 'option', options: [{ value: 0 }, { value: 2 }] } as const
    expect(coerce({ ...modes, options: [...modes.options] }, '2')).toBe(2)
    expect(coerce({ ...modes, options: [...modes.options] }, 'dry')).toBe('dry')
  })

  test('a hostile value that cannot be read as text is no truth', () => {
    expect(coerce({ kind: 'bool' }, [{ toString: 0 }])).toBeUndefined()
    expect(coerce({ kind: 'bool' }, { toString: null })).toBeUndefined()
  })

  test('coercing twice is coercing once', () => {
    const kinds = fc.constantFrom('text', 'number', 'bool', 'range', 'option', 'color', 'object', 'list')
    fc.assert(
      fc.property(kinds, fc.jsonValue(), (kind, raw) => {
        const once = coerce({ kind }, raw)
        if (once !== undefined) expect(coerce({ kind }, once)).toEqual(once)
      }),
    )
  })
})

describe('comparisons of triggers', () => {
  // 2.5-029
  test.each(['text', 'number', 'range'] as const)('%s allows EQ, LT and GT', (kind) => {
    expect(comparesOf(kind).toSorted()).toEqual(['EQ', 'GT', 'LT'])
  })

  // 2.5-030
  test.each(['bool', 'option'] as const)('%s allows EQ only', (kind) => {
    expect(comparesOf(kind)).toEqual(['EQ'])
    expect(compare('GT', kind, 3, 2)).toBe(false)
  })

  test.each(['color', 'object', 'list'] as const)('%s can not trigger', (kind) => {
    expect(comparesOf(kind)).toEqual([])
  })

  test('numbers compare as numbers even when they come as texts', () => {
    expect(compare('LT', 'number', '9', '19')).toBe(true)
    expect(compare('EQ', 'number', '21.0', 21)).toBe(true)
    expect(compare('GT', 'text', 'b', 'a')).toBe(true)
  })
})

test.each([
  [{ on: 'heat', off: 'idle' }, 'heat', true],
  [{ on: 'heat', off: 'idle' }, 'cool', false],
  [{}, 34, true],
  [{}, 0, false],
  [{}, null, false],
  [{ off: 'closed' }, 'ajar', true],
])('a device with %j shines at %j: %s', (described, raw, wanted) => {
  expect(isOn(described, raw)).toBe(wanted)
})
