import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountRow } from '#schemas/generated/entities/account-row.ts'
import { errorOf, personAt, send } from '../factor-kit.ts'
import { type Answer, Site, stranger } from '../kit.ts'
import { Mailbox, newPerson } from '../mail-kit.ts'

let site: Site
let mailbox: Mailbox
let admin: string
beforeAll(async () => {
  site = await Site.open()
  mailbox = new Mailbox(site)
  admin = await site.sessionOf('demo-admin')
})
afterAll(() => site.close())

const DAY = 24 * 60 * 60_000
const secret = 'Gatehouse-First-1'
let guests = 0
const somebody = (more: object = {}) => {
  guests++
  const identity = `guest-${guests}@gatehouse.test`
  return { identity, firstName: 'Zoë', lastName: 'Łovelace', preferredLanguage: 'ch_EN', ...more }
}
const call = (method: string, path = '', body?: unknown, sessionId = admin): Promise<Answer> =>
  site.call(method, `/api/crm/users${path}`, { headers: { sessionId }, body })
const invite = (body: object, sessionId?: string) => call('POST', '', body, sessionId)
const invited = async (body = somebody()) => {
  const answer = await invite(body)
  if (answer.status !== 201) throw new Error(answer.text)
  return { ...body, ...answer.json<AccountRow>() }
}
const accept = (token: string, password = secret) =>
  send(site, 'POST', `resetPassword/${token}`, { secret: password, confirmation: password })
const lastNote = async (who: string) => (await site.store.audit.list({ who, limit: 1 }))[0]

