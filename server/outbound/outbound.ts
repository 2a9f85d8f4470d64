import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { SealedMessage } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Carrier } from './carrier.ts'
import { DeliveryError } from './carrier.ts'
import type { Letter } from './letter.ts'
import type { Seal } from './seal.ts'

/** Pauses before a letter is tried again; after the last it has failed: its links are over by then. */
const PAUSES_MS = [15_000, 60_000, 240_000, 900_000, 1_800_000]
/** Whoever took a letter has this long to send it before somebody else does. */
const CLAIM_MS = 120_000
const LOOK_EVERY_MS = 5000
/** Links live an hour at most; what is kept here need not live longer than a day. */
const TEXTS_MS = 24 * 3_600_000
const MESSAGES_MS = 30 * 24 * 3_600_000

interface Parts {
  store: Pick<Store, 'outbox'>
  seal: Seal
  /** Without one, letters stay here, where an administrator reads them. */
  carrier: Carrier | undefined
  log: Log
  metrics: Metrics
  now(): number
}

/** What of a letter is for nobody else to read. */
type Inside = Pick<Letter, 'text' | 'html' | 'unsubscribe'>
const inside = ({ text, html, unsubscribe }: Letter): Inside => ({
  text,
  html,
  ...(unsubscribe !== undefined && { unsubscribe }),
})

/** What leaves this server for people: kept first, then delivered, again and again if need be. */
export class Outbound {
  readonly #parts: Parts
  #posted = 0
  #timer: NodeJS.Timeout | undefined
  #delivering: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    if (!this.#parts.carrier) return
    this.#timer = setInterval(() => this.#deliver(), LOOK_EVERY_MS)
    this.#timer.unref()
    this.#deliver()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#delivering
    this.#parts.carrier?.close()
  }

  /** Kept when this resolves; delivered soon after. */
  async post(letter: Letter): Promise<void> {
    const { store, seal, carrier, now } = this.#parts
    await store.outbox.put({
      id: this.#nextId(),
      at: now(),
      channel: 'mail',
      to: letter.to,
      subject: letter.subject,
      state: carrier ? 'waiting' : 'outbox',
      sealed: seal.close(JSON.stringify(inside(letter))),
    })
    this.#deliver()
  }

  /** A text message. Nothing carries them yet: they stay here, where an administrator reads them. */
  async postText(to: string, text: string): Promise<void> {
    const { store, seal, now } = this.#parts
    await store.outbox.put({
      ...{ id: this.#nextId(), at: now(), channel: 'sms', to, subject: '', state: 'outbox' },
      sealed: seal.close(JSON.stringify({ text, html: '' })),
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
    const { store, carrier, now } = this.#parts
    if (!carrier) return
    for (;;) {
      const message = await store.outbox.claim(now(), now() + CLAIM_MS)
      if (!message) return
      await this.#send(message, carrier)
    }
  }

  #deliver(): void {
    if (!this.#parts.carrier || this.#delivering) return
    this.#delivering = this.deliverDue()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'letters could not be delivered'))
      .finally(() => {
        this.#delivering = undefined
      })
  }

  async #send(message: SealedMessage, carrier: Carrier): Promise<void> {
    const { store, log, metrics, now } = this.#parts
    const { text, html, unsubscribe } = this.read(message)
    try {
      if (text === undefined || html === undefined)
        throw new DeliveryError('Its text cannot be opened with the key of this server.', true)
      const letter = { to: message.to, subject: message.subject, text, html }
      await carrier.send({ ...letter, ...(unsubscribe !== undefined && { unsubscribe }) }, message.id)
      await store.outbox.sent(message.id)
      metrics.count('mails', { result: 'sent' })
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error
      const pause = error.final ? undefined : PAUSES_MS[message.tries - 1]
      await store.outbox.failed(message.id, error.message, pause === undefined ? undefined : now() + pause)
      metrics.count('mails', { result: pause === undefined ? 'failed' : 'postponed' })
      log.warn({ id: message.id, tries: message.tries, reason: error.message }, 'a letter was not delivered')
    }
  }
}
