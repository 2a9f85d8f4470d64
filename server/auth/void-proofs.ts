import type { Tokens } from '../store/tokens.ts'
import { APP_SET_UP, PASSKEY_SET_UP } from './factors/factors.ts'
import { WAITING } from './factors/waiting.ts'
import { HASH_LOGIN } from './proof.ts'

/** Whatever somebody has shown on his way in, and has not come in with yet. */
const PROOFS = [HASH_LOGIN, WAITING, APP_SET_UP, PASSKEY_SET_UP] as const

/**
 * What was proved with a password or factors that hold no longer is worth nothing: whoever stands at the door with them
 * begins anew.
 */
export async function voidProofs(tokens: Pick<Tokens, 'invalidate'>, userId: string): Promise<void> {
  for (const purpose of PROOFS) await tokens.invalidate(purpose, userId)
}
