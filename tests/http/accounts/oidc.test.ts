import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browse, client, type OpenidProvider, openidProvider } from '../../support/openid-provider.ts'
import { type Answer, demo, Site, stranger } from '../kit.ts'
import { settingsFile } from '../oauth-kit.ts'

const origin = 'http://127.0.0.1:9'
const returnTo = `${origin}/ssoredirect`
const flags = { EXTERNAL_LOGIN: true, EXTERNAL_LOGOUT: true }

const environmentOf = (issuer: string) => ({
  GATEHOUSE_ORIGIN: origin,
  GATEHOUSE_OIDC_ISSUER: issuer,
  GATEHOUSE_OIDC_CLIENT: client.id,
  GATEHOUSE_OIDC_SECRET: client.secret,
  GATEHOUSE_OIDC_PRIVATE: 'yes',
})

let provider: OpenidProvider
let site: Site
beforeAll(async () => {
  provider = await openidProvider({ returnTo, leaveTo: `${origin}/login` })
  provider.people.set('ada', {
    given_name: 'Ada',
    family_name: 'Keller',
    email: 'ada@people.example',
    email_verified: true,
  })
  // Says that he is the owner of the demo home, and the provider believes it.
  provider.people.set('eve', { email: demo.home.identity, email_verified: true })
  provider.people.set('max', { email: 'admin@gatehouse.test', email_verified: false })
  site = await Site.open({ ...environmentOf(provider.issuer), GATEHOUSE_SETTINGS: settingsFile(flags) })
})
afterAll(async () => {
  await site.close()
  await provider.close()
})

interface Realm {
  enabled: boolean
  authorizationUrl: string
  instance: string
  state: string
}

const realm = async (at = site): Promise<Realm> =>
  (
    await at.call('GET', '/api/auth/getRealmConfig', { headers: { 'x-forwarded-for': stranger() } })
  ).json<Realm>()

const retrieve = (
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
  at = site,
): Promise<Answer> =>
  at.call('POST', '/api/auth/retrieveSSOTokens', {
    headers: { 'x-forwarded-for': stranger(), ...headers },
    body,
  })

/** What the provider sends back for somebody, as the page hands it on. */
async function returnedFor(person: string, from?: Realm): Promise<Record<string, string>> {
  const begun = from ?? (await realm())
  const url = await browse(begun.authorizationUrl, person, returnTo)
  return { ...Object.fromEntries(url.searchParams), instance: begun.instance }
}

/** Goes on after the policies were read and accepted, as the page does. */
const accepted = async ({ status, json }: Answer, at = site): Promise<Answer> => {
  if (status !== 300) throw new Error(`nothing was to be accepted: ${status}`)
  const { identity, secret } = json<{ identity: string; secret: string }>()
  const flags = { isPrivacyPolicyAccepted: true, areTermsOfServiceAccepted: true }
  return at.call('POST', '/api/auth/login', {
    headers: { 'x-forwarded-for': stranger() },
    body: { identity, secret, loginType: 'hash', externalLogin: true, ...flags },
  })
}

const signIn = async (person: string) => {
  const answer = await retrieve(await returnedFor(person))
  const inside = answer.status === 300 ? await accepted(answer) : answer
  return inside.json<{ userId: string; sessionId: string }>()
}

