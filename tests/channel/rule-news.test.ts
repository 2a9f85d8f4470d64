import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openUplink } from '#gateway/node/uplink.ts'
import ch_DE from '#locales/ch_DE/mail.json' with { type: 'json' }
import ch_EN from '#locales/ch_EN/mail.json' with { type: 'json' }
import type { Events } from '#schemas/generated/channel.ts'
import type { RuleNotification } from '#schemas/generated/entities/rule.ts'
import { type MailConsentBook, QUESTION_MS, QUESTIONS } from '#server/homes/mail-consents.ts'
import { MOST, type RuleNews } from '#server/homes/telling/rule-news.ts'
import type { BackgroundTasks } from '#server/outbound/background-tasks.ts'
import { Browser, deviceOf, remoteGateway, Street } from './homes-kit.ts'
import { WAIT } from './peer.ts'
import { openTelling } from './telling-kit.ts'

const words = { ch_DE, ch_EN }

type News = Events['rule_notification']

let street: Street
let news: RuleNews
let consents: MailConsentBook
let background: BackgroundTasks
let lettersTo: ReturnType<typeof openTelling>['lettersTo']
let [warned, pushed]: [string[], [string, string][]] = [[], []]
const told: [string, News][] = []
/** What is said over the channel is delivered when the test says so. */
let deliver = false
/** How long after now it is. */
let later = 0

beforeAll(async () => {
  street = await Street.open({
    notified: (serialNumber, said) => {
      told.push([serialNumber, said as News])
      if (deliver) news.take(serialNumber, said)
    },
  })
  ;({ news, consents, background, lettersTo, warned, pushed } = openTelling(street, () => later))
})
afterAll(async () => {
  await background?.done()
  await street?.close()
})
afterEach(() => {
  deliver = false
  later = 0
  told.length = warned.length = pushed.length = 0
})

const about = (notification: RuleNotification, more: Partial<News> = {}): News => ({
  rule_id: 'water',
  rule_name: 'Water',
  run_id: 'r1',
  notification,
  ...more,
})
const mailTo = (destination: string, more: Partial<RuleNotification> = {}): RuleNotification => ({
  type: 0,
  destination,
  short_desc: 'Water in the kitchen',
  desc: 'The sensor beneath the dish washer\nsays so.',
  ...more,
})

const anywhere = (): string => `a${randomBytes(6).toString('hex')}@example.com`

/** The path of the link in the newest letter of this kind. */
const linkIn = (letter: { text?: string } | undefined, page: string): string =>
  new RegExp(`https://home\\.example/${page}/([A-Za-z0-9_-]+)`).exec(letter?.text ?? '')?.[1] ?? ''

/** Somebody who has said yes to the mails of a home, and has thrown the question away. */
async function willing(serialNumber: string): Promise<string> {
  const address = anywhere()
  await news.deliver(serialNumber, about(mailTo(address), { rule_id: `asks-${address}` }))
  const [question] = await lettersTo(address)
  expect(await consents.agree(linkIn(question, 'mail_consent'))).toBe(true)
  pushed.length = 0
  return address
}
/** What scenes have written to an address; the question is ours. */
const written = async (address: string) =>
  (await lettersTo(address)).filter(({ text }) => linkIn({ text: text ?? '' }, 'mail_consent') === '')

async function owned(facts = {}) {
  const owner = await street.world.user()
  return { owner, serialNumber: await street.world.gateway(owner, { name: 'Lindenweg 14', ...facts }) }
}