describe('somebody who is invited', () => {
  test('A-05 gets a mail in his language, sets his password, accepts the policies and is in', async () => {
    const guest = await invited(somebody({ preferredLanguage: 'ch_DE' }))
    expect(guest).toMatchObject({ state: 'invited', role: 'users', subrole: 'none', name: 'Zoë Łovelace' })
    expect(await lastNote('demo-admin')).toMatchObject({ what: 'inviteAccount', facts: { userId: guest.id } })
    const { subject, text } = await mailbox.newest(guest.identity)
    expect(subject).toBe('Einladung zu Gatehouse')
    expect(text).toContain('/resetPassword/')
    // Nobody is in before he has set a password.
    expect(errorOf(await site.login({ identity: guest.identity, secret }))).toBe('401 LOGIN_FAILED')

    expect((await accept(await mailbox.token(guest.identity))).status).toBe(204)
    expect(await lastNote(guest.id)).toMatchObject({ what: 'acceptInvitation' })
    const pending = await site.login({ identity: guest.identity, secret })
    expect(pending.status).toBe(300)
    const accepted = { isPrivacyPolicyAccepted: true, areTermsOfServiceAccepted: true }
    const body = { identity: guest.identity, secret, ...accepted }
    const session = await send(site, 'POST', 'login', body)
    expect(session.json()).toMatchObject({ userId: guest.id, sessionId: expect.any(String) })
    expect((await call('GET', `/${guest.id}`)).json()).toMatchObject({ state: 'active' })
  })

  test('a link works once, and is not used up by a password that is refused', async () => {
    const guest = await invited()
    const token = await mailbox.token(guest.identity)
    expect((await accept(token, 'short')).status).toBe(400)
    const answers = await Promise.all([accept(token), accept(token, 'Gatehouse-Second-1')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect((await accept(token)).status).toBe(404)
  })

  test('A-05 a link lives for a week', async () => {
    const [early, late] = [await invited(), await invited()]
    const tokens = [await mailbox.token(early.identity), await mailbox.token(late.identity)]
    site.pass(7 * DAY - 1000)
    admin = await site.sessionOf('demo-admin')
    expect((await accept(tokens[0] ?? '')).status).toBe(204)
    site.pass(1000)
    expect(errorOf(await accept(tokens[1] ?? ''))).toBe('404 000017')
  })

  test('gets another mail: the link of the one before is worthless, and its time begins anew', async () => {
    const guest = await invited()
    const first = await mailbox.token(guest.identity)
    site.pass(6 * DAY)
    admin = await site.sessionOf('demo-admin')
    expect((await call('POST', `/${guest.id}/invitation`)).status).toBe(204)
    expect(await lastNote('demo-admin')).toMatchObject({
      what: 'resendInvitation',
      facts: { userId: guest.id },
    })
    const second = await mailbox.token(guest.identity, 2)
    expect((await accept(first)).status).toBe(404)
    // Who never comes is removed two weeks after he was asked last.
    await site.store.accounts.removeUnactivated(site.now - 5 * DAY)
    site.pass(2 * DAY)
    admin = await site.sessionOf('demo-admin')
    expect((await accept(second)).status).toBe(204)
    expect(errorOf(await call('POST', `/${guest.id}/invitation`))).toBe('409 NOT_INVITED')
  })

  test('a mailbox is not filled by it', async () => {
    const guest = await invited()
    for (let more = 0; more < 5; more++)
      expect((await call('POST', `/${guest.id}/invitation`)).status).toBe(204)
    expect(errorOf(await call('POST', `/${guest.id}/invitation`))).toBe('429 TOO_MANY_REQUESTS')
  })

  test('is not asked any more when the invitation is withdrawn; who has come stays', async () => {
    const [gone, came] = [await invited(), await invited()]
    const token = await mailbox.token(gone.identity)
    expect((await call('DELETE', `/${gone.id}/invitation`)).status).toBe(204)
    expect(await lastNote('demo-admin')).toMatchObject({
      what: 'withdrawInvitation',
      facts: { userId: gone.id },
    })
    expect((await accept(token)).status).toBe(404)
    expect((await call('GET', `/${gone.id}`)).status).toBe(404)
    await accept(await mailbox.token(came.identity))
    expect(errorOf(await call('DELETE', `/${came.id}/invitation`))).toBe('409 NOT_INVITED')
    expect((await call('GET', `/${came.id}`)).status).toBe(200)
    expect((await invite({ ...somebody(), identity: gone.identity })).status).toBe(201)
  })

  test('is found in the list by his state', async () => {
    const guest = await invited()
    const listed = async (state: string) =>
      (await call('GET', `?limit=100&state=${state}`)).json<{ data: AccountRow[] }>().data.map(({ id }) => id)
    expect(await listed('invited')).toContain(guest.id)
    expect(await listed('inactive')).not.toContain(guest.id)
  })

  test('A-04 whoever asks from outside learns nothing of it, and nothing is sent', async () => {
    const guest = await invited()
    await mailbox.newest(guest.identity)
    const asked = await send(site, 'POST', 'forgotPass', { email: guest.identity, language: 'ch_EN' })
    const other = await send(site, 'POST', 'forgotPass', { email: 'x@gatehouse.test', language: 'ch_EN' })
    expect([asked.status, asked.text]).toEqual([other.status, other.text])
    const elsewhere = await invited()
    await mailbox.newest(elsewhere.identity)
    expect(await mailbox.to(guest.identity)).toHaveLength(1)
  })

  test('whose account is to be deleted does not come in by it', async () => {
    const guest = await invited()
    const token = await mailbox.token(guest.identity)
    const gone = await site.call('DELETE', `/api/crm/profile/${guest.id}`, {
      headers: { sessionId: admin, 'x-forwarded-for': stranger() },
      body: { checkSecret: 'Gatehouse-Admin-1' },
    })
    expect(gone.status).toBe(204)
    expect((await accept(token)).status).toBe(404)
  })
})

describe('whom nobody invites', () => {
  test('who has an account, or is invited already, however the address is written', async () => {
    const person = await personAt(site, 'users')
    const guest = await invited()
    const again = (identity: string) => invite({ ...somebody(), identity })
    expect(errorOf(await again(person.identity.toUpperCase()))).toBe('409 USERNAME_TAKEN')
    expect(errorOf(await again(guest.identity.toUpperCase()))).toBe('409 ALREADY_INVITED')
    const twice = somebody()
    const answers = await Promise.all([invite(twice), invite(twice)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('whoever is invited stays so when a stranger registers his address, and comes in by his link', async () => {
    const guest = await invited()
    const token = await mailbox.token(guest.identity)
    const { identity } = guest
    const contact = [{ label: 'Default', contact: identity, isDefault: true, contactType: 'email' }]
    const body = newPerson({ identity, contact })
    const answer = await site.call('POST', '/api/auth/register', {
      body,
      headers: { 'x-forwarded-for': stranger() },
    })
    // Nobody learns of the invitation by it.
    expect(answer.status).toBe(201)
    expect((await accept(token)).status).toBe(204)
  })

  test('what was registered and never activated gives way, and its link is worthless', async () => {
    const stray = newPerson()
    await site.call('POST', '/api/auth/register', { body: stray, headers: { 'x-forwarded-for': stranger() } })
    const token = await mailbox.token(stray.identity)
    const guest = await invited({ ...somebody(), identity: stray.identity })
    const late = await site.call('GET', `/api/auth/activate/${token}`, { headers: { 'x-activation': '1' } })
    expect(late.status).toBe(404)
    expect((await accept(await mailbox.token(guest.identity, 2))).status).toBe(204)
  })

  test.each([
    [{ identity: 'no address' }, '/identity'],
    [{ firstName: '<b>' }, '/firstName'],
    [{ lastName: '' }, '/lastName'],
    [{ preferredLanguage: 'fr' }, '/preferredLanguage'],
    [{ groups: ['admin'] }, '/groups'],
  ])('%j is refused at its field', async (wrong, field) => {
    const answer = await invite({ ...somebody(), ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ field }])
  })

  test('Z-01 without the permission nobody is invited', async () => {
    const keeper = await personAt(site, 'admin', 'keeper')
    expect((await invite(somebody(), await site.sessionOf(keeper.id))).status).toBe(403)
    expect((await invite(somebody(), await site.sessionOf('demo-home'))).status).toBe(403)
  })
})
