import { vi } from 'vitest'
import type { OutboxMessage } from '#schemas/generated/entities/outbox-message.ts'
import { type Site, stranger } from './kit.ts'

/** Mails leave beside the answer; a busy machine takes its time. */
const PATIENCE = { timeout: 20_000, interval: 20 }

/** How an administrator reads the outbox. */
export class Mailbox {
  readonly #site: Site
  readonly #reader: string

  constructor(site: Site, reader = 'demo-admin') {
    this.#site = site
    this.#reader = reader
  }

  /** All that was written to an address, newest first. */
  async to(address: string): Promise<readonly OutboxMessage[]> {
    const sessionId = await this.#site.sessionOf(this.#reader)
    const query = `limit=1000&searchText=${encodeURIComponent(address)}`
    const list = await this.#site.get(`/api/outbox?${query}`, sessionId)
    const { data } = list.json<{ data: OutboxMessage[] }>()
    const own = data.filter(({ to }) => to === address)
    return Promise.all(
      own.map(async ({ id }) => (await this.#site.get(`/api/outbox/${id}`, sessionId)).json<OutboxMessage>()),
    )
  }

  /** The newest to an address, once there are so many. */
  async newest(address: string, count = 1): Promise<OutboxMessage> {
    return vi.waitFor(async () => {
      const [first, ...others] = await this.to(address)
      if (!first || others.length + 1 < count) throw new Error(`${address} has ${others.length} mails`)
      return first
    }, PATIENCE)
  }

  /** The secret of the link in the newest mail. */
  async token(address: string, count = 1): Promise<string> {
    const { text = '' } = await this.newest(address, count)
    const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
    return new URL(link).pathname.split('/').at(-1) ?? ''
  }

  async code(address: string, count = 1): Promise<string> {
    const { text = '' } = await this.newest(address, count)
    return /^\d{6}$/m.exec(text)?.[0] ?? ''
  }
}

/** Reaches the outbox after everything that was asked for before: background tasks are run in their order. */
export async function settledMails(site: Site, mailbox: Mailbox): Promise<void> {
  const marker = `marker-${Math.random().toString(36).slice(2)}@gatehouse.test`
  await site.store.accounts.create(
    {
      id: marker.split('@')[0] ?? '',
      username: marker,
      groups: ['users'],
      preferredLanguage: 'ch_EN',
      contact: [],
    },
    { passwordHash: null, at: site.now, activated: false },
  )
  for (const _twice of [1, 2])
    await site.call('POST', '/api/auth/resendActivation', { body: { identity: marker } })
  await mailbox.newest(marker, 2)
}

let people = 0
/** A person whom nobody knows yet. */
export function newPerson(more: Readonly<Record<string, unknown>> = {}) {
  people++
  const identity = `person-${process.pid}-${people}@gatehouse.test`
  return {
    firstName: 'Anna-Lena',
    lastName: "D'Amico",
    gender: 'female',
    identity,
    secret: 'Gatehouse-New-1',
    confirmation: 'Gatehouse-New-1',
    preferredLanguage: 'ch_EN',
    contact: [{ label: 'Default', contact: identity, isDefault: true, contactType: 'email' }],
    userOnBoardingSource: 'SELFCARE',
    agreeRegister: true,
    isPrivacyPolicyAccepted: true,
    areTermsOfServiceAccepted: true,
    ...more,
  }
}

/** Somebody with an account, who is signed in; one mail was written to him. */
export async function somebodyAt(site: Site, mailbox: Mailbox) {
  const person = newPerson()
  const headers = () => ({ 'x-forwarded-for': stranger() })
  const registered = await site.call('POST', '/api/auth/register', { body: person, headers: headers() })
  const { key } = registered.json<{ key: string }>()
  const token = await mailbox.token(person.identity)
  await site.call('GET', `/api/auth/activate/${token}`, { headers: { ...headers(), 'x-activation': key } })
  return { ...person, ...(await site.signIn(person)) }
}
