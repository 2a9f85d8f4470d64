import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Operation } from '#server/http/openapi.ts'
import { held } from '../../support/memory.ts'
import { Site, stranger } from '../kit.ts'
import { bodyOf, operations, own, pathOf } from '../operations.ts'

let site: Site
let sessions: { home: string; admin: string }
const open = async (): Promise<void> => {
  site = await Site.open()
}
const signIn = async (): Promise<void> => {
  sessions = { home: await site.sessionOf('demo-home'), admin: await site.sessionOf('demo-admin') }
}
beforeAll(open)
afterAll(() => site.close())
beforeEach(signIn)

/** Who may call, so that it is the input that is refused. */
const sessionFor = ({ policy }: Operation): string => (policy === 'admin' ? sessions.admin : sessions.home)

const withBody = operations.filter(({ body }) => body !== undefined)

describe('V-01 one schema per body', () => {
  test.each(withBody.map(({ id }) => id))(
    'V-01 %s refuses a key that its schema does not know, and names it',
    async (id) => {
      const operation = withBody.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const answer = await site.call(operation.method, pathOf(operation, own), {
        headers: { sessionId: sessionFor(operation), 'x-forwarded-for': stranger() },
        body: { ...(bodyOf(operation) as object), 'a/b~c': 1 },
      })
      expect(answer.status).toBe(400)
      expect(answer.json()).toMatchObject([{ errorCode: 'VALIDATION', field: '/a~1b~0c' }])
    },
  )

  test('V-01 a body that fails has one entry per field, each with its JSON pointer', async () => {
    const answer = await site.call('POST', '/api/auth/login', { body: { identity: 7, more: true } })
    expect(answer.status).toBe(400)
    const fields = answer.json<{ errorCode: string; field: string }[]>().map(({ field }) => field)
    expect(fields.toSorted()).toEqual(['/identity', '/more', '/secret'])
  })

  test('V-01 nothing is made to fit: numbers in quotes and truths in words are refused in bodies', async () => {
    const body = { identity: 'a', secret: 'b', externalLogin: 'true' }
    expect((await site.call('POST', '/api/auth/login', { body })).json()).toMatchObject([
      { field: '/externalLogin' },
    ])
  })
})

describe('V-02 content types', () => {
  const tricks = [
    'application/json\t',
    'Application/JSON ;',
    'application/json;',
    'application/json ; charset=utf-8',
    'application/json, text/plain',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    'application/json\u00a0',
    '',
  ]
  const cases = withBody.flatMap(({ id }) => tricks.map((type) => [id, type] as const))

  test.each(cases)('V-02 %s with content type "%s" cannot skip the schema', async (id, type) => {
    const operation = withBody.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    const before = site.changes()
    const answer = await site.call(operation.method, pathOf(operation, own), {
      headers: {
        sessionId: sessionFor(operation),
        'x-forwarded-for': stranger(),
        ...(type && { 'content-type': type }),
      },
      raw: JSON.stringify({ ...(bodyOf(operation) as object), unknown: 1 }),
    })
    expect([400, 415]).toContain(answer.status)
    expect(site.changes()).toBe(before)
  })

  test.each(withBody.map(({ id }) => id))('V-02 %s without a body is refused', async (id) => {
    const operation = withBody.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    const headers = { sessionId: sessionFor(operation), 'x-forwarded-for': stranger() }
    const answer = await site.call(operation.method, pathOf(operation, own), { headers })
    expect(answer.status).toBe(400)
  })
})

describe('V-04 limits before work', () => {
  const login = (raw: string) =>
    site.call('POST', '/api/auth/login', {
      raw,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': stranger() },
    })

  test('V-04 a body of more than 256 KB is answered with 413, by its announced length', async () => {
    expect((await login(`{"identity":"${'x'.repeat(256 * 1024)}"}`)).status).toBe(413)
  })

  test('V-04 100 MB sent in pieces are cut off with 413 and take no memory', async () => {
    const before = held()
    const { hostname, port } = new URL(site.url)
    const piece = Buffer.alloc(64 * 1024, 'x')
    let sent = 0
    const status = await new Promise<number>((resolve, reject) => {
      const upload = request({
        hostname,
        port,
        method: 'POST',
        path: '/api/auth/login',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        agent: false,
      })
      let answered = false
      upload.on('response', (answer) => {
        answered = true
        answer.resume()
        resolve(answer.statusCode ?? 0)
        upload.destroy()
      })
      upload.on('error', (error) => {
        if (!answered) reject(error)
      })
      const more = (): void => {
        while (!answered && sent < 100 * 2 ** 20) {
          sent += piece.length
          if (!upload.write(piece)) return void upload.once('drain', more)
        }
        if (!answered) upload.end()
      }
      more()
    })
    expect(status).toBe(413)
    expect(held() - before).toBeLessThan(32)
  })

  test.each([
    ['32 levels deep', `${'['.repeat(32)}${']'.repeat(32)}`, 400],
    ['33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`, 413],
    ['100000 levels deep', '['.repeat(100_000), 413],
    [
      'deep only inside of a text',
      JSON.stringify({ identity: '['.repeat(200), secret: '"\\'.repeat(20) }),
      401,
    ],
    ['a list of 10000', JSON.stringify({ list: Array(10_000).fill(0) }), 400],
    ['a list of 10001', JSON.stringify({ list: Array(10_001).fill(0) }), 413],
    [
      'an object of 10001 keys',
      `{${Array.from({ length: 10_001 }, (_none, at) => `"k${at}":0`).join()}}`,
      413,
    ],
  ])('V-04 a body that is %s is answered rightly', async (_what, raw, status) => {
    expect((await login(raw)).status).toBe(status)
  })

  test.each([
    '-1',
    '0',
    '1e9',
    'NaN',
    '10001',
    '1.5',
    '',
    ' 5',
    '0x10',
    '5&limit=6',
    'null',
    '99999999999999999999',
  ])('V-04 limit=%s is refused', async (limit) => {
    const admin = await site.sessionOf('demo-admin')
    const answer = await site.get(`/api/udm/device/adminList?limit=${encodeURI(limit)}`, admin)
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ errorCode: 'VALIDATION', field: '/limit' }])
  })

  test('V-04 the longest page of the specification is allowed', async () => {
    const admin = await site.sessionOf('demo-admin')
    const answer = await site.get('/api/udm/device/adminList?page=1&limit=10000', admin)
    expect(answer.json<{ data: unknown[] }>().data.length).toBe(251)
  })

  test('V-04 a name has at most 128 characters', async () => {
    const rename = (name: string) =>
      site.call('PUT', `/api/udm/device/${own.sn}/rename`, {
        headers: { sessionId: sessions.home },
        body: { name },
      })
    expect((await rename('ö'.repeat(129))).status).toBe(400)
    expect((await rename('ö'.repeat(128))).status).toBe(200)
  })
})
