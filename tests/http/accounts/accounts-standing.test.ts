import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountRow } from '#schemas/generated/entities/account-row.ts'
import { gateway } from '../../store/samples.ts'
import { connectBrowser } from '../channel-kit.ts'
import { errorOf, personAt, send, withApp } from '../factor-kit.ts'
import { type Answer, Site } from '../kit.ts'
import { Mailbox } from '../mail-kit.ts'
import { asProgram, settingsFile, tokensFor } from '../oauth-kit.ts'

let site: Site
let mailbox: Mailbox
let admin: string
beforeAll(async () => {
  site = await Site.open({ GATEHOUSE_SETTINGS: settingsFile() })
  mailbox = new Mailbox(site)
  admin = await site.sessionOf('demo-admin')
})
afterAll(() => site.close())

const call = (method: string, path: string, sessionId = admin): Promise<Answer> =>
  site.call(method, `/api/crm/users${path}`, { headers: { sessionId } })
const disable = (id: string, sessionId?: string) => call('PUT', `/${id}/disabled`, sessionId)
const enable = (id: string, sessionId?: string) => call('DELETE', `/${id}/disabled`, sessionId)
const sendLink = (id: string, sessionId?: string) => call('POST', `/${id}/passwordLink`, sessionId)
const lastNote = async (who: string) => (await site.store.audit.list({ who, limit: 1 }))[0]
const isIn = async (sessionId: string) => (await site.get('/api/udm/device/list', sessionId)).status === 200
const resetTo = (token: string, secret: string) =>
  send(site, 'POST', `resetPassword/${token}`, { secret, confirmation: secret })

describe('a mail with which somebody else sets a new password', () => {
  test('A-05 leads to a new password; until then the one of before holds, and nobody but him has seen either', async () => {
    const person = await personAt(site, 'users')
    const sent = await sendLink(person.id)
    expect([sent.status, sent.text]).toEqual([204, ''])
    const { subject, text = '' } = await mailbox.newest(person.identity)
    expect(subject).toBe('Set a new password')
    expect(text).toContain('administrators')
    expect((await site.login(person)).status).toBe(200)

    const token = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').pathname.split('/').at(-1) ?? ''
    const { sessionId } = await site.signIn(person)
    expect((await resetTo(token, 'Gatehouse-Other-1')).status).toBe(204)
    expect(await isIn(sessionId)).toBe(false)
    expect(errorOf(await site.login(person))).toBe('401 LOGIN_FAILED')
    expect((await site.login({ ...person, secret: 'Gatehouse-Other-1' })).status).toBe(200)
    expect(errorOf(await resetTo(token, 'Gatehouse-Third-1'))).toBe('404 000017')
  })

  test('who sent it to whom is written down', async () => {
    const person = await personAt(site, 'users')
    await sendLink(person.id)
    const facts = { userId: person.id }
    expect(await lastNote('demo-admin')).toMatchObject({ what: 'sendPasswordLink', result: 'ok', facts })
  })

  test('a newer link ends the older; six in an hour are too many for one mailbox', async () => {
    const person = await personAt(site, 'users')
    await sendLink(person.id)
    const first = await mailbox.token(person.identity)
    for (let more = 0; more < 4; more++) expect((await sendLink(person.id)).status).toBe(204)
    expect((await resetTo(first, 'Gatehouse-Other-1')).status).toBe(404)
    const answer = await sendLink(person.id)
    expect(errorOf(answer)).toBe('429 TOO_MANY_REQUESTS')
    expect((await mailbox.to(person.identity)).length).toBe(5)
    expect((await resetTo(await mailbox.token(person.identity, 5), 'Gatehouse-Other-1')).status).toBe(204)
  })

  test('goes to nobody who has no password here, or cannot use one', async () => {
    const [external, gone, shut] = [
      await personAt(site, 'users'),
      await personAt(site, 'users'),
      await personAt(site, 'users'),
    ]
    await site.store.externalIdentities.add({
      ...{ issuer: 'https://id.example', subject: external.id, userId: external.id },
      at: site.now,
    })
    await site.store.accounts.markForDeletion(gone.id, site.now)
    await disable(shut.id)
    expect(errorOf(await sendLink(external.id))).toBe('409 PASSWORD_AT_PROVIDER')
    expect(errorOf(await sendLink(gone.id))).toBe('409 ACCOUNT_NOT_IN_USE')
    expect(errorOf(await sendLink(shut.id))).toBe('409 ACCOUNT_NOT_IN_USE')
    expect(errorOf(await sendLink('demo-admin'))).toBe('409 OWN_ACCOUNT')
    await site.store.accounts.create(
      { id: 'root', username: 'root', groups: ['users'], preferredLanguage: 'ch_EN', contact: [] },
      { passwordHash: null, at: site.now },
    )
    expect(errorOf(await sendLink('root'))).toBe('409 NO_MAIL_ADDRESS')
  })
})

