import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkeyPlace } from '#server/auth/factors/place.ts'
import { Authenticator } from '../../support/authenticator.ts'
import { errorOf, firstProof, ORIGIN, type Person, personAt, productionSite, send } from '../factor-kit.ts'
import type { Site } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await productionSite()
})
afterAll(() => site.close())

interface Asked {
  token: string
  passkey: { challenge: string; user: { id: string }; userVerification?: string }
}

async function register(person: Person, key: Authenticator, name = 'Telephone') {
  const sessionId = await site.sessionOf(person.id)
  const begun = await send(site, 'POST', 'factors/passkey', { proof: person.secret }, sessionId)
  if (begun.status !== 200) throw new Error(begun.text)
  const passkey = key.register(begun.json<Asked['passkey']>())
  return {
    answer: await send(site, 'PUT', 'factors/passkey', { name, passkey }, sessionId),
    sessionId,
    passkey,
  }
}
async function personWithKey(...groups: [string, ...string[]]) {
  const person = await personAt(site, ...groups)
  const key = new Authenticator(ORIGIN)
  const { answer, sessionId } = await register(person, key)
  if (answer.status !== 200) throw new Error(answer.text)
  return { person, key, sessionId, ...answer.json<{ recoveryCodes: string[] }>() }
}
const begin = async () => (await send(site, 'POST', 'passkey')).json<Asked>()
const finish = (token: string, passkey: unknown) => send(site, 'PUT', 'passkey', { token, passkey })

describe('a passkey as second factor', () => {
  test('signs what the sign-in asks, and opens the session', async () => {
    const { person, key } = await personWithKey('users')
    const pending = await firstProof(site, person)
    expect(pending.kinds).toEqual(['passkey', 'recoveryCode'])
    const passkey = key.sign(pending.passkey as unknown as Asked['passkey'])
    expect((await send(site, 'POST', 'factor', { token: pending.token, passkey })).status).toBe(200)
    // What was signed once is worth nothing for the next.
    const next = await firstProof(site, person)
    expect(errorOf(await send(site, 'POST', 'factor', { token: next.token, passkey }))).toBe(
      '401 FACTOR_WRONG',
    )
  })

  test('a passkey of another account is none, and is not used by it', async () => {
    const { person } = await personWithKey('users')
    const other = await personWithKey('users')
    const pending = await firstProof(site, person)
    const passkey = other.key.sign(pending.passkey as unknown as Asked['passkey'])
    expect(errorOf(await send(site, 'POST', 'factor', { token: pending.token, passkey }))).toBe(
      '401 FACTOR_WRONG',
    )
    expect((await site.store.passkeys.ofUser(other.person.id))[0]?.counter).toBe(0)
  })

  test('one made at another address is none', async () => {
    const person = await personAt(site, 'users')
    const { answer } = await register(person, new Authenticator('https://home.example.evil'))
    expect(errorOf(answer)).toBe('400 FACTOR_WRONG')
  })

  test('one that does not know its holder is none', async () => {
    const key = new Authenticator(ORIGIN)
    key.verifies = false
    expect(errorOf((await register(await personAt(site, 'users'), key)).answer)).toBe('400 FACTOR_WRONG')
    const good = await personWithKey('users')
    good.key.verifies = false
    const pending = await firstProof(site, good.person)
    const passkey = good.key.sign(pending.passkey as unknown as Asked['passkey'])
    expect(errorOf(await send(site, 'POST', 'factor', { token: pending.token, passkey }))).toBe(
      '401 FACTOR_WRONG',
    )
  })

  test('a copy whose count lags behind is none', async () => {
    const { person, key } = await personWithKey('users')
    const sign = async () => {
      const pending = await firstProof(site, person)
      const passkey = key.sign(pending.passkey as unknown as Asked['passkey'])
      return send(site, 'POST', 'factor', { token: pending.token, passkey })
    }
    expect((await sign()).status).toBe(200)
    key.counter = 0
    expect(errorOf(await sign())).toBe('401 FACTOR_WRONG')
  })

  test('a registration is finished once, in time, and by the session that began it', async () => {
    const person = await personAt(site, 'users')
    const key = new Authenticator(ORIGIN)
    const { sessionId, passkey } = await register(person, key)
    const again = () => send(site, 'PUT', 'factors/passkey', { name: 'Again', passkey }, sessionId)
    expect(errorOf(await again())).toBe('409 FACTOR_EXPIRED')
    const begun = await send(site, 'POST', 'factors/passkey', { proof: person.secret }, sessionId)
    const late = new Authenticator(ORIGIN).register(begun.json<Asked['passkey']>())
    const stranger = await site.sessionOf(person.id)
    expect(
      errorOf(await send(site, 'PUT', 'factors/passkey', { name: 'Late', passkey: late }, stranger)),
    ).toBe('409 FACTOR_EXPIRED')
    site.pass(5 * 60_000)
    expect(
      errorOf(await send(site, 'PUT', 'factors/passkey', { name: 'Late', passkey: late }, sessionId)),
    ).toBe('409 FACTOR_EXPIRED')
  })

  test('the same passkey becomes nobody else’s', async () => {
    const { key } = await personWithKey('users')
    expect(errorOf((await register(await personAt(site, 'users'), key)).answer)).toBe('409 PASSKEY_KNOWN')
  })

  test('is renamed and removed by its owner alone', async () => {
    const { person, key, sessionId } = await personWithKey('users')
    const id = key.id.toString('base64url')
    const thief = await personAt(site, 'users')
    const his = await site.sessionOf(thief.id)
    expect((await send(site, 'PUT', `factors/own/${id}`, { name: 'Mine' }, his)).status).toBe(404)
    expect((await send(site, 'DELETE', `factors/own/${id}`, { proof: thief.secret }, his)).status).toBe(404)
    expect((await send(site, 'PUT', `factors/own/${id}`, { name: 'Blue key' }, sessionId)).status).toBe(204)
    const list = await send(site, 'GET', 'factors', undefined, sessionId)
    expect(list.json<{ data: { name: string }[] }>().data.map(({ name }) => name)).toEqual(['Blue key'])
    expect(
      (await send(site, 'DELETE', `factors/own/${id}`, { proof: person.secret }, sessionId)).status,
    ).toBe(204)
    expect((await site.login(person)).status).toBe(200)
  })
})

