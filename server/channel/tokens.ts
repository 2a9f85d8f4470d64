import { randomBytes } from 'node:crypto'
import type { SessionRecord } from '#server/store/people/sessions.ts'
import type { Store } from '#server/store/store.ts'

const PURPOSE = 'channel'
const LIFE_MS = 5 * 60_000

export interface ChannelToken {
  token: string
  /** Names the session on the channel without giving it away. */
  sessionKey: string
  userId: string
  /** Epoch ms. */
  expiresAt: number
}

type Tokens = Pick<Store['tokens'], 'put' | 'peek'>

/**
 * A reference token for the message channel: five minutes, this purpose, this session. Within its life it may open
 * several connections (a reconnect after a short cut needs no call), but it dies with its session.
 */
export async function issueChannelToken(
  tokens: Tokens,
  session: Pick<SessionRecord, 'key' | 'userId'>,
  now: number,
): Promise<ChannelToken> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = now + LIFE_MS
  await tokens.put({ token, purpose: PURPOSE, subject: session.key, expiresAt })
  return { token, sessionKey: session.key, userId: session.userId, expiresAt }
}

/** The key of the session that a token was issued for; undefined when the token is over. */
export async function sessionKeyOf(tokens: Tokens, token: string, now: number): Promise<string | undefined> {
  return (await tokens.peek(PURPOSE, token, now))?.subject
}
