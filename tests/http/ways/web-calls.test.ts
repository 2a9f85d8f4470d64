import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import type { Settled } from '#server/outbound/carriers/carrier.ts'
import { type CalledAddress, webCallCarrier } from '#server/outbound/carriers/web-call.ts'
import { type Asked, provider, world } from './kit.ts'

type Answer = Parameters<typeof provider>[0]
const answer =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)
const ok = answer(200)

async function calling(answers: Answer, more: Partial<CalledAddress> = {}, allowed = true) {
  const { address, asked } = await provider(answers)
  const settled: Settled[] = []
  const there = await world(({ now }) => ({
    web: webCallCarrier({
      ...{ now, settled: (what) => void settled.push(what), isPrivateAllowed: () => allowed },
      called: async (id) =>
        id === 'gone' ? undefined : { id, url: address.href, secret: 's3cret', method: 'POST', ...more },
    }),
  }))
  let sent = 0
  const call = async (body: object = { text: 'Wäsche fertig', level: 40 }, target = 'a1') => {
    sent += 1
    await there.outbound.postNamed({
      ...{ channel: 'web', userId: 'mia', message: `web/sn/rule/run/${sent}`, target },
      ...{ to: 'sn', subject: '', text: JSON.stringify(body), html: '' },
    })
    await there.outbound.deliverDue()
  }
  const ends = () => vi.waitFor(() => expect(settled).toHaveLength(sent), { timeout: 20_000, interval: 10 })
  return { ...there, asked, settled, call, ends, address }
}

// decision 0245
describe('a call of an address elsewhere', () => {
  test('is a POST of what the scene says, signed with the time of this try', async () => {
    const { asked, call, ends, settled, now } = await calling(() => ok)
    await call()
    await ends()
    const [{ headers, body }] = asked as [Asked]
    expect(JSON.parse(body)).toEqual({ text: 'Wäsche fertig', level: 40 })
    expect(headers['content-type']).toBe('application/json')
    const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['gatehouse-signature'])) ?? []
    expect(Number(at)).toBe(now() / 1000)
    expect(signature).toBe(createHmac('sha256', 's3cret').update(`${at}.${body}`).digest('hex'))
    expect(settled).toEqual([{ message: 'web/sn/rule/run/1', target: 'a1', failure: undefined }])
  })

  test('as GET says all in the address, which is what is signed', async () => {
    const { asked, call, ends } = await calling(() => ok, { method: 'GET' })
    await call({ text: 'a&b=c', on: true })
    await ends()
    const [{ headers, body, path }] = asked as [Asked]
    expect([body, path]).toEqual(['', '/v1?text=a%26b%3Dc&on=true'])
    const [, at, signature] = /^t=(\d+),v1=(.+)$/.exec(String(headers['gatehouse-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', 's3cret').update(`${at}.${path}`).digest('hex'))
  })

  test.each([
    ['500', answer(500)],
    ['503', answer(503)],
    ['an answer that never comes whole', (response: ServerResponse) => void response.destroy()],
  ])('%s is tried again, with the same id and a new signature', async (_what, first) => {
    const { asked, call, ends, outbound, pass, settled } = await calling((_asked, n) =>
      n === 1 ? first : ok,
    )
    await call()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    pass(10_000)
    await vi.waitFor(async () => {
      await outbound.deliverDue()
      expect(asked).toHaveLength(2)
    })
    await ends()
    expect(new Set(asked.map(({ headers }) => headers['gatehouse-call'])).size).toBe(1)
    expect(new Set(asked.map(({ headers }) => headers['gatehouse-signature'])).size).toBe(2)
    expect(settled[0]?.failure).toBeUndefined()
  })

  test('429 with a pause is not called before that is over', async () => {
    const { asked, call, ends, outbound, pass } = await calling((_asked, n) =>
      n === 1 ? answer(429, { 'retry-after': '90' }) : ok,
    )
    await call()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    pass(89_000)
    await outbound.deliverDue()
    expect(asked).toHaveLength(1)
    pass(1000)
    await outbound.deliverDue()
    await ends()
    expect(asked).toHaveLength(2)
  })

  test('is given up after some hours, with what was answered last', async () => {
    const { asked, call, ends, outbound, pass, settled } = await calling(() => answer(502))
    await call()
    for (let time = 0; time < 12; time++) {
      pass(3_600_000)
      await outbound.deliverDue()
    }
    await ends()
    expect(settled[0]?.failure).toBe('WEB_ANSWERED 502')
    expect(asked.length).toBe(9)
  })

  test('what is refused for good is not tried again', async () => {
    const { asked, call, ends, outbound, pass, settled } = await calling(() => answer(404, {}, '<b>no</b>'))
    await call()
    await ends()
    pass(3_600_000)
    await outbound.deliverDue()
    expect([settled[0]?.failure, asked.length]).toEqual(['WEB_ANSWERED 404', 1])
  })

  test('V-11 is led nowhere else, be it into the house', async () => {
    const { asked, call, ends, settled } = await calling(({ path }) =>
      path === '/v1' ? answer(302, { location: 'http://127.0.0.1:1/inside' }) : ok,
    )
    await call()
    await ends()
    expect([settled[0]?.failure, asked.length]).toEqual(['WEB_REFUSED', 1])
  })

  test('V-11 never goes into a private network unless the deployment says so for this host', async () => {
    const { asked, call, ends, settled } = await calling(() => ok, {}, false)
    await call()
    await ends()
    expect([settled[0]?.failure, asked]).toEqual(['WEB_REFUSED', []])
    const named = await calling(() => ok, { url: 'https://localhost/x' }, false)
    await named.call()
    await named.ends()
    expect(named.settled[0]?.failure).toBe('WEB_REFUSED')
  })

  test('an answer that is huge has arrived all the same, and is not read', async () => {
    const { asked, call, ends, settled } = await calling(() => answer(200, {}, 'x'.repeat(5_000_000)))
    await call()
    await ends()
    expect([settled[0]?.failure, asked.length]).toEqual([undefined, 1])
  })

  test('an address that is gone, or whose maker is, is called no more', async () => {
    const { asked, call, ends, settled } = await calling(() => ok)
    await call({}, 'gone')
    await ends()
    expect([settled[0]?.failure, asked]).toEqual(['WEB_GONE', []])
  })

  test('each stands in the log, without its words', async () => {
    const { call, ends, store } = await calling(() => ok)
    await call()
    await ends()
    await vi.waitFor(async () => {
      const [noted] = await store.audit.list({ what: 'sendMessage', limit: 9 })
      expect(noted).toMatchObject({ who: 'system', result: 'ok', facts: { channel: 'web', userId: 'mia' } })
      expect(JSON.stringify(noted)).not.toContain('Wäsche')
    })
  })
})
