import { createHash } from 'node:crypto'
import { networkOf } from '../http/addresses.ts'
import { Failure } from '../http/failure.ts'
import type { Store } from '../store/store.ts'

/** `max` tries within a window. */
export interface Allowance {
  max: number
  windowMs: number
}

/** */
export const ordinary: Allowance = { max: 10, windowMs: 60_000 }
export const administrators: Allowance = { max: 3, windowMs: 300_000 }
/** All sign-ins of an address, correct ones included: a valid account of one's own buys no endless guessing. */
const perAddress: Allowance = { max: 120, windowMs: 60_000 }

type Limits = Store['limits']

export interface Attempt {
  /** A correct password still counts: it comes from an address that has hardly tried this account. */
  readonly lastChance: boolean
  refuse(): Failure
  succeeded(): Promise<void>
}

/**
 * Counts one try to sign in to an account from an address; throws 429 when it is one too many. When strangers have used
 * up the tries of an account, its owner still gets in from an address of his own: such an address has few tries, and
 * hears 429 unless the password is right.
 */
export async function attempt(
  limits: Limits,
  now: number,
  { account, address, allowance }: { account: string; address: string; allowance: Allowance },
): Promise<Attempt> {
  const network = networkOf(address)
  const keys = {
    account: `login:account:${shortened(account)}`,
    address: `login:address:${network}`,
    pair: `login:pair:${shortened(account)}:${network}`,
    all: `login:all:${network}`,
  }
  const hit = (key: string, { max, windowMs }: Allowance) => limits.hit(key, windowMs, max, now)
  const [ofAccount, ofAddress, ofPair, all] = await Promise.all([
    hit(keys.account, allowance),
    hit(keys.address, ordinary),
    hit(keys.pair, allowance),
    hit(keys.all, perAddress),
  ])
  const refuse = () => tooMany(Math.max(ofAccount.retryAt, ofAddress.retryAt, ofPair.retryAt), now)
  const few = ofPair.count <= Math.ceil(allowance.max / 3)
  if (!ofAddress.allowed || !all.allowed || !ofPair.allowed || (!ofAccount.allowed && !few)) throw refuse()
  return {
    lastChance: !ofAccount.allowed,
    refuse,
    succeeded: async () => {
      await Promise.all([limits.clear(keys.account), limits.clear(keys.address), limits.clear(keys.pair)])
    },
  }
}

/** whether a user name is free is asked once by people, and often by those who collect addresses. */
const fewer: Readonly<Record<string, Allowance>> = { checkUsername: { max: 5, windowMs: 60_000 } }

/** Counts one call of `what` from an address; throws 429. */
export const limitCalls = (limits: Limits, now: number, what: string, address: string): Promise<void> =>
  count(limits, now, `${what}:address:${networkOf(address)}`, fewer[what])

/** Counts one call of `what` about an account; throws 429. */
export const limitAccount = (limits: Limits, now: number, what: string, account: string): Promise<void> =>
  count(limits, now, `${what}:account:${shortened(account)}`)

/** A code of six digits is tried by nobody but who has the password; he tries it seldom, and not all day long. */
const secondFactor: readonly (readonly [name: string, allowance: Allowance])[] = [
  ['now', { max: 5, windowMs: 300_000 }],
  ['day', { max: 40, windowMs: 86_400_000 }],
]

/** Counts one try of a second factor of an account, from wherever; throws 429. A right one is forgotten. */
export async function attemptFactor(
  limits: Limits,
  now: number,
  account: string,
): Promise<Pick<Attempt, 'succeeded'>> {
  const key = (name: string) => `factor:${name}:${shortened(account)}`
  for (const [name, allowance] of secondFactor) await count(limits, now, key(name), allowance)
  return {
    succeeded: async () => {
      await Promise.all(secondFactor.map(([name]) => limits.clear(key(name))))
    },
  }
}

async function count(
  limits: Limits,
  now: number,
  key: string,
  { max, windowMs }: Allowance = ordinary,
): Promise<void> {
  const answer = await limits.hit(key, windowMs, max, now)
  if (!answer.allowed) throw tooMany(answer.retryAt, now)
}

const tooMany = (retryAt: number, now: number): Failure =>
  new Failure(429, [{ errorCode: 'TOO_MANY_REQUESTS' }], Math.max(1, Math.ceil((retryAt - now) / 1000)))

/** Whatever its length or content, a key of the store; names of people aren't kept for it. */
const shortened = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
