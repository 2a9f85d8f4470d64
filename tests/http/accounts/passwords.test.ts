import { argon2Sync } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BoundedQueue, QueueFullError } from '#gateway/node/bounded-queue.ts'
import { hashPassword, verifyPassword } from '#server/auth/passwords/password-hash.ts'
import { firstAdministratorLink } from '#server/auth/passwords/password-link.ts'
import { isCommon } from '#server/auth/passwords/password-rules.ts'
import { demo, Site, stranger } from '../kit.ts'

describe('A-01 hashing', () => {
  test('A-01 passwords are hashed by Argon2id with 19 MiB, two passes and one lane', async () => {
    const hash = await hashPassword('Gatehouse-Test-1')
    const [, salt = '', tag = ''] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([^$]+)\$([^$]+)$/.exec(hash) ?? []
    const again = argon2Sync('argon2id', {
      message: 'Gatehouse-Test-1',
      nonce: Buffer.from(salt, 'base64'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    })
    expect(again.equals(Buffer.from(tag, 'base64'))).toBe(true)
    expect(await hashPassword('Gatehouse-Test-1')).not.toBe(hash)
  })

  test('A-01 50 sign-ins at once hash two by two: the server stays awake and small', async () => {
    const hash = await hashPassword('Gatehouse-Test-1')
    const before = process.memoryUsage().rss
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    const verdicts = await Promise.all(
      Array.from({ length: 50 }, () => verifyPassword('Gatehouse-Test-1', hash)),
    )
    clearInterval(turning)
    expect(verdicts.every(({ correct }) => correct)).toBe(true)
    // A hash on the event loop would hold it for all of its time: it would turn once a hash at most.
    expect(turns).toBeGreaterThan(100)
    // Fifty at once would need 950 MB.
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(400)
  })

  test('A-01 at most two run at once, and beyond a full line callers are sent away', async () => {
    const queue = new BoundedQueue(2, 3)
    let running = 0
    let most = 0
    let go = (): void => {}
    const gate = new Promise<void>((open) => {
      go = open
    })
    const job = async () => {
      running++
      most = Math.max(most, running)
      await gate
      running--
    }
    const taken = Array.from({ length: 5 }, () => queue.run(job))
    await expect(queue.run(job)).rejects.toBeInstanceOf(QueueFullError)
    go()
    await Promise.all(taken)
    expect(most).toBe(2)
    await expect(queue.run(async () => 'free again')).resolves.toBe('free again')
  })
})

describe('with a server', () => {
  let site: Site
  beforeAll(async () => {
    site = await Site.open()
  })
  afterAll(() => site.close())

  test('A-01 a hash of lower cost is made again at the next sign-in', async () => {
    const salt = Buffer.alloc(16, 7)
    const cheap = {
      message: demo.home.secret,
      nonce: salt,
      memory: 4096,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    }
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const old = `$argon2id$v=19$m=4096,t=1,p=1$${text(salt)}$${text(argon2Sync('argon2id', cheap))}`
    await site.store.accounts.setPasswordHash('demo-home', old)
    expect((await site.login(demo.home)).status).toBe(200)
    expect(await site.store.accounts.passwordHash('demo-home')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    )
    expect((await site.login(demo.home)).status).toBe(200)
  })

  /** Sets a password the way people do: by a link. */
  const setPassword = async (secret: string, confirmation = secret) => {
    const token = `link-${stranger().replaceAll('.', '-')}`
    await site.store.tokens.replace({
      token,
      purpose: 'password',
      subject: 'demo-guest',
      expiresAt: site.now + 60_000,
    })
    return site.call('POST', `/api/auth/resetPassword/${token}`, {
      body: { secret, confirmation },
      headers: { 'x-forwarded-for': stranger() },
    })
  }

  test('A-02 a password is verified exactly as typed: every Unicode text, no cut, no change of case', async () => {
    const typed = fc.string({ unit: 'binary', minLength: 6, maxLength: 96 }).map((text) => `aA1-${text}`)
    await fc.assert(
      fc.asyncProperty(typed, async (secret) => {
        if ([...secret].length < 10 || isCommon(secret) || !secret.isWellFormed()) return
        expect((await setPassword(secret)).status).toBe(204)
        const hash = await site.store.accounts.passwordHash('demo-guest')
        expect((await verifyPassword(secret, hash)).correct).toBe(true)
        expect((await site.login({ identity: demo.guest.identity, secret })).status).toBe(200)
        for (const other of [
          secret.slice(0, -1),
          `${secret} `,
          secret.toUpperCase(),
          secret.normalize('NFD'),
        ])
          if (other !== secret) expect((await verifyPassword(other, hash)).correct).toBe(false)
      }),
      { numRuns: 12 },
    )
  })

  // 3.5-006
  test.each([
    // 1.5-008 3.5-002
    ['9 characters', 'aB3-56789', 400],
    ['10 characters', 'aB3-567890', 204],
    // 1.5-009 3.5-004
    ['100 characters', `aB3-${'äöü9'.repeat(24)}`, 204],
    ['101 characters', `aB3-${'äöü9'.repeat(24)}x`, 400],
    // 1.5-011
    ['no lower-case letter', 'ABCDEF-12345', 400],
    // 1.5-012
    ['no upper-case letter', 'abcdef-12345', 400],
    // 1.5-013
    ['no digit', 'Abcdef-ghijk', 400],
    ['one of the 3000 that everybody tries', 'Password123', 400],
    ['one of them in disguise', 'P@ssw0rd2024!!', 400],
    ['a walk over the keyboard', '1Qaz2wsx3edc', 400],
  ])('A-02 over raw HTTP a password with %s is answered rightly', async (_what, secret, status) => {
    expect((await setPassword(secret)).status).toBe(status)
  })

  // 1.5-015, 3.5-008
  test('A-02 the confirmation must be the same', async () => {
    const answer = await setPassword('Gatehouse-Test-1', 'Gatehouse-Test-2')
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ errorCode: 'PASSWORD_CONFIRM_NO_MATCH', field: '/confirmation' }])
  })

  test.each([
    'password12',
    'QWERTYUIOP',
    '1234567890',
    'iloveyou99',
    'aaaaaaaaaa',
    'abcdefghij',
    'Sw1tz3rland',
    'dragondragon',
  ])('A-02 %s is one of the passwords that everybody tries', (password) => {
    expect(isCommon(password)).toBe(true)
  })

  test.each(['Gatehouse-Home-1', 'nachtigall im regen 7', 'Zwölf Boxkämpfer 12'])(
    'A-02 %s is not',
    (password) => {
      expect(isCommon(password)).toBe(false)
    },
  )

  describe('links to set a password', () => {
    const use = (token: string, secret = 'Gatehouse-Test-1') =>
      site.call('POST', `/api/auth/resetPassword/${token}`, {
        body: { secret, confirmation: secret },
        headers: { 'x-forwarded-for': stranger() },
      })

    // 1.7-010
    test('A-05 a link works once; a password that is refused does not use it up', async () => {
      await site.store.tokens.put({
        token: 'once',
        purpose: 'password',
        subject: 'demo-guest',
        expiresAt: site.now + 1000,
      })
      expect((await use('once', 'short')).status).toBe(400)
      expect((await use('once')).status).toBe(204)
      const again = await use('once')
      // 1.4-069
      expect(again.status).toBe(404)
      expect(again.json()).toMatchObject([{ errorCode: '000017' }])
    })

    test('A-05 a link lives an hour, and a newer one ends it', async () => {
      const first = await firstAdministratorLink(site.store, 'first@gatehouse.test', site.now)
      const second = await firstAdministratorLink(site.store, 'first@gatehouse.test', site.now)
      expect(Buffer.from(second, 'base64url').length).toBeGreaterThanOrEqual(16)
      expect((await use(first)).status).toBe(404)
      site.pass(60 * 60_000)
      expect((await use(second)).status).toBe(404)
    })

    test('A-03 the 11th try with a link from an address within 60 s is answered with 429', async () => {
      const headers = { 'x-forwarded-for': stranger() }
      const body = { secret: 'Gatehouse-Test-1', confirmation: 'Gatehouse-Test-1' }
      for (let tries = 1; tries <= 10; tries++)
        expect((await site.call('POST', '/api/auth/resetPassword/guessed', { headers, body })).status).toBe(
          404,
        )
      expect((await site.call('POST', '/api/auth/resetPassword/guessed', { headers, body })).status).toBe(429)
    })

    test('A-05 of several who use a link at once one succeeds', async () => {
      await site.store.tokens.put({
        token: 'race',
        purpose: 'password',
        subject: 'demo-guest',
        expiresAt: site.now + 60_000,
      })
      const answers = await Promise.all(Array.from({ length: 8 }, () => use('race')))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(7).fill(404)])
    })
  })
})
