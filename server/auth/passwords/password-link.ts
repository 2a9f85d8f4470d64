import { randomUUID } from 'node:crypto'
import type { TakenToken } from '../../store/people/tokens.ts'
import type { Store } from '../../store/store.ts'
import { INVITATION_LINK, issueLink, PASSWORD_LINK } from '../links.ts'

/** Stands for the account that there isn't yet. */
const FIRST_ADMINISTRATOR = 'first-administrator'

/** A link for the first administrator, who does not exist before it is used. The one before it is worthless. */
export const firstAdministratorLink = (store: Store, username: string, now: number): Promise<string> =>
  issueLink(store, { purpose: PASSWORD_LINK, subject: FIRST_ADMINISTRATOR, payload: { username }, now })

/** Whom a link is for, as long as it is worth something. */
export const lookAtPasswordLink = async (
  { tokens }: Pick<Store, 'tokens'>,
  token: string,
  now: number,
): Promise<TakenToken | undefined> =>
  (await tokens.peek(PASSWORD_LINK, token, now)) ?? tokens.peek(INVITATION_LINK, token, now)

/** What came of a link: whose password it has set, and whether it was his first, to which he was invited. */
export interface Redeemed {
  userId: string
  invited: boolean
}

/**
 * Sets the password that the link is for and answers whose it is; undefined when the link is worth nothing (any more).
 * The first administrator runs the service and knows its policies: `policyVersion` counts as accepted.
 */
export function redeemPasswordLink(
  store: Store,
  token: string,
  { passwordHash, policyVersion, now }: { passwordHash: string; policyVersion: string; now: number },
): Promise<Redeemed | undefined> {
  return store.atomically(async ({ tokens, accounts }) => {
    const link = await tokens.take(PASSWORD_LINK, token, now)
    if (!link) {
      const invitation = await tokens.take(INVITATION_LINK, token, now)
      const userId = invitation?.subject ?? ''
      // He may have been removed, or have come in otherwise meanwhile.
      if (!(await accounts.activate(userId, now))) return undefined
      await accounts.setPasswordHash(userId, passwordHash)
      return { userId, invited: true }
    }
    if (link.subject !== FIRST_ADMINISTRATOR) {
      const userId = link.subject
      return (await accounts.setPasswordHash(userId, passwordHash)) ? { userId, invited: false } : undefined
    }
    // Another link may have been used meanwhile, by another replica.
    if ((await accounts.count('admin')) > 0) return undefined
    const { username } = link.payload as { username: string }
    const id = randomUUID()
    await accounts.create(
      { id, username, groups: ['admin'], preferredLanguage: 'ch_DE', contact: [contactOf(username)] },
      { passwordHash, policyVersion, at: now },
    )
    return { userId: id, invited: false }
  })
}

const contactOf = (email: string) => ({
  _id: randomUUID(),
  contact: email,
  contactType: 'email' as const,
  isDefault: true,
})
