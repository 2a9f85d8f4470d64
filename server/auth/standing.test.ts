import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { programKey } from '#server/oauth/programs.ts'
import type { Account } from '#server/store/people/accounts.ts'
import { oneStore } from '../../tests/store/one.ts'
import { account, gateway } from '../../tests/store/samples.ts'
import { barOf, isClosed } from './closed.ts'
import { Deletion } from './deletion.ts'
import { disable } from './disabling.ts'
import { endSession, endSessionsOf } from './end-sessions.ts'
import { issueGatewaySecret } from './gateway-secret.ts'
import { isLastAdministrator } from './last-administrator.ts'
import { ACTIVATION, INVITATION_LINK, issueLink, PASSWORD_LINK, PIN_LINK } from './links.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { firstAdministratorLink, lookAtPasswordLink, redeemPasswordLink } from './passwords/password-link.ts'
import { checkProof, HASH_LOGIN } from './proof.ts'
import { comesFromProvider } from './provider-only.ts'
import { voidProofs } from './void-proofs.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14)
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What the channel was told. */
function channel() {
  const told: string[] = []
  return {
    told,
    cutSession: (key: string, reason = '–') => void told.push(`cut ${key} ${reason}`),
    recheck: (userId: string) => void told.push(`recheck ${userId}`),
  }
}
async function person(
  more: Partial<Account> = {},
  { activated = true, passwordHash = null as string | null } = {},
) {
  const id = randomUUID()
  await open.store.accounts.create(account(id, more), { passwordHash, at: NOW, activated })
  return id
}
const session = async (userId: string) =>
  (await open.store.sessions.create({ id: randomUUID(), userId, at: NOW })).key
async function home(userId: string | null = null) {
  const serialNumber = `GW-${randomUUID()}`.toUpperCase()
  await open.store.gateways.create(gateway(serialNumber, { userId }))
  return serialNumber
}
async function program(userId: string) {
  const id = randomUUID()
  const serialNumber = await home()
  await open.store.oauth.grant({ id, userId, clientId: 'c', serialNumber, scope: 'gateway', at: NOW })
  return id
}
const credentials = async (id: string) => open.store.accounts.credentials(`${id}@gatehouse.test`)

describe('who gets into an account', () => {
  const standing = { activated: true }
  test.each([
    [{}, undefined, false],
    [{ disabled: true as const }, 'ACCOUNT_DISABLED', true],
    [{ isProfileMarkedForDeletion: true }, 'ACCOUNT_DELETED', true],
    [{ isProfileMarkedForDeletion: true, disabled: true as const }, 'ACCOUNT_DELETED', true],
    [{ isProfileMarkedForDeletion: false }, undefined, false],
  ])('%j: %s', (more, bar, closed) => {
    expect(barOf({ account: account('a', more), standing })).toBe(bar)
    expect(isClosed(account('a', more))).toBe(closed)
  })

  test('nobody before it is activated', () => {
    expect(barOf({ account: account('a'), standing: { activated: false } })).toBe('NOT_ACTIVATED')
  })
})