describe('a passkey in the place of the password', () => {
  test('signs in by itself: whose it is follows from it', async () => {
    const { person, key } = await personWithKey('users')
    const { token, passkey } = await begin()
    const answer = await finish(token, key.sign(passkey))
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ userId: person.id })
    expect(errorOf(await finish(token, key.sign(passkey)))).toBe('401 FACTOR_EXPIRED')
  })

  test('a challenge that is over, or of another sign-in, is none', async () => {
    const { key } = await personWithKey('users')
    const [one, other] = [await begin(), await begin()]
    expect(errorOf(await finish(one.token, key.sign(other.passkey)))).toBe('401 FACTOR_WRONG')
    site.pass(5 * 60_000)
    expect(errorOf(await finish(other.token, key.sign(other.passkey)))).toBe('401 FACTOR_EXPIRED')
  })

  test('is enough for who must have a second factor: it knows its holder', async () => {
    const chief = await personAt(site, 'admin')
    const pending = await firstProof(site, chief)
    const key = new Authenticator(ORIGIN)
    const begun = (await send(site, 'POST', 'factor/setUp', { token: pending.token })).json<Asked>()
    const passkey = key.register(begun.passkey)
    const done = await send(site, 'PUT', 'factor/setUp', { token: pending.token, name: 'Key', passkey })
    expect(done.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    const next = await begin()
    expect((await finish(next.token, key.sign(next.passkey))).status).toBe(200)
  })

  test('who has not accepted the policies accepts them first and goes on with what it has proved', async () => {
    const { person, key } = await personWithKey('users')
    await site.store.accounts.acceptPolicies(person.id, 'an older one', site.now)
    const { token, passkey } = await begin()
    const answer = await finish(token, key.sign(passkey))
    expect(answer.status).toBe(300)
    const { identity, secret } = answer.json<{ identity: string; secret: string }>()
    const body = { identity, secret, loginType: 'hash' }
    const accepted = { isPrivacyPolicyAccepted: true, areTermsOfServiceAccepted: true }
    const session = await send(site, 'POST', 'login', { ...body, ...accepted })
    expect(session.json()).toMatchObject({ userId: person.id, sessionId: expect.any(String) })
  })

  test('an account that is being deleted is not opened by it', async () => {
    const { person, key } = await personWithKey('users')
    await site.store.accounts.markForDeletion(person.id, site.now)
    const { token, passkey } = await begin()
    expect(errorOf(await finish(token, key.sign(passkey)))).toBe('401 ACCOUNT_DELETED')
  })
})

