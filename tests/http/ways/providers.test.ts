import type { ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { httpGatewayCarrier, USUAL_TEMPLATE } from '#server/outbound/carriers/http-gateway.ts'
import { whatsAppCarrier } from '#server/outbound/carriers/whatsapp.ts'
import type { Way } from '#server/outbound/messenger.ts'
import { type Asked, phone, provider, type World, world } from './kit.ts'

const soon = { timeout: 20_000, interval: 10 }
const yes = (response: ServerResponse) => void response.writeHead(200).end('{"messages":[{"id":"wamid.1"}]}')
const no =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

const sms = (address: URL, more: Partial<Parameters<typeof httpGatewayCarrier>[0]> = {}) =>
  httpGatewayCarrier({ address, template: USUAL_TEMPLATE, token: undefined, privateAllowed: true, ...more })
const whatsapp = (address: URL, template?: { name: string; language: string }) =>
  whatsAppCarrier({ address, sender: '4711', token: 'secret', template, privateAllowed: true })

const smoke = (way: Way, more = {}) => ({
  ...{ message: 'alarm/1', userId: 'mia', way, title: 'Smoke', text: 'Kitchen', urgent: true },
  ...more,
})
const receiptsIn = async ({ messenger }: World, name = 'alarm/1') =>
  (await messenger.receipts([name])).get(name) ?? []
const settled = (there: World, state: string) =>
  vi.waitFor(async () => {
    const receipts = await receiptsIn(there)
    expect(receipts.map((one) => one.state)).toEqual([state])
    return receipts[0]
  }, soon)

describe('text messages and calls over an HTTP gateway', () => {
  test('hand over number, text and id as the template says, with the credentials of the address', async () => {
    const { address, asked } = await provider(() => yes)
    const own = new URL(address)
    own.username = 'key'
    own.password = 's%3Acret'
    const there = await world(() => ({ sms: sms(own) }))
    await there.messenger.send(smoke('sms', { title: 'Smoke "here"\\', text: 'Kitchen\nGround floor' }))
    await settled(there, 'sent')
    const [{ headers, body }] = asked as [Asked]
    expect(JSON.parse(body)).toEqual({
      to: '+41790000001',
      text: 'Smoke "here"\\: Kitchen, Ground floor',
      id: headers['idempotency-key'],
    })
    expect(headers.authorization).toBe(`Basic ${btoa('key:s:cret')}`)
    expect(headers['content-type']).toBe('application/json')
  })

  test('B-01 a form stays a form, whatever stands in the text', async () => {
    const { address, asked } = await provider(() => yes)
    const there = await world(() => ({ call: sms(address, { template: 'to={to}&say={text}', token: 't' }) }))
    await there.messenger.send(smoke('call', { title: 'a&to=+41790000009', text: 'b=c' }))
    await settled(there, 'sent')
    const [{ headers, body }] = asked as [Asked]
    expect([...new URLSearchParams(body)]).toEqual([
      ['to', '+41790000001'],
      ['say', 'a&to=+41790000009: b=c'],
    ])
    expect(headers.authorization).toBe('Bearer t')
  })

  test.each([
    ['429 without a word', no(429)],
    ['500', no(500)],
    ['503', no(503)],
    ['401, until an operator mends it', no(401)],
    ['an answer that breaks off before it began', (response: ServerResponse) => void response.destroy()],
  ])('%s is tried again, with the same id, and arrives once', async (_what, refuse) => {
    const { address, asked } = await provider((_asked, n) => (n === 1 ? refuse : yes))
    const there = await world(() => ({ sms: sms(address) }))
    await there.messenger.send(smoke('sms'))
    await vi.waitFor(async () => expect((await receiptsIn(there))[0]?.reason).toBeDefined(), soon)
    await there.outbound.deliverDue()
    expect(asked).toHaveLength(1)
    there.pass(10_000)
    await there.outbound.deliverDue()
    await settled(there, 'sent')
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(asked).toHaveLength(2)
  })

  test('a provider that asks for a pause gets it', async () => {
    const { address, asked } = await provider((_asked, n) =>
      n === 1 ? no(429, { 'retry-after': '90' }) : yes,
    )
    const there = await world(() => ({ sms: sms(address) }))
    await there.messenger.send(smoke('sms'))
    await vi.waitFor(async () => expect((await receiptsIn(there))[0]?.reason).toBe('429'), soon)
    there.pass(89_000)
    await there.outbound.deliverDue()
    expect(asked).toHaveLength(1)
    there.pass(1000)
    await there.outbound.deliverDue()
    await settled(there, 'sent')
  })

  test('a yes that breaks off is a yes: nobody is told twice', async () => {
    const { address, asked } = await provider(() => (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      setTimeout(() => response.destroy(), 20)
    })
    const there = await world(() => ({ sms: sms(address) }))
    await there.messenger.send(smoke('sms'))
    await settled(there, 'sent')
    expect(asked).toHaveLength(1)
  })

  test('what is refused for good is not tried again, and says why', async () => {
    const { address, asked } = await provider(() => no(400))
    const there = await world(() => ({ sms: sms(address) }))
    await there.messenger.send(smoke('sms'))
    expect(await settled(there, 'failed')).toMatchObject({ way: 'sms', to: '+41790000001', reason: '400' })
    there.pass(3_600_000)
    await there.outbound.deliverDue()
    expect(asked).toHaveLength(1)
    const [noted] = await there.store.audit.list({ what: 'sendMessage', limit: 9 })
    expect(noted).toMatchObject({ who: 'system', result: 'failed', facts: { channel: 'sms', userId: 'mia' } })
    expect(JSON.stringify(noted)).not.toContain('Smoke')
  })

  test('a provider that is down for an hour loses nothing', async () => {
    let down = true
    const { address } = await provider(() => (down ? no(502) : yes))
    const there = await world(() => ({ sms: sms(address) }))
    await there.messenger.send(smoke('sms'))
    for (let minute = 0; minute < 60; minute++) {
      there.pass(60_000)
      await there.outbound.deliverDue()
    }
    expect((await receiptsIn(there))[0]?.state).toBe('waiting')
    down = false
    there.pass(1_800_000)
    await there.outbound.deliverDue()
    await settled(there, 'sent')
  })

  test('one that is never back is told of as failed in the end', async () => {
    const { address } = await provider(() => no(502))
    const there = await world(() => ({ sms: sms(address) }))
    await there.messenger.send(smoke('sms'))
    for (let hour = 0; hour < 10; hour++) {
      there.pass(3_600_000)
      await there.outbound.deliverDue()
    }
    expect(await settled(there, 'failed')).toMatchObject({ reason: '502' })
  })

  test('one that never answers is given up, and holds up no other way', async () => {
    const { address } = await provider(() => () => {})
    const { address: quick } = await provider(() => yes)
    const there = await world(() => ({ sms: sms(address, { timeoutMs: 500 }), call: sms(quick) }))
    await there.messenger.send(smoke('sms'))
    await there.messenger.send(smoke('call', { message: 'alarm/2' }))
    await vi.waitFor(async () => expect((await receiptsIn(there, 'alarm/2'))[0]?.state).toBe('sent'), soon)
    expect((await receiptsIn(there))[0]?.state).toBe('waiting')
    await vi.waitFor(async () => expect((await receiptsIn(there))[0]?.reason).toMatch(/did not answer/), soon)
  })

  test('V-11 another host than the configured one is not called, wherever it leads', async () => {
    const { address, asked } = await provider(() => no(302, { location: 'http://169.254.169.254/' }))
    const there = await world(() => ({ sms: sms(address) }))
    await there.messenger.send(smoke('sms'))
    await vi.waitFor(async () => expect((await receiptsIn(there))[0]?.reason).toMatch(/lead elsewhere/), soon)
    expect(asked).toHaveLength(1)
  })
})

describe('the WhatsApp Business Cloud API', () => {
  test('is called as it is documented, with the approved template', async () => {
    const { address, asked } = await provider(() => yes)
    const there = await world(() => ({
      whatsapp: whatsapp(address, { name: 'gatehouse_notice', language: 'de' }),
    }))
    await there.messenger.send(smoke('whatsapp', { text: 'Kitchen\n\n    now' }))
    await settled(there, 'sent')
    const [{ path, headers, body }] = asked as [Asked]
    expect([path, headers.authorization]).toEqual(['/v1/4711/messages', 'Bearer secret'])
    expect(JSON.parse(body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '41790000001',
      type: 'template',
      template: {
        name: 'gatehouse_notice',
        language: { code: 'de' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Smoke: Kitchen, now' }] }],
      },
    })
  })

  test.each([
    ['quotes and braces', '"}]}],"to":"41790000666"} {{1}} <b>'],
    ['lines, tabs and runs of spaces', 'a\r\nb\tc\u2028d\u0085e       f'],
    ['another direction and half a letter', '\u202eevil\u2066 \ud800'],
    ['ten thousand letters', 'ä'.repeat(10_000)],
  ])('B-01 a name of %s is one parameter of one line, to nobody else', async (_what, name) => {
    const { address, asked } = await provider(() => yes)
    const there = await world(() => ({
      whatsapp: whatsapp(address, { name: 'gatehouse_notice', language: 'de' }),
    }))
    await there.messenger.send(smoke('whatsapp', { title: name, text: name }))
    await settled(there, 'sent')
    const said = JSON.parse(asked[0]?.body ?? '') as {
      to: string
      template: { components: { parameters: { type: string; text: string }[] }[] }
    }
    expect(said.to).toBe('41790000001')
    const [{ parameters }, ...more] = said.template.components as [(typeof said.template.components)[0]]
    expect([parameters.length, more]).toEqual([1, []])
    const text = parameters[0]?.text ?? ''
    expect(text).not.toMatch(/[\r\n\t\u0085\u2028\u2029]| {4,}/)
    expect([...text].length).toBeLessThanOrEqual(1000)
    expect(text.length).toBeGreaterThan(0)
  })

  test('without a template, the text goes as it is', async () => {
    const { address, asked } = await provider(() => yes)
    const there = await world(() => ({ whatsapp: whatsapp(address) }))
    await there.messenger.send(smoke('whatsapp'))
    await settled(there, 'sent')
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      type: 'text',
      text: { preview_url: false, body: 'Smoke: Kitchen' },
    })
  })

  const refused = (code: number, message: string) => no(400, {}, JSON.stringify({ error: { code, message } }))

  test('too much at once is said with status 400 as well, and tried again', async () => {
    const { address, asked } = await provider((_asked, n) =>
      n === 1 ? refused(131056, 'pair rate limit hit') : yes,
    )
    const there = await world(() => ({ whatsapp: whatsapp(address) }))
    await there.messenger.send(smoke('whatsapp'))
    await vi.waitFor(
      async () => expect((await receiptsIn(there))[0]?.reason).toBe('400 pair rate limit hit'),
      soon,
    )
    there.pass(10_000)
    await there.outbound.deliverDue()
    await settled(there, 'sent')
    expect(asked).toHaveLength(2)
  })

  test('who has no WhatsApp is not tried again', async () => {
    const { address, asked } = await provider(() => refused(131026, 'Message undeliverable'))
    const there = await world(() => ({ whatsapp: whatsapp(address) }))
    await there.messenger.send(smoke('whatsapp'))
    expect(await settled(there, 'failed')).toMatchObject({ reason: '400 Message undeliverable' })
    there.pass(60_000)
    await there.outbound.deliverDue()
    expect(asked).toHaveLength(1)
  })

  test('an error that is none of its own says its number at least', async () => {
    const { address } = await provider(() => no(400, {}, '<html>'))
    const there = await world(() => ({ whatsapp: whatsapp(address) }))
    await there.messenger.send(smoke('whatsapp'))
    expect(await settled(there, 'failed')).toMatchObject({ reason: '400' })
  })
})