describe('A-05 links', () => {
  const subject = () => randomUUID()
  test('A-05 are good for an hour or as long as is said, and the one before is worthless', async () => {
    const { tokens } = open.store
    const one = { purpose: PASSWORD_LINK, subject: subject(), now: NOW }
    const first = await issueLink(open.store, one)
    const second = await issueLink(open.store, { ...one, payload: { a: 1 } })
    expect(second).toMatch(/^[\w-]{43}$/)
    expect(await tokens.peek(PASSWORD_LINK, first, NOW)).toBeUndefined()
    expect(await tokens.peek(PASSWORD_LINK, second, NOW + HOUR - 1)).toMatchObject({ payload: { a: 1 } })
    expect(await tokens.peek(PASSWORD_LINK, second, NOW + HOUR)).toBeUndefined()
    const long = await issueLink(open.store, { ...one, lifeMs: DAY })
    expect(await tokens.peek(PASSWORD_LINK, long, NOW + DAY - 1)).toBeDefined()
  })

  test('A-05 one for a password is looked at as often as one likes, and sets it once', async () => {
    const userId = await person()
    const token = await issueLink(open.store, { purpose: PASSWORD_LINK, subject: userId, now: NOW })
    for (const _ of [1, 2])
      expect(await lookAtPasswordLink(open.store, token, NOW)).toMatchObject({ subject: userId })
    const by = { passwordHash: 'hash', policyVersion: 'v1', now: NOW }
    expect(await redeemPasswordLink(open.store, token, by)).toEqual({ userId, invited: false })
    expect(await open.store.accounts.passwordHash(userId)).toBe('hash')
    expect(await redeemPasswordLink(open.store, token, by)).toBeUndefined()
    expect(await lookAtPasswordLink(open.store, token, NOW)).toBeUndefined()
  })

  test('A-05 one for whom was invited opens the account, as long as it waits', async () => {
    const invite = async (subject: string) =>
      issueLink(open.store, { purpose: INVITATION_LINK, subject, now: NOW })
    const by = { passwordHash: 'hash', policyVersion: 'v1', now: NOW }
    const userId = await person({}, { activated: false })
    const token = await invite(userId)
    expect(await lookAtPasswordLink(open.store, token, NOW)).toMatchObject({ subject: userId })
    expect(await redeemPasswordLink(open.store, token, by)).toEqual({ userId, invited: true })
    expect(await credentials(userId)).toMatchObject({ passwordHash: 'hash', standing: { activated: true } })
    const came = await person({}, { passwordHash: 'own' })
    expect(await redeemPasswordLink(open.store, await invite(came), by)).toBeUndefined()
    expect(await open.store.accounts.passwordHash(came)).toBe('own')
    expect(await redeemPasswordLink(open.store, 'unheard-of', by)).toBeUndefined()
    expect(await redeemPasswordLink(open.store, await invite('removed'), by)).toBeUndefined()
  })

  test('A-05 one for somebody who was removed sets nothing', async () => {
    const token = await issueLink(open.store, { purpose: PASSWORD_LINK, subject: 'removed', now: NOW })
    const by = { passwordHash: 'hash', policyVersion: 'v1', now: NOW }
    expect(await redeemPasswordLink(open.store, token, by)).toBeUndefined()
  })
})

describe('A-09 the first administrator', () => {
  const fresh = oneStore()
  test('A-09 is made by the link, once, with the policies accepted; a link beside it makes no second', async () => {
    const by = { passwordHash: 'hash', policyVersion: 'v1', now: NOW }
    const token = await firstAdministratorLink(fresh.store, 'root@gatehouse.test', NOW)
    const made = await redeemPasswordLink(fresh.store, token, by)
    expect(made?.invited).toBe(false)
    expect(await fresh.store.accounts.credentials('root@gatehouse.test')).toMatchObject({
      account: {
        id: made?.userId,
        groups: ['admin'],
        contact: [{ contact: 'root@gatehouse.test', contactType: 'email', isDefault: true }],
      },
      passwordHash: 'hash',
      standing: { activated: true, policyVersion: 'v1' },
    })
    const late = await firstAdministratorLink(fresh.store, 'second@gatehouse.test', NOW)
    expect(await redeemPasswordLink(fresh.store, late, by)).toBeUndefined()
    expect(await fresh.store.accounts.count()).toBe(1)
  })

  test('A-09 is the last as long as there is no other who can sign in', async () => {
    const root = (await fresh.store.accounts.findByIdentity('root@gatehouse.test'))?.id ?? ''
    expect(await isLastAdministrator(fresh.store, root)).toBe(true)
    expect(await isLastAdministrator(fresh.store, 'unheard-of')).toBe(false)
    await fresh.store.accounts.create(account('user'), { passwordHash: 'hash', at: NOW })
    expect([
      await isLastAdministrator(fresh.store, 'user'),
      await isLastAdministrator(fresh.store, root),
    ]).toEqual([false, true])
    const parts = { store: fresh.store, channel: channel(), now: () => NOW }
    expect(await disable(parts, root)).toBe('lastAdministrator')
    const deletion = new Deletion({ ...parts, release: async () => undefined, graceMs: DAY })
    expect(await deletion.mark(root)).toBeUndefined()
    expect(isClosed((await fresh.store.accounts.find(root)) ?? {})).toBe(false)
    // One who may only look can give nobody his rights back.
    await fresh.store.accounts.create(account('looks', { groups: ['admin', 'viewer'] }), {
      passwordHash: 'hash',
      at: NOW,
    })
    expect([
      await isLastAdministrator(fresh.store, root),
      await isLastAdministrator(fresh.store, 'looks'),
    ]).toEqual([true, false])
    await fresh.store.accounts.create(account('other', { groups: ['admin', 'manager'] }), {
      passwordHash: 'hash',
      at: NOW,
    })
    expect(await isLastAdministrator(fresh.store, root)).toBe(false)
    expect(await disable(parts, root)).toBe('done')
  })
})

