import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { oneStore } from '../../tests/store/one.ts'
import type { Refusal } from '../lib/refusal.ts'
import { attempt, attemptFactor, forgetAccount, guess, limitAccount, limitCalls } from './attempts.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let strangers = 0
/** An address that nobody has used. */
const stranger = (): string => {
  strangers++
  return `198.51.${strangers >> 8}.${strangers & 255}`
}
/** `passes`, or the seconds after which one may try again. */
const came = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'passes',
    (error: Refusal) => [error.kind, error.retryAfter],
  )
const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < count; time++) await came(work())
}
/** Whatever the time is that it takes. */
const refused = ['throttled', expect.any(Number)]
const tries = (account: string, address: string, { now = NOW, administers = false } = {}) =>
  attempt(open.store.limits, now, { account, address, administers })

describe('A-03 tries to sign in', () => {
  test('A-03 ten a minute of an account from an address, and the eleventh waits for the rest of it', async () => {
    const [account, address] = [randomUUID(), stranger()]
    for (let time = 0; time < 10; time++) expect(await came(tries(account, address))).toBe('passes')
    expect(await came(tries(account, address, { now: NOW + 15_000 }))).toEqual(['throttled', 45])
    expect(await came(tries(account, address, { now: NOW + MINUTE - 1 }))).toEqual(['throttled', 1])
    expect(await came(tries(account, address, { now: NOW + MINUTE }))).toBe('passes')
  })

  test('A-03 ten a minute from an address, whatever accounts they are of', async () => {
    const address = stranger()
    await times(10, () => tries(randomUUID(), address))
    expect(await came(tries(randomUUID(), address))).toEqual(['throttled', 60])
    expect(await came(tries(randomUUID(), stranger()))).toBe('passes')
  })

  test('A-03 an account that strangers have tried too often opens to an address that has hardly tried it', async () => {
    const account = randomUUID()
    for (let time = 0; time < 10; time++) await tries(account, stranger())
    const own = stranger()
    for (let time = 0; time < 4; time++) expect((await tries(account, own)).lastChance).toBe(true)
    expect(await came(tries(account, own))).toEqual(['throttled', 60])
  })

  test('A-03 the ordinary try is no last chance', async () => {
    const account = randomUUID()
    for (let time = 0; time < 10; time++) expect((await tries(account, stranger())).lastChance).toBe(false)
    expect((await tries(account, stranger())).lastChance).toBe(true)
  })

  test('A-03 a hundred a day of an account, spread over it', async () => {
    const account = randomUUID()
    const at = (time: number) => tries(account, stranger(), { now: NOW + time * 10 * MINUTE })
    for (let time = 0; time < 100; time++) expect((await at(time)).lastChance).toBe(false)
    expect((await at(100)).lastChance).toBe(true)
  })

  test('A-03 a hundred and twenty a minute from an address, also when each of them was right', async () => {
    const address = stranger()
    for (let time = 0; time < 120; time++) await (await tries(randomUUID(), address)).succeeded()
    expect(await came(tries(randomUUID(), address))).toEqual(['throttled', 60])
  })

  test('A-03 a right one is forgotten: what came before it does not count any more', async () => {
    const [account, address] = [randomUUID(), stranger()]
    await times(9, () => tries(account, address))
    await (await tries(account, address)).succeeded()
    for (let time = 0; time < 10; time++) expect((await tries(account, address)).lastChance).toBe(false)
  })

  test('A-03 neighbours of IPv6 are one address', async () => {
    const account = randomUUID()
    for (let time = 0; time < 10; time++) await tries(randomUUID(), `2001:db8:7::${time}`)
    expect(await came(tries(account, '2001:db8:7::ff'))).toEqual(refused)
  })

  test('A-03 what is refused says so with its time', async () => {
    const { refuse } = await tries(randomUUID(), stranger())
    expect(refuse()).toMatchObject({
      kind: 'throttled',
      retryAfter: 60,
      faults: [{ errorCode: 'TOO_MANY_REQUESTS' }],
    })
  })
})

