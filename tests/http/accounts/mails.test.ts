import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import { Metrics } from '#server/metrics.ts'
import { BackgroundTasks } from '#server/outbound/background-tasks.ts'
import { smtpCarrier } from '#server/outbound/carriers/smtp.ts'
import { oneLine, write } from '#server/outbound/letter.ts'
import { Mails, mailKinds } from '#server/outbound/mails.ts'
import { Outbound } from '#server/outbound/outbound.ts'
import { Seal, sealFor } from '#server/outbound/seal.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { PostOffice } from '../../support/post-office.ts'
import { newFolder, root, Site, silent, stranger } from '../kit.ts'
import { newPerson } from '../mail-kit.ts'

let office: PostOffice
let address: URL
beforeEach(async () => {
  office = new PostOffice()
  address = await office.open()
})
afterEach(() => office.close())

const from = 'Gatehouse <home@gatehouse.test>'
const soon = { timeout: 20_000, interval: 20 }

/** What a letter says, whatever it was packed in. */
const unpacked = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

describe('mails by SMTP', () => {
  test('the mail of a registration arrives, its link activates, and its text is kept no longer', async () => {
    const site = await Site.open({ GATEHOUSE_SMTP: address.href, GATEHOUSE_MAIL_FROM: from })
    const person = newPerson()
    await site.call('POST', '/api/auth/register', {
      body: person,
      headers: { 'x-forwarded-for': stranger() },
    })
    await vi.waitFor(() => expect(office.taken).toHaveLength(1), soon)
    const [letter] = office.taken
    expect(letter).toMatchObject({ from: 'home@gatehouse.test', to: [person.identity] })
    const text = unpacked(letter?.text ?? '')
    expect(text).toMatch(/content-type: text\/plain/i)
    expect(text).toMatch(/content-type: text\/html/i)
    const path = /http:\/\/127\.0\.0\.1:\d+(\/activate\/[\w-]+)/.exec(text)?.[1] ?? ''
    const activated = await site.call('GET', `/api/auth${path}`, { headers: { 'x-activation': '1' } })
    expect(activated.status).toBe(200)
    await vi.waitFor(async () => {
      const { data } = await site.store.outbox.list({ page: 1, limit: 9 })
      expect(data).toMatchObject([{ to: person.identity, state: 'sent' }])
      expect(await site.store.outbox.find(data[0]?.id ?? '')).not.toHaveProperty('sealed')
    }, soon)
    await site.close()
  })
})