describe('Z-07 an account that is disabled', () => {
  test('Z-07 has no sessions, no programs, no codes and no links any more, and the channel knows at once', async () => {
    const told = channel()
    const userId = await person()
    const [key, grant] = [await session(userId), await program(userId)]
    const link = await issueLink(open.store, { purpose: PASSWORD_LINK, subject: userId, now: NOW })
    expect(await disable({ store: open.store, channel: told, now: () => NOW }, userId)).toBe('done')
    expect(told.told).toEqual([
      `cut ${key} account_disabled`,
      `cut ${key} account_disabled`,
      `cut ${programKey(grant)} logged_out`,
      `recheck ${userId}`,
    ])
    expect(await open.store.sessions.findByKey(key)).toBeUndefined()
    expect(await open.store.tokens.peek(PASSWORD_LINK, link, NOW)).toBeUndefined()
    expect((await open.store.accounts.find(userId))?.disabled).toBe(true)
  })

  test('Z-07 a second time puts out who has come in meanwhile', async () => {
    const userId = await person()
    const parts = { store: open.store, channel: channel(), now: () => NOW }
    await disable(parts, userId)
    const told = channel()
    expect(await disable({ ...parts, channel: told }, userId)).toBe('before')
    expect(told.told).toEqual([`recheck ${userId}`])
  })

  test('Z-07 that is not in use, or is not there, cannot be', async () => {
    const told = channel()
    const parts = { store: open.store, channel: told, now: () => NOW }
    expect(await disable(parts, await person({}, { activated: false }))).toBe('notInUse')
    const leaving = await person()
    await open.store.accounts.markForDeletion(leaving, NOW)
    expect(await disable(parts, leaving)).toBe('notInUse')
    expect(await disable(parts, 'unheard-of')).toBe('notInUse')
    expect(told.told).toEqual([])
  })
})

describe('an account that is deleted', () => {
  function world(now: number) {
    const told = channel()
    const released: string[] = []
    const deletion = new Deletion({
      store: open.store,
      channel: told,
      release: async (serialNumber, owner) => void released.push(`${serialNumber} ${owner}`),
      graceMs: 30 * DAY,
      now: () => now,
    })
    return { deletion, told, released }
  }

  test('is out at once and gone after its days of grace, with its gateways set free', async () => {
    const userId = await person()
    const key = await session(userId)
    const serialNumber = await home(userId)
    const first = world(NOW)
    expect(await first.deletion.mark(userId)).toBe(NOW + 30 * DAY)
    expect(first.told.told).toEqual([`cut ${key} account_deleted`, `cut ${key} account_deleted`])
    const early = world(NOW + 30 * DAY)
    await early.deletion.sweep()
    expect(await open.store.accounts.find(userId)).toBeDefined()
    const late = world(NOW + 30 * DAY + 1)
    await late.deletion.sweep()
    expect(await open.store.accounts.find(userId)).toBeUndefined()
    expect(late.released).toEqual([`${serialNumber} ${userId}`])
    expect(late.told.told).toContain(`recheck ${userId}`)
    const rows = await open.store.audit.list({ what: 'removeAccount', limit: 10 })
    expect(rows.filter(({ facts }) => facts?.userId === userId)).toMatchObject([
      { who: 'system', result: 'ok' },
    ])
  })
})

describe('sessions that end', () => {
  test('all of a person, but one if asked; connections are cut before and after', async () => {
    const userId = await person()
    const [one, two] = [await session(userId), await session(userId)]
    const told = channel()
    await endSessionsOf({ store: open.store, channel: told }, userId, 'password_changed' as never, one)
    expect(told.told).toEqual([`cut ${two} password_changed`, `cut ${two} password_changed`])
    expect(await open.store.sessions.findByKey(one)).toBeDefined()
    await endSession({ store: open.store, channel: told }, one, 'logged_out')
    expect(told.told.slice(2)).toEqual([`cut ${one} logged_out`, `cut ${one} logged_out`])
    expect(await open.store.sessions.findByKey(one)).toBeUndefined()
  })
})

test('what somebody was sent is void, also the links for the PINs of his own gateways, and nobody else’s', async () => {
  const [userId, other] = [await person(), await person()]
  const [own, foreign] = [await home(userId), await home(other)]
  const links = [
    ...[PASSWORD_LINK, INVITATION_LINK, HASH_LOGIN, 'secondFactor', 'authenticatorSetUp', 'passkeySetUp'].map(
      (purpose) => ({ purpose, subject: userId }),
    ),
    { purpose: PIN_LINK, subject: own },
    { purpose: PIN_LINK, subject: foreign },
    { purpose: PASSWORD_LINK, subject: other },
    { purpose: ACTIVATION, subject: userId },
  ]
  const issued = await Promise.all(
    links.map(async (link) => ({ ...link, token: await issueLink(open.store, { ...link, now: NOW }) })),
  )
  const otp = { userId, action: 'a', uniqueIdentifier: 'x' }
  await open.store.otps.replace({ ...otp, hash: 'h', expiresAt: NOW + HOUR })
  await voidProofs(open.store, userId)
  const left = await Promise.all(
    issued.map(
      async ({ purpose, token }) => (await open.store.tokens.peek(purpose, token, NOW)) !== undefined,
    ),
  )
  expect(left).toEqual([...Array.from({ length: 7 }, () => false), true, true, true])
  expect(await open.store.otps.lives(otp, 5, NOW)).toBe(false)
})

