import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Site, stranger } from '../kit.ts'
import { bodyOf, operations, own, pathOf } from '../operations.ts'

let site: Site
let sessionId: string
beforeAll(async () => {
  site = await Site.open()
  sessionId = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

/** What a foreign page can make a browser send, even if it had come to know a session id. */
const foreign: readonly [string, Record<string, string>][] = [
  ['fetch', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
  ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  [
    'a form',
    { origin: 'null', 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [
    'a page on another port of this machine',
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
  ],
  ['a browser that says its origin only', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a name that was pointed at this machine', { host: 'evil.example' }],
]

const cases = operations.flatMap(({ id }) => foreign.map(([what, headers]) => [id, what, headers] as const))

describe('B-08 other sites', () => {
  test.each(cases)('B-08 %s cannot be called by %s', async (id, _what, headers) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    const before = site.changes()
    const answer = await site.call(operation.method, pathOf(operation, { ...own, sessionId }), {
      body: bodyOf(operation),
      headers: { sessionId, 'x-forwarded-for': stranger(), ...headers },
    })
    expect(answer.status).toBe(403)
    expect(answer.json()).toMatchObject([{ errorCode: 'CROSS_SITE' }])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(site.changes()).toBe(before)
  })

  test.each(operations.map(({ id }) => id))('B-08 %s tells no other site that it may call', async (id) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    const answer = await site.call('OPTIONS', pathOf(operation, own), {
      headers: { origin: 'https://evil.example', 'access-control-request-method': operation.method },
    })
    expect(answer.status).toBe(404)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.each(operations.filter(({ method }) => method === 'GET').map(({ id }) => id))(
    'B-08 %s, called by address alone, changes nothing',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const before = site.changes()
      await site.call('GET', pathOf(operation, { ...own, sessionId }), {
        headers: { cookie: `sessionId=${sessionId}` },
      })
      expect(site.changes()).toBe(before)
    },
  )

  test('B-08 the own page may call, under each name of this machine', async () => {
    const { port } = new URL(site.url)
    for (const name of ['127.0.0.1', 'localhost']) {
      const answer = await site.call('GET', '/api/udm/device/list', {
        headers: {
          sessionId,
          host: `${name}:${port}`,
          origin: `http://${name}:${port}`,
          'sec-fetch-site': 'same-origin',
        },
      })
      expect(answer.status).toBe(200)
    }
  })

  test('B-08 of the pages on this machine only those of this port get a socket', async () => {
    const { port } = new URL(site.url)
    const opens = (origin: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = request(`${site.url}/mqtt`, {
          headers: {
            origin,
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
            'sec-websocket-version': '13',
            'sec-websocket-protocol': 'mqtt',
          },
        })
        sent.on('upgrade', (_answer, socket) => {
          socket.destroy()
          resolve(101)
        })
        sent.on('response', (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        sent.on('error', reject)
        sent.end()
      })
    expect(await opens(`http://127.0.0.1:${port}`)).toBe(101)
    expect(await opens(`http://localhost:${port}`)).toBe(101)
    expect(await opens('http://localhost:3000')).toBe(403)
    expect(await opens('http://127.0.0.1')).toBe(403)
    expect(await opens('https://evil.example')).toBe(403)
  })

  test('B-08 with an origin of its own the server is called from there', async () => {
    const home = await Site.open({ GATEHOUSE_ORIGIN: 'https://home.example', GATEHOUSE_MODE: 'production' })
    const from = (headers: Record<string, string>) => home.call('GET', '/api/settings', { headers })
    const own = await from({
      host: 'home.example',
      origin: 'https://home.example',
      'sec-fetch-site': 'same-origin',
    })
    const neighbour = await from({ host: 'home.example', origin: 'https://x.home.example' })
    const local = await from({ host: 'home.example', origin: 'http://localhost:3000' })
    await home.close()
    expect([own.status, neighbour.status, local.status]).toEqual([200, 403, 403])
  })
})
