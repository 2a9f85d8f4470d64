import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNACTIVATED_MS } from '#server/auth/links.ts'
import { demo, newFolder, Site, stranger } from '../kit.ts'
import { Mailbox, newPerson, settledMails } from '../mail-kit.ts'

let site: Site
let mailbox: Mailbox
beforeAll(async () => {
  site = await Site.open({ GATEHOUSE_ORIGIN: 'https://home.gatehouse.test' })
  mailbox = new Mailbox(site)
})
afterAll(() => site.close())

const at = (place: Site, path: string, body: unknown, headers: Record<string, string> = {}) =>
  place.call('POST', `/api/auth/${path}`, { body, headers: { 'x-forwarded-for': stranger(), ...headers } })
const register = (body: unknown, headers?: Record<string, string>) => at(site, 'register', body, headers)
const activate = (token: string, headers: Record<string, string> = { 'x-activation': '1' }) =>
  site.call('GET', `/api/auth/activate/${token}`, { headers: { 'x-forwarded-for': stranger(), ...headers } })

describe('registration', () => {
  // 1.7-010 1.4-066
  test('A-05 whoever registers signs in once the link in the mail was followed, and not before', async () => {
    const person = newPerson()
    const answer = await register(person)
    expect(answer.status).toBe(201)
    const { key } = answer.json<{ key: string }>()
    expect(answer.json()).toEqual({ identity: person.identity, activated: false, key: expect.any(String) })
    const early = await site.login(person)
    expect(early.status).toBe(401)
    expect(early.json()).toMatchObject([{ errorCode: 'NOT_ACTIVATED' }])

    const token = await mailbox.token(person.identity)
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    // Programs that look at links in mails do not use them up.
    expect((await activate(token, {})).status).toBe(400)
    const activated = await activate(token, { 'x-activation': key })
    expect(activated.status).toBe(200)
    expect(activated.json()).toEqual({ preferredLanguage: 'ch_EN' })
    expect((await site.login(person)).status).toBe(200)
  })

  test('NOT_ACTIVATED is told to nobody but who knows the password', async () => {
    const person = newPerson()
    await register(person)
    const answer = await site.login({ identity: person.identity, secret: 'Gatehouse-Wrong-1' })
    expect(answer.json()).toMatchObject([{ errorCode: 'LOGIN_FAILED' }])
  })

  test('A-05 a link of an activation works once; the second click hears ALREADY_ACTIVATED, and an hour later nothing', async () => {
    const person = newPerson()
    await register(person)
    const token = await mailbox.token(person.identity)
    expect((await activate(token)).status).toBe(200)
    const again = await activate(token)
    expect(again.status).toBe(409)
    expect(again.json()).toMatchObject([{ errorCode: 'ALREADY_ACTIVATED' }])
    site.pass(61 * 60_000)
    const late = await activate(token)
    expect(late.status).toBe(404)
    expect(late.json()).toMatchObject([{ errorCode: '000017' }])
  })

  test('A-05 a newer link of an activation invalidates the older, and none lives longer than an hour', async () => {
    const person = newPerson()
    await register(person)
    const first = await mailbox.token(person.identity)
    expect((await at(site, 'resendActivation', { identity: person.identity })).status).toBe(204)
    const second = await mailbox.token(person.identity, 2)
    expect((await activate(first)).status).toBe(404)
    site.pass(60 * 60_000)
    expect((await activate(second)).status).toBe(404)
  })

  test('A-05 of several who follow a link at once one activates', async () => {
    const person = newPerson()
    await register(person)
    const token = await mailbox.token(person.identity)
    const answers = await Promise.all(Array.from({ length: 6 }, () => activate(token)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(200)
    expect(statuses.slice(1).every((status) => status === 409 || status === 404)).toBe(true)
  })

  test('A-04 a user name that is taken is answered like a free one; its owner gets a mail, the password stays', async () => {
    const before = (await mailbox.to(demo.home.identity)).length
    const person = newPerson({ identity: demo.home.identity })
    const taken = await register({
      ...person,
      contact: [{ ...person.contact[0], contact: demo.home.identity }],
    })
    const free = await register(newPerson())
    expect(taken.status).toBe(free.status)
    expect(Object.keys(taken.json<object>())).toEqual(Object.keys(free.json<object>()))
    expect(taken.json()).toEqual({ identity: demo.home.identity, activated: false, key: expect.any(String) })
    const mail = await mailbox.newest(demo.home.identity, before + 1)
    expect(mail.text).toContain('https://home.gatehouse.test/forgot-password')
    expect((await site.login(demo.home)).status).toBe(200)
  })

  const choose = (link: string, secret: string) =>
    at(site, `resetPassword/${link}`, { secret, confirmation: secret })

  test('A-05 whoever follows the link elsewhere than he registered chooses the password then; the one of before opens nothing', async () => {
    const person = newPerson()
    await register(person)
    const answer = await activate(await mailbox.token(person.identity))
    const { passwordLink } = answer.json<{ passwordLink: string }>()
    expect(passwordLink).toMatch(/^[\w-]{43}$/)
    expect((await site.login(person)).json()).toMatchObject([{ errorCode: 'LOGIN_FAILED' }])
    expect((await choose(passwordLink, 'Gatehouse-Chosen-1')).status).toBe(204)
    expect((await site.login({ ...person, secret: 'Gatehouse-Chosen-1' })).status).toBe(200)
    expect((await choose(passwordLink, 'Gatehouse-Chosen-2')).status).toBe(404)
  })

  test('A-05 whoever registers a foreign address keeps its owner from nothing, and his password is never the one', async () => {
    const owner = newPerson()
    const { key } = (await register(owner)).json<{ key: string }>()
    const old = await mailbox.token(owner.identity)
    // Somebody else registers the same address after her: the newest link in her mailbox is of his registration.
    const thief = { ...owner, secret: 'Gatehouse-Thief-1', confirmation: 'Gatehouse-Thief-1' }
    const his = (await register(thief)).json<{ key: string }>()
    const newest = await mailbox.token(owner.identity, 2)
    expect((await activate(old)).status).toBe(404)
    // Her browser has her key, which is of her registration and of no other.
    const { passwordLink } = (await activate(newest, { 'x-activation': key })).json<{
      passwordLink: string
    }>()
    expect((await site.login(thief)).status).toBe(401)
    expect((await choose(passwordLink, owner.secret)).status).toBe(204)
    expect((await site.login(thief)).status).toBe(401)
    expect((await site.login(owner)).status).toBe(200)
    expect((await activate(newest, { 'x-activation': his.key })).status).toBe(409)
    expect((await site.login(thief)).status).toBe(401)
  })

  test('an account that nobody activated goes after fourteen days, and its name is free', async () => {
    const own = await Site.open()
    try {
      const person = newPerson()
      await at(own, 'register', person)
      const tidy = () => own.store.accounts.removeUnactivated(own.now - UNACTIVATED_MS)
      own.pass(14 * 24 * 3_600_000 - 1000)
      await tidy()
      expect(await own.store.accounts.findByIdentity(person.identity)).toBeDefined()
      own.pass(2000)
      await tidy()
      expect(await own.store.accounts.findByIdentity(person.identity)).toBeUndefined()
      expect(await own.store.accounts.findByIdentity(demo.home.identity)).toBeDefined()
    } finally {
      await own.close()
    }
  })

  test('of simultaneous registrations of one name one account comes about', async () => {
    const person = newPerson()
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(person)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(await site.store.accounts.findByIdentity(person.identity)).toBeDefined()
  })

  test.each([
    ['Jovana', 'Petrović'],
    ['Ayşe', 'Yıldız'],
    ['Ada', 'Łovelace'],
    ['Gina', 'D’Angelo'],
    ['Zoë-Marie', "O'Neill"],
    ['Алексей', 'Иванов'],
    ['明', '李'],
    ['अनीता', 'शर्मा'],
  ])('1.5-001 %s %s registers under this name', async (firstName, lastName) => {
    const person = newPerson({ firstName, lastName })
    expect((await register(person)).status).toBe(201)
    expect(await site.store.accounts.findByIdentity(person.identity)).toMatchObject({ firstName, lastName })
  })

  // 1.5-001 1.5-005 1.5-007 1.5-016
  test.each([
    ['a name with digits', { firstName: 'Anna1' }, '/firstName', 'VALIDATION'],
    ['a name with markup', { lastName: '<b>' }, '/lastName', 'VALIDATION'],
    ['no e-mail address', { identity: 'nobody' }, '/identity', 'INVALID_MAIL_FORMAT'],
    [
      'a contact that is another address',
      { identity: 'x@gatehouse.test' },
      '/contact/0/contact',
      'VALIDATION',
    ],
    ['a country that there is not', { country: 'XQ' }, '/country', 'VALIDATION'],
    ['another source', { userOnBoardingSource: 'ELSEWHERE' }, '/userOnBoardingSource', 'VALIDATION'],
    ['no consent', { agreeRegister: false }, '/agreeRegister', 'MUST_BE_ACCEPTED'],
    ['terms unread', { areTermsOfServiceAccepted: false }, '/areTermsOfServiceAccepted', 'MUST_BE_ACCEPTED'],
    ['privacy unread', { isPrivacyPolicyAccepted: false }, '/isPrivacyPolicyAccepted', 'MUST_BE_ACCEPTED'],
    ['a short password', { secret: 'Short-1', confirmation: 'Short-1' }, '/secret', 'PASSWORD_RULES'],
    [
      'another confirmation',
      { confirmation: 'Gatehouse-New-2' },
      '/confirmation',
      'PASSWORD_CONFIRM_NO_MATCH',
    ],
  ])('a registration with %s is refused, and says which field', async (_what, change, field, errorCode) => {
    const person = newPerson(change)
    const answer = await register(person)
    expect(answer.status).toBe(400)
    expect(answer.json()).toContainEqual(expect.objectContaining({ field, errorCode }))
    expect(await site.store.accounts.findByIdentity(person.identity)).toBeUndefined()
  })

  test.each(['groups', 'id', 'verified', 'parentsIds', 'activated', 'isProfileMarkedForDeletion'])(
    'Z-05 %s cannot be registered',
    async (field) => {
      const answer = await register(newPerson({ [field]: ['admin'] }))
      expect(answer.status).toBe(400)
      expect(answer.json()).toMatchObject([{ errorCode: 'VALIDATION', field: `/${field}` }])
    },
  )

  test('V-12 a name keeps no characters that are invisible or turn the direction of writing', async () => {
    const person = newPerson({ firstName: 'An\u202ena\u200b' })
    expect((await register(person)).status).toBe(201)
    expect(await site.store.accounts.findByIdentity(person.identity)).toMatchObject({ firstName: 'Anna' })
  })

  test('A-04 checkUsername says whether a name is free, five times a minute', async () => {
    const headers = { 'x-forwarded-for': stranger() }
    const ask = (identity: string) => at(site, 'checkUsername', { identity }, headers)
    expect((await ask(demo.home.identity.toUpperCase())).json()).toEqual({ free: false })
    expect((await ask('nobody@gatehouse.test')).json()).toEqual({ free: true })
    for (let more = 3; more <= 5; more++) expect((await ask('nobody@gatehouse.test')).status).toBe(200)
    expect((await ask('nobody@gatehouse.test')).status).toBe(429)
    site.pass(60_000)
    expect((await ask('nobody@gatehouse.test')).status).toBe(200)
  })

  test('A-03 the 11th registration or activation from an address within 60 s is answered with 429', async () => {
    const headers = { 'x-forwarded-for': stranger(), 'x-activation': '1' }
    for (let tries = 1; tries <= 10; tries++) {
      expect((await register({}, headers)).status).toBe(400)
      expect((await activate('guessed', headers)).status).toBe(404)
    }
    expect((await register({}, headers)).status).toBe(429)
    expect((await activate('guessed', headers)).status).toBe(429)
  })

  test('A-04 resendActivation answers alike for everybody, and writes only to who waits', async () => {
    const waiting = newPerson()
    await register(waiting)
    await mailbox.newest(waiting.identity)
    const before = (await mailbox.to(demo.home.identity)).length
    const answers = []
    for (const identity of [waiting.identity, demo.home.identity, 'nobody@gatehouse.test'])
      answers.push(await at(site, 'resendActivation', { identity }))
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([204, '']))
    await mailbox.newest(waiting.identity, 2)
    await settledMails(site, mailbox)
    expect((await mailbox.to(demo.home.identity)).length).toBe(before)
    expect(await mailbox.to('nobody@gatehouse.test')).toEqual([])
  })
})

describe('links in mails', () => {
  // the host of a call is what its caller says.
  test.each([
    // A foreign host gets nothing at all.
    ['Host', { host: 'evil.test' }, 403],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }, 201],
    ['Forwarded', { forwarded: 'host=evil.test;proto=http' }, 201],
  ])('A-05 %s never reaches a mail: its links have the configured origin', async (_name, headers, status) => {
    const person = newPerson()
    const answer = await register(person, headers)
    expect(answer.status).toBe(status)
    // Asked for in any case, so that there is a mail to look at.
    if (status === 403) await register(person)
    const { text = '', html = '' } = await mailbox.newest(person.identity)
    expect(text).toContain('https://home.gatehouse.test/activate/')
    expect(text + html).not.toContain('evil')
  })

  test('A-05 a dump of the database holds no usable token, although the outbox can be read', async () => {
    const person = newPerson()
    await register(person)
    const token = await mailbox.token(person.identity)
    const { readFileSync, readdirSync } = await import('node:fs')
    const files = readdirSync(site.data).filter((name) => name.startsWith('gatehouse.db'))
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) expect(readFileSync(join(site.data, name)).includes(token)).toBe(false)
    const copy = await site.store.backup()
    expect(readFileSync(copy ?? '').includes(token)).toBe(false)
  })
})