describe('whom a message reaches', () => {
  test('what nothing is configured for stays in the outbox', async () => {
    const there = await world(() => ({}))
    for (const way of ['email', 'sms', 'call', 'whatsapp'] as const)
      await there.messenger.send(smoke(way, { message: way }))
    const receipts = await there.messenger.receipts(['email', 'sms', 'call', 'whatsapp'])
    expect([...receipts.values()].flat()).toMatchObject([
      { way: 'email', to: 'mia@gatehouse.test', state: 'outbox' },
      { way: 'sms', to: '+41790000001', state: 'outbox' },
      { way: 'call', to: '+41790000001', state: 'outbox' },
      { way: 'whatsapp', to: '+41790000001', state: 'outbox' },
    ])
    const { data } = await there.store.outbox.list({ page: 1, limit: 9 })
    expect(data.map(({ channel }) => channel).sort()).toEqual(['call', 'mail', 'sms', 'whatsapp'])
  })

  test('a number that nobody has proved gets nothing; whoever has none, hears that it failed', async () => {
    const there = await world(() => ({}), [phone('+41790000001', { verified: false })])
    await there.messenger.send(smoke('sms'))
    expect(await receiptsIn(there)).toMatchObject([{ way: 'sms', state: 'failed', reason: 'no_address' }])
    expect(await there.messenger.reaches('mia', 'sms')).toBe(false)
  })

  test('numbers that are chosen for notifications get it, else the default', async () => {
    const there = await world(
      () => ({}),
      [
        phone('+41790000001'),
        phone('+41790000002', { isDefault: true }),
        phone('+41790000003', { sendNotification: true }),
        phone('+41790000004', { sendNotification: true }),
      ],
    )
    await there.messenger.send(smoke('sms'))
    expect((await receiptsIn(there)).map(({ to }) => to)).toEqual(['+41790000003', '+41790000004'])
    await there.store.accounts.setContacts('mia', [
      phone('+41790000001'),
      phone('+41790000002', { isDefault: true }),
    ])
    await there.messenger.send(smoke('sms', { message: 'alarm/2' }))
    expect((await receiptsIn(there, 'alarm/2')).map(({ to }) => to)).toEqual(['+41790000002'])
  })

  test('who was interrupted sends it again under its name, and nobody is told twice', async () => {
    const { address, asked } = await provider(() => yes)
    const there = await world(() => ({ sms: sms(address) }))
    await Promise.all([there.messenger.send(smoke('sms')), there.messenger.send(smoke('sms'))])
    await settled(there, 'sent')
    await there.messenger.send(smoke('sms'))
    await there.outbound.deliverDue()
    expect(asked).toHaveLength(1)
    expect(await there.store.audit.list({ what: 'sendMessage', limit: 9 })).toHaveLength(1)
  })

  test('more than a person can take is held back and says so; what is urgent is counted by itself', async () => {
    const there = await world(() => ({}))
    for (let n = 0; n < 21; n++)
      await there.messenger.send(smoke('sms', { message: `low/${n}`, urgent: false }))
    expect(await receiptsIn(there, 'low/19')).toMatchObject([{ state: 'outbox' }])
    expect(await receiptsIn(there, 'low/20')).toMatchObject([{ state: 'failed', reason: 'too_many' }])
    await there.messenger.send(smoke('sms'))
    expect(await receiptsIn(there)).toMatchObject([{ state: 'outbox' }])
    there.pass(3_600_001)
    await there.messenger.send(smoke('sms', { message: 'low/21', urgent: false }))
    expect(await receiptsIn(there, 'low/21')).toMatchObject([{ state: 'outbox' }])
  })

  test('nobody is told who is not there', async () => {
    const there = await world(() => ({}))
    await there.messenger.send(smoke('sms', { userId: 'nobody' }))
    expect(await receiptsIn(there)).toEqual([])
  })
})
