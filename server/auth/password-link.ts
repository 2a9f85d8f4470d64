import { randomBytes, randomUUID } from 'node:crypto'
import type { Store } from '../store/store.ts'

/** Purpose of the tokens with which a password is set. */
export const PASSWORD_LINK = 'password'

/** at most an hour. */
const LIFE_MS = 60 * 60_000
/** Stands for the account that there isn't yet. */
const FIRST_ADMINISTRATOR = 'first-administrator'

/** A link for the first administrator, who does not exist before it is used. The one before it is worthless. */
export async function firstAdministratorLink(store: Store, username: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await store.tokens.replace({
    token,
    purpose: PASSWORD_LINK,
    subject: FIRST_ADMINISTRATOR,
    payload: { username },
    expiresAt: now + LIFE_MS,
  })
  return token
}

/** Sets the password that the link is for and answers whose it is; undefined when the link is worth nothing (any more). */
export function redeemPasswordLink(
  store: Store,
  token: string,
  passwordHash: string,
  now: number,
): Promise<string | undefined> {
  return store.atomically(async ({ tokens, accounts }) => {
    const link = await tokens.take(PASSWORD_LINK, token, now)
    if (!link) return undefined
    if (link.subject !== FIRST_ADMINISTRATOR)
      return (await accounts.setPasswordHash(link.subject, passwordHash)) ? link.subject : undefined
    // Another link may have been used meanwhile, by another replica.
    if ((await accounts.count('admin')) > 0) return undefined
    const { username } = link.payload as { username: string }
    const id = randomUUID()
    await accounts.create(
      { id, username, groups: ['admin'], preferredLanguage: 'ch_DE', contact: [contactOf(username)] },
      { passwordHash, at: now },
    )
    return id
  })
}

const contactOf = (email: string) => ({
  _id: randomUUID(),
  contact: email,
  contactType: 'email' as const,
  isDefault: true,
})
