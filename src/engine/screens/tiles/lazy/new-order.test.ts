import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withFirst, withMoved } from './new-order.ts'

test('what is moved shares out the places that it had; all others stay where they were', () => {
  expect(withMoved(['a', 'b', 'c', 'd', 'e'], ['d', 'b'])).toEqual(['a', 'd', 'c', 'b', 'e'])
  expect(withMoved(['a', 'b'], ['gone', 'b', 'a'])).toEqual(['b', 'a'])
})

test('moving loses and doubles nothing', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string()).chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all))),
      ([all, moved]) => {
        const next = withMoved(all, moved)
        expect(next.toSorted()).toEqual(all.toSorted())
        expect(next.filter((id) => moved.includes(id))).toEqual(moved)
      },
    ),
  )
})

test('to the front is to the front of all', () => {
  expect(withFirst(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b'])
})
