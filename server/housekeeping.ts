import type { SessionKeeper } from './auth/sessions.ts'
import type { Channel } from './http/parts.ts'
import type { Log } from './log.ts'
import type { Store } from './store/store.ts'

const EVERY_MS = 60_000

/** Once a minute: ends sessions that are over, with their connections, and forgets tokens and counters that are. */
export function keepHouse(
  store: Store,
  sessions: SessionKeeper,
  channel: Pick<Channel, 'cutSession'>,
  log: Log,
  now: () => number,
): () => void {
  const tidy = async (): Promise<void> => {
    for (const { key } of await sessions.purge()) channel.cutSession(key, 'expired')
    await Promise.all([store.tokens.purge(now()), store.limits.purge(now()), store.oauth.purge(now())])
  }
  const timer = setInterval(() => {
    tidy().catch((error: unknown) =>
      log.error({ err: error }, 'old sessions and tokens could not be removed'),
    )
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
