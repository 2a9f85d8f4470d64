import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gateway } from '../../store/samples.ts'
import { redirectVectors } from '../../support/redirect-vectors.ts'
import { Site, stranger } from '../kit.ts'
import {
  asProgram,
  codeOf,
  decide,
  exchange,
  exchangeOf,
  newProof,
  pocket,
  queryOf,
  requestOf,
  settingsFile,
  type Tokens,
  tokensFor,
  voice,
} from '../oauth-kit.ts'
import { bodyOf, inPath, operations, own, pathOf } from '../operations.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open({ GATEHOUSE_SETTINGS: settingsFile() })
})
afterAll(() => site.close())

const sn = own.sn ?? ''
const info = `/api/udm/device/hg/${sn}/info`
const owner = () => site.sessionOf('demo-home')
const refusal = (code: string) => [{ errorCode: code, message: expect.stringMatching(/./) }]
const refresh = (tokens: Tokens) =>
  exchange(site, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })

describe('a program asks', () => {
  // 1.7-075 3.7-126 3.7-129
  test('anybody may know its name and what it may ask for, and nothing of where it lives or its secret', async () => {
    const answer = await site.get('/api/clients/get?client_id=voice')
    expect(answer.json()).toEqual({ clientId: 'voice', name: 'Voice Assistant', scopes: ['gateway'] })
    expect((await site.get('/api/clients/get?client_id=nobody')).status).toBe(404)
  })

  // 1.7-076, 1.2-153 3.7-127
  test('the dialog names the program and the gateways that the person may share', async () => {
    const path = `/api/oauth2/authorize?${queryOf(requestOf(newProof()))}`
    const asked = async (userId: string) => (await site.get(path, await site.sessionOf(userId))).json()
    expect(await asked('demo-home')).toEqual({
      client: { clientId: 'voice', name: 'Voice Assistant' },
      scopes: ['gateway'],
      gateways: [{ serialNumber: sn, name: expect.any(String) }],
    })
    expect(await asked('demo-guest')).toMatchObject({ gateways: [{ serialNumber: sn }] })
    // Support looks after a home and may not hand it on; an administrator has none.
    expect(await asked('demo-support')).toMatchObject({ gateways: [] })
    expect(await asked('demo-admin')).toMatchObject({ gateways: [] })
    expect((await site.get(path)).status).toBe(403)
  })

  test.each(redirectVectors)('A-10 %j is no way back', async (vector) => {
    const request = requestOf(newProof(), { redirect_uri: vector || 'x' })
    const shown = await site.get(`/api/oauth2/authorize?${queryOf(request)}`, await owner())
    expect(shown.status).toBe(400)
    expect(shown.text).not.toContain('evil')
    for (const decision of ['allow', 'deny']) {
      const answer = await decide(site, await owner(), { ...request, serialNumber: sn, decision })
      expect(answer.status).toBe(400)
      expect(answer.text).not.toContain('redirectTo')
    }
  })

  test.each([
    ['the registered address and more', { redirect_uri: 'https://voice.example/link/more' }],
    ['the registered address with another query', { redirect_uri: 'https://voice.example/link?region=us' }],
    ['another letter case', { redirect_uri: 'https://voice.example/LINK' }],
    ['the address of another program', { redirect_uri: pocket.redirectUris[0] }],
    ['another port of this machine', { client_id: 'pocket', redirect_uri: 'http://127.0.0.1:7778/done' }],
    ['a token at once', { response_type: 'token' }],
    ['more than it may ask for', { scope: 'gateway admin' }],
    ['no proof', { code_challenge: undefined }],
    ['a plain proof', { code_challenge_method: 'plain' }],
    ['a proof of the wrong length', { code_challenge: 'short' }],
  ])('A-10 whoever asks with %s gets an error without a way back', async (_what, changes) => {
    const answer = await decide(site, await owner(), {
      ...requestOf(newProof(), changes),
      serialNumber: sn,
      decision: 'allow',
    })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ errorCode: 'OAUTH_REQUEST_INVALID' }])
  })

  test('A-10 a program that is not registered is told apart from none', async () => {
    const answer = await decide(site, await owner(), {
      ...requestOf(newProof(), { client_id: 'nobody' }),
      serialNumber: sn,
      decision: 'allow',
    })
    expect(answer.json()).toMatchObject([{ errorCode: 'OAUTH_CLIENT_UNKNOWN' }])
  })

  // 1.7-077, 1.2-154
  test('whoever says no sends the program back with a refusal and its state', async () => {
    const answer = await decide(site, await owner(), {
      ...requestOf(newProof()),
      serialNumber: '',
      decision: 'deny',
    })
    expect(answer.json()).toEqual({
      redirectTo: 'https://voice.example/link?error=access_denied&state=state-of-the-program',
    })
  })

  test('Z-02 a gateway of somebody else is shared like one that does not exist', async () => {
    for (const userId of ['demo-owner-0', 'demo-support', 'demo-admin'])
      for (const serialNumber of [sn, 'DOC4-0000-0000']) {
        const sessionId = await site.sessionOf(userId)
        const answer = await decide(site, sessionId, {
          ...requestOf(newProof()),
          serialNumber,
          decision: 'allow',
        })
        expect([answer.status, answer.json()]).toEqual([404, refusal('NOT_FOUND')])
      }
  })
})

