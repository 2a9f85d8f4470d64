import { describe, expect, test } from 'vitest'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import { Asking } from './asking.ts'

describe('asking devices', () => {
  test('for much at once is done in small portions with a pause between, nothing left out and nothing twice', async () => {
    const clock = new TestClock()
    const sent: { at: number; keys: readonly string[] }[] = []
    const start = clock.now()
    const asking = new Asking(clock, (_device, keys) => void sent.push({ at: clock.now() - start, keys }))
    const all = Array.from({ length: 83 }, (_one, at) => `key${at}`)
    asking.add('meter', all, false)
    await clock.pass(60_000)
    expect(sent.flatMap(({ keys }) => keys)).toEqual(all)
    expect(Math.max(...sent.map(({ keys }) => keys.length))).toBeLessThanOrEqual(8)
    for (const [at, { at: when }] of sent.entries()) expect(when).toBe(250 * (at + 1))
  })

  test('for what somebody waits for comes before the rest', async () => {
    const clock = new TestClock()
    const sent: string[] = []
    const asking = new Asking(clock, (device) => void sent.push(device))
    asking.add('meter', ['a', 'b'], false)
    asking.add('lamp', ['state'], true)
    await clock.pass(1000)
    expect(sent).toEqual(['lamp', 'meter'])
  })
})
