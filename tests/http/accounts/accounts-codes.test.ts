import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueGatewaySecret } from '#server/auth/gateway-secret.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { demo, newFolder, Site, stranger } from '../kit.ts'
import { Mailbox, settledMails, somebodyAt } from '../mail-kit.ts'

const serialNumber = 'DOC4-7F21-90A3'
let site: Site
let mailbox: Mailbox
beforeAll(async () => {
  const file = join(newFolder(), 'settings.json')
  writeFileSync(file, JSON.stringify({ flags: { SECURE_IMPORTANT_ROUTES_WITH_OTP: true, RPL_GTW: true } }))
  site = await Site.open({ GATEHOUSE_SETTINGS: file })
  mailbox = new Mailbox(site)
})
afterAll(() => site.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  site.call('POST', `/api/${path}`, { body, headers: { 'x-forwarded-for': stranger(), ...headers } })
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('signing in by a code', () => {
  const send = (identity: string) => post('auth/sendotp', { identity })
  const redeem = (identity: string, otp: string) => post('auth/hashLogin', { identity, otp })
  const signIn = (identity: string, secret: string) =>
    post('auth/login', { identity, secret, loginType: 'hash' })
  const somebody = () => somebodyAt(site, mailbox)

  // 1.7-012 1.4-065
  test('A-07 the code gives a token that signs in once, within a minute', async () => {
    const { identity } = await somebody()
    expect((await send(identity)).status).toBe(204)
    const code = await mailbox.code(identity, 2)
    expect(code).toMatch(/^\d{6}$/)
    const { token } = (await redeem(identity, code)).json<{ token: string }>()
    expect((await signIn(demo.home.identity, token)).status).toBe(401)
    expect((await signIn(identity, token)).status).toBe(200)
    expect((await signIn(identity, token)).status).toBe(401)
  })

  test('A-07 of several who use a token at once one is in', async () => {
    const { identity } = await somebody()
    await send(identity)
    const code = await mailbox.code(identity, 2)
    const { token } = (await redeem(identity, code)).json<{ token: string }>()
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(identity, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  test('who must accept policies comes back with the same token', async () => {
    const { identity, userId } = await somebody()
    await site.store.accounts.acceptPolicies(userId, 'an older version', site.now)
    await send(identity)
    const code = await mailbox.code(identity, 2)
    const { token } = (await redeem(identity, code)).json<{ token: string }>()
    expect((await signIn(identity, token)).status).toBe(300)
    const accepted = { isPrivacyPolicyAccepted: true, areTermsOfServiceAccepted: true }
    const body = { identity, secret: token, loginType: 'hash', ...accepted }
    expect((await post('auth/login', body)).status).toBe(200)
  })

  test('A-07 such a token signs in once, and no later than a minute', async () => {
    const { identity } = await somebody()
    const tokenOf = async (mails: number) => {
      await send(identity)
      return (await redeem(identity, await mailbox.code(identity, mails))).json<{ token: string }>().token
    }
    const first = await tokenOf(2)
    expect((await signIn(identity, first)).status).toBe(200)
    expect((await signIn(identity, first)).status).toBe(401)
    // One mail between them tells of the sign-in from a new device.
    const second = await tokenOf(4)
    site.pass(60_000)
    expect((await signIn(identity, second)).status).toBe(401)
  })

  test('A-06 a code works once, for ten minutes; asked for again, it is the same while it lives', async () => {
    const { identity } = await somebody()
    await send(identity)
    const first = await mailbox.code(identity, 2)
    await send(identity)
    const second = await mailbox.code(identity, 3)
    expect(second).toBe(first)
    expect((await redeem(identity, second)).status).toBe(200)
    expect((await redeem(identity, second)).status).toBe(401)
    await send(identity)
    const third = await mailbox.code(identity, 4)
    site.pass(10 * 60_000)
    expect((await redeem(identity, third)).status).toBe(401)
  })

  test('A-06 after five wrong tries the right code is worth nothing', async () => {
    const { identity } = await somebody()
    await send(identity)
    const code = await mailbox.code(identity, 2)
    for (let tries = 1; tries <= 5; tries++) expect((await redeem(identity, other(code))).status).toBe(401)
    expect((await redeem(identity, code)).status).toBe(401)
  })

  test('A-06 asking again gives no new tries; once they are used up the next code is another', async () => {
    const { identity } = await somebody()
    await send(identity)
    const code = await mailbox.code(identity, 2)
    for (let tries = 1; tries <= 4; tries++) expect((await redeem(identity, other(code))).status).toBe(401)
    await send(identity)
    expect(await mailbox.code(identity, 3)).toBe(code)
    expect((await redeem(identity, other(code))).status).toBe(401)
    expect((await redeem(identity, code)).status).toBe(401)
    await send(identity)
    const next = await mailbox.code(identity, 4)
    expect((await redeem(identity, next)).status).toBe(200)
  })

  test('A-03 forty codes a day may be tried for an account, from wherever', async () => {
    const identity = 'guessed-all-day@gatehouse.test'
    const statuses: number[] = []
    for (let tries = 1; tries <= 45; tries++) {
      if (tries % 10 === 0) site.pass(3_600_001)
      statuses.push((await redeem(identity, '000000')).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(40)
    expect(statuses.slice(40)).toEqual(Array(5).fill(429))
    site.pass(24 * 3_600_000)
    expect((await redeem(identity, '000000')).status).toBe(401)
  })

  test('an address is written to five times an hour, whatever is asked for and by whom; what came last stays good', async () => {
    const { identity } = await somebody()
    const asks = [
      () => send(identity),
      () => post('auth/forgotPass', { email: identity, language: 'ch_EN' }),
      () => send(identity.toUpperCase()),
      () => post('auth/forgotPass', { email: identity, language: 'ch_DE' }),
    ]
    for (const [at, ask] of asks.entries()) {
      expect((await ask()).status).toBeLessThan(300)
      await mailbox.newest(identity, at + 2)
    }
    for (const ask of [...asks, ...asks]) expect((await ask()).status).toBeLessThan(300)
    const newest = await mailbox.newest(identity, 5)
    const link = /\/resetPassword\/([\w-]+)/.exec(newest.text ?? '')?.[1] ?? ''
    await settledMails(site, mailbox)
    // One of them was the activation.
    expect(await mailbox.to(identity)).toHaveLength(5)
    const body = { secret: 'Gatehouse-Newer-1', confirmation: 'Gatehouse-Newer-1' }
    expect((await post(`auth/resetPassword/${link}`, body)).status).toBe(204)
    site.pass(3_600_001)
    await send(identity)
    await mailbox.newest(identity, 7)
  })

  test('A-10 whoever comes from an identity provider gets no code, and neither an old one nor the old password opens his account', async () => {
    const { identity, userId, secret } = await somebody()
    await send(identity)
    const code = await mailbox.code(identity, 2)
    const { token } = (await redeem(identity, code)).json<{ token: string }>()
    await site.store.otps.replace({
      ...{ userId, action: 'hashLogin', uniqueIdentifier: userId },
      ...{ hash: await hashPassword('123456'), expiresAt: site.now + 60_000 },
    })
    await post('auth/forgotPass', { email: identity, language: 'ch_EN' })
    const link = await mailbox.token(identity, 3)
    await site.store.externalIdentities.add({
      ...{ issuer: 'https://id.example', subject: identity, userId, at: site.now },
    })
    expect((await redeem(identity, '123456')).status).toBe(401)
    expect((await signIn(identity, token)).status).toBe(401)
    expect((await site.login({ identity, secret })).json()).toMatchObject([{ errorCode: 'LOGIN_FAILED' }])
    const body = { secret: 'Gatehouse-Newer-1', confirmation: 'Gatehouse-Newer-1' }
    expect((await post(`auth/resetPassword/${link}`, body)).status).toBe(404)
    expect((await send(identity)).status).toBe(204)
    await settledMails(site, mailbox)
    expect(await mailbox.to(identity)).toHaveLength(3)
  })

  test('A-06 of two who use a code at once one succeeds', async () => {
    const { identity } = await somebody()
    await send(identity)
    const code = await mailbox.code(identity, 2)
    const answers = await Promise.all([redeem(identity, code), redeem(identity, code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('A-03 the 11th code for an account within 60 s is answered with 429', async () => {
    for (let tries = 1; tries <= 10; tries++) expect((await send('flooded@gatehouse.test')).status).toBe(204)
    expect((await send('flooded@gatehouse.test')).status).toBe(429)
  })

  test('A-05 the database holds neither code nor token', async () => {
    const { identity } = await somebody()
    await send(identity)
    const code = await mailbox.code(identity, 2)
    const { token } = (await redeem(identity, code)).json<{ token: string }>()
    await send(identity)
    const next = await mailbox.code(identity, 3)
    const [wal, file] = ['gatehouse.db-wal', 'gatehouse.db'].map((name) =>
      readdirSync(site.data).includes(name) ? readFileSync(join(site.data, name)) : Buffer.alloc(0),
    )
    for (const secret of [token, `"${next}"`, `>${next}<`, `\n${next}\n`])
      expect(wal?.includes(secret) || file?.includes(secret)).toBe(false)
  })
})

describe('important routes', () => {
  // 1.6-050 3.6-035
  const replace = (sessionId: string, otp?: string, sn = serialNumber) =>
    post(
      'replace/gw',
      {
        ...{ failedGtwSN: sn, newGtwSN: 'DOC4-0000-0000', restorePoint: 'none' },
        ...{ userId: 'demo-home', automaticFactoryReset: false },
      },
      { sessionId, ...(otp === undefined ? {} : { otp }) },
    )
  const ask = (sessionId: string, action: string, uniqueIdentifier: string) =>
    post('notifier/notifysuperadmin', { action, uniqueIdentifier }, { sessionId })
  const sent = async (action: string, uniqueIdentifier: string) => {
    const { sessionId } = await site.signIn(demo.admin)
    const before = (await mailbox.to(demo.admin.identity)).length
    expect((await ask(sessionId, action, uniqueIdentifier)).status).toBe(204)
    return { sessionId, code: await mailbox.code(demo.admin.identity, before + 1) }
  }
  /** Past the code: what the replacement itself says of a gateway that there is not. */
  const passed = (answer: { text: string }) => !/OTP_/.test(answer.text)

  // 3.6-035
  test('A-06 SECURE_IMPORTANT_ROUTES_WITH_OTP: without a code a replacement does not begin', async () => {
    const { sessionId } = await site.signIn(demo.admin)
    const answer = await replace(sessionId)
    expect(answer.status).toBe(428)
    expect(answer.json()).toMatchObject([{ errorCode: 'OTP_REQUIRED' }])
  })

  test('A-06 the code of the mail lets it begin, once', async () => {
    const { sessionId, code } = await sent('replaceGateway', serialNumber)
    expect((await mailbox.newest(demo.admin.identity)).text).toContain(serialNumber)
    expect(passed(await replace(sessionId, code))).toBe(true)
    expect((await replace(sessionId, code)).json()).toMatchObject([{ errorCode: 'OTP_INVALID' }])
  })

  test.each([
    ['another action', 'startExport', serialNumber],
    ['another gateway', 'replaceGateway', 'DOC4-0000-0001'],
  ])('A-06 a code for %s is refused', async (_what, action, identifier) => {
    const { sessionId, code } = await sent(action, identifier)
    expect(passed(await replace(sessionId, code))).toBe(false)
  })

  test('A-06 a code of somebody else is refused', async () => {
    await sent('replaceGateway', serialNumber)
    const other = await somebodyAt(site, mailbox)
    expect((await ask(other.sessionId, 'replaceGateway', serialNumber)).status).toBe(204)
    const code = await mailbox.code(other.identity, 2)
    const { sessionId } = await site.signIn(demo.admin)
    const own = await mailbox.code(demo.admin.identity)
    if (own !== code) expect(passed(await replace(sessionId, code))).toBe(false)
  })

  test('A-06 the 6th try locks, although it is right', async () => {
    const { sessionId, code } = await sent('replaceGateway', serialNumber)
    for (let tries = 1; tries <= 5; tries++) expect(passed(await replace(sessionId, other(code)))).toBe(false)
    expect(passed(await replace(sessionId, code))).toBe(false)
  })

  test('A-06 of two parallel uses of a code one passes', async () => {
    const { sessionId, code } = await sent('replaceGateway', serialNumber)
    const answers = await Promise.all([replace(sessionId, code), replace(sessionId, code)])
    expect(answers.filter(passed)).toHaveLength(1)
  })

  test('a code is asked for what there is, and not by anybody', async () => {
    const { sessionId } = await site.signIn(demo.home)
    expect((await ask(sessionId, 'makeMeAdmin', 'x')).status).toBe(400)
    expect((await ask('', 'replaceGateway', serialNumber)).status).toBe(403)
  })
})

describe('the gateway login variant', () => {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
  const login = (identity: string, secret: string) =>
    post('auth/login', { identity, secret, loginType: 'gateway' })

  // 1.2-017 1.7-022
  test('identity and the hash of the secret sign in for the owner', async () => {
    const secret = await issueGatewaySecret(site.store.gateways, serialNumber)
    const answer = await login(serialNumber, hash(secret))
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ userId: 'demo-home' })
  })

  test('neither the secret itself, nor what is stored, nor the secret of another gateway does', async () => {
    const secret = await issueGatewaySecret(site.store.gateways, serialNumber)
    const stored = (await site.store.gateways.secretHash(serialNumber)) ?? ''
    expect(stored).not.toBe('')
    const gateways = [serialNumber, 'DOC4-0000-0000']
    const tries = [secret, stored, hash('something else')]
    for (const proof of tries) expect((await login(serialNumber, proof)).status).toBe(401)
    expect((await login(gateways[1] ?? '', hash(secret))).status).toBe(401)
  })

  test('a gateway that belongs to nobody signs nobody in', async () => {
    const [free] = (await site.store.gateways.query({ page: 1, limit: 1, unassigned: true })).data
    const secret = await issueGatewaySecret(site.store.gateways, free?.serialNumber ?? '')
    expect((await login(free?.serialNumber ?? '', hash(secret))).status).toBe(401)
  })
})