describe('A-10 whoever comes from an identity provider', () => {
  const link = ({ id, identity }: Person) =>
    site.store.externalIdentities.add({
      ...{ issuer: 'https://id.example', subject: identity, userId: id, at: site.now },
    })

  test('signs in by no passkey, and a factor opens nothing that was begun before', async () => {
    const { person, key } = await personWithKey('users')
    const waiting = await firstProof(site, person)
    await link(person)
    const { token, passkey } = await begin()
    expect(errorOf(await finish(token, key.sign(passkey)))).toBe('401 PASSWORD_AT_PROVIDER')
    expect(await site.store.audit.list({ who: person.id, limit: 1 })).toMatchObject([
      { what: 'secondFactor', result: 'refused', facts: { by: 'passkey' } },
    ])
    const signed = key.sign(waiting.passkey as unknown as Asked['passkey'])
    expect(errorOf(await send(site, 'POST', 'factor', { token: waiting.token, passkey: signed }))).toBe(
      '401 PASSWORD_AT_PROVIDER',
    )
  })

  test('proves nothing by the password of before: no new factor, no new password, no deletion', async () => {
    const { person, sessionId } = await personWithKey('users')
    await link(person)
    // Having come in just now would be a proof.
    site.pass(11 * 60_000)
    const { secret: checkSecret } = person
    const secret = { checkSecret, secret: 'Gatehouse-Newer-1', confirmation: 'Gatehouse-Newer-1' }
    expect(errorOf(await send(site, 'POST', 'factors/passkey', { proof: checkSecret }, sessionId))).toBe(
      '400 WRONG_PROOF',
    )
    expect(
      errorOf(await send(site, 'POST', 'changePass', { ...secret, logoutOtherClients: false }, sessionId)),
    ).toBe('409 PASSWORD_AT_PROVIDER')
    const leave = () =>
      site.call('DELETE', `/api/crm/profile/${person.id}`, { headers: { sessionId }, body: { checkSecret } })
    expect(errorOf(await leave())).toBe('400 WRONG_PROOF')
    const fresh = await site.sessionOf(person.id)
    const left = await site.call('DELETE', `/api/crm/profile/${person.id}`, {
      headers: { sessionId: fresh },
      body: { checkSecret: 'I have signed in just now' },
    })
    expect(left.status).toBe(204)
  })
})

describe('where passkeys belong', () => {
  test.each([
    [['https://home.example', 'https://other.example'], 'home.example', ['https://home.example']],
    [['https://home.example:8443'], 'home.example', ['https://home.example:8443']],
    [[], 'localhost', ['http://localhost:8080']],
  ])('%j: to the domain that the configuration says first', (configured, id, origins) => {
    expect(passkeyPlace(configured, 'http://127.0.0.1:8080')).toEqual({ id, origins })
  })

  test.each(['https://192.168.1.2', 'https://[::1]:8443'])('%s: numbers are no domain', (origin) => {
    expect(passkeyPlace([origin], 'http://127.0.0.1:8080')).toBeUndefined()
  })
})