describe('deployments that differ', () => {
  const open = (flags: Readonly<Record<string, unknown>>): Promise<Site> => {
    const file = join(newFolder(), 'settings.json')
    writeFileSync(file, JSON.stringify({ flags }))
    return Site.open({ GATEHOUSE_SETTINGS: file })
  }

  // 1.6-040
  test('EXTERNAL_LOGIN refuses registration on the server too', async () => {
    const other = await open({ EXTERNAL_LOGIN: true })
    const person = newPerson()
    const answer = await at(other, 'register', person)
    expect(answer.status).toBe(403)
    expect(answer.json()).toMatchObject([{ errorCode: 'REGISTRATION_OFF' }])
    expect(await other.store.accounts.findByIdentity(person.identity)).toBeUndefined()
    await other.close()
  })

  test('AUTOMATICALLY_ACTIVATED accounts need no link, and are counted under USER_ON_BOARDING_SOURCE', async () => {
    const other = await open({ AUTOMATICALLY_ACTIVATED: true, USER_ON_BOARDING_SOURCE: 'PARTNER' })
    const person = newPerson({ userOnBoardingSource: 'PARTNER' })
    expect((await at(other, 'register', person)).json()).toMatchObject({
      identity: person.identity,
      activated: true,
    })
    expect((await other.login(person)).status).toBe(200)
    expect((await at(other, 'register', newPerson())).status).toBe(400)
    const [row] = await other.store.audit.list({ what: 'register', limit: 1 })
    expect(row).toMatchObject({ facts: { source: 'PARTNER' } })
    await other.close()
  })
})
