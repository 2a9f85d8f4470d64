import type { Channel } from '../http/parts.ts'
import { programKey } from '../oauth/programs.ts'
import type { Store } from '../store/store.ts'
import { PASSWORD_LINK, PIN_LINK } from './links.ts'
import { HASH_LOGIN } from './proof.ts'

/** What proved somebody before, or was to prove him, is worthless: links, codes, and tokens that stand for a password. */
export async function voidProofs({ store }: { store: Store }, userId: string): Promise<void> {
  const owned = (await store.memberships.entitledGateways(userId)).filter(({ role }) => role === 'owner')
  await Promise.all([
    store.tokens.invalidate(PASSWORD_LINK, userId),
    store.tokens.invalidate(HASH_LOGIN, userId),
    store.otps.forget(userId),
    ...owned.map(({ serialNumber }) => store.tokens.invalidate(PIN_LINK, serialNumber)),
  ])
}

/** No program acts for him any more. */
export async function endGrantsOf(
  { store, channel }: { store: Store; channel: Pick<Channel, 'cutSession'> },
  userId: string,
): Promise<void> {
  for (const grantId of await store.oauth.endAll({ userId }))
    channel.cutSession(programKey(grantId), 'logged_out')
}
