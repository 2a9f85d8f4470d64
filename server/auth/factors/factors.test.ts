import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Seal } from '#server/outbound/seal.ts'
import { oneStore } from '../../../tests/store/one.ts'
import { account } from '../../../tests/store/samples.ts'
import { codeOf } from '../../../tests/support/authenticator-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { APP, Factors } from './factors.ts'
import { passkeyPlace } from './place.ts'
import { newRecoveryCodes, recoveryHash } from './recovery.ts'
import { addressOf, newSecret, stepOf } from './totp.ts'
import { goOn, letWait, waiting } from './waiting.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14)
const MINUTE = 60_000
const STEP = 30_000
const PLACE = { id: 'home.example', origins: ['https://home.example'] }

interface Given {
  mode?: 'production' | 'demo'
  roles?: unknown
  passkeys?: boolean
  groups?: [string, ...string[]]
  passwordHash?: string
}

async function world({
  mode = 'production',
  roles,
  passkeys = true,
  groups = ['users'],
  passwordHash,
}: Given = {}) {
  const clock = { now: NOW }
  const factors = new Factors({
    store: open.store,
    seal: new Seal(randomBytes(32)),
    settings: { of: () => ({ flags: { SECOND_FACTOR_ROLES: roles }, modules: {} }) } as never,
    mode,
    place: () => (passkeys ? PLACE : undefined),
    now: () => clock.now,
  })
  const id = randomUUID()
  const person = account(id, { groups })
  await open.store.accounts.create(person, { passwordHash: passwordHash ?? null, at: NOW })
  const app = async (): Promise<string> => {
    const { secret } = await factors.beginApp('session', person)
    expect(await factors.finishApp('session', id, codeOf(secret, clock.now))).toBe(true)
    clock.now += STEP
    return secret
  }
  const passkey = async (name = 'key'): Promise<string> => {
    const key = randomUUID()
    await open.store.passkeys.add({
      id: key,
      userId: id,
      name,
      publicKey: 'key',
      counter: 0,
      transports: [],
      createdAt: NOW,
    } as never)
    return key
  }
  return { clock, factors, id, person, app, passkey }
}

describe('who needs a second factor', () => {
  test.each([
    [['admin'], undefined, 'production', true],
    [['admin'], undefined, 'demo', false],
    [['users'], undefined, 'production', false],
    [['users'], ['users'], 'production', true],
    [['users', 'keeper'], ['keeper'], 'production', true],
    [['users', 'keeper'], ['admin'], 'production', false],
    [['users', 'admin'], undefined, 'production', false],
    [['users'], 'users', 'production', false],
    [['users'], [7, 'users'], 'production', true],
    [['users'], ['users'], 'demo', false],
  ] as const)('%j by the roles %j in %s: %s', async (groups, roles, mode, needed) => {
    const { factors, id } = await world({ groups: [...groups] as never, roles, mode })
    expect(factors.needed(groups, 'host')).toBe(needed)
    expect(await factors.lacking(id, 'host')).toBe(needed)
  })

  test('whoever has one lacks none, and nobody who is not there does', async () => {
    const { factors, id, app } = await world({ groups: ['admin'] })
    expect(await factors.lacking('unheard-of', 'host')).toBe(false)
    await app()
    expect(await factors.lacking(id, 'host')).toBe(false)
  })
})

describe('an authenticator app', () => {
  test('counts once a code of it was shown, within a quarter of an hour', async () => {
    const { clock, factors, id, person } = await world()
    const { secret, address } = await factors.beginApp('session', person)
    expect(address).toContain(secret)
    expect(await factors.finishApp('session', id, '000000')).toBeUndefined()
    expect((await factors.of(id)).any).toBe(false)
    clock.now = NOW + 15 * MINUTE
    expect(await factors.finishApp('session', id, codeOf(secret, clock.now))).toBe('expired')
    clock.now -= 1
    expect(await factors.finishApp('session', id, codeOf(secret, clock.now))).toBe(true)
    expect(await factors.of(id)).toMatchObject({ any: true, kinds: ['authenticator'] })
    expect(await factors.finishApp('session', id, codeOf(secret, clock.now))).toBe('expired')
  })

  test('that another session or another person began is not finished here', async () => {
    const { factors, id, person } = await world()
    const { secret } = await factors.beginApp('session', person)
    const code = codeOf(secret, NOW)
    expect(await factors.finishApp('another', id, code)).toBe('expired')
    expect(await factors.finishApp('session', 'somebody else', code)).toBe('expired')
    expect(await factors.finishApp('session', id, code, async () => false)).toBe('expired')
    expect((await factors.of(id)).any).toBe(false)
  })

  test('a code works once, in its half minute and those beside it', async () => {
    const { clock, factors, id, app } = await world()
    const secret = await app()
    const redeem = (at: number) => factors.redeem(id, { code: codeOf(secret, at) })
    // The code with which it was set up is used.
    expect(await redeem(clock.now - STEP)).toBeUndefined()
    expect(await redeem(clock.now)).toBe('authenticator')
    expect(await redeem(clock.now)).toBeUndefined()
    expect(await redeem(clock.now + STEP)).toBe('authenticator')
    clock.now += 10 * STEP
    expect(await redeem(clock.now + 2 * STEP)).toBeUndefined()
    expect(await redeem(clock.now - 2 * STEP)).toBeUndefined()
    expect(await redeem(clock.now - STEP)).toBe('authenticator')
    expect(await factors.redeem('somebody else', { code: codeOf(secret, clock.now) })).toBeUndefined()
  })
})

