import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SetupPassword } from '#gateway/node/setup/password.ts'
import { SetupSite, told } from './kit.ts'

const MINUTE = 60_000
const next = { secret: 'Another-One-22', confirmation: 'Another-One-22' }

let site: SetupSite
beforeEach(async () => {
  site = await SetupSite.open()
})
afterEach(() => site.close())

const board = (sessionid: string) => site.call('GET', '/get-board-info', { headers: { sessionid } })
const login = (secret: string, remoteAddress = '192.0.2.1') =>
  site.call('POST', '/login', { body: { secret }, remoteAddress })
const change = (sessionid: string, body: object) =>
  site.call('POST', '/change-password', { body, headers: { sessionid } })

describe('the first password', () => {
  //
  test('is made at the first start, handed out once, different every time, and kept as its hash only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-setup-'))
    const file = join(folder, 'setup.json')
    const first = await SetupPassword.open(file)
    const { fresh = '' } = first
    expect(await first.password.is(fresh)).toBe(true)
    await first.password.keep()
    const again = await SetupPassword.open(file)
    expect(fresh).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){3}$/)
    expect(fresh).not.toBe(site.secret)
    expect(again.fresh).toBeUndefined()
    expect(await again.password.is(fresh)).toBe(true)
    expect(await again.password.is(`${fresh}x`)).toBe(false)
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"password":"\$argon2id\$/)
    expect(statSync(file).mode & 0o077).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('counts after a restart only once it was shown: who has not seen it gets another one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-setup-'))
    const file = join(folder, 'setup.json')
    const unseen = await SetupPassword.open(file)
    const { password, fresh } = await SetupPassword.open(file)
    expect(fresh).toMatch(/./)
    expect(fresh).not.toBe(unseen.fresh)
    await password.keep()
    expect((await SetupPassword.open(file)).fresh).toBeUndefined()
    rmSync(folder, { recursive: true })
  })

  test('can be forgotten by whoever owns the machine: another one is made, and the old one is worth nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-setup-'))
    const file = join(folder, 'setup.json')
    const first = await SetupPassword.open(file)
    await first.password.keep()
    const reset = await SetupPassword.open(file, { forget: true })
    expect(await reset.password.is(first.fresh ?? '')).toBe(false)
    expect(await reset.password.is(reset.fresh ?? '')).toBe(true)
    rmSync(folder, { recursive: true })
  })
})

describe('a session', () => {
  // A-05 A-06
  test('has an id that cannot be guessed, a new one at each sign-in, and needs no cookie', async () => {
    const [one, two] = [await login(site.secret), await login(site.secret)]
    expect(one.body).toMatchObject({ sessionId: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) })
    expect(one.body).not.toEqual(two.body)
    expect(one.headers).not.toHaveProperty('set-cookie')
  })

  // 1.7-024
  test('is over after signing out, and only that one', async () => {
    const [one, two] = [await site.signIn(), await site.signIn()]
    expect(await site.call('POST', '/logout', { headers: { sessionid: one } })).toMatchObject({ status: 204 })
    expect(await board(one)).toMatchObject({ status: 403 })
    expect(await board(two)).toMatchObject({ status: 200 })
  })

  test('ends after a quarter of an hour without use, and after four hours in any case', async () => {
    const [used, left] = [await site.signIn(), await site.signIn()]
    for (let passed = 0; passed < 240; passed += 10) {
      expect((await board(used)).status, `${passed} min`).toBe(200)
      site.passes(10 * MINUTE)
      if (passed === 10) expect((await board(left)).status).toBe(403)
    }
    expect((await board(used)).status).toBe(403)
  })

  test('the oldest gives way when there are too many', async () => {
    const first = await site.signIn()
    for (let minute = 0; minute < 3; minute++) {
      for (let count = 0; count < 10; count++) await site.signIn()
      site.passes(MINUTE)
    }
    expect((await board(first)).status).toBe(403)
  })
})