describe('external sign-in with a real OpenID provider', () => {
  // 1.7-015
  test('A-10 it begins with state, nonce and PKCE, whose secrets stay with the server', async () => {
    const { enabled, authorizationUrl, state, instance } = await realm()
    const url = new URL(authorizationUrl)
    expect([enabled, url.origin, instance]).toEqual([true, provider.issuer, new URL(provider.issuer).host])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: client.id,
      redirect_uri: returnTo,
      response_type: 'code',
      scope: 'openid profile email',
      state,
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  // 1.7-013, 1.4-062
  test('A-10 the first time makes an account of the group users, later ones find it again', async () => {
    const asked = await retrieve(await returnedFor('ada'))
    // spec 1 §4: nobody comes in without having accepted the policies.
    expect([asked.status, asked.json()]).toMatchObject([
      300,
      {
        policies: { isPrivacyPolicyAccepted: false, areTermsOfServiceAccepted: false },
        identity: 'ada@people.example',
      },
    ])
    const first = await accepted(asked)
    expect(first.status).toBe(200)
    expect((await accepted(asked)).status).toBe(401)
    const { userId, sessionId } = first.json<{ userId: string; sessionId: string }>()
    const profile = (await site.get(`/api/crm/profile/${userId}`, sessionId)).json()
    expect(profile).toMatchObject({
      username: 'ada@people.example',
      firstName: 'Ada',
      lastName: 'Keller',
      groups: ['users'],
      contact: [{ contact: 'ada@people.example', contactType: 'email', isDefault: true }],
      devices: [],
    })
    expect(await signIn('ada')).toMatchObject({ userId })
    const [row] = await site.store.audit.list({ who: userId, what: 'externalLogin', limit: 1 })
    expect(row).toMatchObject({ result: 'ok' })
  })

  test('A-10 whoever has the e-mail address of an account gets another one, never that one', async () => {
    for (const person of ['eve', 'max']) {
      const { userId, sessionId } = await signIn(person)
      expect(['demo-home', 'demo-admin']).not.toContain(userId)
      const profile = (await site.get(`/api/crm/profile/${userId}`, sessionId)).json()
      expect(profile).toMatchObject({
        username: expect.stringMatching(`^${person}@127`),
        groups: ['users'],
        devices: [],
      })
    }
  })

  test('Z-04 whoever is being deleted, or is not activated, does not come in externally either', async () => {
    const { userId } = await signIn('gone')
    await site.store.accounts.markForDeletion(userId, site.now)
    const answer = await retrieve(await returnedFor('gone'))
    expect([answer.status, answer.json()]).toMatchObject([401, [{ errorCode: 'ACCOUNT_DELETED' }]])
  })

  test('A-10 two first times at once make one account', async () => {
    const returned = await Promise.all([returnedFor('twin'), returnedFor('twin')])
    const answers = await Promise.all(returned.map((one) => retrieve(one)))
    const users = answers.map((answer) => answer.json<{ identity: string }>().identity)
    expect(users[0]).toBe(users[1])
  })

  test('A-08 nobody keeps the session that he had before', async () => {
    const former = await site.sessionOf('demo-home')
    const answer = await retrieve(await returnedFor('ada'), { sessionId: former })
    expect(answer.json<{ sessionId: string }>().sessionId).not.toBe(former)
    expect((await site.get('/api/udm/device/list', former)).status).toBe(403)
  })

  test('A-10 what came back works once, and not after ten minutes', async () => {
    const returned = await returnedFor('ada')
    expect((await retrieve(returned)).status).toBe(200)
    const again = await retrieve(returned)
    expect([again.status, again.json()]).toMatchObject([400, [{ errorCode: 'SSO_EXPIRED' }]])
    const late = await returnedFor('ada')
    site.pass(10 * 60_000)
    expect((await retrieve(late)).status).toBe(400)
  })

  test.each([
    ['a state that nobody was given', { state: 'A'.repeat(43) }],
    ['the name of another provider', { instance: 'evil.example' }],
  ])('A-10 %s is refused', async (_what, changes) => {
    expect((await retrieve({ ...(await returnedFor('ada')), ...changes })).status).toBe(400)
  })

  test('A-10 a code that belongs to another beginning is refused: state, nonce and verifier go together', async () => {
    const [mine, theirs] = [await returnedFor('ada'), await returnedFor('eve')]
    const answer = await retrieve({ ...mine, code: theirs.code })
    expect([answer.status, answer.json()]).toMatchObject([500, [{ errorCode: 'IDAM' }, {}]])
  })

  test('A-10 another issuer than the configured one is refused', async () => {
    const answer = await retrieve({ ...(await returnedFor('ada')), iss: 'https://evil.example' })
    expect(answer.status).toBe(500)
  })

  // 1.4-061, 1.6-078
  test('what the provider refuses is a 500 with its messages, in the language of the caller', async () => {
    const returned = await returnedFor('ada')
    const answer = await retrieve({ ...returned, code: 'never-given' }, { 'accept-language': 'ch_EN' })
    expect(answer.status).toBe(500)
    expect(answer.json()).toEqual([
      { errorCode: 'IDAM', message: 'Response from IDAM:' },
      { errorCode: 'IDAM_MESSAGE', message: 'grant request is invalid' },
    ])
  })

  test('A-03 it is begun and ended at most ten times a minute from one address', async () => {
    const from = { 'x-forwarded-for': stranger() }
    const answers: number[] = []
    for (let n = 0; n < 11; n++)
      answers.push((await retrieve({ code: 'x', state: 'x', instance: 'x' }, from)).status)
    expect(answers).toEqual([...Array<number>(10).fill(400), 429])
  })

  // 1.6-049
  test('external sign-out leads to the provider, for people who came from there', async () => {
    const urlFor = async (sessionId: string) =>
      (await site.get('/api/auth/externalLogoutUrl', sessionId)).json<{ url: string }>().url
    const url = new URL(await urlFor((await signIn('ada')).sessionId))
    expect([url.origin, url.pathname]).toEqual([provider.issuer, '/session/end'])
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/login`)
    expect((await fetch(url)).status).toBe(200)
    expect(await urlFor(await site.sessionOf('demo-home'))).toBe('')
  })
})

describe('a deployment that wants it otherwise', () => {
  const openWith = (environment: Record<string, string>, ...settings: Parameters<typeof settingsFile>) =>
    Site.open({ ...environment, GATEHOUSE_SETTINGS: settingsFile(...settings) })

  test('without EXTERNAL_LOGIN there is no external sign-in, whatever is configured', async () => {
    const other = await openWith(environmentOf(provider.issuer), {})
    try {
      expect(await realm(other)).toEqual({ enabled: false })
      expect((await retrieve({ code: 'x', state: 'x', instance: 'x' }, {}, other)).status).toBe(404)
    } finally {
      await other.close()
    }
  })

  test('only people with an account get in when it says so', async () => {
    const other = await openWith(
      { ...environmentOf(provider.issuer), GATEHOUSE_OIDC_ACCOUNTS: 'existing' },
      flags,
    )
    try {
      const begun = await realm(other)
      const enter = async (from: Realm) => retrieve(await returnedFor('ada', from), {}, other)
      const refused = await enter(begun)
      expect([refused.status, refused.json()]).toMatchObject([401, [{ errorCode: 'SSO_NO_ACCOUNT' }]])
      await other.store.externalIdentities.add({
        issuer: provider.issuer,
        subject: 'ada',
        userId: 'demo-guest',
        at: other.now,
      })
      expect((await enter(await realm(other))).json()).toMatchObject({ userId: 'demo-guest' })
    } finally {
      await other.close()
    }
  })

  test('V-11 a provider on this machine is not called unless the deployment says so', async () => {
    const before = provider.calls.length
    const environment = { ...environmentOf(provider.issuer), GATEHOUSE_OIDC_PRIVATE: 'no' }
    await expect(openWith(environment, flags)).rejects.toThrow(/GATEHOUSE_OIDC_ISSUER.*https/)
    const hidden = { ...environment, GATEHOUSE_OIDC_ISSUER: 'https://127.0.0.1:1' }
    const other = await openWith(hidden, flags)
    try {
      const answer = await other.get('/api/auth/getRealmConfig')
      expect([answer.status, answer.json()]).toMatchObject([
        500,
        [{ errorCode: 'IDAM' }, { errorCode: 'IDAM_SILENT' }],
      ])
      expect(provider.calls.length).toBe(before)
    } finally {
      await other.close()
    }
  })

  // 1.7-016, 1.6-071
  test.each([
    ['https://portal.example/account', 'https://portal.example/account'],
    ['http://portal.example', ''],
    ['javascript:alert(1)', ''],
    ['https://user:secret@portal.example', ''],
    ['', ''],
  ])('B-06 the external portal %j leads to %j', async (EXTERNAL_PORTAL, url) => {
    const other = await openWith({}, { EXTERNAL_PORTAL })
    try {
      expect((await other.get('/api/auth/getExtenalPortalEndpoint')).json()).toEqual({ url })
    } finally {
      await other.close()
    }
  })

  // 1.6-015, 1.6-051, 1.6-088, 1.7-080
  // 2.7-020: it makes a token, therefore POST, as spec 1 §7 has it
  test('cameras: nobody without the flag, never an administrator, else a token of five minutes', async () => {
    const ask = async (at: Site, userId: string) =>
      at.call('POST', '/api/multimedia/user/getAccessToken', {
        headers: { sessionId: await at.sessionOf(userId) },
      })
    expect((await ask(site, 'demo-home')).status).toBe(404)
    const other = await openWith({}, { MULTIMEDIA_SUPPORT: true })
    try {
      const denied = await ask(other, 'demo-admin')
      expect([denied.status, denied.json()]).toMatchObject([403, [{ errorCode: 'ACCESS_DENIED_CAMERA' }]])
      const { accessToken, expiresAt } = (await ask(other, 'demo-home')).json<Record<string, string>>()
      expect(accessToken).toMatch(/^[\w-]{43}$/)
      expect(Date.parse(expiresAt ?? '')).toBe(other.now + 5 * 60_000)
      const sessionId = await other.sessionOf('demo-home')
      const url = '/api/multimedia/user/getAccessToken'
      const withPayload = await other.call('POST', url, {
        headers: { sessionId },
        body: { userId: 'demo-admin' },
      })
      expect(withPayload.json<Record<string, string>>().accessToken).toMatch(/^[\w-]{43}$/)
      expect((await other.get(url, sessionId)).status).toBe(404)
    } finally {
      await other.close()
    }
  })
})