describe('what a rule has to say', () => {
  test.each(['restarted', 'too_late', 'changed'] as const)(
    'that its run was broken off (%s) is told to everybody in the own language',
    async (broken_off) => {
      const { owner, serialNumber } = await owned()
      const { rule_id, rule_name, run_id } = about({ type: 1 })
      await news.deliver(serialNumber, { rule_id, rule_name, run_id, broken_off })
      expect(pushed.map(([userId]) => userId)).toEqual([owner])
      const language = (await street.world.store.accounts.find(owner))?.preferredLanguage ?? 'ch_DE'
      const { title, text } = words[language].news[broken_off]
      expect(JSON.parse(pushed[0]?.[1] ?? '')).toMatchObject({
        notification: { title: title.replace('{{rule}}', 'Water'), body: text },
      })
    },
  )

  test('2.3 goes by mail to whom the rule names, once, in the owner’s language, and to nobody else', async () => {
    const { serialNumber } = await owned()
    const address = await willing(serialNumber)
    await news.deliver(serialNumber, about(mailTo(address)))
    const [letter, ...others] = await written(address)
    expect(others).toEqual([])
    expect(letter?.subject).toBe('Lindenweg 14: Water in the kitchen')
    expect(letter?.text).toContain('The sensor beneath the dish washer\nsays so.')
    expect(letter?.text).toContain('This is what the scene “Water” of the gateway Lindenweg 14 has to say.')
    expect(pushed).toEqual([])
  })

  test('2.3 goes as a notification to everybody who may use the home, and to nobody else', async () => {
    const { owner, serialNumber } = await owned()
    const guest = await street.world.user()
    const stranger = await street.world.user()
    const link = { masterAccountId: owner, secondaryAccountId: guest, isSupport: false, at: 1 }
    await street.world.store.memberships.link({ ...link, _id: `l-${serialNumber}`, verified: true })
    await news.deliver(serialNumber, about({ type: 1, short_desc: 'Water', desc: 'In the kitchen' }))
    expect(pushed.map(([userId]) => userId).sort()).toEqual([owner, guest].sort())
    expect(await street.world.store.notifications.missed(stranger)).toBe(0)
    expect(pushed[0]?.[1]).toContain('"title":"Water","body":"In the kitchen"')
  })

  // decision 0162
  test('has its values in each person’s language, as the tiles say them, bounded and as text', async () => {
    const socket = deviceOf('PLG100', 'plug')
    const { owner, serialNumber } = await street.home([socket])
    const guest = await street.world.user()
    const link = { masterAccountId: owner, secondaryAccountId: guest, isSupport: false, at: 1 }
    await street.world.store.memberships.link({ ...link, _id: `l-${serialNumber}`, verified: true })
    await street.world.store.accounts.setLanguage(guest, 'ch_DE')
    await street.world.store.accounts.setLanguage(owner, 'ch_EN')
    const at = (id: string, device_id: string, property_name: string) =>
      ({ kind: 'device', id, device_id, service_name: 'SwitchService', property_name }) as const
    const values = [at('v1', 'plug', 'state'), at('v2', 'plug', 'gone'), at('v3', 'elsewhere', 'text')]
    const power = { ...at('v4', 'plug', 'power'), service_name: 'MeterService' }
    const short_desc = '{{v1}}, {{v2}}, {{v4}}'
    const found = [
      { id: 'v1', value: true },
      { id: 'v4', value: 8.25 },
      { id: 'v3', value: '<b>{{v1}}</b>\u202e' },
    ]
    const desc = `{{v3}}${'.'.repeat(1990)}{{v1}}`
    await news.deliver(
      serialNumber,
      about({ type: 1, short_desc, desc, values: [...values, power] }, { found }),
    )
    const told = Object.fromEntries(
      pushed.map(([userId, data]) => [
        userId,
        JSON.parse(data).notification as { title: string; body: string },
      ]),
    )
    expect(told[owner]?.title).toBe('on, unknown, 8.3\u00a0W')
    expect(told[guest]?.title).toBe('ein, unbekannt, 8.3\u00a0W')
    expect(told[owner]?.body).toMatch(/^<b>\{\{v1\}\}<\/b>\.+…$/)
    expect(told[owner]?.body.length).toBeLessThanOrEqual(2000)
  })

  test('of an alarm as well, in its own words; the third kind is never sent', async () => {
    const { owner, serialNumber } = await owned()
    await news.deliver(serialNumber, about({ type: 1, short_desc: 'Flood' }, { alarmId: 1002 }))
    await news.deliver(serialNumber, about({ type: 2, short_desc: 'Other' }))
    expect(pushed.map(([userId]) => userId)).toEqual([owner])
    expect(pushed[0]?.[1]).toContain('"title":"Flood"')
  })

  test.each([
    'nobody',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '"A" <a@example.com>',
    'a@example.com;b@example.com',
    '',
  ])('V-10 is written to one address or to none: %j', async (destination) => {
    const { serialNumber } = await owned()
    const before = (await street.world.store.outbox.list({ page: 1, limit: 1 })).count
    await news.deliver(serialNumber, about(mailTo(destination)))
    expect((await street.world.store.outbox.list({ page: 1, limit: 1 })).count).toBe(before)
    expect(warned).toEqual(['A rule names no e-mail address to write to'])
  })

  test('V-10 begins no header and hides no text, whatever its words are', async () => {
    const { serialNumber } = await owned({ name: 'Home\r\nBcc: x@example.com' })
    const address = await willing(serialNumber)
    const words = mailTo(address, {
      short_desc: 'Fire\r\nBcc: b@example.com\u202e',
      desc: '<img src=x onerror=alert(1)>\u200b\u0000{{code}}',
    })
    await news.deliver(serialNumber, about(words))
    const [letter] = await written(address)
    expect(letter?.subject).toBe('HomeBcc: x@example.com: Fire Bcc: b@example.com')
    expect(letter?.html).toContain('&lt;img src=x onerror=alert(1)&gt;{{code}}')
  })

  test('a rule that does not stop writes ten mails an hour, and keeps no other rule from writing', async () => {
    const { serialNumber } = await owned()
    const [address, other] = [await willing(serialNumber), await willing(serialNumber)]
    for (let at = 0; at < MOST.mail.rule + 5; at++) await news.deliver(serialNumber, about(mailTo(address)))
    await news.deliver(serialNumber, about(mailTo(other), { rule_id: 'smoke' }))
    expect(await written(address)).toHaveLength(MOST.mail.rule)
    expect(await written(other)).toHaveLength(1)
    expect(warned).toEqual(['A rule has more to say than is delivered'])
  })

  test('a gateway that makes up rules fills no mailbox either', async () => {
    const { serialNumber } = await owned()
    const address = await willing(serialNumber)
    for (let at = 0; at < MOST.mail.gateway + 10; at++)
      await news.deliver(serialNumber, about(mailTo(address), { rule_id: `rule-${at}` }))
    // The question was one of them.
    expect(await written(address)).toHaveLength(MOST.mail.gateway - 1)
  })

  test('of a gateway that belongs to nobody is not delivered', async () => {
    const serialNumber = await street.world.gateway()
    const address = anywhere()
    await news.deliver(serialNumber, about(mailTo(address)))
    expect(await lettersTo(address)).toEqual([])
  })

  test('is read with care: a gateway of another make may say anything', async () => {
    const { serialNumber } = await owned()
    for (const said of [null, {}, { ...about(mailTo(anywhere())), more: 1 }, about({ type: 9 } as never)])
      news.take(serialNumber, said)
    await background.done()
    expect(warned).toEqual(Array(4).fill('What a rule has to say could not be read'))
  })
})

