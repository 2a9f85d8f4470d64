import { createHash } from 'node:crypto'
import { networkOf } from '../lib/addresses.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Store } from '../store/store.ts'

/** `max` tries within a window. */
export interface Allowance {
  max: number
  windowMs: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** */
const ordinary: Allowance = { max: 10, windowMs: MINUTE }
/** Of an account that administers, beneath the ordinary ones; outside nothing of it shows. */
const administrators: Allowance = { max: 3, windowMs: 5 * MINUTE }
/** Whoever goes on all day long is no person: then an account opens to addresses that have hardly tried it. */
const ofTheDay: Allowance = { max: 100, windowMs: DAY }
/** All sign-ins of an address, correct ones included: a valid account of one's own buys no endless guessing. */
const perAddress: Allowance = { max: 120, windowMs: 60_000 }

type Limits = Store['limits']

export interface Attempt {
  /** The tries of an administrator are used up: whatever is shown counts as wrong, and is answered like it. */
  readonly inVain: boolean
  /** A correct password still counts: it comes from an address that has hardly tried this account. */
  readonly lastChance: boolean
  refuse(): Refusal
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
  { account, address, administers }: { account: string; address: string; administers: boolean },
): Promise<Attempt> {
  const network = networkOf(address)
  const keys = {
    account: `login:account:${shortened(account)}`,
    address: `login:address:${network}`,
    pair: `login:pair:${shortened(account)}:${network}`,
    day: `login:day:${shortened(account)}`,
    all: `login:all:${network}`,
    inner: `login:inner:${shortened(account)}`,
    innerPair: `login:inner:${shortened(account)}:${network}`,
  }
  const hit = (key: string, { max, windowMs }: Allowance) => limits.hit(key, windowMs, max, now)
  // Counted for everybody, so that the work is the same whoever is named.
  const [ofAccount, ofDay, ofAddress, ofPair, all, inner, innerPair] = await Promise.all([
    hit(keys.account, ordinary),
    hit(keys.day, ofTheDay),
    hit(keys.address, ordinary),
    hit(keys.pair, ordinary),
    hit(keys.all, perAddress),
    hit(keys.inner, administrators),
    hit(keys.innerPair, administrators),
  ])
  const refuse = () => tooMany(Math.max(ofAccount.retryAt, ofAddress.retryAt, ofPair.retryAt), now)
  const used = !ofAccount.allowed || !ofDay.allowed
  const few = ofPair.count <= Math.ceil(ordinary.max / 3)
  if (!ofAddress.allowed || !all.allowed || !ofPair.allowed || (used && !few)) throw refuse()
  const innerFew = innerPair.count <= Math.ceil(administrators.max / 3)
  return {
    inVain: administers && (!innerPair.allowed || (!inner.allowed && !innerFew)),
    lastChance: used,
    refuse,
    succeeded: async () => {
      const { all: _kept, ...own } = keys
      await Promise.all(Object.values(own).map((key) => limits.clear(key)))
    },
  }
}

const SECOND_FACTOR = 'secondFactor'

type Counted = 'address' | 'account'

/** What is allowed instead of the ordinary: by what is called, and by what is counted. All of a list hold. */
const allowances: Readonly<Record<string, Partial<Record<Counted, readonly Allowance[]>>>> = {
  // whether a user name is free is asked once by people, and often by those who collect addresses.
  checkUsername: { address: [{ max: 5, windowMs: MINUTE }] },
  // Mail programs of one provider call for all their readers.
  refuseMails: { address: [{ max: 120, windowMs: MINUTE }] },
  // What calls an address is a machine, often of several people behind one address.
  callAddress: { address: [{ max: 120, windowMs: MINUTE }] },
  // A door bell that sticks sets nothing off a thousand times.
  calledAddress: { account: [{ max: 30, windowMs: MINUTE }] },
  // Six digits: 40 tries a day find one of a million in 0.004 % of all days.
  hashLogin: { account: [ordinary, { max: 20, windowMs: HOUR }, { max: 40, windowMs: DAY }] },
  // A person adds a few: nobody writes to strangers by it.
  addContact: { account: [{ max: 10, windowMs: HOUR }] },
  // To gather everything about somebody is work.
  startExport: { account: [{ max: 10, windowMs: HOUR }] },
  // Whoever tries whether it arrives tries it a few times.
  testAlarm: { account: [{ max: 10, windowMs: 5 * MINUTE }] },
  tryAnnouncement: { account: [{ max: 10, windowMs: 5 * MINUTE }] },
  testPush: { account: [{ max: 10, windowMs: 5 * MINUTE }] },
  // The code of a link: it has few tries of its own, and another one is quickly asked for.
  verifyLink: { account: [ordinary, { max: 40, windowMs: DAY }] },
  // By administrators, to one person: a mailbox is not filled, and a mail that got lost is sent again.
  sendPasswordLink: { account: [{ max: 5, windowMs: HOUR }] },
  resendInvitation: { account: [{ max: 5, windowMs: HOUR }] },
  // Of one administrator, to whomever.
  inviteAccount: { account: [{ max: 60, windowMs: HOUR }] },
  // Tried by nobody but who has the password; he tries it seldom, and not all day long.
  [SECOND_FACTOR]: {
    account: [
      { max: 5, windowMs: 5 * MINUTE },
      { max: 40, windowMs: DAY },
    ],
  },
}

const allowed = (what: string, counted: Counted): readonly Allowance[] =>
  allowances[what]?.[counted] ?? [ordinary]

/** Counts one call of `what` from an address; throws 429. */
export const limitCalls = (limits: Limits, now: number, what: string, address: string): Promise<void> =>
  count(limits, now, `${what}:address:${networkOf(address)}`, allowed(what, 'address'))

/** Counts one call of `what` about an account; throws 429. */
export const limitAccount = (limits: Limits, now: number, what: string, account: string): Promise<void> =>
  count(limits, now, `${what}:account:${shortened(account)}`, allowed(what, 'account'))

/** Counts one try of a second factor of an account, from wherever; throws 429. A right one is forgotten. */
export async function attemptFactor(
  limits: Limits,
  now: number,
  account: string,
): Promise<Pick<Attempt, 'succeeded'>> {
  await limitAccount(limits, now, SECOND_FACTOR, account)
  return { succeeded: () => forgetAccount(limits, SECOND_FACTOR, account) }
}

/** Whoever proved himself begins anew. */
export async function forgetAccount(limits: Limits, what: string, account: string): Promise<void> {
  const key = `${what}:account:${shortened(account)}`
  await Promise.all(allowed(what, 'account').map((one) => limits.clear(keyOf(key, one))))
}

/** One thing that is guessed, e.g. the secure id of a gateway: wrong guesses count for the thing, the account and the address. */
export interface Guess {
  thing: string
  account: string | undefined
  address: string
  /** Few characters are found by trying, however many there are to try from. */
  short: boolean
}

const guesses = {
  long: { thing: [ordinary, { max: 100, windowMs: DAY }], pair: { max: 3, windowMs: DAY } },
  // Nobody has a second chance here: from many addresses the tries would be as many.
  short: {
    thing: [
      { max: 10, windowMs: HOUR },
      { max: 20, windowMs: DAY },
    ],
    pair: { max: 0, windowMs: DAY },
  },
} as const
const ofGuesser: readonly Allowance[] = [ordinary, { max: 40, windowMs: DAY }]

/**
 * Counts one guess before it is looked at; throws 429. A right one is taken back: a gateway may say who it is as often as
 * it likes. What is long is still looked at for addresses that have hardly tried, so that strangers keep nobody from it.
 */
export async function guess(
  limits: Limits,
  now: number,
  what: string,
  { thing, account, address, short }: Guess,
): Promise<{ right(): Promise<void> }> {
  const network = networkOf(address)
  const { thing: ofThing, pair } = guesses[short ? 'short' : 'long']
  const hits: { key: string; counted: boolean }[] = []
  const hitAll = async (key: string, list: readonly Allowance[]) => {
    const answers = await Promise.all(
      list.map(async (one) => {
        const answer = await limits.hit(keyOf(key, one), one.windowMs, one.max, now)
        hits.push({ key: keyOf(key, one), counted: answer.allowed })
        return answer
      }),
    )
    const over = answers.filter((one) => !one.allowed)
    // A window that has room left keeps nobody waiting until its end.
    return { allowed: over.length === 0, retryAt: Math.max(now, ...over.map((one) => one.retryAt)) }
  }
  const [things, mine, from, both] = await Promise.all([
    hitAll(`${what}:thing:${shortened(thing)}`, ofThing),
    account === undefined ? undefined : hitAll(`${what}:guesser:${shortened(account)}`, ofGuesser),
    hitAll(`${what}:from:${network}`, ofGuesser),
    hitAll(`${what}:pair:${shortened(thing)}:${network}`, [pair]),
  ])
  const refused = [mine, from, ...(both.allowed ? [] : [things])].filter((one) => one?.allowed === false)
  if (refused.length > 0) throw tooMany(Math.max(...refused.map((one) => one?.retryAt ?? now)), now)
  return {
    right: async () => {
      await Promise.all(hits.filter(({ counted }) => counted).map(({ key }) => limits.giveBack(key, now)))
    },
  }
}

const keyOf = (key: string, { windowMs }: Allowance): string => `${key}:${windowMs}`

async function count(limits: Limits, now: number, key: string, list: readonly Allowance[]): Promise<void> {
  for (const one of list) {
    const answer = await limits.hit(keyOf(key, one), one.windowMs, one.max, now)
    if (!answer.allowed) throw tooMany(answer.retryAt, now)
  }
}

const tooMany = (retryAt: number, now: number): Refusal =>
  new Refusal(
    'throttled',
    [{ errorCode: 'TOO_MANY_REQUESTS' }],
    Math.max(1, Math.ceil((retryAt - now) / 1000)),
  )

/** Whatever its length or content, a key of the store; names of people aren't kept for it. */
const shortened = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
