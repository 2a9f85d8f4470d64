import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { opensToGatewaySession } from '#gateway/lib/gateways/permissions.ts'
import { issueGatewaySecret } from '#server/auth/gateway-secret.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { Peer, requestOf, WAIT } from '../../channel/peer.ts'
import { gateway } from '../../store/samples.ts'
import { type SignedIn, Site, stranger } from '../kit.ts'
import { bodyOf, operations, own, pathOf } from '../operations.ts'

const serialNumber = own.sn ?? ''
const other = 'DOC4-5A11-0009'
const userId = 'demo-home'

let site: Site
let sessionId: string
const peers: Peer[] = []
beforeAll(async () => {
  site = await Site.open()
  await site.store.gateways.create(gateway(other, { userId }))
})
afterAll(async () => {
  for (const peer of peers) peer.kill()
  await site.close()
})

/** Signs in as the page does: with the hash of the secret that the gateway was given. */
async function signInAsGateway(): Promise<SignedIn> {
  const secret = await issueGatewaySecret(site.store.gateways, serialNumber)
  const hash = createHash('sha256').update(secret).digest('hex')
  const answer = await site.call('POST', '/api/auth/login', {
    body: { identity: serialNumber, secret: hash, loginType: 'gateway' },
    headers: { 'x-forwarded-for': stranger() },
  })
  expect(answer.status).toBe(200)
  return answer.json<SignedIn>()
}
beforeEach(async () => {
  sessionId = (await signInAsGateway()).sessionId
})

const get = (path: string) => site.get(`/api/${path}`, sessionId)

// 1.2-032
describe('a session that began with the secret of a gateway', () => {
  test('opens the home of this gateway', async () => {
    expect((await get(`home/${serialNumber}/snapshot`)).status).toBe(200)
    expect((await get(`udm/device/hg/${serialNumber}/info`)).status).toBe(200)
    const { data } = (await get('udm/device/list')).json<{ data: object[] }>()
    expect(data).toMatchObject([{ serialNumber }])
  })

  test('Z-02 knows no other gateway of the same owner', async () => {
    expect((await get(`home/${other}/snapshot`)).status).toBe(404)
    expect((await get(`udm/device/hg/${other}/info`)).status).toBe(404)
  })

  test('Z-05 is told nothing about the owner', async () => {
    const profile = (await get(`crm/profile/${userId}`)).json()
    expect(profile).toEqual({
      id: userId,
      username: serialNumber,
      groups: ['users', 'gateway'],
      preferredLanguage: 'ch_DE',
      contact: [],
      devices: [serialNumber],
      parentsIds: [],
    })
    for (const path of ['udm/device/list', `udm/device/hg/${serialNumber}/info`])
      expect((await get(path)).text).not.toMatch(/home@|"owner"|"userId"/)
  })

  const closed = operations.filter(
    ({ policy, scope }) => policy !== 'public' && !opensToGatewaySession(scope),
  )
  // Among them profile, password, deletion, sessions, tokens of programs, assignment and removal.
  test.each(closed.map(({ id }) => id))('Z-01 may not call %s', async (id) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    const answer = await site.call(operation.method, pathOf(operation, own), {
      headers: { sessionId, 'x-forwarded-for': stranger() },
      body: bodyOf(operation, own),
    })
    expect(answer.status).toBe(403)
    expect(answer.json()).toMatchObject([{ errorCode: 'NOT_ALLOWED' }])
  })

  test.each([
    'updateProfile',
    'changePass',
    'deleteAccount',
    'setLangUser',
    'getLoggedInUsers',
    'logoutAll',
    'authorize',
    'getTokens',
    'deleteToken',
    'assignGateway',
    'unassignGateway',
    'removeGateway',
    'renameGateway',
    'factoryReset',
    'setPin',
  ])('Z-01 %s is among what it may not', (id) => {
    expect(closed.map((operation) => operation.id)).toContain(id)
  })

  test('A-11 ends with the secret: when another is issued, and when the owner gives the gateway away', async () => {
    await issueGatewaySecret(site.store.gateways, serialNumber)
    expect((await get('udm/device/list')).status).toBe(403)
    sessionId = (await signInAsGateway()).sessionId
    expect((await get('udm/device/list')).status).toBe(200)
    await site.store.gateways.unassign(serialNumber)
    expect((await get('udm/device/list')).status).toBe(403)
    await site.store.gateways.assign(serialNumber, userId)
  })

  test('A-11 leaves the sessions of its owner alone', async () => {
    const his = await site.sessionOf(userId)
    await issueGatewaySecret(site.store.gateways, serialNumber)
    expect((await site.get('/api/udm/device/list', his)).status).toBe(200)
  })
})

describe('a session of a gateway on the message channel', () => {
  async function connected() {
    const answer = await site.call('POST', '/api/channel/token', { headers: { sessionId } })
    const { token, sessionKey } = answer.json<{ token: string; sessionKey: string }>()
    const peer = await Peer.overWebsocket(`${site.url.replace('http', 'ws')}/mqtt`)
    peers.push(peer)
    expect(await peer.answerTo({ clientId: `${sessionKey}-1`, username: userId, password: token })).toBe(0)
    return { peer, sessionKey }
  }

  test('operates the devices of this gateway and may not rename them', async () => {
    const { peer, sessionKey } = await connected()
    const responses = topics.responses(serialNumber, userId, sessionKey)
    expect(await peer.subscribe(responses)).toEqual([0])
    const ask = async (command: string, params: unknown) => {
      const request = requestOf(sessionKey, command, params)
      peer.publish(topics.requests(serialNumber, userId), request)
      return await vi.waitFor(() => {
        const found = peer
          .on(responses)
          .map((text) => JSON.parse(text) as { id: string; code: number })
          .find(({ id }) => id === request.id)
        if (!found) throw new Error('no answer yet')
        return found
      }, WAIT)
    }
    expect((await ask('get_object_list_by_type_detailed', { type: 'device' })).code).toBe(0)
    expect((await ask('set_device_name', { device_id: '1', device_name: 'Mine' })).code).not.toBe(0)
  })

  test('Z-01 hears of this gateway what its owner is told, and nothing of others', async () => {
    const { peer } = await connected()
    expect(await peer.subscribe(topics.events(other))).toEqual([128])
    expect(await peer.subscribe(topics.events(serialNumber), topics.userEvents(userId))).toEqual([0, 0])
    const owner = await site.sessionOf(userId)
    const headers = { sessionId: owner }
    // A record is told with its owner in it, a state without.
    for (const sn of [other, serialNumber])
      await site.call('PUT', `/api/udm/device/${sn}/rename`, { headers, body: { name: 'Keller' } })
    await site.call('POST', `/api/udm/device/${serialNumber}/activatePrivilege`, { headers })
    await vi.waitFor(() => expect(peer.on(topics.userEvents(userId)).length).toBeGreaterThan(0), WAIT)
    expect(peer.on(topics.userEvents(userId)).map((text) => JSON.parse(text).data)).toMatchObject([
      { serialNumber, privileged: true },
    ])
  })
})
