import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, WITHOUT } from '../../scripts/postgres.ts'
import type { Figure } from './figures.ts'

/** Measures a store in a folder of its own, and one on PostgreSQL where that is to be had. */
export async function onBothEngines(measure: (location: string) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const postgres = await startPostgres()
  if (!postgres) console.error(WITHOUT)
  try {
    const figures = await measure(join(folder, 'data'))
    return postgres ? [...figures, ...(await measure(postgres.url))] : figures
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
