import type { Engine } from './database.ts'
import type { StoreError } from './errors.ts'
import type { Log } from './log.ts'

export interface StoreOptions {
  log?: Log
  /** Milliseconds that each commit waits as if the disk were slow; for measurements. */
  commitDelay?: number
  /** This process no longer owns the database: nothing is written any more, and the server has to end. */
  lost?: (error: StoreError) => void
}

/** The database at a location; only the engine that is asked for is loaded. */
export async function openEngine(
  location: string,
  { log = () => {}, commitDelay, lost = () => {} }: StoreOptions = {},
): Promise<Engine> {
  if (/^postgres(ql)?:\/\//.test(location)) {
    const { postgresEngine } = await import('./postgres/engine.ts')
    return postgresEngine(location, log, lost)
  }
  const { sqliteEngine } = await import('./sqlite/engine.ts')
  return sqliteEngine(location, log, commitDelay)
}