describe('RFC 6238 codes', () => {
  // Appendix B of the RFC, of which the last six digits count here.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  test.each([
    [59_000, '287082', 1],
    [1_111_111_109_000, '081804', 37_037_036],
    [2_000_000_000_000, '279037', 66_666_666],
  ])('at %i the code is %s', (at, code, step) => {
    expect(stepOf(secret, code, at)).toBe(step)
    expect(stepOf(secret, code, at + STEP)).toBe(step)
    expect(stepOf(secret, code, at - STEP)).toBe(step)
    expect(stepOf(secret, code, at + 2 * STEP)).toBeUndefined()
  })

  test('a secret has 160 bits, and its address names whom it is of', () => {
    const made = newSecret()
    expect(made).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(made)
    expect(addressOf(made, 'anna@gatehouse.test')).toMatch(/^otpauth:\/\/totp\/Gatehouse:anna.*secret=/)
  })
})

describe('recovery codes', () => {
  test('are ten, of eighty bits, and none twice', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    const letters = new Set(Array.from({ length: 20 }, newRecoveryCodes).flat().join('').replaceAll('-', ''))
    expect(letters.size).toBe(32)
  })

  test('are read however they are typed, and mean nothing for anybody else', () => {
    const same = recoveryHash('anna', 'A0B1-1VCD')
    for (const typed of ['a0b11vcd', ' A0B1 1VCD ', 'aob1-lvcd', 'AOBI-LUCD'])
      expect(recoveryHash('anna', typed)).toBe(same)
    expect(recoveryHash('beat', 'A0B1-1VCD')).not.toBe(same)
    expect(recoveryHash('anna', 'A0B1-1VCE')).not.toBe(same)
  })

  test('come with the first factor, work once each, and new ones end the old', async () => {
    const { factors, id, app } = await world()
    await app()
    const codes = (await factors.firstRecoveryCodes(id)) ?? []
    expect(await factors.firstRecoveryCodes(id)).toBeUndefined()
    const [first = '', second = ''] = codes
    expect(await factors.redeem(id, { recoveryCode: first })).toBe('recoveryCode')
    expect(await factors.redeem(id, { recoveryCode: first })).toBeUndefined()
    expect(await factors.redeem('somebody else', { recoveryCode: second })).toBeUndefined()
    expect(await factors.of(id)).toMatchObject({ recoveryCodes: 9, kinds: ['authenticator', 'recoveryCode'] })
    const [renewed = ''] = await factors.renewRecoveryCodes(id)
    expect(await factors.redeem(id, { recoveryCode: second })).toBeUndefined()
    expect(await factors.redeem(id, { recoveryCode: renewed })).toBe('recoveryCode')
  })
})

describe('what an account has', () => {
  test('passkeys only where there can be any, but they count everywhere', async () => {
    const here = await world()
    await here.passkey()
    expect(await here.factors.of(here.id)).toMatchObject({
      any: true,
      kinds: ['passkey'],
      passkeys: [{ name: 'key' }],
    })
    expect(here.factors.hasPasskeys()).toBe(true)
    const elsewhere = await world({ passkeys: false })
    await elsewhere.passkey()
    expect(await elsewhere.factors.of(elsewhere.id)).toMatchObject({ any: true, kinds: [], passkeys: [] })
    expect(elsewhere.factors.hasPasskeys()).toBe(false)
    expect(await elsewhere.factors.ask()).toBeUndefined()
    expect(await elsewhere.factors.beginPasskey('session', elsewhere.person)).toBeUndefined()
  })

  test('nothing, at first', async () => {
    const { factors, id } = await world()
    await factors.renewRecoveryCodes(id)
    expect(await factors.of(id)).toMatchObject({ any: false, kinds: [], app: undefined, recoveryCodes: 10 })
  })
})

