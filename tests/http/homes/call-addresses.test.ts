import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallAddress } from '#schemas/generated/entities/call-address.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Site, stranger } from '../kit.ts'

let site: Site
let home: string
beforeAll(async () => {
  site = await Site.open()
  home = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const MINUTE = 60_000
const at = `/api/home/${SN}/call_addresses`
const status = { resource_id: 'at-home' }
const make = async (body: object = status, sessionId = home) =>
  site.call('POST', at, { body, headers: { sessionId } })
const made = async (body: object = status, sessionId = home) =>
  (await make(body, sessionId)).json<{ address: CallAddress; path: string }>()
const all = async (sessionId = home) =>
  (await site.get(at, sessionId)).json<{ addresses: CallAddress[] }>().addresses
/** From nowhere in particular, without a session. */
const calls = (path: string, sent: Parameters<Site['call']>[2] = {}) =>
  site.call('POST', path, { ...sent, headers: { 'x-forwarded-for': stranger(), ...sent.headers } })

// decision 0214
describe('an address that is called from elsewhere', () => {
  test('is told once, does what it is for without a session, and counts how often', async () => {
    const { address, path } = await made()
    expect(address).toMatchObject({ ...status, calls: 0, made_by: 'demo-home' })
    expect(path).toMatch(/^\/api\/call\/[\w-]{43}$/)
    expect((await calls(`${path}/on`)).status).toBe(202)
    site.pass(1000)
    expect((await calls(`${path}/off`)).status).toBe(202)
    const [listed] = await all()
    expect(listed).toEqual({ ...address, calls: 2, called_at: site.now })
    expect(JSON.stringify(await all())).not.toContain(path.split('/').at(-1))
  })

  test('takes whatever is sent along, as long as it is small, and looks at none of it', async () => {
    const { path } = await made()
    for (const [type, raw] of [
      ['text/plain', 'hello'],
      ['application/x-www-form-urlencoded', 'a=1&a=2'],
      ['application/json', '{"broken":'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['image/png', '\u0000'],
    ] as const)
      expect((await calls(`${path}/on`, { raw, headers: { 'content-type': type } })).status, type).toBe(202)
    const large = { raw: 'x'.repeat(9 * 1024), headers: { 'content-type': 'text/plain' } }
    expect((await calls(`${path}/on`, large)).status).toBe(413)
    expect((await site.get(`${path}/on`)).status).toBe(404)
    expect(
      (await site.call('POST', at, { raw: 'x', headers: { sessionId: home, 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415)
  })

  test('is none where it is wrong, was renewed or revoked, or is asked for what it does not do; that is counted', async () => {
    const { path: old } = await made()
    const { address, path } = await made()
    const before = site.running.metrics.text()
    for (const one of [`${old}/on`, path, `${path}/open`, '/api/call/guess', '/api/call/guess/on'])
      expect((await calls(one)).status, one).toBe(404)
    expect(site.running.metrics.text()).not.toBe(before)
    expect((await calls(`${path}/on`)).status).toBe(202)
    const gone = await site.call('DELETE', `${at}/${address.id}`, { headers: { sessionId: home } })
    expect(gone.status).toBe(204)
    expect((await calls(`${path}/on`)).status).toBe(404)
    expect((await site.call('DELETE', `${at}/${address.id}`, { headers: { sessionId: home } })).status).toBe(
      404,
    )
    expect(await all()).toEqual([])
  })

  test('of a scene or status that is not there is none either', async () => {
    expect((await calls((await made({ rule_id: 'gone', trigger_id: 'c' })).path)).status).toBe(404)
    expect((await calls(`${(await made({ resource_id: 'gone' })).path}/on`)).status).toBe(404)
    for (const body of [
      {},
      { rule_id: 'r' },
      { ...status, rule_id: 'r', trigger_id: 'c' },
      { resource_id: '../x' },
    ])
      expect((await make(body)).status, JSON.stringify(body)).toBe(400)
  })

  test('is answered thirty times a minute, and from one network a hundred and twenty times', async () => {
    const { path } = await made()
    const answers = new Set<number>()
    for (let time = 0; time < 31; time++) answers.add((await calls(`${path}/on`)).status)
    expect([...answers]).toEqual([202, 429])
    site.pass(MINUTE)
    expect((await calls(`${path}/on`)).status).toBe(202)
    const headers = { 'x-forwarded-for': stranger() }
    for (let time = 0; time < 120; time++) await calls('/api/call/guess', { headers })
    expect((await calls(`${path}/on`, { headers })).status).toBe(429)
  })

  test('is made and listed by those alone who may use all of the home, and is worth what they may do', async () => {
    const other = await site.sessionOf('demo-owner-0')
    expect((await make(status, other)).status).toBe(404)
    expect((await site.get(at, other)).status).toBe(404)
    const guest = await site.sessionOf('demo-guest')
    const { path } = await made(status, guest)
    expect((await calls(`${path}/on`)).status).toBe(202)
    const { path: own } = await made({ resource_id: 'away' })
    await site.store.accounts.disable('demo-guest', site.now)
    expect((await calls(`${path}/on`)).status).toBe(404)
    expect((await all()).map(({ resource_id }) => resource_id)).not.toContain('at-home')
    expect((await calls(`${own}/on`)).status).toBe(202)
    await site.store.accounts.enable('demo-guest')
    expect((await calls(`${path}/on`)).status).toBe(202)
  })

  test('has its bound: fifty in a home, of which those go first that nobody can call any more', async () => {
    for (let one = 0; one < 60; one++)
      expect((await make({ rule_id: `gone-${one}`, trigger_id: 'c' })).status).toBe(200)
    expect((await all()).length).toBeLessThanOrEqual(50)
  })
})
