import { describe, expect, test } from 'vitest'
import * as errors from './errors.ts'
import { orderedId } from './ordered-id.ts'
import { fold, searchable, sha256, versionOrder, withoutNulls } from './text.ts'

describe('texts as they are compared', () => {
  test.each([
    ['  Anna ', 'anna'],
    ['ＡＮＮＡ', 'anna'],
    ['ÄRGER', 'ärger'],
    ['İ', 'i̇'],
  ])('%j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('a search finds them as they are and as they are typed without accents, which need no second line', () => {
    expect(searchable(['Anna', 'Muster'])).toBe('anna\nmuster')
    const [own, other, ...more] = searchable(['Élise']).split('\n')
    expect([own, other, more]).toEqual(['élise', 'elise', []])
  })

  test('versions are ordered by their numbers', () => {
    const inOrder = ['4.9.0', '4.19.0', '4.19.10', '10.0']
    expect(inOrder.toSorted((a, b) => (versionOrder(a) < versionOrder(b) ? -1 : 1))).toEqual(inOrder)
    expect([versionOrder(null), versionOrder(undefined)]).toEqual(['', ''])
    expect(versionOrder('v4')).toBe('v0000000004')
  })

  test('what is null or missing is left out, what is empty stays', () => {
    expect(withoutNulls({ a: null, b: undefined, c: '', d: 0, e: false })).toEqual({ c: '', d: 0, e: false })
  })

  test('a hash is that of the text, for addresses', () => {
    expect(sha256('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  })
})

describe('ids that sort by time', () => {
  test('those of one moment in the order in which they were given', () => {
    const given = [5, 5, 5, 6, 36, 1e12].map(orderedId)
    expect(given.toSorted()).toEqual(given)
    expect(new Set(given).size).toBe(given.length)
  })

  test('those of a later moment behind, whatever came between', () => {
    const early = Array.from({ length: 40 }, () => orderedId(1000))
    expect(early.toSorted()).toEqual(early)
    expect(orderedId(1001) > (early.at(-1) ?? '')).toBe(true)
    // Somebody else's clock may be another one.
    const [first, , second] = [1000, 2000, 1000].map(orderedId)
    expect((first ?? '') < (second ?? '')).toBe(true)
    expect(orderedId(-5).slice(0, 9)).toBe('000000000')
    expect(orderedId(1000.9).slice(0, 9)).toBe(orderedId(1000).slice(0, 9))
  })
})

test('what the store throws on purpose says its kind, its code and what to do', () => {
  const cause = new Error('why')
  const all = [
    [new errors.StoreFullError({ cause }), 'STORE_FULL', /disk is full/],
    [new errors.ConflictError('twice', { cause }), 'CONFLICT', /^twice$/],
    [new errors.MissingReferenceError('gone', { cause }), 'MISSING_REFERENCE', /^gone$/],
    [new errors.DirectoryInUseError('/data', 7), 'DIRECTORY_IN_USE', /^\/data is in use by process 7\. Stop/],
    [new errors.DirectoryInUseError('/data', undefined), 'DIRECTORY_IN_USE', /process \(unknown\)/],
    [new errors.DatabaseInUseError('host a'), 'DATABASE_IN_USE', /in use by host a\. Stop/],
    [new errors.DatabaseInUseError(), 'DATABASE_IN_USE', /in use by another server/],
    [new errors.DatabaseLostError('cut'), 'DATABASE_LOST', /database: cut\.$/],
    [new errors.DamagedStoreError('torn', { cause }), 'DAMAGED', /^torn$/],
    [new errors.NewerStoreError('newer'), 'NEWER', /^newer$/],
  ] as const
  for (const [error, code, message] of all) {
    expect(error).toMatchObject({
      code,
      name: error.constructor.name,
      message: expect.stringMatching(message),
    })
    expect(error).toBeInstanceOf(errors.StoreError)
  }
  expect(all[0][0].cause).toBe(cause)
})