describe('who gets mails of scenes', () => {
  const says = (serialNumber: string, address: string) =>
    news.deliver(serialNumber, about(mailTo(address), { rule_id: randomBytes(4).toString('hex') }))

  test('a stranger is asked once, in words of ours alone, and whoever uses the home hears so; after the yes he gets them', async () => {
    const { owner, serialNumber } = await owned({ name: 'Win at https://evil.example' })
    const address = anywhere()
    await says(serialNumber, address)
    await says(serialNumber, address.toUpperCase())
    const [question, ...more] = await lettersTo(address)
    expect(more).toEqual([])
    expect(await lettersTo(address.toUpperCase())).toEqual([])
    expect(`${question?.subject} ${question?.text}`).not.toMatch(/evil|Water|kitchen|Lindenweg/)
    expect(pushed.map(([userId]) => userId)).toEqual([owner])
    expect(pushed[0]?.[1]).toContain(address)
    const token = linkIn(question, 'mail_consent')
    expect(await consents.agree(token)).toBe(true)
    expect(await consents.agree(token)).toBe(false)
    await says(serialNumber, address)
    expect((await written(address)).map(({ subject }) => subject)).toEqual([
      'Win at https://evil.example: Water in the kitchen',
    ])
  })

  test('every mail ends them by its own link, for good, and a mail program may do so', async () => {
    const { serialNumber } = await owned()
    const address = await willing(serialNumber)
    await says(serialNumber, address)
    const [letter] = await written(address)
    const secret = linkIn(letter, 'mail_off')
    expect(letter?.unsubscribe).toBe(`https://home.example/api/mails/unsubscribe/${secret}`)
    expect(letter?.html).toContain(`href="https://home.example/mail_off/${secret}"`)
    expect(await consents.refuse(secret)).toBe(true)
    expect(await consents.refuse(secret)).toBe(true)
    expect(await consents.refuse('made-up')).toBe(false)
    later = QUESTION_MS + 1
    await says(serialNumber, address)
    expect(await written(address)).toHaveLength(1)
    expect(await lettersTo(address)).toHaveLength(2)
  })

  test('the question can be answered with no as well: nobody asks again', async () => {
    const { serialNumber } = await owned()
    const address = anywhere()
    await says(serialNumber, address)
    const [question] = await lettersTo(address)
    expect(await consents.refuse(linkIn(question, 'mail_off'))).toBe(true)
    expect(await consents.agree(linkIn(question, 'mail_consent'))).toBe(false)
    later = QUESTION_MS + 1
    await says(serialNumber, address)
    expect(await lettersTo(address)).toHaveLength(1)
  })

  test('a question holds for a week; then it is asked again', async () => {
    const { serialNumber } = await owned()
    const address = anywhere()
    await says(serialNumber, address)
    const [question] = await lettersTo(address)
    later = QUESTION_MS + 1
    expect(await consents.agree(linkIn(question, 'mail_consent'))).toBe(false)
    await says(serialNumber, address)
    expect(await lettersTo(address)).toHaveLength(2)
  })

  test('who may use the home gets them at the address that his account has proved, and ends them likewise', async () => {
    const { owner, serialNumber } = await owned()
    const [stranger, idle] = [await street.world.user(), await street.world.user()]
    const { accounts } = street.world.store
    const addressOf = async (id: string) => (await accounts.find(id))?.username ?? ''
    const own = await addressOf(owner)
    await says(serialNumber, own)
    expect(await lettersTo(own)).toHaveLength(1)
    // An account of somebody else is a stranger's address like any other.
    for (const id of [stranger, idle]) {
      await says(serialNumber, await addressOf(id))
      expect(await written(await addressOf(id))).toEqual([])
    }
    const [letter] = await lettersTo(own)
    expect(await consents.refuse(linkIn(letter, 'mail_off'))).toBe(true)
    await says(serialNumber, own)
    expect(await lettersTo(own)).toHaveLength(1)
  })

  test('a yes was said to one owner: the next one asks anew', async () => {
    const { serialNumber } = await owned()
    const address = await willing(serialNumber)
    await street.world.store.gateways.unassign(serialNumber)
    await street.world.store.gateways.assign(serialNumber, await street.world.user())
    later = QUESTION_MS + 1
    await says(serialNumber, address)
    expect(await written(address)).toEqual([])
    expect(await lettersTo(address)).toHaveLength(2)
  })

  test('a yes is worth nothing once the home has another owner', async () => {
    const { serialNumber } = await owned()
    const address = anywhere()
    await says(serialNumber, address)
    const [question] = await lettersTo(address)
    await street.world.store.gateways.unassign(serialNumber)
    await street.world.store.gateways.assign(serialNumber, await street.world.user())
    expect(await consents.agree(linkIn(question, 'mail_consent'))).toBe(false)
  })

  test('questions are few: of one gateway to the world, and of all gateways to one person', async () => {
    const { serialNumber } = await owned()
    const many = Array.from({ length: QUESTIONS.gateway + 5 }, anywhere)
    for (const address of many) await says(serialNumber, address)
    const asked = await Promise.all(many.map(lettersTo))
    expect(asked.flat()).toHaveLength(QUESTIONS.gateway)
    const one = anywhere()
    for (let home = 0; home < QUESTIONS.address + 2; home++) await says((await owned()).serialNumber, one)
    expect(await lettersTo(one)).toHaveLength(QUESTIONS.address)
  })

  test('of two scenes that write at once the address is asked once', async () => {
    const { serialNumber } = await owned()
    const address = anywhere()
    await Promise.all([says(serialNumber, address), says(serialNumber, address)])
    expect(await lettersTo(address)).toHaveLength(1)
  })
})

