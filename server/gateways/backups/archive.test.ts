import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import { type Facts, manifestOf, moreOf, packed } from './archive.ts'
import { historyFor, missingOf } from './history.ts'

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

/** How often everybody else has his turn meanwhile. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let done = false
  const turn = (): void => {
    turns += 1
    if (!done) setImmediate(turn)
  }
  const working = work()
  setImmediate(turn)
  await working
  done = true
  return turns
}

test('while a history is packed, everybody else goes on', async () => {
  // None at all, if this thread did it.
  expect(await turnsOf(() => packed(facts, content, undefined, { history }))).toBeGreaterThan(20)
})

test('while a history is looked into, everybody else has his turn after each hundred days of it', async () => {
  // A hundred days of thirty series: each day of each is one.
  const days = Array.from({ length: 3000 }, (_, at) => {
    const day = 20_500 + (at % 100)
    return { series: `d/S/${Math.floor(at / 100)}`, day, t: [day * DAY], v: [at] }
  })
  const zip = await packed(facts, content, undefined, { history: { from: '2026-01-01', days } })
  expect(await turnsOf(() => moreOf(zip))).toBeGreaterThanOrEqual(30)
  const knows = { devices: new Map([['d', 'd']]), statuses: new Set<string>(), isSame: true }
  let taken: readonly HistoryDay[] = []
  const taking = async () => {
    taken = await historyFor({ days }, knows, 20_600)
  }
  expect(await turnsOf(taking)).toBeGreaterThan(25)
  expect(taken.map(({ series, day }) => `${series} ${day}`)).toEqual(
    days.map(({ series, day }) => `${series} ${day}`),
  )
  const store = { history: { days: async () => taken.slice(0, 1000) } } as unknown as Parameters<
    typeof missingOf
  >[0]['store']
  let missing = 0
  const comparing = async () => {
    missing = await missingOf({ store }, 'G', taken)
  }
  expect(await turnsOf(comparing)).toBeGreaterThan(25)
  expect(missing).toBeGreaterThan(0)
})

test.each([
  ['a day that is none', { series: 'd', day: -1, t: [], v: [] }],
  ['more values than times', { series: 'd', day: 1, t: [], v: [1] }],
])('%s behind hundreds that are whole is found all the same', async (_what, wrong) => {
  const fine = Array.from({ length: 350 }, () => ({ series: 'd', day: 1, t: [DAY], v: [1] }))
  const zip = await packed(facts, content, undefined, {
    history: { from: '2026-01-01', days: [...fine, wrong] },
  })
  await expect(moreOf(zip)).rejects.toThrow('BACKUP_UNREADABLE')
})

test.each([undefined, 'Correct horse battery'])(
  'a history comes out as it went in (%s)',
  async (passphrase) => {
    const zip = await packed(facts, content, passphrase, { history })
    expect(await moreOf(zip, passphrase)).toEqual({ history })
    expect(await manifestOf(zip)).toMatchObject({ name: 'N', history: { from: '2026-01-01' } })
    expect(Object.keys(unzipSync(zip))[0]).toBe('manifest.json')
  },
)
