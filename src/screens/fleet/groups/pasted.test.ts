import { expect, test } from 'vitest'
import { leftOf, namesIn } from './pasted.ts'

// 3.5-028
test.each([
  ['', []],
  [' \n\t,; ', []],
  ['DOC4-1\nDOC4-2', ['DOC4-1', 'DOC4-2']],
  ['a@b.test, c@d.test;e@f.test', ['a@b.test', 'c@d.test', 'e@f.test']],
  ['\uFEFFDOC4-1\r\nDOC4-2\r\n', ['DOC4-1', 'DOC4-2']],
  ['DOC4-1\tDOC4-2', ['DOC4-1', 'DOC4-2']],
  ['"DOC4-1","DOC4-2"', ['DOC4-1', 'DOC4-2']],
  ['x, x', ['x', 'x']],
])('names are read from %j', (pasted, names) => {
  expect(namesIn(pasted)).toEqual(names)
})

test('what is known to nobody stays to be corrected', () => {
  expect(
    leftOf([
      { given: 'a', outcome: 'added' },
      { given: 'b', outcome: 'unknown' },
      { given: 'c', outcome: 'twice' },
      { given: 'd', outcome: 'already' },
      { given: 'e', outcome: 'unknown' },
    ]),
  ).toBe('b\ne')
})
