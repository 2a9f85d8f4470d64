import type { Contact } from '#schemas/generated/entities/user.ts'
import { isProved } from '../lib/contact.ts'
import type { MessageChannel, MessageState, SealedMessage } from '../store/outbox.ts'
import type { Account } from '../store/people/accounts.ts'
import type { Store } from '../store/store.ts'
import type { Wake } from './carriers/carrier.ts'
import type { Mails } from './mails.ts'
import type { Outbound } from './outbound.ts'
import { heldBack } from './quiet.ts'

/** By what a person is reached outside of the app. */
export type Way = 'email' | 'push' | 'sms' | 'call' | 'whatsapp'

/** Something to tell one person by one way. */
export interface Message {
  /**
   * Its name for good, e.g. `alarm/<notification>/<step>`: whoever was interrupted sends it again under the same name, and
   * nobody is told twice.
   */
  message: string
  userId: string
  way: Way
  title: string
  text: string
  /** Of the page of ours that it is about. */
  path?: string
  /** It gets through quiet hours, and has a limit of its own. */
  urgent: boolean
  /** Id of the alarm's notification that one may react to right from it. */
  reactTo?: string
  /** Of a push: what one may answer right from it, and of which notification. */
  answers?: { of: string; answers: readonly { id: string; label: string }[] }
  /** Of a push: id of the one device that is meant. */
  device?: string
  /** The words of a mail around it; unless said otherwise those of what a gateway has to say. */
  letter?: 'message' | 'announcement' | 'newsletter'
  /** Of a mail: id of a file that goes with it. */
  file?: string
  /** Of a mail that somebody need not get: the secret of the link that ends such mails. */
  unsubscribe?: string
}

/** What became of a message at one of the addresses that a person has for a way. */
export interface Receipt {
  way: Way
  userId: string
  /** As people read it: an address, a number, or the device that is woken. */
  to: string
  /** outbox: nothing is configured that carries it. */
  state: MessageState
  /** `no_address`, `too_many`, `gone`, or what the provider said. */
  reason?: string
  at: number
}

interface Parts {
  store: Pick<Store, 'accounts' | 'limits' | 'outbox' | 'pushSubscriptions' | 'quietHours'>
  outbound: Pick<Outbound, 'postNamed' | 'noteFailed'>
  mails: Pick<Mails, 'letter' | 'push'>
  now(): number
}

const CHANNELS: Readonly<Record<Way, MessageChannel>> = {
  ...{ email: 'mail', push: 'push', sms: 'sms', call: 'call', whatsapp: 'whatsapp' },
}
const WAYS = new Map(Object.entries(CHANNELS).map(([way, channel]) => [channel, way as Way]))

const HOUR = 3_600_000
/** To one person in an hour: more is no news but a fault. What is urgent is counted by itself. */
const MOST: Readonly<Record<Way, number>> = { email: 30, push: 120, sms: 20, call: 10, whatsapp: 30 }
/** What is said in one piece is no longer than this: a WhatsApp title has 60 characters, its text 1024 (spec 3 §5). */
const MOST_SAID: Readonly<Record<Exclude<Way, 'email' | 'push'>, number>> = {
  ...{ sms: 450, call: 450, whatsapp: 1086 },
}

interface Addressee {
  to: string
  target: string
  /** Epoch ms before which it is not sent. */
  dueAt?: number
}

/** Tells people something by the ways that lead out of the house: one interface, whatever carries it (decision 0158). */
export class Messenger {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Resolves when it is kept, or is certain not to arrive, which its receipts say. Rejects only when the store does. */
  async send(message: Message): Promise<void> {
    const { store } = this.#parts
    const account = await store.accounts.find(message.userId)
    if (!account) return
    // Of what is known already the rest is kept: whoever sent it may have been interrupted. It is not counted again.
    const known = await store.outbox.named([message.message])
    const isKnown = known.some(
      ({ channel, userId }) => channel === CHANNELS[message.way] && userId === account.id,
    )
    if (!isKnown && !(await this.#allowed(message))) return this.#failed(message, account, 'too_many')
    if (message.way === 'push') return this.#wake(message, account)
    const addressees = addresseesOf(account, message.way)
    if (addressees.length === 0) return this.#failed(message, account, 'no_address')
    for (const addressee of addressees) await this.#post(message, account, addressee)
  }

  /** By the names that were given to the messages; what was never sent is not there. */
  async receipts(messages: readonly string[]): Promise<ReadonlyMap<string, readonly Receipt[]>> {
    const rows = await this.#parts.store.outbox.named(messages)
    return new Map(
      messages.map((name) => [
        name,
        rows.filter(({ message }) => message === name).flatMap((row) => receiptOf(row) ?? []),
      ]),
    )
  }

  /** Whether the person has anything that this way leads to. */
  async reaches(userId: string, way: Way): Promise<boolean> {
    const { accounts, pushSubscriptions } = this.#parts.store
    if (way === 'push') return (await pushSubscriptions.ofUser(userId)).length > 0
    const account = await accounts.find(userId)
    return account !== undefined && addresseesOf(account, way).length > 0
  }

  async #wake(message: Message, account: Account): Promise<void> {
    const { store, now } = this.#parts
    const [devices, hours] = await Promise.all([
      store.pushSubscriptions.ofUser(account.id),
      store.quietHours.find(account.id),
    ])
    const meant = devices.filter(({ id }) => message.device === undefined || id === message.device)
    if (meant.length === 0) return this.#failed(message, account, 'no_address')
    for (const { id, label, mode } of meant) {
      const held = heldBack(mode, message.urgent, hours, now())
      if (held.kind === 'never') continue
      const addressee = { to: label, target: id }
      if (held.kind === 'now') await this.#post(message, account, addressee)
      else await this.#gather(message, account, { ...addressee, dueAt: held.at })
    }
  }

  /** Whatever comes in the quiet hours, one notification at their end says how many they were. */
  async #gather(
    { message: held }: Message,
    account: Account,
    { target, dueAt, to }: Required<Addressee>,
  ): Promise<void> {
    const { store, mails, now } = this.#parts
    const { title, text, several } = mails.push(account.preferredLanguage).gathered
    const message = `quiet/${target}/${dueAt}`
    // Counted first: whoever is interrupted in between comes again, and is counted once.
    await store.outbox.gather(message, held, now())
    const gathered: Message = { message, userId: account.id, way: 'push', title, text, urgent: false }
    await this.#post(gathered, account, { to, target, dueAt }, several)
  }

