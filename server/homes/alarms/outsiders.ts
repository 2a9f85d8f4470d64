import type { Language } from '#server/lib/language.ts'
import type { Mails } from '#server/outbound/mails.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import type { MailConsentBook, Wanted } from '../mail-consents.ts'

interface Parts {
  consents: Pick<MailConsentBook, 'secretFor'>
  mails: Pick<Mails, 'letter'>
  outbound: Pick<Outbound, 'postNamed'>
}

interface AlarmLetter {
  /** Its name for good: whoever was interrupted writes it again under the same one. */
  message: string
  language: Language
  facts: Readonly<Record<'home' | 'title' | 'text', string>>
}

/** Writes to people without an account of the home: only to whom has said yes, as scenes do (decision 0082). */
export class Outsiders {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Asks, unless that was done before. */
  async ask(wanted: Wanted): Promise<void> {
    await this.#parts.consents.secretFor(wanted)
  }

  /** False: it was not wanted, or is not known to be. */
  async write(wanted: Wanted, { message, language, facts }: AlarmLetter): Promise<boolean> {
    const { consents, mails, outbound } = this.#parts
    const { secret: unsubscribe } = await consents.secretFor(wanted)
    if (unsubscribe === undefined) return false
    const to = wanted.address
    await outbound.postNamed({
      ...mails.letter({ kind: 'alarm', language, to, unsubscribe, facts }),
      ...{ channel: 'mail', userId: wanted.owner, message, target: to },
    })
    return true
  }
}
