import { randomBytes } from 'node:crypto'
import type { Repositories } from '../store/store.ts'

/** at most an hour. */
const LINK_MS = 60 * 60_000

/** Purposes of the tokens in links. */
export const ACTIVATION = 'activation'
/** Keeps a used link apart from one that never was: whoever clicks twice hears that the account is activated. */
export const ACTIVATED = 'activated'
/** What whoever registered keeps: shown with the link, it proves that the password is his. */
export const REGISTRATION = 'registration'
/** Whoever registered and never followed a link: his address is free again, and nothing of him is kept. */
export const UNACTIVATED_MS = 14 * 24 * 60 * 60_000
export const PASSWORD_LINK = 'password'
/** Sets the first password of whom an administrator has invited, and opens the account. */
export const INVITATION_LINK = 'invitation'
/** Whoever is invited may be on holiday; until he comes nothing is in the account. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000
export const PIN_LINK = 'pin'

/** A new one-time secret for a link. The one before it, for the same, is worthless. */
export async function issueLink(
  { tokens }: Pick<Repositories, 'tokens'>,
  {
    purpose,
    subject,
    payload,
    now,
    lifeMs = LINK_MS,
  }: { purpose: string; subject: string; payload?: unknown; now: number; lifeMs?: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tokens.replace({ token, purpose, subject, payload, expiresAt: now + lifeMs })
  return token
}