describe('A-04 what proves who somebody is', () => {
  const proofOf = async (userId: string | undefined, given: object, now = NOW) =>
    checkProof(
      open.store,
      {
        identity: '',
        secret: '',
        known: userId === undefined ? undefined : await credentials(userId),
        ...given,
      } as Parameters<typeof checkProof>[1],
      now,
    )
  const mailed = (subject: string, payload?: object) =>
    issueLink(open.store, { purpose: HASH_LOGIN, subject, now: NOW, payload })
  const external = (userId: string) =>
    open.store.externalIdentities.add({ issuer: `https://${userId}`, subject: userId, userId, at: NOW })

  test('A-01 the password, unless he comes from an identity provider', async () => {
    const userId = await person({}, { passwordHash: await hashPassword('right') })
    expect(await proofOf(userId, { secret: 'right' })).toMatchObject({
      account: { id: userId },
      by: 'password',
      outdated: false,
    })
    expect(await proofOf(userId, { secret: 'wrong' })).toBeUndefined()
    expect(await proofOf(undefined, { secret: 'right' })).toBeUndefined()
    expect(await proofOf(await person(), { secret: '' })).toBeUndefined()
  })

  test('A-05 the token of a mail to him, for exactly one', async () => {
    const userId = await person()
    const token = await mailed(userId)
    const hash = { loginType: 'hash', secret: token }
    const proved = await proofOf(userId, hash)
    expect(proved).toMatchObject({ by: 'mail', account: { id: userId }, outdated: false })
    expect(await proofOf(await person(), hash)).toBeUndefined()
    expect(await proofOf(undefined, hash)).toBeUndefined()
    expect(await proofOf(userId, { loginType: 'hash', secret: 'other' })).toBeUndefined()
    expect(await proofOf(userId, hash, NOW + HOUR)).toBeUndefined()
    expect([await proved?.redeem?.(), await proved?.redeem?.()]).toEqual([true, false])
    expect(await proofOf(userId, hash)).toBeUndefined()
  })

  test('A-05 who had to read policies first comes back with what he had proved before', async () => {
    const userId = await person()
    const secret = await mailed(userId, { by: 'password', factor: 'app' })
    expect(await proofOf(userId, { loginType: 'hash', secret })).toMatchObject({
      by: 'password',
      factor: 'app',
    })
  })

  test('A-07 whoever comes from a provider proves himself there, and by neither password nor mail', async () => {
    const userId = await person({}, { passwordHash: await hashPassword('right') })
    expect(await comesFromProvider(open.store, userId)).toBe(false)
    await external(userId)
    expect(await comesFromProvider(open.store, userId)).toBe(true)
    expect(await proofOf(userId, { secret: 'right' })).toBeUndefined()
    expect(await proofOf(userId, { loginType: 'hash', secret: await mailed(userId) })).toBeUndefined()
    const secret = await mailed(userId, { by: 'external' })
    expect(await proofOf(userId, { loginType: 'hash', secret })).toMatchObject({ by: 'external' })
  })

  test('Z-07 the secret of a gateway, for its owner', async () => {
    const userId = await person()
    const serialNumber = await home(userId)
    const secret = await issueGatewaySecret(open.store.gateways, serialNumber)
    const hashed = createHash('sha256').update(secret).digest('hex')
    const by = (identity: string, shown: string) =>
      proofOf(undefined, { loginType: 'gateway', identity, secret: shown })
    expect(await by(serialNumber.toLowerCase(), hashed)).toMatchObject({
      by: 'gateway',
      serialNumber,
      account: { id: userId },
      outdated: false,
    })
    expect(await by(serialNumber, secret)).toBeUndefined()
    expect(await by('GW-UNHEARD-OF', hashed)).toBeUndefined()
    const free = await home()
    const freeSecret = await issueGatewaySecret(open.store.gateways, free)
    expect(await by(free, createHash('sha256').update(freeSecret).digest('hex'))).toBeUndefined()
  })
})
