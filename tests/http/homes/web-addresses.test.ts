import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { WebAddress } from '#schemas/generated/entities/web-address.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Listener, quickSite } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'
import { provider } from '../ways/kit.ts'

const SOON = { timeout: 40_000, interval: 50 }
const at = `/api/home/${SN}/web_addresses`
const board = { name: 'Board', url: 'https://board.example/in?key=geheim', method: 'POST' }

let site: Site
let home: string
beforeAll(async () => {
  site = await quickSite()
  home = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const ask = (method: string, path = '', body?: object, sessionId = home) =>
  site.call(method, at + path, { ...(body && { body }), headers: { sessionId } })
const made = async (body: object = board, sessionId = home) =>
  (await ask('POST', '', body, sessionId)).json<{ address: WebAddress; secret: string }>()
const all = async () => (await ask('GET')).json<{ addresses: WebAddress[] }>().addresses

// decision 0245
describe('addresses elsewhere that scenes call', () => {
  test('are made with a secret that is told once, changed without it, and renewed', async () => {
    const { address, secret } = await made()
    expect(address).toMatchObject({ ...board, made_by: 'demo-home' })
    expect(secret).toMatch(/^[\w-]{43}$/)
    const moved = { ...board, name: 'Other board', method: 'GET' }
    expect((await ask('PUT', `/${address.id}?revision=1`, moved)).json()).toEqual({
      address: { ...address, ...moved, revision: 2 },
    })
    const renewed = (await ask('POST', `/${address.id}/secret`)).json<{ secret: string }>().secret
    expect(renewed).not.toBe(secret)
    for (const one of [secret, renewed]) expect(JSON.stringify(await all())).not.toContain(one)
    const [kept] = await site.store.webAddresses.of(SN)
    expect(JSON.stringify(kept)).not.toMatch(/board\.example|geheim/)
    expect((await ask('DELETE', `/${address.id}`)).status).toBe(204)
    for (const [method, path, body] of [
      ['DELETE', '', undefined],
      ['PUT', '?revision=2', board],
      ['POST', '/secret', undefined],
    ] as const)
      expect((await ask(method, `/${address.id}${path}`, body)).status).toBe(404)
    expect(await all()).toEqual([])
  })

  test.each([
    'http://board.example/in',
    'https://127.0.0.1/in',
    'https://[::1]/in',
    'https://10.1.2.3:8443/in',
    'https://me:pass@board.example/in',
    'ftp://board.example',
    'javascript:alert(1)',
    'board.example',
    '',
  ])('V-11 none is %s', async (url) => {
    const answer = await ask('POST', '', { ...board, url })
    expect([answer.status, answer.text.includes('BAD_WEB_ADDRESS')]).toEqual([400, true])
  })

  test('are seen and made by those alone who may use all of the home; there are twenty at most', async () => {
    const other = await site.sessionOf('demo-owner-0')
    const { address } = await made()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', board],
      ['PUT', `/${address.id}?revision=1`, board],
      ['DELETE', `/${address.id}`, undefined],
    ] as const)
      expect((await ask(method, path, body, other)).status, method).toBe(404)
    const status = async () => (await ask('POST', '', board)).status
    for (let one = 1; one < 20; one++) expect(await status()).toBe(200)
    expect(await status()).toBe(409)
    for (const { id } of await all()) await ask('DELETE', `/${id}`)
  })
})

test('a scene calls what its home has named: with the values of then, signed, and the run says what became of it', {
  timeout: 120_000,
}, async () => {
  const { address, asked } = await provider((_asked, n) => (response) => {
    response.writeHead(n === 1 ? 200 : 410).end()
  })
  const there = await quickSite({}, { GATEHOUSE_SCENE_HOSTS: address.host })
  try {
    const sessionId = await there.sessionOf('demo-home')
    const { address: board, secret } = (
      await there.call('POST', at, {
        body: { name: 'Tafel', url: address.href, method: 'POST' },
        headers: { sessionId },
      })
    ).json<{ address: WebAddress; secret: string }>()
    const owner = await Listener.of(there, 'demo-home', SN)
    const lamp = { device_id: 'kitchen-ceiling', service_name: 'LightService', property_name: 'brightness' }
    const call = {
      ...{ address_id: board.id, name: board.name },
      fields: [
        { name: 'text', text: 'Licht: {{v1}}' },
        { name: 'level', text: '{{v1}}' },
      ],
    }
    const rule = {
      ...{ id: 'board', name: 'Tafel', rule_logic: 'OR', active: true },
      scenes: [
        {
          ...{ id: 'a', name: 'a' },
          notifications: [
            { notification_id: 'n', type: 2, call, values: [{ kind: 'device', id: 'v1', ...lamp }] },
          ],
        },
      ],
    }
    expect(await owner.ask(SN, 'save_rule', { rule, base: 0 })).toMatchObject({ code: 0 })
    const said = async (command: string, params: object): Promise<unknown> =>
      ((await owner.ask(SN, command, params)) as { data?: unknown }).data
    const outcome = async (): Promise<RuleRun | undefined> => {
      const { runs } = (await said('get_rule_runs', { rule_id: 'board' })) as { runs: RuleRun[] }
      return runs[0]
    }
    await owner.ask(SN, 'set_service_property_value', { ...lamp, property_value: 127 })
    await owner.ask(SN, 'play_rule', { rule_id: 'board' })
    await vi.waitFor(async () => expect((await outcome())?.steps[0]?.outcome).toBe('confirmed'), SOON)
    const [{ body = '', headers = {} } = {}] = asked
    const { text, level } = JSON.parse(body) as { text: string; level: number }
    expect([text, Number.isInteger(level)]).toEqual([`Licht: ${level}\u00a0%`, true])
    const [, time, signature] = /^t=(\d+),v1=(.+)$/.exec(String(headers['gatehouse-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))

    await owner.ask(SN, 'play_rule', { rule_id: 'board' })
    await vi.waitFor(async () => expect((await outcome())?.outcome).toBe('failed'), SOON)
    expect((await outcome())?.steps[0]).toMatchObject({
      code: 410,
      message: expect.stringMatching(/^WEB_ANSWERED/),
    })
    // Neither scene, versions nor backups know where it leads.
    const versions = await said('get_object_history', { kind: 'rule', id: 'board' })
    const rules = await said('get_rules', {})
    for (const one of [versions, rules]) expect(JSON.stringify(one)).not.toContain(address.host)
    const listed = (await there.get(at, sessionId)).json<{ addresses: WebAddress[] }>().addresses
    expect(listed).toMatchObject([{ answer: 'WEB_ANSWERED 410', called_at: expect.any(Number) }])

    await there.call('DELETE', `${at}/${board.id}`, { headers: { sessionId } })
    await owner.ask(SN, 'play_rule', { rule_id: 'board' })
    await vi.waitFor(async () => expect((await outcome())?.steps[0]?.message).toMatch(/^WEB_GONE/), SOON)
    expect(asked).toHaveLength(2)
  } finally {
    await there.close()
  }
})
