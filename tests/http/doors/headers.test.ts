import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, demo, Site, stranger } from '../kit.ts'
import { bodyOf, operations, own, pathOf } from '../operations.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

/** As B-02 and B-07 say; the address of the channel depends on the port. */
const expected = () => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${site.url.replace('http', 'ws')} ${site.url.replace('http', 'ws').replace('127.0.0.1', 'localhost')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types gatehouse-worker gatehouse-service-worker gatehouse-documents',
    'report-uri /api/csp-report',
    'report-to csp',
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(self), ' +
    'geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'reporting-endpoints': 'csp="/api/csp-report"',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

const shown = ({ headers }: Answer): Record<string, unknown> =>
  Object.fromEntries(Object.keys(expected()).map((name) => [name, headers[name]]))

const json = { 'content-type': 'application/json' }
/** Answers that no operation gives: pages, files, doors of operators, and every way to be refused. */
const others: readonly [string, string, string, Parameters<Site['call']>[2]][] = [
  ['the first page', 'GET', '/', {}],
  ['a page of the app', 'GET', '/device/4711/control', {}],
  ['a file that is missing', 'GET', '/assets/missing.js', {}],
  ['a method that no page has', 'POST', '/', {}],
  ['an unknown call', 'GET', '/api/unknown', {}],
  ['an unknown call that acts', 'POST', '/api/unknown', { raw: '{}', headers: json }],
  ['a method that the call has not', 'DELETE', '/api/auth/login', {}],
  ['broken JSON', 'POST', '/api/auth/login', { raw: '{', headers: json }],
  ['a body that is too large', 'POST', '/api/auth/login', { raw: 'x'.repeat(300_000), headers: json }],
  [
    'a body that is no JSON',
    'POST',
    '/api/auth/login',
    { raw: '<a/>', headers: { 'content-type': 'text/xml' } },
  ],
  ['a call from another site', 'GET', '/api/settings', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a broken address', 'GET', '/%E0%A4%A', {}],
  ['a broken address of the API', 'GET', '/api/%E0%A4%A', {}],
  ['the API document', 'GET', '/api/openapi.json', {}],
  ['the health door', 'GET', '/healthz', {}],
  ['the metrics', 'GET', '/metrics', {}],
  ['a report', 'POST', '/api/csp-report', { raw: '{}', headers: json }],
]

describe('B-02 B-07 headers of every answer', () => {
  test.each(operations.map(({ id }) => id))(
    'B-02 %s sends them, whether it succeeds or fails',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      for (const sessionId of ['', await site.sessionOf('demo-home')]) {
        const answer = await site.call(operation.method, pathOf(operation, { ...own, sessionId }), {
          headers: { 'x-forwarded-for': stranger(), ...(sessionId && { sessionId }) },
          body: bodyOf(operation),
        })
        expect(shown(answer)).toEqual(expected())
        // B-07: what the API says is kept nowhere.
        expect(answer.headers['cache-control']).toBe('no-store')
      }
      await site.store.gateways.assign(own.sn ?? '', 'demo-home')
    },
  )

  test.each(others)('B-02 %s: %s %s sends them', async (_what, method, path, sent) => {
    const answer = await site.call(method, path, sent)
    expect(shown(answer)).toEqual(expected())
    expect(answer.headers['x-powered-by']).toBeUndefined()
    expect(answer.headers.server).toBeUndefined()
  })

  test('B-02 what browsers report is taken, counted, and bounded', async () => {
    const report = (raw: string, type = 'application/reports+json') =>
      site.call('POST', '/api/csp-report', {
        raw,
        headers: { 'content-type': type, 'x-forwarded-for': '203.0.113.7' },
      })
    expect((await report('[{"type":"csp-violation"}]')).status).toBe(204)
    expect((await report('{"csp-report":{}}', 'application/csp-report')).status).toBe(204)
    expect((await report('x'.repeat(17 * 1024))).status).toBe(413)
    for (let times = 0; times < 8; times++) await report('[]')
    expect((await report('[]')).status).toBe(429)
    expect(site.running.metrics.text()).toMatch(/gatehouse_csp_reports_total \d+/)
  })

  test('B-03 scripts only by trusted types, of which only the policies for the worker and for sanitised documents may be made', () => {
    const policy = expected()['content-security-policy']
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('trusted-types gatehouse-worker gatehouse-service-worker gatehouse-documents;')
    expect(policy).not.toContain("'unsafe-")
    expect(policy).not.toContain("'allow-duplicates'")
  })

  test('B-07 under TLS the server is reached by TLS only', async () => {
    const secure = await Site.open({ GATEHOUSE_ORIGIN: 'https://home.example', GATEHOUSE_MODE: 'production' })
    const answer = await secure.call('GET', '/api/settings', { headers: { host: 'home.example' } })
    await secure.close()
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000')
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self' wss://home.example;")
    expect((await site.get('/api/settings')).headers['strict-transport-security']).toBeUndefined()
  })

  test('B-07 logout clears what the browser keeps', async () => {
    const { sessionId } = await site.signIn(demo.home)
    const answer = await site.get('/api/auth/logout', sessionId)
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
  })

  test('B-07 a layout, named by its content, may be kept for ever', async () => {
    // What was called before has emptied the home of the other server.
    const site = await Site.open()
    const sessionId = await site.sessionOf('demo-home')
    const { layouts } = (await site.get(`/api/home/${own.sn}/layouts`, sessionId)).json<{
      layouts: Record<string, string>
    }>()
    const answer = await site.get(`/api/catalogue/layouts/${Object.values(layouts)[0]}`, sessionId)
    expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    const missing = await site.get('/api/catalogue/layouts/0123456789abcdef', sessionId)
    expect(missing.headers['cache-control']).toBe('no-store')
    await site.close()
  })
})