describe('whoever wants no more mails of a scene', () => {
  const ending = { words: 'No more:', page: 'https://home.example/mail_off/x' }
  const written = (call: string) =>
    write({
      ...{ to: 'mia@gatehouse.test', greeting: 'Hello', farewell: 'Bye', language: 'en-CH' },
      words: { subject: 'Water', before: ['In the kitchen'], after: [] },
      ending: { ...ending, call },
    })

  test('V-10 reads how in the mail, and the mail program knows by its headers (RFC 8058)', async () => {
    const carrier = smtpCarrier({ address, from })
    await carrier.send(written('https://home.example/api/mails/unsubscribe/x'), 'one')
    const text = unpacked(office.taken[0]?.text ?? '')
    expect(text).toContain('List-Unsubscribe: <https://home.example/api/mails/unsubscribe/x>')
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(text).toContain('No more: https://home.example/mail_off/x')
    // Without TLS one press is not safe, and is not offered.
    await carrier.send(written('http://home.example/api/mails/unsubscribe/x'), 'two')
    expect(office.taken[1]?.text).not.toContain('List-Unsubscribe-Post')
    await carrier.send({ to: 'mia@gatehouse.test', subject: 'x', text: 'x', html: 'x' }, 'three')
    expect(office.taken[2]?.text).not.toContain('List-Unsubscribe')
    carrier.close()
  })

  test('is believed by the secret of the mail alone, as a mail program sends it, without a session, and as often as it likes', async () => {
    const site = await Site.open()
    const serialNumber = demoSerialNumber
    await site.store.mailConsents.put({
      ...{ serialNumber, owner: 'demo-home', address: 'aunt@example.com', state: 'agreed' },
      ...{ secret: 'of-the-aunt', changedAt: 1 },
    })
    const press = (secret: string) =>
      site.call('POST', `/api/mails/unsubscribe/${secret}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': stranger() },
        raw: 'List-Unsubscribe=One-Click',
      })
    expect((await press('of-nobody')).status).toBe(404)
    expect((await press('of-the-aunt')).status).toBe(204)
    expect((await press('of-the-aunt')).status).toBe(204)
    expect((await site.store.mailConsents.find(serialNumber, 'aunt@example.com'))?.state).toBe('refused')
    const rows = await site.store.audit.list({ gateway: serialNumber, what: 'refuseMails', limit: 9 })
    expect(rows).toMatchObject([{ who: 'anonymous', result: 'ok' }])
    expect(JSON.stringify(rows)).not.toContain('of-the-aunt')
    await site.close()
  })
})

describe('delivery', () => {
  let store: Store
  let now = 0
  beforeEach(async () => {
    store = await openStore(newFolder())
  })
  afterEach(() => store.close())

  const outboundWith = (carrier = smtpCarrier({ address, from })) =>
    new Outbound({
      store,
      seal: new Seal(Buffer.alloc(32, 7)),
      carriers: { mail: carrier },
      log: silent,
      metrics: new Metrics(),
      now: () => now,
    })
  const letter = { to: 'mia@gatehouse.test', subject: 'Hello', text: 'Text', html: '<p>Text</p>' }
  const only = async () => (await store.outbox.list({ page: 1, limit: 9 })).data[0]

  test('what the server cannot take at present is sent later, once', async () => {
    const outbound = outboundWith()
    office.refuse = () => ({ responseCode: 451, message: 'try later' })
    await outbound.post(letter)
    await vi.waitFor(
      async () =>
        expect(await only()).toMatchObject({ state: 'waiting', error: expect.stringContaining('try later') }),
      soon,
    )
    office.refuse = undefined
    await outbound.deliverDue()
    expect(office.taken).toHaveLength(0)
    now += 15_000
    await outbound.deliverDue()
    await outbound.deliverDue()
    expect(office.taken).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'sent' })
    await outbound.stop()
  })

  test('what the server refuses for good has failed, and says why', async () => {
    const outbound = outboundWith()
    office.refuse = () => ({ responseCode: 550, message: 'no such mailbox' })
    await outbound.post(letter)
    await vi.waitFor(
      async () =>
        expect(await only()).toMatchObject({
          state: 'failed',
          error: expect.stringContaining('no such mailbox'),
        }),
      soon,
    )
    await outbound.stop()
  })

  test('after its last try it has failed, when its links are over', async () => {
    const outbound = outboundWith()
    office.refuse = () => ({ responseCode: 451, message: 'try later' })
    await outbound.post(letter)
    await vi.waitFor(async () => expect(await only()).toMatchObject({ error: expect.anything() }), soon)
    for (let tries = 2; tries <= 6; tries++) {
      now += 3_600_000
      await outbound.deliverDue()
    }
    expect(await only()).toMatchObject({ state: 'failed' })
    await outbound.stop()
  })

  test('what was waiting when the server ended leaves after its start', async () => {
    const before = outboundWith()
    office.refuse = () => ({ responseCode: 451, message: 'try later' })
    await before.post(letter)
    await vi.waitFor(async () => expect(await only()).toMatchObject({ error: expect.anything() }), soon)
    await before.stop()
    office.refuse = undefined
    now += 3_600_000
    const after = outboundWith()
    after.start()
    await vi.waitFor(() => expect(office.taken).toHaveLength(1), soon)
    await after.stop()
  })

  test('V-11 a mail server elsewhere must encrypt: without that, nothing is told to it', async () => {
    // Not this machine by name: the same server, which offers no encryption.
    const elsewhere = new URL(address)
    elsewhere.hostname = '0.0.0.0'
    const outbound = outboundWith(smtpCarrier({ address: elsewhere, from }))
    await outbound.post(letter)
    await vi.waitFor(
      async () => expect(await only()).toMatchObject({ error: expect.stringMatching(/tls/i) }),
      soon,
    )
    expect(office.taken).toHaveLength(0)
    await outbound.stop()
  })
})

describe('V-10 headers', () => {
  test('V-10 no name and no address begins a header of its own', async () => {
    const store = await openStore(newFolder())
    const outbound = new Outbound({
      store,
      seal: new Seal(Buffer.alloc(32)),
      carriers: { mail: smtpCarrier({ address, from }) },
      log: silent,
      metrics: new Metrics(),
      now: Date.now,
    })
    const mails = new Mails(
      join(root, 'locales'),
      outbound,
      new BackgroundTasks(silent),
      () => 'https://home.gatehouse.test',
      { limits: store.limits, log: silent, now: Date.now },
    )
    await mails.post({
      kind: 'pinChanged',
      language: 'ch_EN',
      to: 'mia@gatehouse.test',
      facts: { gateway: 'Home\r\nBcc: victim@gatehouse.test\r\n\r\nBody\u2028X-Evil: 1' },
    })
    await vi.waitFor(() => expect(office.taken).toHaveLength(1), soon)
    const [{ to = [], text = '' } = {}] = office.taken
    expect(to).toEqual(['mia@gatehouse.test'])
    const [headers = ''] = text.split('\r\n\r\n')
    expect(headers).not.toMatch(/^(?:bcc|x-evil):/im)
    await outbound.stop()
    await store.close()
  })

  test.each([['a\r\nb'], ['a\nb'], ['a\u0000b'], ['a\u0085b'], ['a\u2028b'], ['a\u2029\r\n\tb']])(
    'V-10 %j becomes one line',
    (text) => {
      expect(oneLine(text)).toBe('a b')
    },
  )

  test('V-10 an address list is one address, which nobody has', async () => {
    const carrier = smtpCarrier({ address, from })
    const letter = { to: 'mia@gatehouse.test, victim@gatehouse.test', subject: 's', text: 't', html: 't' }
    await carrier.send(letter, 'id').catch(() => undefined)
    expect(office.taken.flatMap(({ to }) => to)).not.toContain('victim@gatehouse.test')
    carrier.close()
  })
})

describe('letters', () => {
  test('B-01 what somebody wrote is text in the HTML of a mail', () => {
    const { html } = write({
      to: 'x@gatehouse.test',
      language: 'en-CH',
      greeting: 'Hello',
      farewell: 'Bye',
      words: { subject: '<script>1</script>', before: ['<img src=x onerror=1>'], after: ['"\'&'] },
      link: 'https://home.gatehouse.test/?a="><b>',
    })
    expect(html).not.toMatch(/<script|<img|"><b>/)
  })

  test.each(['ch_DE', 'ch_EN'])('%s has the words of every kind of mail', (language) => {
    const { kinds } = JSON.parse(readFileSync(join(root, 'locales', language, 'mail.json'), 'utf8')) as {
      kinds: Record<string, { subject: string; before: string[] }>
    }
    expect(Object.keys(kinds).toSorted()).toEqual([...mailKinds].toSorted())
    for (const { subject, before } of Object.values(kinds)) {
      expect(subject).toMatch(/./)
      expect(before.length).toBeGreaterThan(0)
      expect(JSON.stringify({ subject, before })).not.toContain('ß')
    }
  })
})

describe('the seal', () => {
  test('A-05 opens with its own key only, and notices every change', () => {
    const seal = new Seal(Buffer.alloc(32, 1))
    const closed = seal.close('a link')
    expect(seal.open(closed)).toBe('a link')
    expect(seal.close('a link')).not.toBe(closed)
    expect(new Seal(Buffer.alloc(32, 2)).open(closed)).toBeUndefined()
    const bytes = Buffer.from(closed, 'base64url')
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ 1
      expect(seal.open(changed.toString('base64url')), `byte ${at}`).toBeUndefined()
    }
    expect(seal.open('')).toBeUndefined()
  })

  test('A-09 each installation makes its own key, and keeps it', () => {
    const [one, other] = [newFolder(), newFolder()]
    const closed = sealFor(one).close('text')
    expect(sealFor(one).open(closed)).toBe('text')
    expect(sealFor(other).open(closed)).toBeUndefined()
  })

  test('all replicas on one PostgreSQL share the key', () => {
    const closed = sealFor('postgres://u:one@db/x').close('text')
    expect(sealFor('postgres://u:one@db/x').open(closed)).toBe('text')
    expect(sealFor('postgres://u:two@db/x').open(closed)).toBeUndefined()
  })
})