describe('A-04 an administrator has fewer tries, of which nothing shows', () => {
  const vain = async (account: string, address: string, now = NOW) =>
    (await tries(account, address, { now, administers: true })).inVain

  test('A-04 three in five minutes from an address; the others are in vain', async () => {
    const [account, address] = [randomUUID(), stranger()]
    const seen: boolean[] = []
    for (let time = 0; time < 4; time++) seen.push(await vain(account, address))
    expect(seen).toEqual([false, false, false, true])
    expect(await vain(account, address, NOW + 5 * MINUTE - 1)).toBe(true)
    expect(await vain(account, address, NOW + 5 * MINUTE)).toBe(false)
  })

  test('A-04 when strangers have used them up, one is left from an address of his own', async () => {
    const account = randomUUID()
    for (let time = 0; time < 3; time++) expect(await vain(account, stranger())).toBe(false)
    const own = stranger()
    expect([await vain(account, own), await vain(account, own)]).toEqual([false, true])
  })

  test('A-04 nobody else has so few', async () => {
    const [account, address] = [randomUUID(), stranger()]
    for (let time = 0; time < 10; time++) expect((await tries(account, address)).inVain).toBe(false)
  })

  test('A-04 a right one gives them all back', async () => {
    const [account, address] = [randomUUID(), stranger()]
    for (let time = 0; time < 2; time++) await tries(account, address, { administers: true })
    await (await tries(account, address, { administers: true })).succeeded()
    for (let time = 0; time < 3; time++) expect(await vain(account, address)).toBe(false)
  })
})

describe('A-03 calls', () => {
  test.each([
    ['anything', 10, MINUTE],
    ['checkUsername', 5, MINUTE],
    ['refuseMails', 120, MINUTE],
  ])('A-03 of %s pass %i times a minute from an address', async (what, max, windowMs) => {
    const address = stranger()
    const call = (now = NOW) => limitCalls(open.store.limits, now, what, address)
    for (let time = 0; time < max; time++) await call()
    expect(await came(call())).toEqual(['throttled', windowMs / 1000])
    expect(await came(limitCalls(open.store.limits, NOW, what, stranger()))).toBe('passes')
    expect(await came(limitCalls(open.store.limits, NOW, 'something else', address))).toBe('passes')
    expect(await came(call(NOW + windowMs))).toBe('passes')
  })

  test.each([
    ['anything', 10, MINUTE],
    ['sendPasswordLink', 5, HOUR],
    ['resendInvitation', 5, HOUR],
    ['inviteAccount', 60, HOUR],
  ])('A-03 of %s about an account pass %i in their time', async (what, max, windowMs) => {
    const account = randomUUID()
    const call = (now = NOW) => came(limitAccount(open.store.limits, now, what, account))
    for (let time = 0; time < max; time++) expect(await call()).toBe('passes')
    expect(await call()).toEqual(['throttled', windowMs / 1000])
    expect(await call(NOW + windowMs)).toBe('passes')
  })

  test('A-03 codes by mail: ten a minute, twenty an hour, forty a day', async () => {
    const account = randomUUID()
    const call = (now: number) => came(limitAccount(open.store.limits, now, 'hashLogin', account))
    const ten = async (now: number) => {
      for (let time = 0; time < 10; time++) expect(await call(now)).toBe('passes')
    }
    await ten(NOW)
    expect(await call(NOW)).toEqual(['throttled', 60])
    await ten(NOW + MINUTE)
    expect(await call(NOW + 2 * MINUTE)).toEqual(['throttled', 3600 - 120])
    await ten(NOW + HOUR)
    await ten(NOW + HOUR + MINUTE)
    expect(await call(NOW + 2 * HOUR)).toEqual(['throttled', 22 * 3600])
    expect(await call(NOW + DAY)).toBe('passes')
  })

  test('A-03 second factors: five in five minutes, forty a day', async () => {
    const account = randomUUID()
    const call = (now: number) => came(limitAccount(open.store.limits, now, 'secondFactor', account))
    for (let turn = 0; turn < 8; turn++)
      for (let time = 0; time < 5; time++) expect(await call(NOW + turn * 5 * MINUTE)).toBe('passes')
    expect(await call(NOW + 35 * MINUTE)).toEqual(['throttled', 300])
    expect(await call(NOW + 40 * MINUTE)).toEqual(['throttled', 86_400 - 2400])
  })

  test('A-03 a right second factor is forgotten', async () => {
    const account = randomUUID()
    const { limits } = open.store
    await times(4, () => attemptFactor(limits, NOW, account))
    await (await attemptFactor(limits, NOW, account)).succeeded()
    for (let time = 0; time < 5; time++)
      expect(await came(attemptFactor(limits, NOW, account))).toBe('passes')
    expect(await came(attemptFactor(limits, NOW, account))).toEqual(['throttled', 300])
    await forgetAccount(limits, 'secondFactor', account)
    expect(await came(attemptFactor(limits, NOW, account))).toBe('passes')
  })
})

