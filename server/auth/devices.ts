import { randomBytes } from 'node:crypto'
import { networkOf } from '../lib/addresses.ts'
import { clientOf } from '../lib/user-agent.ts'
import { zoneOf } from '../lib/zone.ts'
import type { Account } from '../store/people/accounts.ts'
import type { Store } from '../store/store.ts'
import type { AccountNotices } from './account-notices.ts'

interface DevicesParts {
  store: Store
  accountNotices: AccountNotices
  /** Whether pages are reached over TLS alone. */
  secure: boolean
  now(): number
}

interface Arrival {
  account: Account
  /** What the browser keeps, if it is known anywhere. */
  token: string | undefined
  userAgent: string | undefined
  address: string
}

/** What somebody is told of. */
interface Seen {
  account: Account
  label: string
  address: string
}

const NAME = 'device'
/** The longest that browsers keep it. */
const KEPT_S = 400 * 24 * 60 * 60
/** The same browser on the same network, which keeps nothing, is told of once a day. */
const SAID_MS = 24 * 60 * 60_000
/** Purpose of the token in "this was not me". It only ends sessions, so it may wait until the mail is read. */
export const NOT_ME = 'notMe'
const NOT_ME_MS = 7 * 24 * 60 * 60_000

/** What a browser shows of itself; it opens nothing, and only tells a known browser from a new one. */
export const deviceIn = (cookies: string | undefined): string | undefined =>
  new RegExp(`(?:^|; ?)${NAME}=([A-Za-z0-9_-]{22})(?:;|$)`).exec(cookies ?? '')?.[1]

/** From which browsers accounts sign in, so that somebody hears of a new one. */
export class Devices {
  readonly #parts: DevicesParts

  constructor(parts: DevicesParts) {
    this.#parts = parts
  }

  /** Answers the cookie that the browser keeps from now on. No page can read it, and only sign-ins are sent it. */
  async arrived({ account, token, userAgent, address }: Arrival): Promise<string> {
    const { store, secure, now } = this.#parts
    const { deviceModel: label = '' } = clientOf(userAgent)
    const kept = token ?? randomBytes(16).toString('base64url')
    const device = { userId: account.id, token: kept, label }
    if (token === undefined || !(await store.knownDevices.seen(device, now()))) {
      const isFirst = (await store.knownDevices.count(account.id)) === 0
      await store.knownDevices.add(device, now())
      const seen = { account, label, address }
      // Who signs in for the first time has just made the account, and knows: it counts as told to nobody.
      if (!isFirst && (await this.#mayTell(seen))) await this.#tell(seen)
    }
    const attributes = `Path=/api/auth; Max-Age=${KEPT_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
    return `${NAME}=${kept}; ${attributes}`
  }

  async #mayTell({ account, label, address }: Seen): Promise<boolean> {
    const { store, now } = this.#parts
    const key = `device:${account.id}:${label}:${networkOf(address)}`
    return (await store.limits.hit(key, SAID_MS, 1, now())).allowed
  }

  async #tell({ account, label, address }: Seen): Promise<void> {
    const { store, accountNotices, now } = this.#parts
    const token = randomBytes(32).toString('base64url')
    const at = now()
    await store.tokens.put({ token, purpose: NOT_ME, subject: account.id, expiresAt: at + NOT_ME_MS })
    await store.audit.append({
      who: account.id,
      what: 'newDevice',
      at,
      result: 'ok',
      facts: { address, client: label },
    })
    const time = new Date(at).toLocaleString(account.preferredLanguage === 'ch_DE' ? 'de-CH' : 'en-CH', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: await zoneOf(store.quietHours, account.id),
    })
    accountNotices.tell(account, 'newDevice', { device: label || '–', address, time }, `/not_me/${token}`)
  }
}
