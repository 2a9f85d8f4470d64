import { randomUUID } from 'node:crypto'
import { ConflictError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import type { ExternalPerson } from './identity-provider.ts'

/**
 * The account of a person at an identity provider, by issuer and subject and nothing else: whoever gets hold of an
 * e-mail address gets no account with it. undefined = there is none and none may be made.
 */
export async function accountOf(
  store: Store,
  person: ExternalPerson,
  { create, language, now }: { create: boolean; language: 'ch_DE' | 'ch_EN'; now: number },
): Promise<string | undefined> {
  const { issuer, subject } = person
  const known = await store.externalIdentities.userOf(issuer, subject)
  if (known !== undefined || !create) return known
  // A name that somebody has already stays his; the newcomer gets one that only he can have.
  const own = `${subject}@${new URL(issuer).host}`
  const names = person.email === undefined ? [own] : [person.email, own]
  for (const username of names) {
    try {
      return await store.atomically(async ({ accounts, externalIdentities }) => {
        const userId = randomUUID()
        await accounts.create(
          {
            id: userId,
            username,
            ...(person.givenName === undefined ? {} : { firstName: person.givenName }),
            ...(person.familyName === undefined ? {} : { lastName: person.familyName }),
            groups: ['users'],
            preferredLanguage: language,
            contact: person.email === undefined ? [] : [emailOf(person.email)],
          },
          { passwordHash: null, at: now },
        )
        await externalIdentities.add({ issuer, subject, userId, at: now })
        return userId
      })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      // Another first sign-in of the same person may have been faster.
      const meanwhile = await store.externalIdentities.userOf(issuer, subject)
      if (meanwhile !== undefined) return meanwhile
    }
  }
  throw new ConflictError('the account of an external person')
}

const emailOf = (contact: string) => ({
  _id: randomUUID(),
  contact,
  contactType: 'email' as const,
  isDefault: true,
})
