/** What administrators of a large fleet wait for: every page of its lists, on both engines. */
import { pagesOn } from './fleet/pages.ts'
import { onBothEngines } from './support/both-engines.ts'
import type { Figure } from './support/figures.ts'

const SIZE = Number(process.env.GATEHOUSE_BENCH_FLEET ?? 100_000)

export const measure = (): Promise<Figure[]> => onBothEngines(pagesOn(SIZE, console.error))
