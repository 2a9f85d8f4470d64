import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { demo, type SignedIn, Site, stranger } from '../kit.ts'

/** A-11 says a second; the rest is for a slow machine that is busy. */
const CUT_MS = 5000

const written: string[] = []
let site: Site
beforeAll(async () => {
  const log = createLog('debug', { write: (line: string) => void written.push(line) })
  site = await Site.open({}, log)
})
afterAll(() => site.close())

/** A browser's connection to the message channel, subscribed to its user's events. */
async function connect({
  userId,
  sessionId,
}: SignedIn): Promise<{ client: MqttClient; closed: Promise<number> }> {
  const token = await site.call('POST', '/api/channel/token', { headers: { sessionId } })
  const { token: password, sessionKey } = token.json<{ token: string; sessionKey: string }>()
  const client = await mqtt.connectAsync(`${site.url.replace('http', 'ws')}/mqtt`, {
    clientId: `${sessionKey}-test`,
    username: userId,
    password,
    protocolVersion: 4,
    keepalive: 55,
    reconnectPeriod: 0,
  })
  await client.subscribeAsync(`gatehouse/v1/users/${userId}/events`)
  return { client, closed: new Promise((resolve) => client.once('close', () => resolve(performance.now()))) }
}

describe('A-11 the end of a session', () => {
  // 1.7-007
  test('A-11 logout ends HTTP and the live socket of that session, and no other', async () => {
    const [mine, other] = [await site.signIn(demo.home), await site.signIn(demo.home)]
    const [live, alsoLive] = [await connect(mine), await connect(other)]
    const began = performance.now()
    expect((await site.get('/api/auth/logout', mine.sessionId)).status).toBe(204)
    expect((await live.closed) - began).toBeLessThan(CUT_MS)
    expect((await site.get('/api/udm/device/list', mine.sessionId)).status).toBe(403)
    expect((await site.get('/api/udm/device/list', other.sessionId)).status).toBe(200)
    expect(alsoLive.client.connected).toBe(true)
    await alsoLive.client.endAsync(true)
  })

  test('A-11 a new password ends every session of the account, live sockets included', async () => {
    const sessions = [await site.signIn(demo.guest), await site.signIn(demo.guest)]
    const live = await Promise.all(sessions.map(connect))
    await site.store.tokens.put({
      token: 'new',
      purpose: 'password',
      subject: 'demo-guest',
      expiresAt: site.now + 1000,
    })
    const body = { secret: 'Gatehouse-Guest-2', confirmation: 'Gatehouse-Guest-2' }
    expect((await site.call('POST', '/api/auth/resetPassword/new', { body })).status).toBe(204)
    // From when it is valid: hashing it takes as long as the machine needs.
    const changed = performance.now()
    for (const { closed } of live) expect((await closed) - changed).toBeLessThan(CUT_MS)
    for (const { sessionId } of sessions)
      expect((await site.get('/api/udm/device/list', sessionId)).status).toBe(403)
    expect((await site.login(demo.guest)).status).toBe(401)
  })

  test('A-11 a channel token is worth nothing once its session has ended', async () => {
    const { userId, sessionId } = await site.signIn(demo.home)
    const answer = await site.call('POST', '/api/channel/token', { headers: { sessionId } })
    const { token, sessionKey } = answer.json<{ token: string; sessionKey: string }>()
    await site.get('/api/auth/logout', sessionId)
    const connecting = mqtt.connectAsync(`${site.url.replace('http', 'ws')}/mqtt`, {
      clientId: `${sessionKey}-late`,
      username: userId,
      password: token,
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    await expect(connecting).rejects.toMatchObject({ code: 5 })
  })

  test('A-11 a session that is over by its age is cut off', async () => {
    const session = await site.signIn(demo.home)
    const live = await connect(session)
    site.pass(8 * 86_400_000)
    await live.closed
    expect(live.client.connected).toBe(false)
  })

  test('A-11 security events are in the audit log: who, what, when, how it ended', async () => {
    await site.login({ identity: demo.home.identity, secret: 'canary-in-a-password' })
    const { sessionId } = await site.signIn(demo.home)
    await site.get('/api/auth/logout', sessionId)
    const rows = await site.store.audit.list({ limit: 100 })
    const found = (what: string, result: string) =>
      rows.find((row) => row.what === what && row.result === result && row.who === 'demo-home')
    expect(found('login', 'refused')).toMatchObject({ at: site.now })
    expect(found('login', 'ok')).toMatchObject({ at: site.now })
    expect(found('logout', 'ok')).toMatchObject({ at: site.now })
    expect(rows.find(({ what, who }) => what === 'resetPassword' && who === 'demo-guest')).toBeDefined()
  })

  test('A-11 neither audit nor log holds a password, session id or token', async () => {
    const { sessionId } = await site.signIn(demo.home)
    const token = (await site.call('POST', '/api/channel/token', { headers: { sessionId } })).json<{
      token: string
    }>()
    await site.get(`/api/auth/session/read/${sessionId}`, sessionId)
    await site.call('POST', '/api/auth/resetPassword/canary-in-a-link', {
      body: { secret: 'canary-in-a-body', confirmation: 'canary-in-a-body' },
      headers: { 'x-forwarded-for': stranger() },
    })
    await site.login({ identity: demo.home.identity, secret: 'canary-in-a-password' })
    const everything = written.join('') + JSON.stringify(await site.store.audit.list({ limit: 1000 }))
    expect(written.length).toBeGreaterThan(5)
    for (const secret of [sessionId, token.token, demo.home.secret, 'canary-in-a'])
      expect(everything).not.toContain(secret)
  })
})