describe('a factor that is taken away', () => {
  test('must be there', async () => {
    const { factors, id, app, passkey } = await world()
    expect(await factors.remove(id, APP, { mustStay: false })).toBe('unknown')
    await app()
    expect(await factors.remove(id, 'unheard-of', { mustStay: false })).toBe('unknown')
    const key = await passkey()
    const other = await world()
    expect(await other.factors.remove(other.id, key, { mustStay: false })).toBe('unknown')
  })

  test('leaves the others; with the last go the recovery codes', async () => {
    const { factors, id, app, passkey } = await world()
    await app()
    const key = await passkey()
    await factors.renewRecoveryCodes(id)
    expect(await factors.remove(id, APP, { mustStay: true })).toBe('removed')
    expect(await factors.of(id)).toMatchObject({ app: undefined, passkeys: [{ id: key }], recoveryCodes: 10 })
    expect(await factors.remove(id, key, { mustStay: false })).toBe('removed')
    expect(await factors.of(id)).toMatchObject({ any: false, recoveryCodes: 0 })
  })

  test('stays when it is the last of whom needs one', async () => {
    const { factors, id, app, passkey } = await world()
    const [one, two] = [await passkey('one'), await passkey('two')]
    expect(await factors.remove(id, one, { mustStay: true })).toBe('removed')
    expect(await factors.remove(id, two, { mustStay: true })).toBe('needed')
    await app()
    expect(await factors.remove(id, two, { mustStay: true })).toBe('removed')
    expect(await factors.remove(id, APP, { mustStay: true })).toBe('needed')
  })
})

describe('whoever changes factors proves himself once more', () => {
  const session = (userId: string, createdAt = NOW) => ({ key: 'k', userId, createdAt, lastSeenAt: NOW })

  test('by his password, or by a code of his app', async () => {
    const { clock, factors, id, app } = await world({ passwordHash: await hashPassword('right') })
    expect(await factors.proves(session(id), 'right')).toBe(true)
    expect(await factors.proves(session(id), '123456')).toBe(false)
    const secret = await app()
    expect(await factors.proves(session(id), codeOf(secret, clock.now))).toBe(true)
    expect(await factors.proves(session(id), codeOf(secret, clock.now))).toBe(false)
    expect(await factors.proves(session(id), 'right')).toBe(true)
    expect(await factors.proves(session(id), 'wrong')).toBe(false)
  })

  test.each(['123456 Brunnen', 'Brunnen 123456'])(
    'also by a password that looks half like a code: %s',
    async (password) => {
      const { factors, id, app } = await world({ passwordHash: await hashPassword(password) })
      await app()
      expect(await factors.proves(session(id), password)).toBe(true)
    },
  )

  test('whoever has neither by having signed in within ten minutes', async () => {
    const { factors, id } = await world()
    expect(await factors.proves(session(id, NOW - 10 * MINUTE + 1), '')).toBe(true)
    expect(await factors.proves(session(id, NOW - 10 * MINUTE), '')).toBe(false)
  })

  test('whoever has an app and no password by the app alone', async () => {
    const { factors, id, app } = await world()
    await app()
    for (const proof of ['', '1234567', '12345']) expect(await factors.proves(session(id), proof)).toBe(false)
  })
})

describe('where passkeys belong', () => {
  test.each([
    [['https://home.example'], 'home.example', ['https://home.example']],
    [
      ['https://a.example', 'https://b.example', 'http://a.example:8080'],
      'a.example',
      ['https://a.example', 'http://a.example:8080'],
    ],
    [[], 'localhost', ['http://localhost:8080']],
  ] as const)('configured %j: %s', (configured, id, origins) => {
    expect(passkeyPlace(configured, 'http://127.0.0.1:8080')).toEqual({ id, origins })
  })

  test.each(['https://192.0.2.1', 'https://[2001:db8::1]:8443'])('%s has none', (origin) => {
    expect(passkeyPlace([origin], 'http://127.0.0.1:8080')).toBeUndefined()
  })
})

describe('a sign-in under way', () => {
  test('waits five minutes for its second proof, twenty for a first app, and goes on once', async () => {
    const { store } = open
    const one = { userId: 'anna', by: 'password', challenge: 'c' } as const
    const { token, expiresAt } = await letWait(store.tokens, one, NOW)
    expect([token.length, expiresAt]).toEqual([43, NOW + 5 * MINUTE])
    expect(await waiting(store, token, NOW + 5 * MINUTE - 1)).toEqual(one)
    expect(await waiting(store, token, NOW + 5 * MINUTE)).toBeUndefined()
    expect(await goOn(store, token, NOW + 5 * MINUTE)).toBe(false)
    expect([await goOn(store, token, NOW), await goOn(store, token, NOW)]).toEqual([true, false])
    const first = await letWait(store.tokens, { userId: 'anna', by: 'mail', setUp: true }, NOW)
    expect(first.expiresAt).toBe(NOW + 20 * MINUTE)
  })
})
