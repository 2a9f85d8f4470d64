import { expect, test } from 'vitest'
import { keyOf, type Watch } from './protocol.ts'
import { WatchList } from './watch-list.ts'

const [a, b, c] = [keyOf('d', 'S', 'a'), keyOf('d', 'S', 'b'), keyOf('d', 'S', 'c')]
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

test('what is wanted, and how soon, is told once a turn; what ends as it began is not', async () => {
  const told: Watch[] = []
  const list = new WatchList((watch) => void told.push(watch))
  list.wants(a, 'frame')
  list.wants(b, 'calm')
  list.wants(c, 'frame')
  list.wants(c, undefined)
  await turn()
  list.wants(a, 'calm')
  list.wants(b, undefined)
  list.wants(b, 'calm')
  await turn()
  list.wants(a, undefined)
  await turn()
  list.wants(c, undefined)
  await turn()
  expect(told).toEqual([
    { frame: [a], calm: [b], drop: [] },
    { frame: [], calm: [a], drop: [] },
    { frame: [], calm: [], drop: [a] },
  ])
})
