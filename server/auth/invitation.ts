import { randomUUID } from 'node:crypto'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { Invitation } from '#schemas/generated/entities/invitation.ts'
import { ConflictError } from '../store/errors.ts'
import { INVITATION } from '../store/people/accounts.ts'
import type { Repositories, Store } from '../store/store.ts'
import { ACTIVATION, INVITATION_LINK, INVITATION_MS, issueLink } from './links.ts'

/** The link with which somebody who is invited comes in. The one before it is worthless. */
export const invitationLink = (
  within: Pick<Repositories, 'tokens'>,
  userId: string,
  now: number,
): Promise<string> =>
  issueLink(within, { purpose: INVITATION_LINK, subject: userId, now, lifeMs: INVITATION_MS })

/**
 * Makes an account that waits for its owner; who it is, or why there is none. One that somebody has registered and never
 * activated has proved nothing and gives way.
 */
export async function invite(
  store: Store,
  { identity, firstName, lastName, preferredLanguage }: Invitation,
  now: number,
): Promise<{ id: string; token: string } | 'taken' | 'invited'> {
  const username = identity.toLowerCase()
  const id = randomUUID()
  try {
    return await store.atomically(async (within) => {
      const { accounts, tokens, people } = within
      const known = await accounts.credentials(username)
      const person = known && (await people.find(known.account.id))
      if (person?.state === 'invited') return 'invited'
      if (person && person.state !== 'inactive') return 'taken'
      if (person) {
        await accounts.remove(person.id)
        await tokens.invalidate(ACTIVATION, person.id)
      }
      await accounts.create(
        {
          id,
          username,
          firstName: cleanName(firstName),
          lastName: cleanName(lastName),
          groups: ['users'],
          preferredLanguage,
          contact: [
            { _id: randomUUID(), label: 'Default', contact: username, contactType: 'email', isDefault: true },
          ],
        },
        { passwordHash: null, activated: false, at: now, onBoardingSource: INVITATION },
      )
      return { id, token: await invitationLink(within, id, now) }
    })
  } catch (error) {
    // Two who invite the same person at once.
    if (error instanceof ConflictError) return 'invited'
    throw error
  }
}
