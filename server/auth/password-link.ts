import { randomUUID } from 'node:crypto'
import type { Store } from '../store/store.ts'
import { issueLink, PASSWORD_LINK } from './links.ts'

/** Stands for the account that there isn't yet. */
const FIRST_ADMINISTRATOR = 'first-administrator'

/** A link for the first administrator, who does not exist before it is used. The one before it is worthless. */
export const firstAdministratorLink = (store: Store, username: string, now: number): Promise<string> =>
  issueLink(store, { purpose: PASSWORD_LINK, subject: FIRST_ADMINISTRATOR, payload: { username }, now })

/**
 * Sets the password that the link is for and answers whose it is; undefined when the link is worth nothing (any more).
 * The first administrator runs the service and knows its policies: `policyVersion` counts as accepted.
 */
export function redeemPasswordLink(
  store: Store,
  token: string,
  { passwordHash, policyVersion, now }: { passwordHash: string; policyVersion: string; now: number },
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
      { passwordHash, policyVersion, at: now },
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
