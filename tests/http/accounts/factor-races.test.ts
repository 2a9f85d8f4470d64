import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Factors } from '#server/auth/factors/factors.ts'
import { recoveryHash } from '#server/auth/factors/recovery.ts'
import { Seal } from '#server/outbound/seal.ts'
import { Authenticator } from '../../support/authenticator.ts'
import { codeOf } from '../../support/authenticator-app.ts'
import {
  errorOf,
  firstProof,
  ORIGIN,
  type Person,
  personAt,
  productionSite,
  STEP_MS,
  send,
  withApp,
} from '../factor-kit.ts'
import type { Site } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await productionSite()
})
afterAll(() => site.close())

type Options = Parameters<Authenticator['register']>[0]

async function addPasskey(person: Person, sessionId: string): Promise<string> {
  const key = new Authenticator(ORIGIN)
  const begun = await send(site, 'POST', 'factors/passkey', { proof: person.secret }, sessionId)
  const body = { name: 'Key', passkey: key.register(begun.json<Options>()) }
  const done = await send(site, 'PUT', 'factors/passkey', body, sessionId)
  if (done.status !== 200) throw new Error(done.text)
  return key.id.toString('base64url')
}

/** A set-up at the door that can be finished in two ways. */
const setUp = async (chief: Person) => {
  const { token } = await firstProof(site, chief)
  const begun = (await send(site, 'POST', 'factor/setUp', { token })).json<{
    authenticator: { secret: string }
    passkey: Options
  }>()
  return {
    byApp: () => {
      const code = codeOf(begun.authenticator.secret, site.now)
      return send(site, 'PUT', 'factor/setUp', { token, code })
    },
    byPasskey: () => {
      const passkey = new Authenticator(ORIGIN).register(begun.passkey)
      return send(site, 'PUT', 'factor/setUp', { token, name: 'Key', passkey })
    },
  }
}
describe('second factors that two change at once', () => {
  test.each([1, 2, 3])('who must have one keeps one when both go at once (%i)', async () => {
    const chief = await personAt(site, 'admin')
    const { session } = (await (await setUp(chief)).byApp()).json<{ session: { sessionId: string } }>()
    site.pass(STEP_MS)
    const { sessionId } = session
    const passkey = await addPasskey(chief, sessionId)
    const remove = (id: string) =>
      send(site, 'DELETE', `factors/own/${id}`, { proof: chief.secret }, sessionId)
    const answers = await Promise.all([remove('authenticator'), remove(passkey)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 204).map(errorOf)).toEqual(['409 FACTOR_NEEDED'])
    expect(await site.store.factors.any(chief.id)).toBe(true)
  })

  test('who need not have one loses both, with the recovery codes', async () => {
    const person = await personAt(site, 'users')
    const { sessionId } = await withApp(site, person)
    const passkey = await addPasskey(person, sessionId)
    const remove = (id: string) =>
      send(site, 'DELETE', `factors/own/${id}`, { proof: person.secret }, sessionId)
    const answers = await Promise.all([remove('authenticator'), remove(passkey)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await site.store.factors.any(person.id)).toBe(false)
    expect(await site.store.factors.recoveryCodesLeft(person.id)).toBe(0)
  })

  const held = async ({ id }: Person) => [
    ...((await site.store.factors.authenticator(id)) ? ['app'] : []),
    ...(await site.store.passkeys.ofUser(id)).map(() => 'passkey'),
  ]

  test.each([1, 2, 3])('of an app and a passkey shown at once with one sign-in one stays (%i)', async () => {
    const chief = await personAt(site, 'admin')
    const { byApp, byPasskey } = await setUp(chief)
    const answers = await Promise.all([byApp(), byPasskey()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).map(errorOf)).toEqual(['401 FACTOR_EXPIRED'])
    expect(await held(chief)).toHaveLength(1)
    expect(await site.store.sessions.ofUser(chief.id)).toHaveLength(1)
  })

  test('of two sign-ins that set one up at once one comes in', async () => {
    const chief = await personAt(site, 'admin')
    const [one, other] = [await setUp(chief), await setUp(chief)]
    const answers = await Promise.all([one.byPasskey(), other.byPasskey()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await held(chief)).toEqual(['passkey'])
  })

  test('an app and a passkey that are first at once come with one set of recovery codes', async () => {
    const { id } = await personAt(site, 'users')
    const factors = new Factors({
      store: site.store,
      seal: new Seal(Buffer.alloc(32)),
      settings: { of: () => ({ flags: {}, modules: {} }) },
      mode: 'production',
      place: () => undefined,
      now: () => site.now,
    })
    const told = await Promise.all([factors.firstRecoveryCodes(id), factors.firstRecoveryCodes(id)])
    const codes = told.flatMap((one) => one ?? [])
    expect(await site.store.factors.recoveryCodesLeft(id)).toBe(codes.length)
    expect(await site.store.factors.takeRecoveryCode(id, recoveryHash(id, codes[0] ?? ''))).toBe(true)
  })
})
