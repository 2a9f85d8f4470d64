import type { Channel } from '../lib/channel/port.ts'
import { programKey } from '../oauth/programs.ts'
import type { Store } from '../store/store.ts'

type Parts = { store: Store; channel: Pick<Channel, 'cutSession'> }
type Reason = Parameters<Channel['cutSession']>[1]

/**
 * Ends all sessions of a user, but for one if asked. Connections are cut before and after: the channel notices by
 * itself when a session is gone, and would not know why.
 */
export async function endSessionsOf(
  { store, channel }: Parts,
  userId: string,
  reason: Reason,
  exceptKey?: string,
): Promise<void> {
  for (const { key } of await store.sessions.ofUser(userId))
    if (key !== exceptKey) channel.cutSession(key, reason)
  for (const { key } of await store.sessions.endAll(userId, exceptKey)) channel.cutSession(key, reason)
}

/** Ends what programs were given in somebody's name, and cuts them off. */
export async function endProgramsOf({ store, channel }: Parts, userId: string): Promise<void> {
  for (const grantId of await store.oauth.endAll({ userId }))
    channel.cutSession(programKey(grantId), 'logged_out')
}

export async function endSession({ store, channel }: Parts, key: string, reason: Reason): Promise<void> {
  channel.cutSession(key, reason)
  await store.sessions.end(key)
  channel.cutSession(key, reason)
}
