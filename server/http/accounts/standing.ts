import { limitAccount } from '../../auth/attempts.ts'
import { barOf } from '../../auth/closed.ts'
import { disable } from '../../auth/disabling.ts'
import { issueLink, PASSWORD_LINK } from '../../auth/links.ts'
import { comesFromProvider } from '../../auth/provider-only.ts'
import { conflict, notFound } from '../../lib/refusal.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import type { Handlers } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

type Names = 'sendPasswordLink' | 'disableAccount' | 'enableAccount'

/** Whether somebody else gets into his account: a way back by mail, and shutting it. */
export function standingHandlers(parts: Parts): Pick<Handlers, Names> {
  const { store, mails, now } = parts

  const note = noteOf(parts)

  /** One's own is changed where one's own is changed. */
  const assertOther = (id: string, { userId }: SessionRecord): void => {
    if (id === userId) throw conflict('OWN_ACCOUNT')
  }

  return {
    async sendPasswordLink({ params: { id }, session }) {
      assertOther(id, session)
      const account = await store.accounts.find(id)
      const known = account && (await store.accounts.credentials(account.username))
      if (!known) throw notFound()
      if (barOf(known) !== undefined) throw conflict('ACCOUNT_NOT_IN_USE')
      const { username, preferredLanguage } = known.account
      // The first administrator may have a name that is no address.
      if (!username.includes('@')) throw conflict('NO_MAIL_ADDRESS')
      if (await comesFromProvider(store, id)) throw conflict('PASSWORD_AT_PROVIDER')
      await limitAccount(store.limits, now(), 'sendPasswordLink', id)
      const token = await issueLink(store, { purpose: PASSWORD_LINK, subject: id, now: now() })
      await mails.post({
        kind: 'passwordLink',
        language: preferredLanguage,
        to: username,
        path: `/resetPassword/${token}?lang=${preferredLanguage}`,
      })
      await note(session, 'sendPasswordLink', { userId: id })
      return undefined
    },

    async disableAccount({ params: { id }, session }) {
      assertOther(id, session)
      const result = await disable(parts, id)
      if (result === 'lastAdministrator') throw conflict('LAST_ADMINISTRATOR')
      if (result === 'notInUse') throw conflict('ACCOUNT_NOT_IN_USE')
      if (result === 'done') await note(session, 'disableAccount', { userId: id })
      return undefined
    },

    async enableAccount({ params: { id }, session }) {
      if (await store.accounts.enable(id)) await note(session, 'enableAccount', { userId: id })
      else if (!(await store.accounts.find(id))) throw notFound()
      return undefined
    },
  }
}