describe('rules say it', () => {
  const ruleWith = (destination: string) => ({
    id: 'water',
    name: 'Water',
    rule_logic: 'OR',
    active: true,
    event_triggers: [
      {
        id: 't1',
        event_source: 'lamp',
        service_name: 'SwitchService',
        property_name: 'state',
        value: true,
        compare_type: 'EQ',
      },
    ],
    scenes: [{ id: 's1', name: 'Tell', notifications: [{ notification_id: 'n1', ...mailTo(destination) }] }],
  })

  test.each(['hosted here', 'of its own'])('of a gateway %s, and the mail is kept', async (where) => {
    deliver = true
    const { world } = street
    const owner = await world.user()
    const address = anywhere()
    const hosted = where === 'hosted here'
    const serialNumber = await world.gateway(owner, hosted ? { type: 'vg' } : { connectionStatus: 'offline' })
    await world.store.mailConsents.put({
      ...{ serialNumber, address, owner, state: 'agreed', secret: `secret-of-${address}` },
      changedAt: 1,
    })
    const devices = [deviceOf('SWI100', 'lamp')]
    if (hosted) await street.homes.layouts(serialNumber)
    const remote = hosted ? undefined : await remoteGateway(world, serialNumber, devices)
    if (hosted) street.driverOf(serialNumber).host.upsert(deviceOf('SWI100', 'lamp'))
    const browser = await Browser.at(world, owner, serialNumber)
    expect(await browser.ask('save_rule', { rule: ruleWith(address), base: 0 })).toMatchObject({ code: 0 })
    expect(await browser.ask('play_rule', { rule_id: 'water' })).toMatchObject({ code: 0 })
    await vi.waitFor(async () => expect(await lettersTo(address)).toHaveLength(1), WAIT)
    expect(told).toMatchObject([[serialNumber, { rule_id: 'water', notification: { destination: address } }]])
    await remote?.client.endAsync()
  })

  test('of a gateway of its own that has no connection at the moment: it waits for one, everything else is asked for anew', async () => {
    const { world } = street
    const { serialNumber } = await owned({ connectionStatus: 'offline' })
    const uplink = openUplink({
      broker: `mqtt://127.0.0.1:${world.broker.tcp?.port}`,
      serialNumber,
      secret: await world.gatewaySecret(serialNumber),
      log: () => undefined,
    })
    const at = new Date().toISOString()
    // Nothing has been sent yet: no connection is made within the turn that asks for it.
    uplink.event({ event: 'layout_changed', seq: 1, at, data: {} })
    for (let seq = 2; seq < 132; seq++)
      uplink.event({ event: 'rule_notification', seq, at, data: about({ type: 1 }, { run_id: `r${seq}` }) })
    await vi.waitFor(() => expect(told).toHaveLength(100), WAIT)
    expect(told.map(([, { run_id }]) => run_id)).toEqual(Array.from({ length: 100 }, (_, n) => `r${n + 32}`))
    await uplink.close()
  })

  test('Z-08 a gateway that is being replaced lets no rule act, and a locked one does', async () => {
    const home = await street.home([deviceOf('SWI100', 'lamp')])
    const { serialNumber, owner, driver } = home
    const browser = await Browser.at(street.world, owner, serialNumber)
    expect(await browser.ask('save_rule', { rule: ruleWith('seraina@example.com'), base: 0 })).toMatchObject({
      code: 0,
    })
    const say = (value: boolean) =>
      driver.host.report({ device: 'lamp', service: 'SwitchService', property: 'state', value })
    const { gateways, gatewayPins } = street.world.store
    const runs = async () => (await browser.ask('get_rule_runs', {})).data
    say(false)
    await gateways.setState(serialNumber, { replacementInProgress: true })
    say(true)
    await vi.waitFor(
      async () =>
        expect(await runs()).toMatchObject({ runs: [], misses: [{ why: [{ reason: 'gateway_busy' }] }] }),
      WAIT,
    )
    await gateways.setState(serialNumber, { replacementInProgress: false })
    await gatewayPins.lock({ serialNumber, remaining: undefined, byFailure: false })
    expect(await browser.ask('play_rule', { rule_id: 'water' })).toMatchObject({ code: 403 })
    say(false)
    say(true)
    await vi.waitFor(async () => expect(await runs()).toMatchObject({ runs: [{ outcome: 'done' }] }), WAIT)
  })
})

describe('a server that starts', () => {
  test('opens the homes in which rules wait for their time, and no other', async () => {
    let [waiting, other] = ['', '']
    const again = await Street.open({
      before: async (world) => {
        const owner = await world.user()
        waiting = await world.gateway(owner, { type: 'vg' })
        other = await world.gateway(owner, { type: 'vg' })
        await world.store.homes.of(waiting).put(new Map([['rules/clock', {}]]))
      },
    })
    await vi.waitFor(() => expect(again.driverOf(waiting).host).toBeDefined(), WAIT)
    expect(() => again.driverOf(other).host).toThrow('not started')
    await again.close()
  })
})
