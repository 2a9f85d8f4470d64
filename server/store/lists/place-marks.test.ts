import { expect, test } from 'vitest'
import { type Place, PlaceMarks, type Walk } from './place-marks.ts'

const SIZE = 10_000
const LIMIT = 10

/** A list of numbers, and what is read of it. */
function listed(clock?: () => number) {
  const all: Place[] = Array.from({ length: SIZE }, (_none, at) => ({
    ...{ by: Math.floor(at / 3), tie: String(at).padStart(6, '0') },
  }))
  const walks: Walk[] = []
  const marks = new PlaceMarks(clock)
  const page = async (number: number, list = 'list') => {
    const skipped = (number - 1) * LIMIT
    const rows = await marks.page(list, { skipped, size: LIMIT, count: all.length }, async (walk) => {
      walks.push(walk)
      const rest = all.filter(
        ({ tie }) => !walk.at || (walk.backwards ? tie <= walk.at.tie : tie >= walk.at.tie),
      )
      return (walk.backwards ? rest.toReversed() : rest).slice(walk.skip, walk.skip + walk.size)
    })
    return rows.map(({ tie }) => Number(tie))
  }
  return { all, walks, page, read: () => walks.at(-1)?.skip }
}

const rowsOf = (number: number): readonly number[] =>
  Array.from({ length: LIMIT }, (_none, at) => (number - 1) * LIMIT + at)

test('whoever turns pages in the midst of a long list goes on from where the one before stood, both ways', async () => {
  const { page, read } = listed()
  expect(await page(400)).toEqual(rowsOf(400))
  expect(read()).toBe(3990)
  for (const next of [401, 402, 401, 399, 398, 405, 380]) {
    expect(await page(next), String(next)).toEqual(rowsOf(next))
    expect(read(), String(next)).toBeLessThan(200)
  }
})

test('the same page is not counted again, and shows rows as they are now', async () => {
  const { all, page, read } = listed()
  await page(500)
  all.splice(4995, 1)
  expect(await page(500)).toEqual([...rowsOf(500).filter((at) => at !== 4995), 5000])
  expect(read()).toBe(0)
})

test('near both ends, and far from every page that was looked at, is counted; of another list nothing is known', async () => {
  const { page, walks } = listed()
  await page(400)
  for (const [number, list] of [
    [1, 'list'],
    [1000, 'list'],
    [600, 'list'],
    [400, 'other'],
  ] as const) {
    expect(await page(number, list)).toEqual(rowsOf(number))
    expect(walks.at(-1)?.at, `${number} of ${list}`).toBeUndefined()
  }
})

test('where a page stood is forgotten after a minute', async () => {
  let now = 0
  const { page, walks } = listed(() => now)
  await page(400)
  now = 60_000
  await page(401)
  expect(walks.at(-1)?.at).toBeDefined()
  now = 120_001
  await page(401)
  expect(walks.at(-1)?.at).toBeUndefined()
})