describe('A-03 guesses of what opens a thing', () => {
  const guesses = (more: Partial<Parameters<typeof guess>[3]>, now = NOW) =>
    guess(open.store.limits, now, 'secureId', {
      thing: randomUUID(),
      account: randomUUID(),
      address: stranger(),
      short: false,
      ...more,
    })

  test('A-03 what is long: ten a minute, and then three from an address that has hardly tried', async () => {
    const thing = randomUUID()
    for (let time = 0; time < 10; time++) expect(await came(guesses({ thing }))).toBe('passes')
    const address = stranger()
    for (let time = 0; time < 3; time++) expect(await came(guesses({ thing, address }))).toBe('passes')
    expect(await came(guesses({ thing, address }))).toEqual(refused)
    expect(await came(guesses({ thing }))).toBe('passes')
  })

  test('A-03 what is short: ten an hour, twenty a day, and nobody has a further chance', async () => {
    const thing = randomUUID()
    const short = (now: number) => came(guesses({ thing, short: true }, now))
    for (let time = 0; time < 10; time++) expect(await short(NOW)).toBe('passes')
    expect(await short(NOW)).toEqual(['throttled', 3600])
    for (let time = 0; time < 9; time++) expect(await short(NOW + HOUR)).toBe('passes')
    expect(await short(NOW + HOUR)).toEqual(['throttled', 23 * 3600])
  })

  test.each(['account', 'address'] as const)(
    'A-03 of one %s: ten a minute, forty a day, of whatever thing',
    async (of) => {
      const one = { [of]: of === 'account' ? randomUUID() : stranger() }
      for (let time = 0; time < 10; time++) expect(await came(guesses(one))).toBe('passes')
      expect(await came(guesses(one))).toEqual(['throttled', 60])
      const other = { [of]: of === 'account' ? randomUUID() : stranger() }
      for (let time = 0; time < 40; time++)
        expect(await came(guesses(other, NOW + time * MINUTE))).toBe('passes')
      expect(await came(guesses(other, NOW + 40 * MINUTE))).toEqual(['throttled', 86_400 - 2400])
    },
  )

  test('A-03 a right one is taken back, for the thing, the person and the address', async () => {
    const one = { thing: randomUUID(), account: randomUUID(), address: stranger() }
    for (let time = 0; time < 30; time++) await (await guesses(one)).right()
    expect(await came(guesses(one))).toBe('passes')
  })

  test('A-03 whoever is not signed in counts by his address alone', async () => {
    const address = stranger()
    for (let time = 0; time < 10; time++)
      expect(await came(guesses({ account: undefined, address }))).toBe('passes')
    expect(await came(guesses({ account: undefined, address }))).toEqual(['throttled', 60])
    expect(await came(guesses({ account: undefined }))).toBe('passes')
  })

  test('A-03 of one kind count nothing for another', async () => {
    const one = { thing: 'x', account: randomUUID(), address: stranger(), short: false }
    for (let time = 0; time < 10; time++) await guesses(one)
    expect(await came(guess(open.store.limits, NOW, 'another', one))).toBe('passes')
  })
})