describe('guessing', () => {
  //
  test('one address has ten tries a minute; another one still gets in', async () => {
    for (let count = 0; count < 10; count++)
      expect(await login('wrong')).toMatchObject({ status: 401, body: told({ errorCode: 'LOGIN_FAILED' }) })
    expect(await login(site.secret)).toMatchObject({
      status: 429,
      body: told({ errorCode: 'TOO_MANY_REQUESTS' }),
      headers: { 'retry-after': '60' },
    })
    expect(await login(site.secret, '192.0.2.2')).toMatchObject({ status: 200 })
    site.passes(MINUTE)
    expect(await login(site.secret)).toMatchObject({ status: 200 })
  })

  test('all addresses together are slowed down after thirty, but the owner still gets in', async () => {
    for (let count = 0; count < 30; count++) await login('wrong', `192.0.2.${count}`)
    expect(site.pauses).toBe(0)
    expect(await login(site.secret, '198.51.100.1')).toMatchObject({ status: 200 })
    expect(site.pauses).toBe(1)
  })

  test('the addresses of one IPv6 network count as one', async () => {
    for (let count = 0; count < 10; count++) await login('wrong', `2001:db8::${count}`)
    expect(await login(site.secret, '2001:db8::ffff')).toMatchObject({ status: 429 })
    expect(await login(site.secret, '2001:db8:0:1::1')).toMatchObject({ status: 200 })
  })

  test('the present password cannot be guessed by who is signed in either', async () => {
    const sessionid = await site.signIn()
    const answers = []
    for (let count = 0; count < 10; count++)
      answers.push(await change(sessionid, { checkSecret: 'x', ...next }))
    expect(answers[0]).toMatchObject({
      status: 400,
      body: told({ errorCode: 'WRONG_PASSWORD', field: '/checkSecret' }),
    })
    expect(answers.at(-1)).toMatchObject({ status: 429 })
  })
})

describe('changing the password', () => {
  // 1.5-029
  // 3.5-001
  test('does nothing when the new one and its confirmation differ, and says so', async () => {
    const sessionid = await site.signIn()
    expect(
      await change(sessionid, { checkSecret: site.secret, ...next, confirmation: 'Another-One-23' }),
    ).toMatchObject({
      status: 400,
      body: told({ errorCode: 'PASSWORD_CONFIRM_NO_MATCH', field: '/confirmation' }),
    })
    expect(await login(site.secret)).toMatchObject({ status: 200 })
    expect(await login(next.secret)).toMatchObject({ status: 401 })
  })

  // 1.7-025
  test('makes the new one count, ends all other sessions and keeps one’s own', async () => {
    const [own, other] = [await site.signIn(), await site.signIn()]
    expect(await change(own, { checkSecret: site.secret, ...next })).toMatchObject({ status: 204 })
    expect(await board(own)).toMatchObject({ status: 200 })
    expect(await board(other)).toMatchObject({ status: 403 })
    expect(await login(site.secret)).toMatchObject({ status: 401 })
    expect(await login(next.secret)).toMatchObject({ status: 200 })
  })

  test.each(['Short-1', 'nocapital-123', 'NOSMALL-1234', 'No-Digit-Here', `Aa1${'x'.repeat(98)}`])(
    'refuses %s, which breaks the rules',
    async (secret) => {
      const sessionid = await site.signIn()
      expect(
        await change(sessionid, { checkSecret: site.secret, secret, confirmation: secret }),
      ).toMatchObject({ status: 400, body: told({ errorCode: 'VALIDATION', field: '/secret' }) })
      expect(await login(site.secret)).toMatchObject({ status: 200 })
    },
  )
})

// B-02 B-03 B-07
test.each(['/', '/get-board-info', '/nothing.js'])('%s comes with the headers of the house', async (path) => {
  const { headers } = await site.call('GET', path)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|data:|\*/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers).not.toHaveProperty('x-powered-by')
})

test.each(['/..%2f..%2fetc/passwd', '/%2e%2e/setup.json', '/setup.json%00.js', '/.hidden'])(
  'the address %s leads to no file outside of the page',
  async (path) => {
    const { body } = await site.call('GET', path)
    expect(JSON.stringify(body)).not.toMatch(/argon2|root:/)
  },
)
