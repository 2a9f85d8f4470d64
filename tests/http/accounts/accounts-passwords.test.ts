import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demo, newFolder, Site, stranger } from '../kit.ts'
import { Mailbox, newPerson, settledMails, somebodyAt } from '../mail-kit.ts'
import { asProgram, exchange, settingsFile, type Tokens, tokensFor } from '../oauth-kit.ts'
import { own } from '../operations.ts'

let site: Site
let mailbox: Mailbox
beforeAll(async () => {
  site = await Site.open({ GATEHOUSE_SETTINGS: settingsFile() })
  mailbox = new Mailbox(site)
})
afterAll(() => site.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  site.call('POST', `/api/auth/${path}`, { body, headers: { 'x-forwarded-for': stranger(), ...headers } })

/** A sign-in from a new device is told of as well: which of the letters comes first does not matter. */
const tellsOfChange = (identity: string) =>
  vi.waitFor(async () => {
    const subjects = (await mailbox.to(identity)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/password was changed/i))
  })

const somebody = () => somebodyAt(site, mailbox)

describe('a password that was forgotten', () => {
  // 1.7-008 1.7-010
  test('A-05 the link in the mail sets a new one, once', async () => {
    const person = await somebody()
    const asked = await post('forgotPass', { email: person.identity.toUpperCase(), language: 'ch_EN' })
    expect(asked.status).toBe(200)
    const mail = await mailbox.newest(person.identity, 2)
    expect(mail.text).toContain(`${site.url}/resetPassword/`)
    expect(mail.html).toContain(`<a href="${site.url}/resetPassword/`)
    const token = await mailbox.token(person.identity, 2)
    const body = { secret: 'Gatehouse-New-2', confirmation: 'Gatehouse-New-2' }
    expect((await post(`resetPassword/${token}`, body)).status).toBe(204)
    expect((await post(`resetPassword/${token}`, body)).status).toBe(404)
    expect((await site.login(person)).status).toBe(401)
    expect((await site.login({ ...person, secret: body.secret })).status).toBe(200)
    // Whoever it was, its owner hears of it.
    await tellsOfChange(person.identity)
  })

  test('A-05 a newer link invalidates the older one', async () => {
    const person = await somebody()
    await post('forgotPass', { email: person.identity, language: 'ch_DE' })
    const first = await mailbox.token(person.identity, 2)
    await post('forgotPass', { email: person.identity, language: 'ch_DE' })
    const second = await mailbox.token(person.identity, 3)
    const body = { secret: 'Gatehouse-New-2', confirmation: 'Gatehouse-New-2' }
    expect((await post(`resetPassword/${first}`, body)).status).toBe(404)
    expect((await post(`resetPassword/${second}`, body)).status).toBe(204)
  })

  // 1.4-068
  test('A-04 the answer is the same for known, unknown and waiting addresses, and only those who have an account get a mail', async () => {
    const known = await somebody()
    const waiting = newPerson()
    await post('register', waiting)
    const answers = []
    for (const email of [known.identity, 'nobody@gatehouse.test', waiting.identity]) {
      const { status, text, headers } = await post('forgotPass', { email, language: 'ch_DE' })
      const { date: _date, ...rest } = headers
      answers.push({ status, text, rest })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    await settledMails(site, mailbox)
    expect(await mailbox.to('nobody@gatehouse.test')).toEqual([])
    expect((await mailbox.to(waiting.identity)).map(({ subject }) => subject)).toEqual([
      'Activate your account',
    ])
    expect(await mailbox.to(known.identity)).toHaveLength(2)
  })

  test('A-03 the 11th request for an account within 60 s is answered with 429, from wherever it comes', async () => {
    const email = 'flooded@gatehouse.test'
    for (let tries = 1; tries <= 10; tries++)
      expect((await post('forgotPass', { email, language: 'ch_DE' })).status).toBe(200)
    expect((await post('forgotPass', { email: email.toUpperCase(), language: 'ch_DE' })).status).toBe(429)
  })
})

describe('a password that is changed', () => {
  const change = (sessionId: string, body: Record<string, unknown>) => post('changePass', body, { sessionId })
  const next = { secret: 'Gatehouse-New-2', confirmation: 'Gatehouse-New-2' }

  // 1.7-009 1.8-017
  test('the old one no longer works, the session stays', async () => {
    const person = await somebody()
    const answer = await change(person.sessionId, { checkSecret: person.secret, ...next })
    expect(answer.status).toBe(204)
    expect((await site.login(person)).status).toBe(401)
    expect((await site.login({ ...person, secret: next.secret })).status).toBe(200)
    expect((await site.get('/api/udm/device/list', person.sessionId)).status).toBe(200)
    await tellsOfChange(person.identity)
  })

  test.each([
    ['logoutOtherClients ends every other session', true, 403],
    ['without logoutOtherClients the others stay', false, 200],
  ])('A-11 %s', async (_what, logoutOtherClients, status) => {
    const person = await somebody()
    const other = await site.signIn(person)
    await change(person.sessionId, { checkSecret: person.secret, ...next, logoutOtherClients })
    expect((await site.get('/api/udm/device/list', other.sessionId)).status).toBe(status)
    expect((await site.get('/api/udm/device/list', person.sessionId)).status).toBe(200)
  })

  describe('what somebody else may have got hold of before', () => {
    const sn = own.sn ?? ''
    const info = `/api/udm/device/hg/${sn}/info`
    const given = async (userId: string) => {
      await site.store.memberships.link({
        _id: `of ${userId}`,
        masterAccountId: 'demo-home',
        secondaryAccountId: userId,
        isSupport: false,
        verified: true,
        at: site.now,
      })
      const tokens = await tokensFor(site, userId, sn)
      expect((await asProgram(site, info, tokens.access_token)).status).toBe(200)
      return tokens
    }
    const renewed = ({ refresh_token }: Tokens) =>
      exchange(site, { grant_type: 'refresh_token', refresh_token })

    test('A-11 logoutOtherClients ends the tokens of programs, also of those that would renew them', async () => {
      const person = await somebody()
      const tokens = await given(person.userId)
      await change(person.sessionId, { checkSecret: person.secret, ...next, logoutOtherClients: true })
      expect((await asProgram(site, info, tokens.access_token)).status).toBe(401)
      expect((await renewed(tokens)).status).toBe(400)
    })

    test('A-11 without it the programs of the person go on, and those of others always do', async () => {
      const [person, neighbour] = [await somebody(), await somebody()]
      const [own, foreign] = [await given(person.userId), await given(neighbour.userId)]
      await change(person.sessionId, { checkSecret: person.secret, ...next })
      expect((await asProgram(site, info, own.access_token)).status).toBe(200)
      const now = { checkSecret: next.secret, secret: 'Gatehouse-New-3', confirmation: 'Gatehouse-New-3' }
      expect((await change(person.sessionId, { ...now, logoutOtherClients: true })).status).toBe(204)
      expect((await asProgram(site, info, foreign.access_token)).status).toBe(200)
    })

    test.each([true, false])(
      'A-07 a code from before signs nobody in any more (logoutOtherClients: %s)',
      async (logoutOtherClients) => {
        const person = await somebody()
        const { identity } = person
        await post('sendotp', { identity })
        const otp = await mailbox.code(identity, 2)
        await change(person.sessionId, { checkSecret: person.secret, ...next, logoutOtherClients })
        const answer = await post('hashLogin', { identity, otp })
        expect(answer.status).toBe(401)
        expect(answer.json()).toMatchObject([{ errorCode: 'OTP_INVALID' }])
      },
    )

    test('A-05 a password that was forgotten ends the programs, too', async () => {
      const person = await somebody()
      const tokens = await given(person.userId)
      await post('forgotPass', { email: person.identity, language: 'ch_EN' })
      const token = await mailbox.token(person.identity, 2)
      expect((await post(`resetPassword/${token}`, next)).status).toBe(204)
      expect((await asProgram(site, info, tokens.access_token)).status).toBe(401)
    })
  })

  test.each([
    ['a wrong password', { checkSecret: 'Gatehouse-Wrong-1' }, '/checkSecret', 'WRONG_PASSWORD'],
    ['a new one against the rules', { secret: 'short', confirmation: 'short' }, '/secret', 'PASSWORD_RULES'],
    [
      'another confirmation',
      { confirmation: 'Gatehouse-New-3' },
      '/confirmation',
      'PASSWORD_CONFIRM_NO_MATCH',
    ],
  ])('%s is refused, and the field named', async (_what, wrong, field, errorCode) => {
    const person = await somebody()
    const answer = await change(person.sessionId, { checkSecret: person.secret, ...next, ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ field, errorCode }])
    expect((await site.login(person)).status).toBe(200)
  })

  test('A-03 whoever found an open page guesses ten times at most', async () => {
    const person = await somebody()
    const guess = () => change(person.sessionId, { checkSecret: 'Gatehouse-Wrong-1', ...next })
    for (let tries = 1; tries <= 10; tries++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  })

  test('A-11 the audit log has it, without a password', async () => {
    const person = await somebody()
    await change(person.sessionId, { checkSecret: person.secret, ...next })
    const [row] = await site.store.audit.list({ who: person.userId, what: 'changePass', limit: 1 })
    expect(row).toMatchObject({ result: 'ok' })
    expect(JSON.stringify(row)).not.toContain('Gatehouse-New')
  })
})

describe('policies', () => {
  const accept = { isPrivacyPolicyAccepted: true, areTermsOfServiceAccepted: true }
  const signIn = (who: object, language = 'ch_DE') => post('login', who, { 'accept-language': language })

  // 1.4-062 1.4-063
  test('who has not accepted the present ones is answered with 300 and what to read, and then signs in with the accepted flags', async () => {
    const person = await somebody()
    await site.store.accounts.acceptPolicies(person.userId, 'an older version', site.now)
    const { identity, secret } = person
    const asked = await signIn({ identity, secret })
    expect(asked.status).toBe(300)
    expect(asked.json()).toEqual({
      privacyPolicyPath: '/de/datenschutz',
      termsOfServicePath: '/agb',
      isPrivacyPolicyAccepted: false,
      areTermsOfServiceAccepted: false,
    })
    expect((await signIn({ identity, secret, ...accept, areTermsOfServiceAccepted: false })).status).toBe(300)
    expect((await signIn({ identity, secret, ...accept })).status).toBe(200)
    expect((await signIn({ identity, secret })).status).toBe(200)
    const [row] = await site.store.audit.list({ who: person.userId, what: 'acceptPolicies', limit: 1 })
    expect(row).toMatchObject({ facts: { version: expect.stringContaining('+') } })
  })

  test('300 is told to nobody but who knows the password', async () => {
    const person = await somebody()
    await site.store.accounts.acceptPolicies(person.userId, 'an older version', site.now)
    const answer = await signIn({ identity: person.identity, secret: 'Gatehouse-Wrong-1', ...accept })
    expect(answer.status).toBe(401)
    expect((await site.store.accounts.credentials(person.identity))?.standing.policyVersion).toBe(
      'an older version',
    )
  })

  test('the texts are those that ship, in the language that was asked for', async () => {
    const read = async (name: string, lang: string) =>
      (await site.get(`/api/privacy/documents/${name}?lang=${lang}`)).json<{ title: string; html: string }>()
    expect((await read('terms', 'ch_DE')).html).toContain('<h2>')
    expect((await read('terms', 'ch_DE')).title).not.toBe((await read('terms', 'ch_EN')).title)
    expect((await read('privacy', 'ch_EN')).title).not.toBe((await read('terms', 'ch_EN')).title)
    expect((await site.get('/api/privacy/documents/passwords')).status).toBe(404)
  })

  // 1.6-048
  test('B-01 TOS_PP_HTML replaces them, cleaned of whatever could run, and everybody is asked anew', async () => {
    const file = join(newFolder(), 'settings.json')
    const evil =
      '<h2>Ours</h2><p onclick="x()">Text</p><script>x()</script><img src=x onerror=x()><a href="javascript:x()">a</a>' +
      '<a href="https://legal.test/">b</a><style>*{}</style><iframe src="//evil"></iframe>'
    const settings = {
      flags: {
        TOS_PP_HTML: evil,
        TOS_PRIVACY: { terms: 'https://legal.test/terms', privacy: 'javascript:x()' },
      },
    }
    writeFileSync(file, JSON.stringify(settings))
    const other = await Site.open({ GATEHOUSE_SETTINGS: file })
    const { html } = (await other.get('/api/privacy/documents/terms')).json<{ html: string }>()
    expect(html).toContain('<h2>Ours</h2><p>Text</p>')
    expect(html).toContain('href="https://legal.test/"')
    expect(html).not.toMatch(/script|onclick|onerror|javascript|style|iframe|<img/)
    await other.store.accounts.acceptPolicies('demo-home', 'what shipped', other.now)
    const asked = await other.login(demo.home)
    expect(asked.status).toBe(300)
    expect(asked.json()).toMatchObject({
      termsOfServicePath: 'https://legal.test/terms',
      privacyPolicyPath: '/de/datenschutz',
    })
    await other.close()
  })
})
