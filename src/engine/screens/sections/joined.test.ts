import { expect, test } from 'vitest'
import { joinedIn } from './joined.ts'

const [a, b, c, d, e] = [
  { id: 'a' },
  { id: 'b', joined: true },
  { id: 'c', joined: true },
  { id: 'd' },
  { id: 'e', joined: true },
] as const
const all = [a, b, c, d, e]

test('those that belong together share the card of the first of them that is shown, and of no other', () => {
  expect([...joinedIn(all, all)]).toEqual(['b', 'c', 'e'])
  // Without the first the next one begins the card.
  expect([...joinedIn(all, [b, c, d])]).toEqual(['c'])
  expect([...joinedIn(all, [a, e])]).toEqual([])
  expect([...joinedIn(all, [])]).toEqual([])
})
