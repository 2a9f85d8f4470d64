import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Described, judge } from './value-check.ts'

const schedule: Described = {
  kind: 'list',
  lengthMin: 1,
  lengthMax: 3,
  item: {
    kind: 'object',
    access: ['write'],
    fields: {
      at: { kind: 'text', access: ['write'], lengthMin: 5, lengthMax: 5 },
      degrees: { kind: 'range', access: ['write'], min: 5, max: 30 },
      mode: { kind: 'option', access: ['write'], options: [{ value: 'eco' }, { value: 2 }] },
    },
  },
}
const rules = (value: unknown, described: Described) =>
  judge(value, described).faults.map(({ path, rule, limit }) => [path.join('.'), rule, limit])

describe('what keeps a value from being sent', () => {
  test('every fault is told with the place where it is', () => {
    expect(
      rules(
        [{ at: '7:00', degrees: 31, mode: 'eco' }, { at: '07:00', degrees: 4, mode: 'party' }, { day: 1 }],
        schedule,
      ),
    ).toEqual([
      ['0.at', 'short', 5],
      ['0.degrees', 'above', 30],
      ['1.degrees', 'below', 5],
      ['1.mode', 'option', undefined],
      ['2', 'field', 'day'],
    ])
  })

  test.each([
    [[], 'few', 1],
    [[{}, {}, {}, {}], 'many', 3],
    [{}, 'kind', 'list'],
  ])('%j as a schedule', (value, rule, limit) => {
    expect(rules(value, schedule)).toEqual([['', rule, limit]])
  })

  test('what is right comes back in its declared kinds', () => {
    expect(judge([{ at: '07:00', degrees: '21', mode: '2' }], schedule)).toEqual({
      value: [{ at: '07:00', degrees: 21, mode: 2 }],
      faults: [],
    })
  })

  test('a field named like a method of every object is no field', () => {
    expect(rules(JSON.parse('{"__proto__":1,"toString":2}'), { kind: 'object', fields: {} })).toEqual([
      ['', 'field', '__proto__'],
      ['', 'field', 'toString'],
    ])
  })

  test('nothing throws, and what passed passes again as itself', () => {
    const kinds = fc.constantFrom<Described>(
      schedule,
      { kind: 'color' },
      { kind: 'bool', on: 'ON', off: 'OFF' },
      { kind: 'number', min: 0 },
      { kind: 'object', fields: { a: { kind: 'list', access: ['write'] } } },
    )
    fc.assert(
      fc.property(kinds, fc.anything(), (described, value) => {
        const { value: first, faults } = judge(value, described)
        if (faults.length === 0) expect(judge(first, described)).toEqual({ value: first, faults: [] })
      }),
    )
  })
})
