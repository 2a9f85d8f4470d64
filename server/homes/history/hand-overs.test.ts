import { expect, test, vi } from 'vitest'
import { settle, TestClock } from '../../../tests/gateway/test-clock.ts'
import { HandOvers } from './hand-overs.ts'

test('a gateway that is gone is noted, and that it was not is logged; at the end of the server nobody is gone', async () => {
  const [lost, error] = [vi.fn(() => Promise.reject(new Error('away'))), vi.fn()]
  const handOver = vi.fn(async () => undefined)
  const clock = new TestClock()
  const handOvers = new HandOvers({ recorder: { lost, handOver }, clock, log: { error } as never })
  handOvers.lost('DOC4-1')
  await settle()
  expect(error).toHaveBeenCalledTimes(1)
  handOvers.appeared({ serialNumber: 'DOC4-2' } as never, vi.fn())
  handOvers.close()
  for (const serialNumber of ['DOC4-1', 'DOC4-2']) handOvers.lost(serialNumber)
  await clock.pass(60_000)
  expect([lost, error, handOver].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
})
