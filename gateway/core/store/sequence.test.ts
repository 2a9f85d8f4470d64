import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryStore } from '../../../tests/gateway/kit.ts'
import { settle, TestClock } from '../../../tests/gateway/test-clock.ts'
import { Sequence } from './sequence.ts'
import { WriteBehindStore } from './write-behind-store.ts'

async function world(last = 0) {
  const clock = new TestClock()
  const store = new MemoryStore()
  const sequence = new Sequence(new WriteBehindStore(store, clock, () => {}))
  await sequence.open(last)
  const sent: number[] = []
  const burst = (count: number): void => {
    for (let i = 0; i < count; i++) sequence.next((seq) => void sent.push(seq))
  }
  const reserved = (): number => Number(store.puts.at(-1)?.get('seq'))
  return { clock, store, sequence, sent, burst, reserved }
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1)

test('L-04 a burst that is longer than what is reserved leaves without another event', async () => {
  const { sent, burst } = await world()
  burst(4200)
  await settle()
  expect(sent).toEqual(upTo(4200))
})

test('L-04 nothing is left waiting after any burst, and no number is used before it is reserved', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: 4000 }), fc.boolean()), { maxLength: 8 }),
      async (bursts) => {
        const { sent, burst, reserved } = await world()
        let total = 0
        for (const [count, pause] of bursts) {
          // With what still waits no more than is kept while the store is slow.
          if (total - sent.length + count > 5000) await settle()
          burst(count)
          total += count
          if (pause) await settle()
          expect(sent.length).toBeLessThanOrEqual(reserved())
        }
        await settle()
        expect(sent).toEqual(upTo(total))
      },
    ),
    { numRuns: 40 },
  )
})

test('L-04 a burst while the store fails leaves when it works again, and a few numbers are always in reserve', async () => {
  const { clock, store, sequence, sent, burst, reserved } = await world()
  store.broken = true
  burst(2500)
  await settle()
  expect(sent).toEqual(upTo(1000))
  store.broken = false
  await clock.pass(5000)
  await settle()
  expect(sent).toEqual(upTo(2500))
  expect(reserved() - sequence.last).toBeGreaterThanOrEqual(500)
})

test('L-04 what was dropped while the store failed is a gap in the numbers, and the rest leaves', async () => {
  const { clock, store, sent, burst } = await world()
  store.broken = true
  burst(7000)
  store.broken = false
  await clock.pass(5000)
  await settle()
  expect(sent.slice(0, 1001)).toEqual([...upTo(1000), 6001])
  expect(sent.at(-1)).toBe(7000)
})