describe('an account that is disabled', () => {
  test('Z-07 ends every session, every live connection and every program at once', async () => {
    const person = await personAt(site, 'users')
    const theirs = `SHUT-${person.id.toUpperCase()}`
    await site.store.gateways.create(gateway(theirs, { userId: person.id }))
    const { access_token, refresh_token } = await tokensFor(site, person.id, theirs)
    const { sessionId, userId } = await site.signIn(person)
    const live = await connectBrowser(site, { sessionId, userId })
    const asks = () => asProgram(site, `/api/udm/device/hg/${theirs}/info`, access_token)
    expect([(await asks()).status, await isIn(sessionId)]).toEqual([200, true])

    expect((await disable(person.id)).status).toBe(204)
    expect(await live.ended).toBe('account_disabled')
    expect(await isIn(sessionId)).toBe(false)
    expect((await asks()).status).toBe(401)
    await enable(person.id)
    expect((await asks()).status).toBe(401)
    expect(await site.store.sessions.ofUser(person.id)).toEqual([])
    expect(refresh_token).not.toBe('')
    expect(await site.store.oauth.ofUser(person.id, site.now)).toEqual([])
  })

  test('A-04 is told to nobody but who knows the password; whoever guesses hears what everybody hears', async () => {
    const person = await personAt(site, 'users')
    await disable(person.id)
    expect(errorOf(await site.login(person))).toBe('401 ACCOUNT_DISABLED')
    const guess = await site.login({ ...person, secret: 'Gatehouse-Wrong-1' })
    const nobody = await site.login({ identity: 'nobody@gatehouse.test', secret: 'Gatehouse-Wrong-1' })
    expect([guess.status, guess.text]).toEqual([nobody.status, nobody.text])
    for (const path of ['forgotPass', 'sendotp']) {
      const ask = (identity: string) =>
        path === 'forgotPass' ? { email: identity, language: 'ch_EN' } : { identity }
      const [his, other] = [
        await send(site, 'POST', path, ask(person.identity)),
        await send(site, 'POST', path, ask('nobody@gatehouse.test')),
      ]
      expect([his.status, his.text]).toEqual([other.status, other.text])
    }
    await sendLink('demo-guest')
    await mailbox.newest('guest@gatehouse.test')
    expect(await mailbox.to(person.identity)).toEqual([])
  })

  test('nothing opens it that was sent or begun before: link, code and half a sign-in', async () => {
    const person = await personAt(site, 'users')
    await sendLink(person.id)
    const link = await mailbox.token(person.identity)
    await send(site, 'POST', 'sendotp', { identity: person.identity })
    const code = await mailbox.code(person.identity, 2)
    const begun = await personAt(site, 'users')
    const { recoveryCodes } = await withApp(site, begun)
    const { token } = (await site.login(begun)).json<{ token: string }>()

    for (const { id } of [person, begun]) expect((await disable(id)).status).toBe(204)
    for (const { id } of [person, begun]) expect((await enable(id)).status).toBe(204)
    expect((await resetTo(link, 'Gatehouse-Other-1')).status).toBe(404)
    expect((await send(site, 'POST', 'hashLogin', { identity: person.identity, otp: code })).status).toBe(401)
    const half = await send(site, 'POST', 'factor', { token, recoveryCode: recoveryCodes[0] })
    expect(errorOf(half)).toBe('401 FACTOR_EXPIRED')
  })

  test('a session that begins while it is being disabled is none', async () => {
    const person = await personAt(site, 'users')
    await disable(person.id)
    // What a sign-in under way would do after it had looked.
    const late = await site.sessionOf(person.id)
    expect(await isIn(late)).toBe(false)
    expect((await site.call('POST', '/api/channel/token', { headers: { sessionId: late } })).status).toBe(403)
  })

  test('opens again as it was, with its password and its gateways', async () => {
    const person = await personAt(site, 'users')
    const theirs = `BACK-${person.id.toUpperCase()}`
    await site.store.gateways.create(gateway(theirs, { userId: person.id }))
    await disable(person.id)
    expect((await enable(person.id)).status).toBe(204)
    expect(await lastNote('demo-admin')).toMatchObject({
      what: 'enableAccount',
      facts: { userId: person.id },
    })
    const { sessionId } = await site.signIn(person)
    const { text } = await site.get('/api/udm/device/list', sessionId)
    expect(text).toContain(theirs)
  })

  test('is disabled and enabled once, however often it is asked for, and each is written down once', async () => {
    const person = await personAt(site, 'users')
    const notes = async () =>
      (await site.store.audit.list({ who: 'demo-admin', limit: 1000 })).filter(
        ({ facts }) => (facts as { userId?: string } | undefined)?.userId === person.id,
      ).length
    const answers = await Promise.all([disable(person.id), disable(person.id), disable(person.id)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await notes()).toBe(1)
    for (const _twice of [1, 2]) expect((await enable(person.id)).status).toBe(204)
    expect(await notes()).toBe(2)
  })

  test('an account that was never activated, or goes, is not disabled; one that nobody has is not found', async () => {
    const [waits, goes] = ['waits', 'goes']
    for (const id of [waits, goes])
      await site.store.accounts.create(
        { id, username: `${id}@gatehouse.test`, groups: ['users'], preferredLanguage: 'ch_EN', contact: [] },
        { passwordHash: null, at: site.now, activated: id === goes },
      )
    await site.store.accounts.markForDeletion(goes, site.now)
    for (const id of [waits, goes]) expect(errorOf(await disable(id))).toBe('409 ACCOUNT_NOT_IN_USE')
    for (const again of [disable, enable, sendLink]) expect((await again('nobody')).status).toBe(404)
  })

  test('is found in the list by its state, and shown with it', async () => {
    const person = await personAt(site, 'users')
    await disable(person.id)
    const listed = async (state: string) =>
      (await call('GET', `?limit=100&state=${state}`)).json<{ data: AccountRow[]; count: number }>()
    for (const state of ['active', 'inactive', 'disabled', 'deleted']) {
      const { data, count } = await listed(state)
      expect(data.every((row) => row.state === state)).toBe(true)
      expect(data.length).toBe(Math.min(count, 100))
      expect(data.some(({ id }) => id === person.id)).toBe(state === 'disabled')
    }
    expect((await call('GET', `/${person.id}`)).json()).toMatchObject({ state: 'disabled' })
    expect((await call('GET', '?state=unheard-of')).status).toBe(400)
  })
})

describe('whom nobody shuts out', () => {
  test('himself, and who may do more', async () => {
    const [lesser, chief] = [await personAt(site, 'admin', 'manager'), await personAt(site, 'admin')]
    const keeper = await personAt(site, 'admin', 'keeper')
    expect(errorOf(await disable('demo-admin'))).toBe('409 OWN_ACCOUNT')
    const asKeeper = await site.sessionOf(keeper.id)
    for (const attempt of [disable, enable, sendLink]) {
      expect(errorOf(await attempt(chief.id, asKeeper))).toBe('403 NOT_ALLOWED')
      expect(errorOf(await attempt('demo-guest', asKeeper))).toBe('403 NOT_ALLOWED')
    }
    expect((await disable(keeper.id, await site.sessionOf(lesser.id))).status).toBe(204)
  })

  test('the last who administers: of two who shut out one another at once one remains', async () => {
    const alone = await Site.open()
    try {
      const second = await personAt(alone, 'admin')
      const shut = async (by: string, id: string) =>
        alone.call('PUT', `/api/crm/users/${id}/disabled`, {
          headers: { sessionId: await alone.sessionOf(by) },
        })
      const answers = await Promise.all([shut('demo-admin', second.id), shut(second.id, 'demo-admin')])
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      const left = (await alone.store.people.list({ page: 1, limit: 9, role: 'admin', state: 'active' })).data
      expect(left).toHaveLength(1)
      // Nor does he go by himself while the other one is shut out.
      const remaining = await alone.sessionOf(left[0]?.id ?? '')
      const gone = await alone.call('DELETE', `/api/crm/profile/${left[0]?.id}`, {
        headers: { sessionId: remaining },
        body: { checkSecret: left[0]?.id === second.id ? second.secret : 'Gatehouse-Admin-1' },
      })
      expect(errorOf(gone)).toBe('409 LAST_ADMINISTRATOR')
    } finally {
      await alone.close()
    }
  })
})
