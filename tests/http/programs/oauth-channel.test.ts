import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { topics } from '#server/lib/channel/topics.ts'
import { Peer, requestOf, WAIT } from '../../channel/peer.ts'
import { gateway } from '../../store/samples.ts'
import { Site } from '../kit.ts'
import { asProgram, settingsFile, tokensFor, voice } from '../oauth-kit.ts'
import { own } from '../operations.ts'

let site: Site
const peers: Peer[] = []
beforeAll(async () => {
  site = await Site.open({ GATEHOUSE_SETTINGS: settingsFile() })
})
afterAll(async () => {
  for (const peer of peers) peer.kill()
  await site.close()
})

const sn = own.sn ?? ''
const userId = 'demo-home'

interface Ticket {
  token: string
  sessionKey: string
}

/** A program on the channel, with what it hears of its own requests. */
async function programOnChannel() {
  const { access_token } = await tokensFor(site, userId, sn)
  const answer = await asProgram(site, '/api/channel/token', access_token, 'POST')
  const { token, sessionKey } = answer.json<Ticket>()
  const peer = await Peer.overWebsocket(`${site.url.replace('http', 'ws')}/mqtt`)
  peers.push(peer)
  expect(await peer.answerTo({ clientId: `${sessionKey}-1`, username: userId, password: token })).toBe(0)
  const responses = topics.responses(sn, userId, sessionKey)
  expect(await peer.subscribe(responses)).toEqual([0])
  const ask = async (command: string, params: unknown = {}) => {
    const request = requestOf(sessionKey, command, params)
    peer.publish(topics.requests(sn, userId), request)
    return vi.waitFor(() => {
      const found = peer
        .on(responses)
        .map((text) => JSON.parse(text) as { id: string; code: number; data?: unknown })
        .find(({ id }) => id === request.id)
      if (!found) throw new Error('no answer yet')
      return found
    }, WAIT)
  }
  return { peer, ask }
}

describe('a program on the message channel', () => {
  test('reads the home and operates its devices', async () => {
    const { ask } = await programOnChannel()
    expect(await ask('ping')).toMatchObject({ code: 0 })
    const { data } = await ask('get_object_list_by_type_detailed', { type: 'device' })
    expect((data as { objects: unknown[] }).objects.length).toBeGreaterThan(10)
  })

  test.each([
    ['set_device_name', { device_id: '1', device_name: 'Mine' }],
    ['factory_reset', {}],
  ])('Z-01 may not send %s, and is told so', async (command, params) => {
    const { ask, peer } = await programOnChannel()
    expect((await ask(command, params)).code).not.toBe(0)
    expect(peer.closed).toBe(false)
  })

  test('Z-01 hears nothing but of its gateway: not what concerns the person, and no other gateway of that person', async () => {
    const { peer } = await programOnChannel()
    const other = 'DOC4-5A11-0003'
    await site.store.gateways.create(gateway(other, { userId }))
    expect(await peer.subscribe(topics.userEvents(userId))).toEqual([128])
    expect(await peer.subscribe(topics.events(other))).toEqual([128])
    expect(await peer.subscribe(topics.events(sn), topics.presence(sn))).toEqual([0, 0])
  })

  test('A-11 Z-07 removed, its connection ends and its channel token is worthless', async () => {
    const { peer } = await programOnChannel()
    const { access_token } = await tokensFor(site, userId, sn)
    const { token, sessionKey } = (
      await asProgram(site, '/api/channel/token', access_token, 'POST')
    ).json<Ticket>()
    const removed = await site.call('POST', '/api/oauth2_v2/token/deleteToken', {
      headers: { sessionId: await site.sessionOf(userId) },
      body: { userId, clientId: voice.clientId },
    })
    expect(removed.status).toBe(204)
    await peer.gone()
    const late = await Peer.overWebsocket(`${site.url.replace('http', 'ws')}/mqtt`)
    peers.push(late)
    expect(await late.answerTo({ clientId: sessionKey, username: userId, password: token })).toBe(5)
  })
})
