import type { Engine } from './database.ts'
import type { Log } from './log.ts'

export interface StoreOptions {
  log?: Log
  /** Milliseconds that each commit waits as if the disk were slow; for measurements. */
  commitDelay?: number
}

/** The database at a location; only the engine that is asked for is loaded. */
export async function openEngine(
  location: string,
  { log = () => {}, commitDelay }: StoreOptions = {},
): Promise<Engine> {
  if (/^postgres(ql)?:\/\//.test(location)) {
    const { postgresEngine } = await import('./postgres/engine.ts')
    return postgresEngine(location, log)
  }
  const { sqliteEngine } = await import('./sqlite/engine.ts')
  return sqliteEngine(location, log, commitDelay)
}
