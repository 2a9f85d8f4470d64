import type { operations } from '#schemas/generated/api/crm.ts'
import type { ContactRow } from '#schemas/generated/entities/contact-row.ts'
import type { Contact } from '#schemas/generated/entities/user.ts'
import { isProved } from '../../lib/contact.ts'
import { notFound } from '../../lib/refusal.ts'
import { fold } from '../../store/text.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

type Names =
  | 'listContacts'
  | 'addContact'
  | 'changeContact'
  | 'removeContact'
  | 'setContactNotifications'
  | 'verifyContact'
  | 'resendContactCode'

/** Where a person is reached. */
export function contactHandlers(parts: Parts): Pick<HandlersOf<operations>, Names> {
  const { store, contacts, settings } = parts
  const note = noteOf(parts)

  const assertOn = (host: string): void => {
    if (settings.of(host).flags.PROFILE_EDIT !== true)
      throw new Failure(409, [{ errorCode: 'PROFILE_EDIT_OFF' }])
  }

  return {
    async listContacts({ params: { id } }) {
      const account = await store.accounts.find(id)
      if (!account) throw notFound()
      const data = account.contact.map((contact) => rowOf(contact, account.username))
      return { data, count: data.length }
    },

    async addContact({ params: { id }, body, session, host }) {
      assertOn(host)
      const here = settings.of(host)
      if (body.contactType === 'email' && here.flags.USER_CAN_ADD_EMAIL_ADDRESS !== true)
        throw new Failure(409, [{ errorCode: 'CONTACT_EMAIL_OFF' }])
      await countAccount(parts, 'addContact', id)
      const contact = await contacts.add(id, body, here)
      await note(session, 'addContact', { userId: id })
      return rowOf(contact, '')
    },

    async changeContact({ params: { id, contactId }, body, session, host }) {
      assertOn(host)
      await contacts.change(id, contactId, body)
      await note(session, 'changeContact', { userId: id })
      return undefined
    },

    async removeContact({ params: { id, contactId }, session, host }) {
      assertOn(host)
      await contacts.remove(id, contactId)
      await note(session, 'removeContact', { userId: id })
      return undefined
    },

    async setContactNotifications({ params: { id }, body, session }) {
      await contacts.notify(id, body.contactIds)
      await note(session, 'setContactNotifications', { userId: id })
      return undefined
    },

    async verifyContact({ params: { id, contactId }, body, session }) {
      await countAccount(parts, 'verifyLink', id)
      await contacts.verify(id, contactId, body.otp)
      await note(session, 'verifyContact', { userId: id })
      return undefined
    },

    async resendContactCode({ params: { id, contactId } }) {
      await countAccount(parts, 'addContact', id)
      await contacts.resend(id, contactId)
      return undefined
    },
  }
}

const rowOf = (contact: Contact, username: string): ContactRow => ({
  ...{ _id: contact._id, contact: contact.contact, contactType: contact.contactType },
  label: contact.label ?? 'Default',
  isDefault: contact.isDefault === true,
  sendNotification: contact.sendNotification === true,
  verified: isProved(contact),
  isUsername: fold(contact.contact) === fold(username),
})
