import type { Clock } from '#gateway/core/ports.ts'
import type { ConnectionRegistry } from '../connection-registry.ts'
import type { Connection } from '../wire/connection.ts'

const EVERY_MS = 1000
/** So many are looked at each time: a household within a second, a crowd in turn. */
const AT_ONCE = 200

/** Finds sessions that ended without anybody telling: by their age, or in another process. Starts at once; ended by what it answers. */
export function sweep(
  clock: Clock,
  registry: ConnectionRegistry,
  check: (connection: Connection) => void,
): () => void {
  let turn = 0
  let stop = (): void => undefined
  const round = (): void => {
    const all = registry.all()
    for (let looked = 0; looked < Math.min(AT_ONCE, all.length); looked++) {
      const connection = all[turn++ % all.length]
      if (connection) check(connection)
    }
    stop = clock.after(EVERY_MS, round)
  }
  stop = clock.after(EVERY_MS, round)
  return () => stop()
}
