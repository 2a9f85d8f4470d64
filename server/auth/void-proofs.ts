import type { Store } from '../store/store.ts'
import { APP_SET_UP, PASSKEY_SET_UP } from './factors/factors.ts'
import { WAITING } from './factors/waiting.ts'
import { INVITATION_LINK, PASSWORD_LINK, PIN_LINK } from './links.ts'
import { HASH_LOGIN } from './proof.ts'

/** Whatever somebody was sent, or has shown on his way in without having come in with it yet. */
const PROOFS = [PASSWORD_LINK, INVITATION_LINK, HASH_LOGIN, WAITING, APP_SET_UP, PASSKEY_SET_UP] as const

/**
 * What proved somebody before, or was to prove him, is worth nothing: links and codes that were sent, and what was shown
 * at the door with a password or factors that hold no longer.
 */
export async function voidProofs(
  { tokens, otps, memberships }: Pick<Store, 'tokens' | 'otps' | 'memberships'>,
  userId: string,
): Promise<void> {
  const owned = (await memberships.entitledGateways(userId)).filter(({ role }) => role === 'owner')
  await Promise.all([
    ...PROOFS.map((purpose) => tokens.invalidate(purpose, userId)),
    otps.forget(userId),
    ...owned.map(({ serialNumber }) => tokens.invalidate(PIN_LINK, serialNumber)),
  ])
}
