import { expect, test } from 'vitest'
import { compared } from './compared.ts'

test.each([
  [['a', 'b'], ['b', 'c'], { gone: ['a'], come: ['c'] }],
  [['a', 'b'], ['b', 'a'], { gone: [], come: [] }],
  // The same twice is once less, or more.
  [['a', 'a'], ['a'], { gone: ['a'], come: [] }],
  [['a'], ['a', 'a', 'a'], { gone: [], come: ['a'] }],
])('%j and %j', (before, after, told) => expect(compared(before, after)).toEqual(told))
