import { randomUUID } from 'node:crypto'
import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { Contact } from '#schemas/generated/entities/user.ts'
import { isProved } from '../lib/contact.ts'
import { conflict, invalid, notFound } from '../lib/refusal.ts'
import type { BackgroundTasks } from '../outbound/background-tasks.ts'
import type { Settings } from '../settings.ts'
import type { Account } from '../store/people/accounts.ts'
import type { Store } from '../store/store.ts'
import { fold } from '../store/text.ts'
import type { Codes } from './codes.ts'

/** What a code is good for that proves a contact. */
const PROOF = 'contact'
/** With the country, as people dial it from anywhere. */
const PHONE = /^\+[1-9][0-9]{6,14}$/

interface Parts {
  store: Store
  codes: Pick<Codes, 'send' | 'redeem'>
  background: Pick<BackgroundTasks, 'later'>
}

type Wish = Pick<Contact, 'contact' | 'contactType' | 'label'>

/** Where a person is reached beside his user name; nothing is sent to a contact before a code has proved it (decision 0154). */
export class Contacts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async add(userId: string, { contactType, ...wish }: Wish, here: Settings): Promise<Contact> {
    const contact = contactType === 'email' ? emailOf(wish.contact, here) : phoneOf(wish.contact)
    const added: Contact = {
      ...{ _id: randomUUID(), contact, contactType, label: labelOf(wish.label ?? '') },
      ...{ isDefault: false, sendNotification: false, verified: false },
    }
    await this.#change(userId, (known) => {
      if (known.some((one) => fold(one.contact) === fold(contact))) throw conflict('CONTACT_KNOWN')
      if (known.length >= catalogue.limits.contactsOfPerson.value) throw conflict('CONTACTS_FULL')
      return [...known, added]
    })
    this.#sendCode(userId, added)
    return added
  }

  async change(
    userId: string,
    id: string,
    { label, isDefault }: Pick<Contact, 'label' | 'isDefault'>,
  ): Promise<void> {
    await this.#change(userId, (known) => {
      const one = found(known, id)
      if (isDefault === true && !isProved(one)) throw conflict('CONTACT_NOT_VERIFIED')
      return known.map((other) => {
        if (other._id === id)
          return {
            ...other,
            ...(label !== undefined && { label: labelOf(label) }),
            ...(isDefault === true && { isDefault }),
          }
        return isDefault === true && other.contactType === one.contactType
          ? { ...other, isDefault: false }
          : other
      })
    })
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.#change(userId, (known, { username }) => {
      const one = found(known, id)
      if (fold(one.contact) === fold(username)) throw conflict('CONTACT_IS_USERNAME')
      const rest = known.filter((other) => other !== one)
      const heir =
        one.isDefault && rest.find((other) => other.contactType === one.contactType && isProved(other))
      return rest.map((other) => (other === heir ? { ...other, isDefault: true } : other))
    })
  }

  /** Notifications go to these, and to no others. */
  async notify(userId: string, ids: readonly string[]): Promise<void> {
    await this.#change(userId, (known) => {
      if (ids.some((id) => !isProved(found(known, id)))) throw conflict('CONTACT_NOT_VERIFIED')
      return known.map((one) => ({ ...one, sendNotification: ids.includes(one._id) }))
    })
  }

  async resend(userId: string, id: string): Promise<void> {
    const one = found(await this.#of(userId), id)
    if (isProved(one)) throw conflict('CONTACT_VERIFIED')
    this.#sendCode(userId, one)
  }

  async verify(userId: string, id: string, otp: string): Promise<void> {
    const one = found(await this.#of(userId), id)
    if (isProved(one)) throw conflict('CONTACT_VERIFIED')
    const purpose = { userId, action: PROOF, uniqueIdentifier: id }
    if (!(await this.#parts.codes.redeem(purpose, otp))) throw invalid('/otp', undefined, 'OTP_INVALID')
    await this.#change(userId, (known) =>
      known.map((other) => (other._id === id ? { ...other, verified: true } : other)),
    )
  }

  async #of(userId: string): Promise<readonly Contact[]> {
    const account = await this.#parts.store.accounts.find(userId)
    if (!account) throw notFound()
    return account.contact
  }

  /** One change after the other: of two at once none is lost. */
  #change(
    userId: string,
    change: (known: readonly Contact[], account: Account) => readonly Contact[],
  ): Promise<void> {
    return this.#parts.store.atomically(async ({ accounts }) => {
      await accounts.hold(userId)
      const account = await accounts.find(userId)
      if (!account) throw notFound()
      await accounts.setContacts(userId, change(account.contact, account))
    })
  }

  #sendCode(userId: string, { _id, contact, contactType }: Contact): void {
    const { codes, background } = this.#parts
    background.later(() =>
      codes.send(
        { userId, action: PROOF, uniqueIdentifier: _id },
        { kind: contactType === 'email' ? 'contactMail' : 'contactPhone', to: contact },
      ),
    )
  }
}

function found(known: readonly Contact[], id: string): Contact {
  const one = known.find(({ _id }) => _id === id)
  if (!one) throw notFound()
  return one
}

const labelOf = (label: string): string => cleanName(label) || 'Default'

function emailOf(given: string, { flags }: Settings): string {
  const email = given.trim().toLowerCase()
  if (!new RegExp(String(flags.EMAIL_REGEX), 'u').test(email))
    throw invalid('/contact', undefined, 'INVALID_MAIL_FORMAT')
  return email
}

/** As people write it; a number without its country is a Swiss one. */
function phoneOf(given: string): string {
  const digits = given
    .replaceAll(/[\s()./-]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '+41')
  if (!PHONE.test(digits)) throw invalid('/contact', undefined, 'INVALID_PHONE')
  return digits
}
