import { expect, test } from 'vitest'
import { KeptCounts } from './kept-counts.ts'

const always = () => true

test('what is asked once more while pages are turned is counted once, and anew three seconds later', async () => {
  let now = 0
  let counted = 0
  const kept = new KeptCounts<number>(2, () => now)
  const ask = (key: string) => kept.of(key, async () => ++counted, always)
  expect([await ask('a'), await ask('a'), await ask('b')]).toEqual([1, 1, 2])
  now = 2999
  expect(await ask('a')).toBe(1)
  now = 3000
  expect(await ask('a')).toBe(3)
})

test('what is not worth keeping is counted each time', async () => {
  let counted = 0
  const kept = new KeptCounts<number>(2, () => 0)
  const ask = () =>
    kept.of(
      'a',
      async () => ++counted,
      (n) => n > 2,
    )
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([1, 2, 3, 3])
})

test('of too many the oldest goes', async () => {
  let counted = 0
  const kept = new KeptCounts<number>(2, () => 0)
  const ask = (key: string) => kept.of(key, async () => ++counted, always)
  expect([await ask('a'), await ask('b'), await ask('c'), await ask('b'), await ask('a')]).toEqual([
    1, 2, 3, 2, 4,
  ])
})
