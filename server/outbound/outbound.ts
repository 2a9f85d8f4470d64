import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { type Addressed, type MessageChannel, messageChannels, type SealedMessage } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import { type Carrier, DeliveryError, type Wake } from './carriers/carrier.ts'
import type { Letter } from './letter.ts'
import type { Seal } from './seal.ts'

/** Pauses before a letter is tried again; after the last it has failed: its links are over by then. */
const PAUSES_MS = [15_000, 60_000, 240_000, 900_000, 1_800_000]
/** What tells somebody of something is worth more tries: a provider that is down for an hour or two loses none of it. */
const LONG_PAUSES_MS = [10_000, 30_000, 120_000, 300_000, 900_000, 1_800_000, 1_800_000, 3_600_000]
/** Whoever took a letter has this long to send it before somebody else does. */
const CLAIM_MS = 120_000
const LOOK_EVERY_MS = 5000
/** Links live an hour at most; what is kept here need not live longer than a day. */
const TEXTS_MS = 24 * 3_600_000
const MESSAGES_MS = 30 * 24 * 3_600_000

interface Parts {
  store: Pick<Store, 'outbox' | 'audit' | 'announcementFiles'>
  seal: Seal
  /** What none of these carries stays here, where an administrator reads it. */
  carriers: Carriers
  log: Log
  metrics: Metrics
  now(): number
}

export type Carriers = Readonly<Partial<Record<MessageChannel, Carrier>>>

/** What of a letter is for nobody else to read. */
interface Inside extends Pick<Letter, 'text' | 'html' | 'unsubscribe' | 'file'> {
  wake?: Wake
  /** In place of the text, where it stands for several by the time it is sent; {{count}} says how many. */
  several?: string
}
const inside = ({
  text,
  html,
  unsubscribe,
  file,
  wake,
  several,
}: Letter & Pick<Inside, 'wake' | 'several'>): Inside => ({
  text,
  html,
  ...(unsubscribe !== undefined && { unsubscribe }),
  ...(file !== undefined && { file }),
  ...(wake && { wake }),
  ...(several !== undefined && { several }),
})

/** A message to one address of a person, by a name of its sender's: it is kept once, however often it is posted. */
export interface Named extends Letter, Required<Pick<Addressed, 'userId' | 'message'>> {
  channel: MessageChannel
  target?: string
  wake?: Wake
  several?: string
  /** Epoch ms before which it is not sent. */
  dueAt?: number
}

