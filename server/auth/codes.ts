import { randomInt } from 'node:crypto'
import type { Mails } from '../outbound/mails.ts'
import type { Seal } from '../outbound/seal.ts'
import type { OtpPurpose } from '../store/people/otps.ts'
import type { Store } from '../store/store.ts'
import { sha256 } from '../store/text.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'

/** */
const DIGITS = 6
const LIFE_MS = 10 * 60_000
const TRIES = 5
/** A code that lives at least so long is sent again, rather than another that ends it. */
const AGAIN_MS = 3 * 60_000
/** Purpose of what is kept for that. */
const SENT = 'sentCode'

/** One-time codes, each for one person, one action and one thing. */
export class Codes {
  readonly #store: Store
  readonly #mails: Mails
  readonly #seal: Seal
  readonly #now: () => number

  constructor(store: Store, mails: Mails, seal: Seal, now: () => number) {
    this.#seal = seal
    this.#store = store
    this.#mails = mails
    this.#now = now
  }

  /** Mails a code: the one that was sent before while it lives, so that asking again takes nothing from anybody. */
  async send(
    purpose: OtpPurpose,
    {
      kind,
      facts = {},
      to: address,
    }: {
      kind: 'otp' | 'hashLogin' | 'linkAccount' | 'contactMail' | 'contactPhone'
      facts?: Readonly<Record<string, string>>
      to?: string
    },
  ): Promise<void> {
    const account = await this.#store.accounts.find(purpose.userId)
    if (!account) return
    const to = { kind, language: account.preferredLanguage, to: address ?? account.username } as const
    await this.#mails.answer(to, async () => ({
      code: (await this.#sentBefore(purpose)) ?? (await this.#newCode(purpose)),
      facts,
    }))
  }

  /** It is kept behind a slow hash, as few digits are quickly tried; and sealed, to be sent again. */
  async #newCode(purpose: OtpPurpose): Promise<string> {
    const { otps, tokens } = this.#store
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    const hash = await hashPassword(code)
    const expiresAt = this.#now() + LIFE_MS
    await otps.replace({ ...purpose, hash, expiresAt })
    const name = nameOf(purpose)
    await tokens.replace({
      token: name,
      purpose: SENT,
      subject: name,
      payload: this.#seal.close(code),
      expiresAt,
    })
    return code
  }

  async #sentBefore(purpose: OtpPurpose): Promise<string | undefined> {
    const { otps, tokens } = this.#store
    if (!(await otps.lives(purpose, TRIES, this.#now() + AGAIN_MS))) return undefined
    const kept = await tokens.peek(SENT, nameOf(purpose), this.#now())
    return typeof kept?.payload === 'string' ? this.#seal.open(kept.payload) : undefined
  }

  /** Whether the code was right; then it is used up. Without a person or a code the work is the same. */
  async redeem(purpose: OtpPurpose | undefined, code: string): Promise<boolean> {
    const hash = purpose && (await this.#store.otps.countTry(purpose, TRIES, this.#now()))
    const { correct } = await verifyPassword(code, hash)
    return correct && purpose !== undefined && hash !== undefined && this.#store.otps.take(purpose, hash)
  }
}

const nameOf = ({ userId, action, uniqueIdentifier }: OtpPurpose): string =>
  sha256(JSON.stringify([userId, action, uniqueIdentifier]))
