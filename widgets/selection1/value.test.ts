import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { decode, encode, formOf, matching, options, read } from './value.ts'

const of = (values: readonly (string | number)[], access: Value['access'] = ['read', 'write']) => {
  const value: Value = { kind: 'option', access, options: values.map((one) => ({ value: one })) }
  return options(value, placedOf('selection1', 'S', 'p', value))
}
const many = Array.from({ length: 5000 }, (_, index) => index)
const form = (spec: ReturnType<typeof of>, place?: 'page') =>
  formOf(
    spec,
    spec.choices.map(({ value }) => String(value)),
    place,
  )

describe('one of several', () => {
  // 2.3-143
  test('the five recording times of a camera are five keys on its page, a list in its tile', () => {
    const record = of([10, 30, 60, 300, 1800], ['write'])
    expect(form(record, 'page')).toBe('buttons')
    expect(form(record)).toBe('list')
    expect(form(of([1, 2, 3, 4, 5, 6, 7], ['write']), 'page')).toBe('list')
  })

  test('up to four short options stand side by side', () => {
    expect(form(of(['off', 'heat', 'cool', 'auto']))).toBe('segments')
    expect(form(of(['a', 'b', 'c', 'd', 'e']))).toBe('list')
    expect(form(of(['last known state', 'always the same']))).toBe('list')
  })

  test('hundreds of options are searched', () => {
    expect(form(of(many))).toBe('search')
  })

  test('a single option that reports nothing is a button', () => {
    expect(form(of(['identify'], ['write']))).toBe('buttons')
  })

  test('a number that comes as text is its option', () => {
    expect(decode('2', of([1, 2, 3]))).toBe(2)
    expect(encode(2, of([1, 2, 3]))).toBe(2)
  })

  test('a value that is no option is shown all the same', () => {
    const spec = of(['a', 'b'])
    expect(read(decode('surprise', spec), spec, plainWords).text).toBe('surprise')
  })

  test('a search puts what begins with the letters first and counts the rest', () => {
    const labels = ['Scene 12', 'Twelve', '12 o’clock', 'Scene 120']
    expect(matching(labels, '12', 2)).toEqual({ at: [2, 0], more: 1 })
  })

  test('only options go out, whatever comes in', () => {
    const spec = of(['off', 'heat', 'cool'])
    fc.assert(
      fc.property(wild, (raw) => {
        expect(['off', 'heat', 'cool']).toContain(encode(decode(raw, spec), spec))
      }),
    )
  })

  test('nothing throws, and a reading is never long', () => {
    const spec = of(['off', 'heat'])
    fc.assert(
      fc.property(wild, (raw) => {
        expect(read(decode(raw, spec), spec, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