describe('a code', () => {
  // 3.7-128
  test('A-10 becomes tokens for one gateway, once', async () => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    const answer = await exchange(site, exchangeOf(code, proof))
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'gateway',
      serial_number: sn,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('is exchanged by a form as well, as programs of others send it; nothing may stand there twice', async () => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    const fields = { ...exchangeOf(code, proof), client_id: voice.clientId, client_secret: voice.secret }
    const send = (raw: string, path = '/api/oauth2_v2/token') =>
      site.call('POST', path, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': stranger() },
        raw,
      })
    expect((await send(`${queryOf(fields)}&code=${code}`)).status).toBe(400)
    expect((await send(`${queryOf(fields)}&__proto__=x`)).status).toBe(400)
    expect((await send(queryOf(fields))).json()).toMatchObject({ token_type: 'Bearer', serial_number: sn })
    // V-02: nowhere else.
    expect((await send('identity=x&secret=y', '/api/auth/login')).status).toBe(415)
  })

  test('A-10 used a second time ends what the first use got', async () => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    const first = (await exchange(site, exchangeOf(code, proof))).json<Tokens>()
    expect((await asProgram(site, info, first.access_token)).status).toBe(200)
    const second = await exchange(site, exchangeOf(code, proof))
    expect([second.status, second.json()]).toEqual([400, refusal('invalid_grant')])
    expect((await asProgram(site, info, first.access_token)).status).toBe(401)
    const [row] = await site.store.audit.list({ who: 'demo-home', limit: 1 })
    expect(row).toMatchObject({ what: 'tokenReused', result: 'refused' })
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('A-10 of 20 exchanges at once at most one gets tokens', async () => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchange(site, exchangeOf(code, proof))),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
  })

  test('A-10 is worth nothing after five minutes', async () => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    site.pass(5 * 60_000)
    expect((await exchange(site, exchangeOf(code, proof))).json()).toEqual(refusal('invalid_grant'))
  })

  test.each([
    ['another proof', { code_verifier: newProof().verifier }],
    ['another address', { redirect_uri: voice.redirectUris[1] }],
  ])('A-10 is worth nothing with %s, and then nothing at all', async (_what, changes) => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    expect((await exchange(site, exchangeOf(code, proof, changes))).json()).toEqual(refusal('invalid_grant'))
    expect((await exchange(site, exchangeOf(code, proof))).json()).toEqual(refusal('invalid_grant'))
  })

  test('A-10 is worth nothing to another program', async () => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    const stolen = { ...exchangeOf(code, proof), client_id: pocket.clientId, client_secret: undefined }
    expect((await exchange(site, stolen)).json()).toEqual(refusal('invalid_grant'))
  })

  test.each(['code', 'code_verifier', 'redirect_uri'])('is not exchanged without %s', async (name) => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    const answer = await exchange(site, exchangeOf(code, proof, { [name]: undefined }))
    expect([answer.status, answer.json()]).toEqual([
      400,
      [{ ...refusal('invalid_request')[0], field: `/${name}` }],
    ])
  })

  test('A-10 is exchanged only by the program itself, where it has a secret', async () => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    for (const client_secret of [undefined, 'wrong', voice.secret.toUpperCase()]) {
      const answer = await exchange(site, exchangeOf(code, proof, { client_secret }))
      expect([answer.status, answer.json()]).toEqual([401, refusal('invalid_client')])
    }
    // Nothing was used up.
    expect((await exchange(site, exchangeOf(code, proof))).status).toBe(200)
  })

  test('A-10 a program without a secret proves itself by PKCE, and may not claim a secret', async () => {
    const proof = newProof()
    const asks = { client_id: pocket.clientId, redirect_uri: pocket.redirectUris[1] }
    const code = await codeOf(site, await owner(), requestOf(proof, asks), sn)
    const exchanged = { ...exchangeOf(code, proof), ...asks }
    expect((await exchange(site, { ...exchanged, client_secret: 'mine' })).status).toBe(401)
    expect((await exchange(site, { ...exchanged, client_secret: undefined })).status).toBe(200)
  })

  test('A-05 neither it nor any token lies in the database', async () => {
    const proof = newProof()
    const code = await codeOf(site, await owner(), requestOf(proof), sn)
    const { access_token, refresh_token } = (await exchange(site, exchangeOf(code, proof))).json<Tokens>()
    const { readFileSync, readdirSync } = await import('node:fs')
    for (const file of readdirSync(site.data).filter((name) => name.startsWith('gatehouse.db'))) {
      const bytes = readFileSync(`${site.data}/${file}`)
      for (const secret of [code, access_token, refresh_token]) expect(bytes.includes(secret)).toBe(false)
    }
  })
})

