import { createHash, randomBytes } from 'node:crypto'
import type { Mails } from '#server/outbound/mails.ts'
import type { ConsentState, MailConsent } from '#server/store/people/mail-consents.ts'
import type { Store } from '#server/store/store.ts'

interface Parts {
  store: Pick<Store, 'accounts' | 'audit' | 'gateways' | 'limits' | 'mailConsents' | 'memberships' | 'tokens'>
  mails: Pick<Mails, 'post'>
  now(): number
}

/** Whose scene wants to write, and to whom. */
export interface Wanted {
  serialNumber: string
  owner: string
  address: string
}

/** The secret for the link that ends such mails: without one none may be written. `asked`: the address was asked just now. */
export interface Leave {
  secret?: string
  asked?: boolean
}

/** Purpose of the token in the question. */
const PURPOSE = 'mailConsent'
const DAY_MS = 24 * 60 * 60_000
/** Whoever is asked reads his mail within the week; he is not asked again before. */
export const QUESTION_MS = 7 * DAY_MS
/** Questions in a day: a gateway that somebody has taken over asks the whole world of nothing, nor many gateways one person. */
export const QUESTIONS = { gateway: 10, address: 3 } as const

/**
 * Who gets mails of scenes: whoever has said yes once, by the link of a question in which nobody but us has a word; and
 * those who may use the gateway, at the address that their account has proved. Each may say no, with one press, for good.
 */
export class MailConsentBook {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async secretFor(wanted: Wanted): Promise<Leave> {
    const { mailConsents } = this.#parts.store
    const address = wanted.address.toLowerCase()
    const known = await mailConsents.find(wanted.serialNumber, address)
    if (known?.state === 'refused') return {}
    if (await this.#isOfHousehold(wanted.serialNumber, address))
      return {
        secret: known?.state === 'own' ? known.secret : await this.#put({ ...wanted, address }, 'own'),
      }
    if (known?.state === 'agreed' && known.owner === wanted.owner) return { secret: known.secret }
    return { asked: await this.#ask({ ...wanted, address }) }
  }

  /** Of somebody whom his account tells to belong to the home, at an address that he has proved; undefined: he wants none. */
  async secretOf(wanted: Wanted): Promise<string | undefined> {
    const address = wanted.address.toLowerCase()
    const known = await this.#parts.store.mailConsents.find(wanted.serialNumber, address)
    if (known?.state === 'refused') return undefined
    return known?.state === 'own' ? known.secret : await this.#put({ ...wanted, address }, 'own')
  }

  /** By the link of the question, once; false when it asks for nothing (any more). */
  async agree(token: string): Promise<boolean> {
    const { store, now } = this.#parts
    const link = await store.tokens.take(PURPOSE, token, now())
    if (!link) return false
    const wanted = link.payload as Wanted
    const { serialNumber, address, owner } = wanted
    const gateway = await store.gateways.find(serialNumber)
    const known = await store.mailConsents.find(serialNumber, address)
    if (gateway?.userId !== owner || known?.state === 'refused') return false
    await this.#put(wanted, 'agreed')
    await this.#note('agreeToMails', serialNumber)
    return true
  }

  /** By the link of any such mail; saying it twice is no fault. False when there is no such mail. */
  async refuse(secret: string): Promise<boolean> {
    const { store, now } = this.#parts
    const known = await store.mailConsents.bySecret(secret)
    if (!known) return false
    if (known.state === 'refused') return true
    await store.mailConsents.put({ ...known, state: 'refused', changedAt: now() })
    await this.#note('refuseMails', known.serialNumber)
    return true
  }

  async #note(what: string, gateway: string): Promise<void> {
    const { store, now } = this.#parts
    await store.audit.append({ who: 'anonymous', what, at: now(), gateway, result: 'ok' })
  }

  async #put({ serialNumber, owner, address }: Wanted, state: ConsentState): Promise<string> {
    const { store, now } = this.#parts
    const secret = randomBytes(16).toString('base64url')
    await store.mailConsents.put({ serialNumber, address, owner, state, secret, changedAt: now() })
    // What was there keeps its secret, also when two come at once.
    const kept: MailConsent | undefined = await store.mailConsents.find(serialNumber, address)
    return kept?.secret ?? secret
  }

  /** The user name of somebody who may use the gateway, proved by the link that has activated the account. */
  async #isOfHousehold(serialNumber: string, address: string): Promise<boolean> {
    const { accounts, memberships } = this.#parts.store
    const known = await accounts.credentials(address)
    if (!known?.standing.activated || known.account.username.toLowerCase() !== address) return false
    const users = await memberships.entitledUsers(serialNumber)
    return users.some(({ userId }) => userId === known.account.id)
  }

  async #ask(wanted: Wanted): Promise<boolean> {
    const { store, mails, now } = this.#parts
    const { serialNumber, address, owner } = wanted
    const account = await store.accounts.find(owner)
    if (!account || !(await this.#mayAsk(wanted))) return false
    const token = randomBytes(32).toString('base64url')
    const subject = `${serialNumber} ${address}`
    await store.tokens.replace({
      token,
      purpose: PURPOSE,
      subject,
      payload: wanted,
      expiresAt: now() + QUESTION_MS,
    })
    const secret = await this.#put(wanted, 'asked')
    await mails.post({
      kind: 'mailConsent',
      language: account.preferredLanguage,
      to: address,
      path: `/mail_consent/${token}`,
      unsubscribe: secret,
      // Of what others wrote only who they are: a name or a scene could say anything.
      facts: { owner: account.username },
    })
    return true
  }

  async #mayAsk({ serialNumber, address }: Wanted): Promise<boolean> {
    const { store, now } = this.#parts
    const who = createHash('sha256').update(address).digest('base64url').slice(0, 22)
    const counted = [
      [`mail-question/${serialNumber}/${who}`, 1, QUESTION_MS],
      [`mail-question/to/${who}`, QUESTIONS.address, DAY_MS],
      [`mail-question/${serialNumber}`, QUESTIONS.gateway, DAY_MS],
    ] as const
    for (const [key, most, window] of counted)
      if (!(await store.limits.hit(key, window, most, now())).allowed) return false
    return true
  }
}
