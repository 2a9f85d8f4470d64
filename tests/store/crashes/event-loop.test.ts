import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '#server/store/store.ts'
import { folderInMemory } from '../engines.ts'
import { gateway } from '../samples.ts'

const DELAY = 300
const WRITES = 2000

test('S-09 while a slow disk commits, the event loop turns, and those who wait meanwhile share the next commit', async () => {
  const store = await openStore(folderInMemory(), { commitDelay: DELAY })
  onTestFinished(() => store.close())
  await store.gateways.create(gateway('G1'))
  const home = store.homes.of('G1')
  let turns = 0
  const turning = setInterval(() => turns++, 1)
  onTestFinished(() => clearInterval(turning))

  const began = performance.now()
  const first = home.put(new Map([['first', 0]])).then(() => turns)
  const others = Array.from({ length: WRITES }, (_, n) => home.put(new Map([[`k${n % 100}`, n]])))
  // A commit on the event loop would let it turn once at most; in 300 ms a loaded machine turns ten times as well.
  expect(await first).toBeGreaterThan(10)
  await Promise.all(others)
  // One commit for each would take ten minutes.
  expect(performance.now() - began).toBeLessThan((WRITES * DELAY) / 20)
})