describe('a refresh token', () => {
  test('works once and brings the next pair; the access token before it stays good until it is over', async () => {
    const first = await tokensFor(site, 'demo-home', sn)
    const answer = await refresh(first)
    const second = answer.json<Tokens>()
    expect([answer.status, second.refresh_token === first.refresh_token]).toEqual([200, false])
    expect((await asProgram(site, info, second.access_token)).status).toBe(200)
    site.pass(60 * 60_000)
    expect((await asProgram(site, info, first.access_token)).status).toBe(401)
    expect((await asProgram(site, info, second.access_token)).status).toBe(401)
    expect((await refresh(second)).status).toBe(200)
  })

  test('A-10 used again ends everything that came from it', async () => {
    const first = await tokensFor(site, 'demo-home', sn)
    const second = (await refresh(first)).json<Tokens>()
    expect((await refresh(first)).json()).toEqual(refusal('invalid_grant'))
    expect((await asProgram(site, info, second.access_token)).status).toBe(401)
    expect((await refresh(second)).json()).toEqual(refusal('invalid_grant'))
  })

  test('A-10 of another program is worth nothing', async () => {
    const tokens = await tokensFor(site, 'demo-home', sn)
    const answer = await exchange(site, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: pocket.clientId,
      client_secret: undefined,
    })
    expect(answer.json()).toEqual(refusal('invalid_grant'))
  })

  test('an access token is none', async () => {
    const tokens = await tokensFor(site, 'demo-home', sn)
    expect((await refresh({ ...tokens, refresh_token: tokens.access_token })).json()).toEqual(
      refusal('invalid_grant'),
    )
    expect((await asProgram(site, info, tokens.refresh_token)).status).toBe(401)
  })
})

describe('Z-01 what a program may call', () => {
  const open = operations.filter(({ scope }) => scope === 'gateway').map(({ id }) => id)

  test('Z-01 reads about one gateway and the way to its commands, and nothing else', () => {
    expect(open.toSorted()).toEqual([
      'channelToken',
      'checkConnectionStatus',
      'getGateway',
      'homeLayouts',
      'homeSnapshot',
    ])
  })

  test('Z-01 every operation refuses a program, but those', async () => {
    const { access_token } = await tokensFor(site, 'demo-home', sn)
    for (const operation of operations) {
      const path = pathOf(operation, { ...own, sessionId: access_token })
      const answer = await asProgram(site, path, access_token, operation.method, bodyOf(operation))
      if (open.includes(operation.id)) expect([operation.id, answer.status]).toEqual([operation.id, 200])
      else
        expect([operation.id, answer.status, answer.headers['www-authenticate']]).toEqual([
          operation.id,
          403,
          'Bearer error="insufficient_scope"',
        ])
    }
  })

  test('Z-02 no other gateway than the chosen one, whoever the person is', async () => {
    const { access_token } = await tokensFor(site, 'demo-home', sn)
    for (const operation of operations.filter((one) => open.includes(one.id) && inPath(one).length > 0))
      for (const other of ['DOC4-0000-0000', await otherOf('demo-home')]) {
        const answer = await asProgram(site, pathOf(operation, { ...own, sn: other }), access_token)
        expect([operation.id, answer.status]).toEqual([operation.id, 404])
      }
  })

  /** A second gateway of the same person. */
  async function otherOf(userId: string): Promise<string> {
    const other = 'DOC4-5A11-0002'
    if (!(await site.store.gateways.find(other))) await site.store.gateways.create(gateway(other, { userId }))
    return other
  }

  test('Z-01 a token in the place of a session opens nothing, and a session in the place of a token neither', async () => {
    const { access_token } = await tokensFor(site, 'demo-home', sn)
    expect((await site.get(info, access_token)).status).toBe(403)
    expect((await asProgram(site, info, await owner())).status).toBe(401)
    for (const header of ['Bearer', 'Bearer ', 'Basic abc', `Bearer ${'x'.repeat(43)}`]) {
      const answer = await site.call('GET', info, { headers: { authorization: header } })
      expect([header, [401, 403].includes(answer.status)]).toEqual([header, true])
    }
  })
})