  async #post(
    message: Message,
    account: Account,
    { to, target, dueAt }: Addressee,
    several?: string,
  ): Promise<void> {
    const { outbound, mails } = this.#parts
    const { userId, way, title, text, path, letter: kind = 'message', unsubscribe, file } = message
    const language = account.preferredLanguage
    const letter =
      way === 'email'
        ? mails.letter({
            ...{ kind, language, to, facts: { title, text: text || title } },
            ...(path !== undefined && { path }),
            ...(unsubscribe !== undefined && { unsubscribe }),
          })
        : { to, subject: title, text: way === 'push' ? text : said(title, text, MOST_SAID[way]), html: '' }
    await outbound.postNamed({
      ...letter,
      ...(way === 'email' && file !== undefined && { file }),
      ...{ channel: CHANNELS[way], userId, message: message.message, target },
      ...(way === 'push' && { wake: wakeOf(message, mails.push(language)) }),
      ...(dueAt !== undefined && { dueAt }),
      ...(several !== undefined && { several }),
    })
  }

  async #failed({ way, message, title }: Message, { id, username }: Account, why: string): Promise<void> {
    await this.#parts.outbound.noteFailed(
      { channel: CHANNELS[way], userId: id, message, to: username, subject: title },
      why,
    )
  }

  async #allowed({ way, userId, urgent }: Message): Promise<boolean> {
    const { store, now } = this.#parts
    const key = `way/${way}${urgent ? '/urgent' : ''}/${userId}`
    return (await store.limits.hit(key, HOUR, MOST[way], now())).allowed
  }
}

/** To those that the person wants notifications at, else to the one that is his default; never to one that nobody has proved. */
export function addresseesOf(
  { contact, username }: Pick<Account, 'contact' | 'username'>,
  way: Exclude<Way, 'push'>,
): readonly Addressee[] {
  const type = way === 'email' ? 'email' : 'phone'
  const proved = contact.filter((one) => one.contactType === type && isProved(one))
  const wanted = proved.filter(({ sendNotification }) => sendNotification)
  const chosen = wanted.length > 0 ? wanted : [proved.find(({ isDefault }) => isDefault) ?? proved[0]]
  const addressees = chosen.flatMap((one: Contact | undefined) =>
    one ? [{ to: one.contact, target: one._id }] : [],
  )
  if (addressees.length > 0 || way !== 'email' || !username.includes('@')) return addressees
  return [{ to: username, target: '' }]
}

const wakeOf = (
  { message, path = '/', urgent, reactTo, answers }: Message,
  { react: label, reaction: text, failed, answer }: ReturnType<Mails['push']>,
): Wake => ({
  ...{ path, urgent, tag: message },
  ...(reactTo !== undefined && { react: { id: reactTo, label, text, failed } }),
  ...(answers && { ask: { id: answers.of, answers: answers.answers, ...answer } }),
})

const said = (title: string, text: string, most: number): string => {
  const whole = [title, text].filter((one) => one !== '').join(': ')
  const characters = [...whole.replaceAll(/\s*\n\s*/g, ', ')]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}

function receiptOf({ channel, userId, to, state, error, at }: SealedMessage): Receipt | undefined {
  const way = WAYS.get(channel)
  if (way === undefined || userId === undefined) return undefined
  return { way, userId, to, state, ...(error !== undefined && { reason: error }), at }
}
