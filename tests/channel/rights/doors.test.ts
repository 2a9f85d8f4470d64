import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { World } from '../kit.ts'
import { Peer } from '../peer.ts'

let world: World
beforeAll(async () => {
  world = await World.open({ tcp: { port: 0 } })
})
afterAll(() => world.close())

/** Status of an upgrade that is refused, or 101. */
async function upgrade(
  path: string,
  headers: Record<string, string> = {},
  protocol = 'mqtt',
): Promise<number> {
  const sent = request({
    port: world.port,
    host: '127.0.0.1',
    path,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...(protocol && { 'sec-websocket-protocol': protocol }),
      ...headers,
    },
  })
  sent.end()
  return new Promise((resolve, reject) => {
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
  })
}

describe('B-08 pages of other origins get no socket', () => {
  test('B-08 a page of our own origin does', async () => {
    expect(await upgrade('/mqtt', { origin: 'https://home.example' })).toBe(101)
  })

  test.each([
    'https://evil.example',
    'http://home.example',
    'https://home.example.evil.example',
    'https://home.example:8443',
    'https://HOME.example',
    'null',
    '',
    'file://',
  ])('B-08 a page of %j does not', async (origin) => {
    expect(await upgrade('/mqtt', { origin })).toBe(403)
  })

  test('a program that is no page sends no origin and gets one', async () => {
    expect(await upgrade('/mqtt')).toBe(101)
  })
})

describe('the websocket is at /mqtt and speaks mqtt', () => {
  // 2.7-021
  test('MQTT 3.1.1 over a websocket at /mqtt', async () => {
    const visitor = await world.visitor()
    const socket = await Peer.overWebsocket(`ws://127.0.0.1:${world.port}/mqtt`)
    expect(
      await socket.answerTo({
        protocolVersion: 4,
        clientId: visitor.sessionKey,
        username: visitor.userId,
        password: visitor.token,
      }),
    ).toBe(0)
    socket.kill()
  })

  test.each(['/', '/mqtt/', '/mqttx', '/MQTT', '//mqtt', '/api/../mqtt', '//'])(
    '%s is no channel',
    async (path) => {
      expect(await upgrade(path)).toBe(404)
    },
  )

  test('a query changes nothing', async () => {
    expect(await upgrade('/mqtt?x=1')).toBe(101)
  })

  test.each(['', 'chat', 'mqttx'])('who does not ask for mqtt (%s) gets no channel', async (protocol) => {
    expect(await upgrade('/mqtt', {}, protocol)).toBe(400)
  })

  test('text is no MQTT', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${world.port}/mqtt`, 'mqtt')
    await once(socket, 'open')
    socket.send('hello')
    await once(socket, 'close')
  })
})

describe('M-10 nobody listens in', () => {
  test('M-10 a plain websocket from afar is refused, one under TLS is not', async () => {
    const place = await World.open({
      clientOf: ({ headers }) => ({
        address: '203.0.113.7',
        secure: headers['x-forwarded-proto'] === 'https',
      }),
    })
    await expect(place.socket()).rejects.toThrow('403')
    await expect(place.socket({ headers: { 'x-forwarded-proto': 'https' } })).resolves.toBeDefined()
    await place.close()
  })

  test('M-10 gateways sign in on this machine only, unless told otherwise', async () => {
    expect(world.broker.tcp?.address).toBe('127.0.0.1')
  })

  test.each(['0.0.0.0', '::', '192.0.2.1', 'example.org'])(
    'M-10 gateways may not sign in on %s without TLS',
    async (host) => {
      await expect(World.open({ tcp: { host, port: 0 } })).rejects.toThrow('only with TLS')
    },
  )
})
