import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figure } from '../../support/figures.ts'
import { demo, Site, stranger } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const wrong = (identity: string) => ({ identity, secret: 'not the password' })

describe('signing in', () => {
  // 1.7-006, 1.3-001, 1.3-002
  test('POST /auth/login answers { userId, sessionId }', async () => {
    const answer = await site.login(demo.home)
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({
      userId: 'demo-home',
      sessionId: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  // 1.5-004
  test('the login identity is lowercased', async () => {
    const answer = await site.login({ ...demo.home, identity: 'HOME@Gatehouse.TEST' })
    expect(answer.status).toBe(200)
  })

  // 1.7-005
  test('POST /auth/login takes identity, secret, externalLogin, isPrivacyPolicyAccepted and areTermsOfServiceAccepted', async () => {
    const answer = await site.call('POST', '/api/auth/login', {
      headers: from(stranger()),
      body: {
        ...demo.home,
        externalLogin: false,
        isPrivacyPolicyAccepted: true,
        areTermsOfServiceAccepted: true,
      },
    })
    expect(answer.status).toBe(200)
  })

  // 1.7-003, 3.7-002
  test('every call but the public ones needs the header sessionId', async () => {
    const { sessionId } = await site.signIn(demo.home)
    expect((await site.get('/api/udm/device/list')).status).toBe(403)
    expect((await site.get('/api/udm/device/list', sessionId)).status).toBe(200)
    expect((await site.get(`/api/udm/device/list?sessionId=${sessionId}`)).status).toBe(403)
    const cookie = await site.call('GET', '/api/udm/device/list', {
      headers: { cookie: `sessionId=${sessionId}` },
    })
    expect(cookie.status).toBe(403)
  })

  // 1.7-018
  test('GET /auth/session/read/{sessionId} reads the own session only', async () => {
    const [mine, other] = [await site.signIn(demo.home), await site.signIn(demo.guest)]
    const own = await site.get(`/api/auth/session/read/${mine.sessionId}`, mine.sessionId)
    expect(own.json()).toMatchObject(mine)
    const foreign = await site.get(`/api/auth/session/read/${other.sessionId}`, mine.sessionId)
    const invented = await site.get('/api/auth/session/read/AAAAAAAAAAAAAAAAAAAAAA', mine.sessionId)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(invented.text)
  })

  test('A-07 an address need not carry what opens the session: a word or its key is enough', async () => {
    const mine = await site.signIn(demo.home)
    const key = (await site.store.sessions.find(mine.sessionId))?.key ?? ''
    for (const name of ['current', key]) {
      const answer = await site.get(`/api/auth/session/read/${name}`, mine.sessionId)
      expect(answer.json()).toMatchObject(mine)
      expect((await site.get('/api/udm/device/list', name)).status).toBe(403)
    }
  })
})

describe('profiles', () => {
  const profile = {
    id: 'demo-support',
    username: 'support@gatehouse.test',
    firstName: 'Nora',
    lastName: 'Widmer',
    groups: ['users', 'support'],
    preferredLanguage: 'ch_DE',
    devices: ['DOC4-7F21-90A3'],
    parentsIds: ['demo-home'],
    contact: [
      {
        _id: expect.any(String),
        contact: 'support@gatehouse.test',
        contactType: 'email',
        isDefault: true,
        sendNotification: true,
      },
    ],
  }
  const read = async () => {
    const { sessionId } = await site.signIn(demo.support)
    return (await site.get('/api/crm/profile/demo-support', sessionId)).json<Record<string, unknown>>()
  }

  // 3.7-104
  test('a user has these fields and no others', async () => {
    expect(await read()).toEqual({
      ...profile,
      linkedAccountId: await site.store.accounts.linkedId(profile.id),
    })
  })

  test.each([
    ['1.3-003 3.3-050', 'id'],
    ['1.3-004 3.3-050', 'username'],
    ['1.3-005 3.3-050', 'firstName'],
    ['1.3-006 3.3-050', 'lastName'],
    ['1.3-009 1.3-010 3.3-055 1.6-008', 'groups'],
    ['1.3-012 3.3-054', 'preferredLanguage'],
    ['1.3-013 3.3-056 1.6-009', 'parentsIds'],
  ] as const)('%s: a user has the field %s', async (_ids, field) => {
    expect((await read())[field]).toEqual(profile[field])
  })

  // 3.7-119
  test("POST /setLangUser sets the user's language", async () => {
    const { sessionId } = await site.signIn(demo.home)
    const set = (language: string) =>
      site.call('POST', '/api/setLangUser', { headers: { sessionId }, body: { language } })
    expect((await set('ch_EN')).status).toBe(204)
    expect((await site.get('/api/crm/profile/demo-home', sessionId)).json()).toMatchObject({
      preferredLanguage: 'ch_EN',
    })
    expect((await set('fr')).status).toBe(400)
    await set('ch_DE')
  })
})

describe('A-03 rate limits', () => {
  test('A-03 the 11th attempt on an account within 60 s is answered with 429 and a code, wherever it comes from', async () => {
    for (let tries = 1; tries <= 10; tries++)
      expect((await site.login(wrong('guest@gatehouse.test'))).status).toBe(401)
    const eleventh = await site.login(wrong('guest@gatehouse.test'))
    expect(eleventh.status).toBe(429)
    expect(eleventh.json()).toMatchObject([{ errorCode: 'TOO_MANY_REQUESTS' }])
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
    // The owner of the account is not locked out by strangers.
    expect((await site.login(demo.guest)).status).toBe(200)
  })

  test('A-03 the 11th attempt from an address within 60 s is answered with 429, whichever account it tries', async () => {
    const address = stranger()
    for (let tries = 1; tries <= 10; tries++)
      expect((await site.login(wrong(`nobody-${tries}@gatehouse.test`), from(address))).status).toBe(401)
    expect((await site.login(demo.home, from(address))).status).toBe(429)
    expect((await site.login(demo.home)).status).toBe(200)
    site.pass(60_001)
    expect((await site.login(demo.home, from(address))).status).toBe(200)
  })

  test('A-03 administrators have 3 attempts in 300 s: the right password counts as wrong after that', async () => {
    const address = stranger()
    for (let tries = 1; tries <= 3; tries++)
      expect((await site.login(wrong(demo.admin.identity), from(address))).status).toBe(401)
    const fourth = await site.login(demo.admin, from(address))
    expect(fourth.json()).toMatchObject([{ errorCode: 'LOGIN_FAILED' }])
    const [row] = await site.store.audit.list({ who: 'demo-admin', what: 'login', limit: 1 })
    expect(row).toMatchObject({ result: 'refused', facts: { inVain: true } })
    site.pass(299_000)
    expect((await site.login(demo.admin, from(address))).status).toBe(401)
    site.pass(2000)
    expect((await site.login(demo.admin, from(address))).status).toBe(200)
  })

  test('A-04 neither text nor status nor the number of tries tells an administrator from a person and from nobody', async () => {
    const answersTo = async (identity: string) => {
      const address = stranger()
      const told = []
      for (let tries = 1; tries <= 12; tries++) {
        const { status, text } = await site.login(wrong(identity), from(address))
        told.push(`${status} ${text}`)
      }
      return told
    }
    const nobody = await answersTo('nobody-at-all@gatehouse.test')
    expect(nobody.at(-1)).toMatch(/^429/)
    expect(await answersTo(demo.admin.identity)).toEqual(nobody)
    expect(await answersTo(demo.support.identity)).toEqual(nobody)
    site.pass(600_000)
  })

  test('A-03 after a hundred wrong tries a day an account hears only who is right, from addresses that have hardly tried', async () => {
    for (let tries = 1; tries <= 100; tries++) {
      if (tries % 10 === 0) site.pass(60_001)
      await site.login(wrong(demo.guest.identity))
    }
    site.pass(60_001)
    expect((await site.login(wrong(demo.guest.identity))).status).toBe(429)
    expect((await site.login(demo.guest)).status).toBe(200)
    expect((await site.login(wrong(demo.guest.identity))).status).toBe(401)
  })

  test('A-03 correct sign-ins do not count against the one who signs in', async () => {
    const address = stranger()
    for (let tries = 1; tries <= 12; tries++)
      expect((await site.login(demo.home, from(address))).status).toBe(200)
  })

  test('A-03 addresses of one IPv6 network are limited together', async () => {
    for (let tries = 1; tries <= 10; tries++)
      await site.login(wrong(`v6-${tries}@gatehouse.test`), from(`2001:db8:7:9::${tries}`))
    expect((await site.login(wrong('v6@gatehouse.test'), from('2001:db8:7:9:ffff::1'))).status).toBe(429)
    expect((await site.login(wrong('v6@gatehouse.test'), from('2001:db8:7:a::1'))).status).toBe(401)
  })

  test('A-03 whoever is no proxy of ours cannot choose the address that is counted', async () => {
    const direct = await Site.open({ GATEHOUSE_PROXIES: '192.0.2.1' })
    const statuses: number[] = []
    for (let tries = 1; tries <= 11; tries++)
      statuses.push((await direct.login(wrong(`direct-${tries}@gatehouse.test`))).status)
    await direct.close()
    expect(statuses.at(-1)).toBe(429)
  })
})

/** A-04 says 5 %, which a quiet machine shows each night; a busy one still tells a hash from none. */
const nightly = process.env.GATEHOUSE_PAIRS
const PAIRS = Number(nightly ?? 60)
const WIDEST = nightly ? 0.05 : 0.5

describe('A-04 no account discovery', () => {
  test('A-04 an unknown user, a wrong password and an account without password are answered alike', async () => {
    site.pass(61_000)
    const answers = await Promise.all([
      site.login(wrong('home@gatehouse.test')),
      site.login(wrong('nobody-at-all@gatehouse.test')),
      site.login(
        wrong(
          (await site.store.gateways.query({ page: 1, limit: 1, owners: true, unassigned: false })).data[0]
            ?.owner?.username ?? '',
        ),
      ),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const shown = answers.map(({ headers: { date: _date, ...rest } }) => JSON.stringify(rest))
    expect(new Set(shown).size).toBe(1)
  })

  test('A-04 it takes the same time whether an account exists', {
    timeout: 600_000,
  }, async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const timed = async (kind: 'known' | 'unknown', identity: string) => {
      const began = performance.now()
      expect((await site.login(wrong(identity))).status).toBe(401)
      times[kind].push(performance.now() - began)
    }
    const gap = () => Math.abs(middle(times.known) - middle(times.unknown)) / middle(times.known)
    // Taken in turns, so that whatever else the machine does slows both. Without a hash the gap would be 90 %.
    for (let round = 0; round < PAIRS && (round < 20 || gap() >= WIDEST); round++) {
      site.pass(61_000)
      const turns = [
        () => timed('known', demo.home.identity),
        () => timed('unknown', `unknown-${round}@gatehouse.test`),
      ]
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
    }
    figure(`the medians of known and unknown users are ${(gap() * 100).toFixed(1)} % apart`)
    expect(gap()).toBeLessThan(WIDEST)
  })
})

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

describe('A-08 sessions', () => {
  test('A-08 each sign-in gives a new id of 128 random bits', async () => {
    const ids = new Set<string>()
    for (let tries = 0; tries < 8; tries++) ids.add((await site.signIn(demo.home)).sessionId)
    expect(ids.size).toBe(8)
    const bits = [...ids].flatMap((id) =>
      [...Buffer.from(id, 'base64url')].map((byte) => byte.toString(2).padStart(8, '0')),
    )
    expect(bits.length).toBe(8 * 16)
    const ones = [...bits.join('')].filter((bit) => bit === '1').length / (8 * 128)
    // Eight ids of 128 bits lie outside of this once in ten million times.
    expect(Math.abs(ones - 0.5)).toBeLessThan(0.09)
  })

  test('A-08 an id that the client brings along is never adopted', async () => {
    const preset = 'AAAAAAAAAAAAAAAAAAAAAA'
    const answer = await site.login(demo.home, { sessionId: preset })
    expect(answer.json<{ sessionId: string }>().sessionId).not.toBe(preset)
    expect((await site.get('/api/udm/device/list', preset)).status).toBe(403)
  })

  test('A-08 whoever signs in again with a session leaves it', async () => {
    const former = await site.signIn(demo.home)
    const next = (await site.login(demo.home, { sessionId: former.sessionId })).json<{ sessionId: string }>()
    expect(next.sessionId).not.toBe(former.sessionId)
    expect((await site.get('/api/udm/device/list', former.sessionId)).status).toBe(403)
    expect((await site.get('/api/udm/device/list', next.sessionId)).status).toBe(200)
  })

  test('A-08 a session ends when it is not used for its time', async () => {
    const { sessionId } = await site.signIn(demo.home)
    for (let days = 0; days < 3; days++) {
      site.pass(6 * 86_400_000)
      expect((await site.get('/api/udm/device/list', sessionId)).status).toBe(200)
    }
    site.pass(7 * 86_400_000)
    expect((await site.get('/api/udm/device/list', sessionId)).status).toBe(403)
  })

  test('A-08 a session ends after its longest time, however much it is used', async () => {
    const { sessionId } = await site.signIn(demo.home)
    for (let days = 0; days < 29; days++) {
      site.pass(86_400_000)
      expect((await site.get('/api/udm/device/list', sessionId)).status).toBe(200)
    }
    site.pass(86_400_000)
    expect((await site.get('/api/udm/device/list', sessionId)).status).toBe(403)
  })

  test('A-08 the database holds no session id that could be used', async () => {
    const { sessionId } = await site.signIn(demo.home)
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(`${site.data}/gatehouse.db`, { readOnly: true })
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
      name: string
    }[]
    const everything = tables
      .map(({ name }) => JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all()))
      .join()
    database.close()
    expect(everything).toContain('demo-home')
    expect(everything).not.toContain(sessionId)
    expect(everything).not.toContain(demo.home.secret)
  })
})
