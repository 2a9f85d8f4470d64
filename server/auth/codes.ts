import { randomInt } from 'node:crypto'
import type { Mails } from '../outbound/mails.ts'
import type { OtpPurpose } from '../store/otps.ts'
import type { Store } from '../store/store.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

/** */
const DIGITS = 6
const LIFE_MS = 10 * 60_000
const TRIES = 5

/** One-time codes, each for one person, one action and one thing. */
export class Codes {
  readonly #store: Store
  readonly #mails: Mails
  readonly #now: () => number

  constructor(store: Store, mails: Mails, now: () => number) {
    this.#store = store
    this.#mails = mails
    this.#now = now
  }

  /** Mails a new code; the one before it is worthless. It is kept behind a slow hash: few digits are quickly tried. */
  async send(
    purpose: OtpPurpose,
    { kind, facts = {} }: { kind: 'otp' | 'hashLogin'; facts?: Readonly<Record<string, string>> },
  ): Promise<void> {
    const account = await this.#store.accounts.find(purpose.userId)
    if (!account) return
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    const hash = await hashPassword(code)
    await this.#store.otps.replace({ ...purpose, hash, expiresAt: this.#now() + LIFE_MS })
    await this.#mails.post({
      kind,
      language: account.preferredLanguage,
      to: account.username,
      code,
      facts,
    })
  }

  /** Whether the code was right; then it is used up. Without a person or a code the work is the same. */
  async redeem(purpose: OtpPurpose | undefined, code: string): Promise<boolean> {
    const hash = purpose && (await this.#store.otps.countTry(purpose, TRIES, this.#now()))
    const { correct } = await verifyPassword(code, hash)
    return correct && purpose !== undefined && hash !== undefined && this.#store.otps.take(purpose, hash)
  }
}
