import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../support/authenticator-app.ts'
import {
  errorOf,
  firstProof,
  type Person,
  personAt,
  productionSite,
  STEP_MS,
  send,
  withApp,
} from '../factor-kit.ts'
import { type Answer, newFolder, type Site, stranger } from '../kit.ts'
import { Mailbox } from '../mail-kit.ts'
import { bodyOf, operations, own, pathOf } from '../operations.ts'

let site: Site
beforeAll(async () => {
  const settings = join(newFolder(), 'settings.json')
  writeFileSync(settings, JSON.stringify({ flags: { SECOND_FACTOR_ROLES: ['keeper'] } }))
  site = await productionSite({ GATEHOUSE_SETTINGS: settings })
})
afterAll(() => site.close())

const give = (token: string, shown: object) => send(site, 'POST', 'factor', { token, ...shown })

describe('a second factor at the door', () => {
  let mia: Person
  let app: Awaited<ReturnType<typeof withApp>>
  beforeEach(async () => {
    mia = await personAt(site, 'users')
    app = await withApp(site, mia)
  })
  const now = () => ({ code: codeOf(app.secret, site.now) })

  test('a right password alone opens no session: the code of the app does', async () => {
    const pending = await firstProof(site, mia)
    expect(pending).toMatchObject({ factor: 'ask', kinds: ['authenticator', 'recoveryCode'] })
    expect(pending).not.toHaveProperty('sessionId')
    const answer = await give(pending.token, now())
    expect(answer.status).toBe(200)
    const { sessionId } = answer.json<{ sessionId: string }>()
    expect((await site.get(`/api/crm/profile/${mia.id}`, sessionId)).status).toBe(200)
  })

  test('a code that was used once is refused, also for another sign-in', async () => {
    const [first, second] = [await firstProof(site, mia), await firstProof(site, mia)]
    const shown = now()
    expect((await give(first.token, shown)).status).toBe(200)
    expect(errorOf(await give(second.token, shown))).toBe('401 FACTOR_WRONG')
    site.pass(STEP_MS)
    expect((await give(second.token, now())).status).toBe(200)
  })

  test('of two who show the same code at once one is in', async () => {
    const tokens = await Promise.all([firstProof(site, mia), firstProof(site, mia)])
    const shown = now()
    const answers = await Promise.all(tokens.map(({ token }) => give(token, shown)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('a code of half a minute ago still holds, an older one does not', async () => {
    const { token } = await firstProof(site, mia)
    expect(errorOf(await give(token, { code: codeOf(app.secret, site.now - 3 * STEP_MS) }))).toBe(
      '401 FACTOR_WRONG',
    )
    site.pass(STEP_MS)
    expect((await give(token, { code: codeOf(app.secret, site.now - STEP_MS) })).status).toBe(200)
  })

  test('the code of another account is none', async () => {
    const other = await withApp(site, await personAt(site, 'users'))
    const { token } = await firstProof(site, mia)
    expect(errorOf(await give(token, { code: codeOf(other.secret, site.now) }))).toBe('401 FACTOR_WRONG')
    expect(errorOf(await give(token, { recoveryCode: other.recoveryCodes[0] }))).toBe('401 FACTOR_WRONG')
  })

  test('a sign-in that waited too long is over, and one that went on is too', async () => {
    const { token } = await firstProof(site, mia)
    site.pass(5 * 60_000)
    expect(errorOf(await give(token, now()))).toBe('401 FACTOR_EXPIRED')
    const again = await firstProof(site, mia)
    expect((await give(again.token, now())).status).toBe(200)
    site.pass(STEP_MS)
    expect(errorOf(await give(again.token, now()))).toBe('401 FACTOR_EXPIRED')
  })

  test('a recovery code works once, however it is typed, and its use is told by mail', async () => {
    const [code = ''] = app.recoveryCodes
    const { token } = await firstProof(site, mia)
    expect((await give(token, { recoveryCode: code.toLowerCase().replaceAll('-', ' ') })).status).toBe(200)
    const again = await firstProof(site, mia)
    expect(errorOf(await give(again.token, { recoveryCode: code }))).toBe('401 FACTOR_WRONG')
    expect(await site.store.factors.recoveryCodesLeft(mia.id)).toBe(9)
  })

  test('six digits are tried five times in five minutes and forty times a day, from wherever', async () => {
    const { token } = await firstProof(site, mia)
    const tries = async (times: number) => {
      const result: string[] = []
      for (let n = 0; n < times; n++) result.push(errorOf(await give(token, { code: '000000' })))
      return result
    }
    expect(await tries(6)).toEqual([...Array(5).fill('401 FACTOR_WRONG'), '429 TOO_MANY_REQUESTS'])
    expect(errorOf(await give(token, now()))).toBe('429 TOO_MANY_REQUESTS')
    // Nobody else is kept out by it.
    const kim = await personAt(site, 'users')
    const kims = await withApp(site, kim)
    const other = await firstProof(site, kim)
    expect((await give(other.token, { code: codeOf(kims.secret, site.now) })).status).toBe(200)
    // Slow guessing ends as well.
    let refused = 0
    for (let hour = 0; hour < 12; hour++) {
      site.pass(300_000)
      const next = await firstProof(site, mia)
      for (let n = 0; n < 5; n++) if ((await give(next.token, { code: '000000' })).status === 429) refused++
    }
    expect(refused).toBeGreaterThan(20)
  })

  test('a mailed code is a first proof like the password: the second factor is asked for all the same', async () => {
    await site.store.tokens.put({
      token: 'by-mail',
      purpose: 'hashLogin',
      subject: mia.id,
      expiresAt: site.now + 60_000,
    })
    const answer = await site.call('POST', '/api/auth/login', {
      body: { identity: mia.identity, secret: 'by-mail', loginType: 'hash' },
      headers: { 'x-forwarded-for': stranger() },
    })
    expect(answer.status).toBe(300)
    expect(answer.json()).toMatchObject({ factor: 'ask' })
  })

  test('what is wrong is written down with the account and the address, and what is right with the factor', async () => {
    const { token } = await firstProof(site, mia)
    await give(token, { code: '000000' })
    await give(token, now())
    const rows = await site.store.audit.list({ who: mia.id, limit: 10 })
    expect(rows.map(({ what, result, facts }) => [what, result, facts?.factor ?? facts?.by])).toEqual([
      ['login', 'ok', 'authenticator'],
      ['secondFactor', 'refused', 'code'],
      ['addFactor', 'ok', undefined],
    ])
  })
})

describe('who must have a second factor', () => {
  test('an administrator sets one up before there is a session, and is told the recovery codes once', async () => {
    const chief = await personAt(site, 'admin')
    const pending = await firstProof(site, chief)
    expect(pending).toMatchObject({ factor: 'setUp', kinds: ['authenticator', 'passkey'] })
    const begun = await send(site, 'POST', 'factor/setUp', { token: pending.token })
    const { authenticator } = begun.json<{ authenticator: { secret: string; address: string } }>()
    expect(authenticator.address).toMatch(/^otpauth:\/\/totp\/Gatehouse:/)
    const finish = (code: string) => send(site, 'PUT', 'factor/setUp', { token: pending.token, code })
    expect(errorOf(await finish('000000'))).toBe('401 FACTOR_WRONG')
    expect(await site.store.sessions.ofUser(chief.id)).toEqual([])
    const done = await finish(codeOf(authenticator.secret, site.now))
    const { session, recoveryCodes } = done.json<{
      session: { sessionId: string }
      recoveryCodes: string[]
    }>()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await site.get('/api/udm/device/adminCount', session.sessionId)).status).toBe(200)
    // The next time it is asked for.
    expect(await firstProof(site, chief)).toMatchObject({ factor: 'ask' })
    expect(errorOf(await finish(codeOf(authenticator.secret, site.now)))).toBe('401 FACTOR_EXPIRED')
  })

  test('a sign-in that only waits for its factor sets none up', async () => {
    const person = await personAt(site, 'admin')
    await withAppByDoor(person)
    const { token } = await firstProof(site, person)
    expect(errorOf(await send(site, 'POST', 'factor/setUp', { token }))).toBe('401 FACTOR_EXPIRED')
  })

  test('a set-up that waits is worth nothing as a second factor', async () => {
    const { token } = await firstProof(site, await personAt(site, 'admin'))
    expect(errorOf(await give(token, { code: '000000' }))).toBe('401 FACTOR_EXPIRED')
  })

  async function withAppByDoor(person: Person) {
    const { token } = await firstProof(site, person)
    const begun = await send(site, 'POST', 'factor/setUp', { token })
    const { secret } = begun.json<{ authenticator: { secret: string } }>().authenticator
    await send(site, 'PUT', 'factor/setUp', { token, code: codeOf(secret, site.now) })
    site.pass(STEP_MS)
    return secret
  }

  test('by the settings a sub-role may need one too; others do not', async () => {
    expect(await firstProof(site, await personAt(site, 'users', 'keeper'))).toMatchObject({ factor: 'setUp' })
    expect((await site.login(await personAt(site, 'users', 'operator'))).status).toBe(200)
  })

  // Z-01
  test.each(operations.filter(({ policy }) => policy !== 'public').map(({ id }) => id))(
    '%s opens to no session of an administrator without a second factor, and the session ends',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const sessionId = await site.sessionOf(bare.id)
      const answer = await site.call(
        operation.method,
        pathOf(operation, { ...own, id: bare.id, sessionId }),
        {
          headers: { sessionId, 'x-forwarded-for': stranger() },
          body: bodyOf(operation, { id: bare.id, userId: bare.id }),
        },
      )
      expect(errorOf(answer)).toBe('403 SECOND_FACTOR_NEEDED')
      expect(await site.store.sessions.ofUser(bare.id)).toEqual([])
    },
  )
  let bare: Person
  beforeAll(async () => {
    bare = await personAt(site, 'admin')
  })

  test('the last factor of who must have one stays; with another beside it, it may go', async () => {
    const chief = await personAt(site, 'admin')
    const secret = await withAppByDoor(chief)
    const sessionId = await site.sessionOf(chief.id)
    const remove = () => send(site, 'DELETE', 'factors/own/authenticator', { proof: chief.secret }, sessionId)
    expect(errorOf(await remove())).toBe('409 FACTOR_NEEDED')
    await site.store.passkeys.add({
      ...{ id: 'a-key', userId: chief.id, name: 'Key', publicKey: '', counter: 0, transports: [] },
      createdAt: site.now,
    })
    expect((await remove()).status).toBe(204)
    expect(secret).not.toBe('')
  })
})

describe('one changes one’s own factors', () => {
  test('only after one has proved oneself once more, by password or code', async () => {
    const mia = await personAt(site, 'users')
    const { secret, sessionId } = await withApp(site, mia)
    for (const [method, path] of [
      ['POST', 'factors/authenticator'],
      ['POST', 'factors/recovery'],
      ['POST', 'factors/passkey'],
      ['DELETE', 'factors/own/authenticator'],
    ] as const) {
      for (const proof of ['', 'wrong', '000000'])
        expect(errorOf(await send(site, method, path, { proof }, sessionId))).toBe('400 WRONG_PROOF')
      expect((await send(site, method, path, { proof: mia.secret }, sessionId)).status).toBeLessThan(300)
      if (method === 'DELETE')
        await site.store.factors.putAuthenticator(mia.id, { sealed: '', step: 0, at: 0 })
    }
    expect(secret).not.toBe('')
  })

  test('a code proves once', async () => {
    const mia = await personAt(site, 'users')
    const { secret, sessionId } = await withApp(site, mia)
    const proof = codeOf(secret, site.now)
    const renew = () => send(site, 'POST', 'factors/recovery', { proof }, sessionId)
    expect((await renew()).status).toBe(200)
    expect(errorOf(await renew())).toBe('400 WRONG_PROOF')
  })

  test('new recovery codes make those before worthless', async () => {
    const mia = await personAt(site, 'users')
    const { recoveryCodes, sessionId } = await withApp(site, mia)
    await send(site, 'POST', 'factors/recovery', { proof: mia.secret }, sessionId)
    const { token } = await firstProof(site, mia)
    expect(errorOf(await give(token, { recoveryCode: recoveryCodes[0] }))).toBe('401 FACTOR_WRONG')
  })

  test('who has neither password nor app has signed in just now', async () => {
    await site.store.accounts.create(
      {
        id: 'outside',
        username: 'outside@gatehouse.test',
        groups: ['users'],
        preferredLanguage: 'ch_EN',
        contact: [],
      },
      { passwordHash: null, at: site.now },
    )
    const sessionId = await site.sessionOf('outside')
    expect((await send(site, 'POST', 'factors/authenticator', {}, sessionId)).status).toBe(200)
    site.pass(10 * 60_000)
    expect(errorOf(await send(site, 'POST', 'factors/authenticator', {}, sessionId))).toBe('400 WRONG_PROOF')
  })

  test('a secret that was begun by another session, or replaced, is finished by nobody', async () => {
    const mia = await personAt(site, 'users')
    const [one, other] = [await site.sessionOf(mia.id), await site.sessionOf(mia.id)]
    const begun = await send(site, 'POST', 'factors/authenticator', { proof: mia.secret }, one)
    const { secret } = begun.json<{ secret: string }>()
    const code = codeOf(secret, site.now)
    expect(errorOf(await send(site, 'PUT', 'factors/authenticator', { code }, other))).toBe(
      '409 FACTOR_EXPIRED',
    )
    await send(site, 'POST', 'factors/authenticator', { proof: mia.secret }, other)
    expect(errorOf(await send(site, 'PUT', 'factors/authenticator', { code }, one))).toBe(
      '409 FACTOR_EXPIRED',
    )
  })

  test('without a factor there is nothing to recover', async () => {
    const mia = await personAt(site, 'users')
    const sessionId = await site.sessionOf(mia.id)
    expect(errorOf(await send(site, 'POST', 'factors/recovery', { proof: mia.secret }, sessionId))).toBe(
      '409 NO_FACTOR',
    )
  })

  test('the list tells no secret, and of another account nothing', async () => {
    const [mia, kim] = [await personAt(site, 'users'), await personAt(site, 'users')]
    await withApp(site, mia)
    const text = (await send(site, 'GET', 'factors', undefined, await site.sessionOf(mia.id))).text
    expect(JSON.parse(text)).toMatchObject({
      count: 1,
      recoveryCodes: 10,
      authenticator: true,
      needed: false,
    })
    expect(text).not.toMatch(/sealed|secret/)
    const others = await send(site, 'GET', 'factors', undefined, await site.sessionOf(kim.id))
    expect(others.json()).toMatchObject({ count: 0, recoveryCodes: 0 })
  })

  test('secrets lie sealed and recovery codes hashed in the store', async () => {
    const mia = await personAt(site, 'users')
    const { secret, recoveryCodes } = await withApp(site, mia)
    const app = await site.store.factors.authenticator(mia.id)
    expect(app?.sealed).not.toContain(secret)
    expect(Buffer.from(app?.sealed ?? '', 'base64url').includes(secret)).toBe(false)
    expect(recoveryCodes).toHaveLength(10)
  })
})

describe('whoever stands at the door with what holds no longer begins anew', () => {
  /** Somebody has the password, and waits for what comes second. */
  async function atTheDoor(...groups: [string, ...string[]]) {
    const person = await personAt(site, ...groups)
    const { token, factor } = await firstProof(site, person)
    if (factor !== 'setUp') throw new Error(factor)
    const begun = await send(site, 'POST', 'factor/setUp', { token })
    const { secret } = begun.json<{ authenticator: { secret: string } }>().authenticator
    const comesIn = () => send(site, 'PUT', 'factor/setUp', { token, code: codeOf(secret, site.now) })
    return { person, comesIn }
  }
  const out = async ({ id }: Person, comesIn: () => Promise<Answer>) => {
    expect(errorOf(await comesIn())).toBe('401 FACTOR_EXPIRED')
    expect(await site.store.factors.any(id)).toBe(false)
    expect(await site.store.sessions.ofUser(id)).toEqual([])
  }

  test('after the password was set anew by the link of a mail', async () => {
    const { person, comesIn } = await atTheDoor('users', 'keeper')
    const link = { token: `link-of-${person.id}`, purpose: 'password', subject: person.id }
    await site.store.tokens.put({ ...link, expiresAt: site.now + 60_000 })
    const secret = 'Gatehouse-Other-2'
    const reset = await send(site, 'POST', `resetPassword/${link.token}`, { secret, confirmation: secret })
    expect(reset.status, reset.text).toBe(204)
    await out(person, comesIn)
  })

  test('after “this was not me”', async () => {
    const { person, comesIn } = await atTheDoor('admin')
    const token = `not-${person.id}`
    await site.store.tokens.put({ token, purpose: 'notMe', subject: person.id, expiresAt: site.now + 60_000 })
    expect((await send(site, 'POST', 'notMe', { token })).status).toBe(204)
    await out(person, comesIn)
  })

  test('after an administrator took the factors away: nothing that was proved with them still counts', async () => {
    const mia = await personAt(site, 'users')
    const { secret } = await withApp(site, mia)
    const { token } = await firstProof(site, mia)
    const read = { token: `read-by-${mia.id}`, purpose: 'hashLogin', subject: mia.id }
    // By a passkey that was lost: its finder reads the policies.
    await site.store.tokens.put({
      ...read,
      payload: { by: 'passkey', factor: 'passkey' },
      expiresAt: site.now + 60_000,
    })
    const chief = await personAt(site, 'admin')
    await site.store.factors.putAuthenticator(chief.id, { sealed: 'elsewhere', step: 0, at: site.now })
    const reset = await site.call('DELETE', `/api/crm/users/${mia.id}/factors`, {
      headers: { sessionId: await site.sessionOf(chief.id), 'x-forwarded-for': stranger() },
      body: { proof: chief.secret },
    })
    expect(reset.status).toBe(204)
    expect(errorOf(await give(token, { code: codeOf(secret, site.now) }))).toBe('401 FACTOR_EXPIRED')
    const finder = await site.call('POST', '/api/auth/login', {
      body: { identity: mia.identity, secret: read.token, loginType: 'hash' },
      headers: { 'x-forwarded-for': stranger() },
    })
    expect(errorOf(finder)).toBe('401 LOGIN_FAILED')
  })
})

describe('a factor that is lost', () => {
  const reset = async (who: Person, id: string, proof = who.secret) =>
    site.call('DELETE', `/api/crm/users/${id}/factors`, {
      headers: { sessionId: await site.sessionOf(who.id), 'x-forwarded-for': stranger() },
      body: { proof },
    })
  const administrator = async (...more: string[]): Promise<Person> => {
    const person = await personAt(site, 'admin', ...more)
    await site.store.factors.putAuthenticator(person.id, { sealed: 'elsewhere', step: 0, at: site.now })
    return person
  }

  test('an administrator takes it away: the person is out everywhere, hears of it, and it is written down', async () => {
    const [chief, mia] = [await administrator(), await personAt(site, 'users')]
    await withApp(site, mia)
    expect(errorOf(await reset(chief, mia.id, 'wrong'))).toBe('400 WRONG_PROOF')
    expect((await reset(chief, mia.id)).status).toBe(204)
    expect(await site.store.sessions.ofUser(mia.id)).toEqual([])
    expect((await site.login(mia)).status).toBe(200)
    expect(await site.store.factors.recoveryCodesLeft(mia.id)).toBe(0)
    const [row] = await site.store.audit.list({ who: chief.id, what: 'resetFactors', limit: 1 })
    expect(row).toMatchObject({ result: 'ok', facts: { userId: mia.id } })
    expect(errorOf(await reset(chief, mia.id))).toBe('409 NO_FACTOR')
  })

  test('the person hears of it by mail', async () => {
    const [chief, mia] = [await administrator(), await personAt(site, 'users')]
    await withApp(site, mia)
    await reset(chief, mia.id)
    const reader = await administrator()
    const mailbox = new Mailbox(site, reader.id)
    expect((await mailbox.newest(mia.identity, 2)).subject).toMatch(/reset/)
  })

  test('nobody takes it away from who may do more, nor from himself', async () => {
    const [chief, lesser] = [await administrator(), await administrator('keeper')]
    expect(errorOf(await reset(lesser, chief.id))).toBe('403 NOT_ALLOWED')
    expect(errorOf(await reset(chief, chief.id))).toBe('409 OWN_FACTORS')
    expect((await reset(chief, (await administrator()).id)).status).toBe(204)
  })

  test('who is no administrator is refused for whomever', async () => {
    const [mia, kim] = [await personAt(site, 'users'), await personAt(site, 'users')]
    expect((await reset(mia, kim.id)).status).toBe(403)
  })
})
