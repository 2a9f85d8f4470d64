import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { type Facts, manifestOf, moreOf, packed } from './archive.ts'

const facts: Facts = {
  ...{ serialNumber: 'G', model: 'M', name: 'N', madeAt: '2026-11-27T00:00:00.000Z' },
  ...{ devices: 0, rooms: 0, scenes: 0 },
}
const content: HomeContent = { devices: [], floors: [], rules: [], statuses: [], infrared: [] }
const DAY = 86_400_000
/** Some megabytes that hardly get smaller. */
const history = {
  from: '2026-01-01',
  days: Array.from({ length: 300 }, (_, at) => ({
    series: `d/S/${at}`,
    day: 20_000 + at,
    t: [(20_000 + at) * DAY],
    v: [randomBytes(5000).toString('base64')],
  })),
}

test('while a history is packed, everybody else goes on', async () => {
  let turns = 0
  let done = false
  const turn = (): void => {
    turns += 1
    if (!done) setImmediate(turn)
  }
  const packing = packed(facts, content, undefined, { history })
  setImmediate(turn)
  await packing
  done = true
  // None at all, if this thread did it.
  expect(turns).toBeGreaterThan(20)
})

test.each([undefined, 'Correct horse battery'])(
  'a history comes out as it went in (%s)',
  async (passphrase) => {
    const zip = await packed(facts, content, passphrase, { history })
    expect(await moreOf(zip, passphrase)).toEqual({ history })
    expect(manifestOf(zip)).toMatchObject({ name: 'N', history: { from: '2026-01-01' } })
    expect(Object.keys(unzipSync(zip))[0]).toBe('manifest.json')
  },
)
