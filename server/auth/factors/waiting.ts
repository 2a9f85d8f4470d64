import { randomBytes } from 'node:crypto'
import type { Store } from '../../store/store.ts'

/** By what somebody has shown who he is. */
export type FirstProof = 'password' | 'mail' | 'external' | 'passkey' | 'gateway'

/** A sign-in whose first proof was right and whose second is missing. */
export interface WaitingSignIn {
  userId: string
  by: FirstProof
  /** What a passkey is asked to sign. */
  challenge?: string
  /** The account has no second factor and must set one up. */
  setUp?: true
}

/** Purpose of their tokens. */
export const WAITING = 'secondFactor'
const ASK_MS = 5 * 60_000
/** Whoever has to fetch an app first takes his time. */
const SET_UP_MS = 20 * 60_000

type Tokens = Pick<Store['tokens'], 'put' | 'peek' | 'take'>

/** Sign-ins under way; the caller alone holds the token. */
export async function letWait(tokens: Tokens, { userId, ...payload }: WaitingSignIn, now: number) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = now + (payload.setUp ? SET_UP_MS : ASK_MS)
  await tokens.put({ token, purpose: WAITING, subject: userId, payload, expiresAt })
  return { token, expiresAt }
}

/** Looked at first: what is wrong may be tried again. */
export async function waiting(
  { tokens }: { tokens: Tokens },
  token: string,
  now: number,
): Promise<WaitingSignIn | undefined> {
  const found = await tokens.peek(WAITING, token, now)
  return found && { userId: found.subject, ...(found.payload as Omit<WaitingSignIn, 'userId'>) }
}

/** True for exactly one caller, who then is in. */
export const goOn = async ({ tokens }: { tokens: Tokens }, token: string, now: number): Promise<boolean> =>
  (await tokens.take(WAITING, token, now)) !== undefined
