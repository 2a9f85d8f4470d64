import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#server/http/openapi.ts'
import { type Served, serve } from '../../support/serve.ts'
import { call, demo, type SignedIn, Site } from '../kit.ts'
import { operations, own, pathOf } from '../operations.ts'

let server: Served
/** Who may call, so that it is the body that is refused. */
let sessions: { home: string; admin: string }
beforeAll(async () => {
  // Reading or writing __proto__ anywhere in the server ends the call with an error, so nothing may depend on it.
  server = await serve({ NODE_OPTIONS: '--disable-proto=throw' })
  const signIn = async (body: object) =>
    (await call(server.url, 'POST', '/api/auth/login', { body })).json<SignedIn>().sessionId
  sessions = { home: await signIn(demo.home), admin: await signIn(demo.admin) }
}, 60_000)
afterAll(() => server.remove())

const bodies = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"name":"x","__proto__":{"polluted":1}}',
  '{"name":"x","constructor":{"prototype":{"polluted":1}}}',
  '{"name":"x","constructor.prototype.polluted":1}',
  '{"name":"x","__proto__.polluted":1}',
  '{"name":{"__proto__":{"polluted":1}}}',
  '{"name":"x","\\u005f_proto__":{"polluted":1}}',
  '{"prototype":{"polluted":1}}',
  '[{"__proto__":{"polluted":1}}]',
]
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__proto__[polluted]',
  'constructor[prototype][polluted]',
]

const withBody = operations.filter(({ body }) => body !== undefined)

const sessionFor = ({ policy }: Operation): string => (policy === 'admin' ? sessions.admin : sessions.home)

describe('V-03 prototypes', () => {
  test.each(withBody.flatMap(({ id }) => bodies.map((body) => [id, body] as const)))(
    'V-03 %s refuses %s',
    async (id, raw) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const answer = await call(server.url, operation.method, pathOf(operation, own), {
        raw,
        headers: { sessionId: sessionFor(operation), 'content-type': 'application/json' },
      })
      expect([400, 404, 429]).toContain(answer.status)
    },
  )

  test.each(
    operations.flatMap(({ id, method }) =>
      method === 'GET' && id !== 'logout' ? names.map((name) => [id, name] as const) : [],
    ),
  )('V-03 %s refuses the parameter %s', async (id, name) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    const sessionId = sessionFor(operation)
    const plain = pathOf(operation, { sessionId, ...own })
    const path = `${plain}${plain.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=polluted`
    const answer = await call(server.url, 'GET', path, { headers: { sessionId } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  test.each(names)('V-03 %s is neither an id nor a header that means anything', async (name) => {
    const path = `/api/udm/device/hg/${encodeURIComponent(name)}/info`
    const headers = { sessionId: sessions.home }
    expect((await call(server.url, 'GET', path, { headers })).status).toBe(404)
    // Node itself reads __proto__ when a header is named so, which this server was told to punish: see below.
    const header = /^[a-zA-Z]+$/.test(name) ? { [name]: 'polluted' } : {}
    const answer = await call(server.url, 'GET', '/api/udm/device/list', {
      headers: { ...header, sessionId: name },
    })
    expect(answer.status).toBe(403)
    const language = await call(server.url, 'GET', '/api/nothing', { headers: { 'accept-language': name } })
    expect(language.status).toBe(404)
  })

  test('V-03 a header named __proto__ changes nothing', async () => {
    const site = await Site.open()
    const before = Object.getOwnPropertyNames(Object.prototype)
    const headers = { ['__proto__']: 'polluted', 'constructor.prototype.polluted': '1' }
    expect((await site.call('GET', '/api/udm/device/list', { headers })).status).toBe(403)
    expect((await site.get('/api/settings')).status).toBe(200)
    await site.close()
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })

  test('V-03 after all of that objects have what objects have, and the home still answers', async () => {
    const headers = { sessionId: sessions.home }
    const list = await call(server.url, 'GET', '/api/udm/device/list', { headers })
    expect(list.status).toBe(200)
    expect(list.text).not.toContain('polluted')
    const snapshot = await call(server.url, 'GET', `/api/home/${own.sn}/snapshot`, { headers })
    expect(snapshot.json<{ devices: unknown[] }>().devices.length).toBe(10)
    expect(server.output()).not.toContain('ERR_PROTO_ACCESS')
  })
})
