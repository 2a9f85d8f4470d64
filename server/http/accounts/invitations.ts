import type { AccountRow } from '#schemas/generated/entities/account-row.ts'
import { limitAccount } from '../../auth/attempts.ts'
import { invitationLink, invite } from '../../auth/invitation.ts'
import { INVITATION_LINK } from '../../auth/links.ts'
import { faultsOfPerson } from '../../auth/registration.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Account } from '../../store/people/accounts.ts'
import type { Person } from '../../store/people/people.ts'
import type { Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

type Names = 'inviteAccount' | 'resendInvitation' | 'withdrawInvitation'

/** People who are asked to come: an account waits for each, which nobody but he can open. */
export function invitationHandlers(
  parts: Parts,
  rowOf: (person: Person, host: string) => AccountRow,
): Pick<Handlers, Names> {
  const { store, mails, settings, now } = parts

  const note = noteOf(parts)

  const write = (
    { username, preferredLanguage }: Pick<Account, 'username' | 'preferredLanguage'>,
    token: string,
  ) =>
    mails.post({
      kind: 'invitation',
      language: preferredLanguage,
      to: username,
      path: `/resetPassword/${token}?lang=${preferredLanguage}`,
    })

  /** Whom it is about; an account that waits for nobody is told apart from none. */
  const invited = async (id: string): Promise<Account> => {
    const account = await store.accounts.find(id)
    if (!account) throw notFound()
    return account
  }
  const notInvited = () => new Failure(409, [{ errorCode: 'NOT_INVITED' }])

  return {
    async inviteAccount({ body, session, host }) {
      const here = settings.of(host)
      // spec 1 §6: accounts come from the identity provider.
      if (here.flags.EXTERNAL_LOGIN === true) throw new Failure(403, [{ errorCode: 'REGISTRATION_OFF' }])
      const faults = faultsOfPerson(body, here)
      if (faults.length > 0) throw new Failure(400, faults)
      await limitAccount(store.limits, now(), 'inviteAccount', session.userId)
      const made = await invite(store, body, now())
      // Whoever asks this sees all accounts anyway.
      if (made === 'taken') throw new Failure(409, [{ errorCode: 'USERNAME_TAKEN', field: '/identity' }])
      if (made === 'invited') throw new Failure(409, [{ errorCode: 'ALREADY_INVITED', field: '/identity' }])
      await write(
        { username: body.identity.toLowerCase(), preferredLanguage: body.preferredLanguage },
        made.token,
      )
      await note(session, 'inviteAccount', { userId: made.id })
      const person = await store.people.find(made.id)
      if (!person) throw notFound()
      return rowOf(person, host)
    },

    async resendInvitation({ params: { id }, session }) {
      const account = await invited(id)
      await limitAccount(store.limits, now(), 'resendInvitation', id)
      const token = await store.atomically(async (within) =>
        (await within.accounts.renewInvitation(id, now())) ? invitationLink(within, id, now()) : undefined,
      )
      if (token === undefined) throw notInvited()
      await write(account, token)
      await note(session, 'resendInvitation', { userId: id })
      return undefined
    },

    async withdrawInvitation({ params: { id }, session }) {
      await invited(id)
      const gone = await store.atomically(async ({ accounts, tokens }) => {
        await tokens.invalidate(INVITATION_LINK, id)
        return accounts.removeInvited(id)
      })
      if (!gone) throw notInvited()
      await note(session, 'withdrawInvitation', { userId: id })
      return undefined
    },
  }
}