/** What leaves this server for people: kept first, then delivered, again and again if need be. */
export class Outbound {
  readonly #parts: Parts
  #posted = 0
  #timer: NodeJS.Timeout | undefined
  /** A way whose provider hangs holds up none of the others. */
  readonly #delivering = new Map<MessageChannel, Promise<void>>()
  /** What has left, and could not be written down as sent so far: the disk is full. */
  #left: readonly SealedMessage[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    const all = (): void => {
      for (const channel of messageChannels) this.#deliver(channel)
    }
    this.#timer = setInterval(all, LOOK_EVERY_MS)
    this.#timer.unref()
    all()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#delivering.values())
    for (const carrier of Object.values(this.#parts.carriers)) carrier.close?.()
  }

  /** Whether something here carries it; if not, it stays in the outbox. */
  carries(channel: MessageChannel): boolean {
    return this.#parts.carriers[channel] !== undefined
  }

  /** Kept when this resolves; delivered soon after. */
  async post(letter: Letter): Promise<void> {
    await this.#put('mail', letter)
  }

  /** A text message, with nothing but its text. */
  async postText(to: string, text: string): Promise<void> {
    await this.#put('sms', { to, subject: '', text, html: '' })
  }

  /** False: it is known already. */
  postNamed({ channel, ...message }: Named): Promise<boolean> {
    return this.#put(channel, message)
  }

  /** It can't be sent, and says so for good. */
  async noteFailed(
    {
      channel,
      userId,
      message,
      target,
      to,
      subject,
    }: Omit<Named, 'text' | 'html' | 'wake' | 'several' | 'dueAt'>,
    error: string,
  ): Promise<boolean> {
    const { store, now } = this.#parts
    const added = await store.outbox.put({
      ...{ id: this.#nextId(), at: now(), channel, to, subject, state: 'failed', error },
      ...{ userId, message, ...(target !== undefined && { target }) },
    })
    if (added) await this.#note({ channel, userId, message, target }, error)
    return added
  }

  async #put(
    channel: MessageChannel,
    { userId, message, target, dueAt, ...letter }: Letter & Partial<Omit<Named, 'channel'>>,
  ): Promise<boolean> {
    const { store, seal, carriers, now } = this.#parts
    const added = await store.outbox.put({
      ...{ id: this.#nextId(), at: now(), channel, to: letter.to, subject: letter.subject },
      state: carriers[channel] ? 'waiting' : 'outbox',
      sealed: seal.close(JSON.stringify(inside(letter))),
      ...(userId !== undefined && { userId }),
      ...(message !== undefined && { message }),
      ...(target !== undefined && { target }),
      ...(dueAt !== undefined && { dueAt }),
    })
    this.#deliver(channel)
    return added
  }

  /** Who was told of what by which way stands in the log, as soon as it is certain; never the words. */
  async #note(
    { channel, userId, message, target }: Pick<SealedMessage, 'channel' | 'userId' | 'message' | 'target'>,
    failure?: string,
  ): Promise<void> {
    if (message === undefined) return
    const { store, carriers, now } = this.#parts
    carriers[channel]?.settled?.({ message, target, failure })
    await store.audit.append({
      ...{ who: 'system', what: 'sendMessage', at: now() },
      result: failure === undefined ? 'ok' : 'failed',
      facts: { channel, userId, message, ...(failure !== undefined && { reason: failure.slice(0, 200) }) },
    })
  }

  /** Sorts by time, then by the order in which letters were posted. */
  #nextId(): string {
    this.#posted++
    const time = Math.trunc(this.#parts.now()).toString(36).padStart(9, '0')
    const order = (this.#posted % 36 ** 4).toString(36).padStart(4, '0')
    return `${time}${order}${randomBytes(9).toString('base64url')}`
  }

  /** Text and HTML of a message; nothing when they are gone. */
  read({ sealed }: Pick<SealedMessage, 'sealed'>): Partial<Inside> {
    const text = sealed === undefined ? undefined : this.#parts.seal.open(sealed)
    return text === undefined ? {} : (JSON.parse(text) as Inside)
  }

  async purge(): Promise<void> {
    const now = this.#parts.now()
    await this.#parts.store.outbox.purge({ texts: now - TEXTS_MS, messages: now - MESSAGES_MS })
  }

  /** Everything that is due, one after the other. */
  async deliverDue(): Promise<void> {
    await Promise.all(messageChannels.map((channel) => this.#deliverAll(channel)))
  }

  async #deliverAll(channel: MessageChannel): Promise<void> {
    const { store, carriers, now } = this.#parts
    const carrier = carriers[channel]
    if (!carrier) return
    for (;;) {
      // As long as it cannot be written down what has left, nothing more leaves: it would leave twice.
      for (const message of this.#left.filter((one) => one.channel === channel)) await this.#sent(message)
      const message = await store.outbox.claim(channel, now(), now() + CLAIM_MS)
      if (!message) return
      await this.#send(message, carrier)
    }
  }

  #deliver(channel: MessageChannel): void {
    if (!this.#parts.carriers[channel] || this.#delivering.has(channel)) return
    const delivering = this.#deliverAll(channel)
      .catch((error: unknown) =>
        this.#parts.log.error({ err: error, channel }, 'messages could not be delivered'),
      )
      .finally(() => this.#delivering.delete(channel))
    this.#delivering.set(channel, delivering)
  }

  async #send(message: SealedMessage, carrier: Carrier): Promise<void> {
    const { store, log, now } = this.#parts
    const { channel, userId, target } = message
    const { text: one, html, unsubscribe, file, wake, several } = this.read(message)
    try {
      if (one === undefined || html === undefined)
        throw new DeliveryError('Its text cannot be opened with the key of this server.', true)
      const count =
        several === undefined || message.message === undefined
          ? 1
          : await store.outbox.gathered(message.message)
      const text = several === undefined || count < 2 ? one : several.replaceAll('{{count}}', String(count))
      const beside = file === undefined ? undefined : await store.announcementFiles.find(file)
      if (file !== undefined && !beside)
        throw new DeliveryError('The file that goes with it is kept no longer.', true)
      const parcel = { to: message.to, subject: message.subject, text, html }
      await carrier.send(
        {
          ...parcel,
          ...(unsubscribe !== undefined && { unsubscribe }),
          ...(userId !== undefined && { userId }),
          ...(target !== undefined && { target }),
          ...(wake && { wake }),
          ...(beside && { beside: { ...beside.file, bytes: beside.bytes } }),
        },
        message.id,
      )
      this.#left = [...this.#left, message]
      await this.#sent(message)
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error
      const pauses = message.message === undefined ? PAUSES_MS : LONG_PAUSES_MS
      const usual = error.final ? undefined : pauses[message.tries - 1]
      const pause = usual === undefined ? undefined : Math.max(usual, error.pauseMs ?? 0)
      await store.outbox.failed(message.id, error.message, pause === undefined ? undefined : now() + pause)
      this.#count(channel, pause === undefined ? 'failed' : 'postponed')
      const facts = { id: message.id, channel, tries: message.tries, reason: error.message }
      log.warn(facts, 'a message was not delivered')
      if (pause === undefined) await this.#note(message, error.message)
    }
  }

  async #sent(message: SealedMessage): Promise<void> {
    await this.#parts.store.outbox.sent(message.id)
    this.#left = this.#left.filter(({ id }) => id !== message.id)
    this.#count(message.channel, 'sent')
    await this.#note(message)
  }

  #count(channel: MessageChannel, result: 'sent' | 'failed' | 'postponed'): void {
    const { metrics } = this.#parts
    if (channel === 'mail') metrics.count('mails', { result })
    else metrics.count('messages', { channel, result })
  }
}
