/** What administrators of a large fleet wait for: every page of its lists on both engines, and what they do with all of it. */
import { pagesOn } from './fleet/pages.ts'
import { scale } from './fleet/scale.ts'
import { onBothEngines } from './support/both-engines.ts'
import type { Figure } from './support/figures.ts'

const quick = process.argv.includes('--quick')
const SIZE = Number(process.env.GATEHOUSE_BENCH_FLEET ?? (quick ? 5000 : 100_000))
const PLAYED = Number(process.env.GATEHOUSE_BENCH_GATEWAYS ?? (quick ? 100 : 2000))

export async function measure(): Promise<Figure[]> {
  const lists = await onBothEngines(pagesOn(SIZE, console.error))
  return [...lists, ...(await scale(SIZE, PLAYED, console.error))]
}