describe('what was allowed', () => {
  const list = async (userId: string) =>
    (
      await site.call('POST', '/api/oauth2_v2/token/getTokens', {
        headers: { sessionId: await site.sessionOf(userId) },
        body: { userId },
      })
    ).json<{ data: unknown[]; count: number }>()
  const remove = async (caller: string, body: Record<string, unknown>) =>
    site.call('POST', '/api/oauth2_v2/token/deleteToken', {
      headers: { sessionId: await site.sessionOf(caller) },
      body,
    })

  // 1.3-078, 1.3-079, 1.7-078
  // 3.3-057 3.7-124
  test('stands in the list of the person, one row for each program and gateway', async () => {
    await remove('demo-guest', { userId: 'demo-guest', clientId: 'voice' })
    expect(await list('demo-guest')).toEqual({ data: [], count: 0 })
    await tokensFor(site, 'demo-guest', sn)
    await tokensFor(site, 'demo-guest', sn)
    expect(await list('demo-guest')).toEqual({
      data: [
        {
          _id: `voice ${sn}`,
          client: { clientId: 'voice', name: 'Voice Assistant' },
          serial_number: sn,
          createdAt: expect.stringMatching(/Z$/),
          lastUsedAt: expect.stringMatching(/Z$/),
        },
      ],
      count: 1,
    })
  })

  // 1.7-079 3.7-125
  test('A-11 Z-07 removed, every token of the program is out with its next call', async () => {
    const [one, two] = [await tokensFor(site, 'demo-guest', sn), await tokensFor(site, 'demo-guest', sn)]
    const mine = await tokensFor(site, 'demo-home', sn)
    const removed = await remove('demo-guest', { userId: 'demo-guest', clientId: 'voice', serial_number: sn })
    expect(removed.status).toBe(204)
    for (const { access_token } of [one, two])
      expect((await asProgram(site, info, access_token)).status).toBe(401)
    expect((await refresh(one)).status).toBe(400)
    expect((await asProgram(site, info, mine.access_token)).status).toBe(200)
    expect(await list('demo-guest')).toEqual({ data: [], count: 0 })
    const again = await remove('demo-guest', { userId: 'demo-guest', clientId: 'voice', serial_number: sn })
    expect(again.status).toBe(404)
  })

  test('Z-03 nobody sees or removes what another person allowed, and the attempt is noted', async () => {
    const tokens = await tokensFor(site, 'demo-home', sn)
    const seen = await site.call('POST', '/api/oauth2_v2/token/getTokens', {
      headers: { sessionId: await site.sessionOf('demo-guest') },
      body: { userId: 'demo-home' },
    })
    expect(seen.status).toBe(403)
    expect((await remove('demo-guest', { userId: 'demo-home', clientId: 'voice' })).status).toBe(403)
    const [row] = await site.store.audit.list({ who: 'demo-guest', limit: 1 })
    expect(row).toMatchObject({ what: 'deleteToken', result: 'refused' })
    expect((await asProgram(site, info, tokens.access_token)).status).toBe(200)
  })

  test('Z-07 ends with the right of the person: nothing is read and nothing is renewed', async () => {
    const tokens = await tokensFor(site, 'demo-guest', sn)
    const [link] = await site.store.memberships.linksOf('demo-guest')
    if (!link) throw new Error('the guest is linked to nobody')
    await site.store.memberships.unlink(link._id)
    try {
      expect((await asProgram(site, info, tokens.access_token)).status).toBe(404)
      expect((await refresh(tokens)).json()).toEqual(refusal('invalid_grant'))
    } finally {
      await site.store.memberships.link({ ...link, at: site.now })
    }
    // Coming back does not bring the program back.
    expect((await asProgram(site, info, tokens.access_token)).status).toBe(401)
  })

  test('Z-04 is worth nothing while the account is being deleted', async () => {
    const person = 'leaving'
    await site.store.accounts.create(
      {
        id: person,
        username: 'leaving@gatehouse.test',
        groups: ['users'],
        preferredLanguage: 'ch_DE',
        contact: [],
      },
      { passwordHash: null, at: site.now },
    )
    const theirs = 'DOC4-5A11-0001'
    await site.store.gateways.create(gateway(theirs, { userId: person }))
    const { access_token } = await tokensFor(site, person, theirs)
    const ask = () => asProgram(site, `/api/udm/device/hg/${theirs}/info`, access_token)
    expect((await ask()).status).toBe(200)
    await site.store.accounts.markForDeletion(person, site.now)
    expect((await ask()).status).toBe(401)
  })

  test('A-03 codes and tokens cannot be guessed quickly', async () => {
    const from = { 'x-forwarded-for': stranger() }
    const guess = () =>
      site.call('POST', '/api/oauth2_v2/token', {
        headers: from,
        body: {
          grant_type: 'authorization_code',
          client_id: 'pocket',
          code: 'x',
          redirect_uri: 'x',
          code_verifier: 'v'.repeat(43),
        },
      })
    const answers: number[] = []
    for (let n = 0; n < 11; n++) answers.push((await guess()).status)
    expect(answers).toEqual([...Array<number>(10).fill(400), 429])
  })
})
