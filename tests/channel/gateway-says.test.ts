import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import type { Request } from '#schemas/generated/channel.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { type Schema, sampleOf } from '../support/sample-of.ts'
import { Browser, deviceOf, Street } from './homes-kit.ts'
import { WAIT } from './peer.ts'

let street: Street
beforeAll(async () => {
  street = await Street.open()
})
afterAll(() => street.close())

const messages = asyncapi.components.messages as unknown as Readonly<
  Record<string, { name: string; payload: Schema }>
>
const ofGateways = Object.keys(asyncapi.channels.events.messages)
const ofServer = [
  ...Object.keys(asyncapi.channels.userEvents.messages),
  ...Object.keys(asyncapi.channels.adminEvents.messages),
]
const at = '2026-11-22T02:00:00.000Z'
const payloadOf = (name: string): unknown => sampleOf(messages[name]?.payload ?? {})
/** As it is on the wire: a device's property has an event of its own. */
const wireName = (name: string): string => (messages[name]?.name ?? name).replace('{id}', 'a')

type Answer = (request: Request) => unknown

/** A gateway of somebody else's make: it says whatever it likes. */
async function foreign(answer: Answer = () => ({})) {
  const owner = await street.world.user()
  const serialNumber = await street.world.gateway(owner, { type: 'zg', connectionStatus: 'offline' })
  const secret = await street.world.gatewaySecret(serialNumber)
  const client = mqtt.connect(`mqtt://127.0.0.1:${street.world.broker.tcp?.port}`, {
    protocolVersion: 4,
    clientId: `gateway-${serialNumber}`,
    username: serialNumber,
    password: secret,
    reconnectPeriod: 0,
  })
  onTestFinished(() => client.endAsync(true))
  client.on('message', (topic, payload) => {
    const userId = topic.split('/')[5] ?? ''
    const request = JSON.parse(payload.toString()) as Request
    const said = answer(request)
    if (said !== undefined)
      client.publish(
        topics.responses(serialNumber, userId, request.session),
        JSON.stringify({ id: request.id, code: 0, message: 'OK', data: said }),
      )
  })
  await new Promise((resolve) => client.once('connect', resolve))
  await client.subscribeAsync(`gatehouse/v1/gateways/${serialNumber}/users/+/requests`)
  client.publish(topics.presence(serialNumber), 'online', { retain: true })
  const browser = await Browser.at(street.world, owner, serialNumber)
  // One address may open a hundred sockets, and there are more tests.
  onTestFinished(() => browser.peer.kill())
  await vi.waitFor(() => expect(browser.presence()).toBe('online'), WAIT)
  const say = (event: unknown) => client.publish(topics.events(serialNumber), JSON.stringify(event))
  /** What comes after it has been heard, so that what was not heard before it never will be. */
  const heard = async () => {
    const end = { device_id: `end-${browser.events().length}` }
    say({ event: 'device_removed', at, data: end })
    const isEnd = ({ data }: { data: unknown }) => JSON.stringify(data) === JSON.stringify(end)
    await vi.waitFor(() => expect(browser.events().some(isEnd)).toBe(true), WAIT)
    return browser.events().filter((event) => !isEnd(event))
  }
  return { owner, serialNumber, client, browser, say, heard }
}

describe('M-04 what a gateway may say', () => {
  test.each(ofServer)('%s is the server’s to say: nobody hears it of a gateway', async (name) => {
    const { browser, say, heard } = await foreign()
    for (const event of [name, wireName(name)]) say({ event, at, data: payloadOf(name) })
    expect(await heard()).toEqual([])
    expect(
      browser
        .news()
        .filter(({ event }) => event === wireName(name) && event !== 'gateway_connection_changed'),
    ).toEqual([])
  })

  test('nor by publishing where the server does', async () => {
    const { owner, client, browser, heard } = await foreign()
    for (const topic of [topics.userEvents(owner), topics.adminEvents])
      client.publish(topic, JSON.stringify({ event: 'session_ended', at, data: { reason: 'expired' } }))
    await heard()
    expect(browser.news().map(({ event }) => event)).not.toContain('session_ended')
  })

  test('each of its events reaches those who look, as its schema has it', async () => {
    const { say, heard } = await foreign()
    for (const name of ofGateways) say({ event: wireName(name), at, data: payloadOf(name) })
    expect((await heard()).map(({ event }) => event)).toEqual(ofGateways.map(wireName))
  })

  test('none of its events reaches anybody otherwise', async () => {
    const { say, heard } = await foreign()
    const spoilt = (data: unknown): unknown[] => [
      null,
      'text',
      [],
      { ...(data as object), surplus: { deep: [[[[]]]] } },
      ...Object.keys(data as object).map((key) => ({ ...(data as object), [key]: { not: ['this'] } })),
    ]
    const free = new Set(['property_value'])
    for (const name of ofGateways)
      for (const data of spoilt(payloadOf(name))) {
        const [changed] =
          Object.entries((data ?? {}) as object).find(([, value]) => (value as { not?: unknown })?.not) ?? []
        if (changed === undefined || !free.has(changed)) say({ event: wireName(name), at, data })
      }
    const whole = { event: 'device_added', at, data: { device_id: 'a' } }
    for (const envelope of [
      { ...whole, event: 'made_up' },
      { ...whole, event: 'device_b_property_changed' },
      { ...whole, event: 'constructor' },
      { ...whole, event: '__proto__' },
      { ...whole, at: 'yesterday' },
      { ...whole, seq: 1e300 },
      { ...whole, more: 1 },
      { event: 'device_added', at },
    ])
      say(envelope)
    expect(await heard()).toEqual([])
  })

  test('what hides, breaks lines or turns the direction of writing is taken out before anybody hears it', async () => {
    const { say, heard } = await foreign()
    const data = { device_id: 'a', device_name: 'La\u202emp\u0007\u200b\n of the hall ' }
    say({ event: 'device_renamed', at, data })
    const [renamed] = await heard()
    expect(renamed?.data).toEqual({ device_id: 'a', device_name: 'Lamp of the hall' })
  })

  // M-08
  test('M-08 who comes and goes without end is cut, and those who look hear of a few times', async () => {
    const { serialNumber, client, browser } = await foreign()
    const gone = new Promise<void>((resolve) => client.once('close', () => resolve()))
    for (let time = 0; time < 200; time++)
      client.publish(topics.presence(serialNumber), time % 2 === 0 ? 'offline' : 'online', { retain: true })
    await gone
    const told = () => browser.news().filter(({ event }) => event === 'gateway_connection_changed')
    await vi.waitFor(() => expect(told().at(-1)?.data).toMatchObject({ connectionStatus: 'offline' }), WAIT)
    expect(told().length).toBeGreaterThan(1)
    expect(told().length).toBeLessThan(30)
  })

  test('an answer that nobody asked for reaches nobody', async () => {
    const { serialNumber, client, browser, heard } = await foreign()
    client.publish(
      topics.responses(serialNumber, browser.visitor.userId, browser.visitor.sessionKey),
      JSON.stringify({ id: 'made-up-0123456789', code: 0, data: {} }),
    )
    await heard()
    expect(browser.peer.on(browser.answers)).toEqual([])
  })

  test.each([
    ['ping', { surplus: true }],
    ['get_layout', { floors: 'none' }],
    ['get_rules', { rules: 'none' }],
    ['get_rules', []],
    ['get_device_detailed', { id: 'a' }],
  ])('an answer to %s that is %j says that it cannot be read', async (command, data) => {
    const { browser } = await foreign(({ command: asked }) => (asked === command ? data : undefined))
    const answer = await browser.ask(command, command === 'get_device_detailed' ? { device_id: 'a' } : {})
    expect(answer).toMatchObject({ code: 502 })
    expect(answer.data).toBeUndefined()
  })

  test('of a list what is understood is passed on: one malformed rule or device takes no other along', async () => {
    const good = deviceOf('SWI100', 'lamp', { device_name: 'La\u202emp' })
    const rule = payloadOf('create_rule_answer') as { rule: object }
    const { browser } = await foreign(({ command }) =>
      command === 'get_object_list_by_type_detailed'
        ? { objects: [{ id: 'evil', service_list: 'none' }, good, null, 7], seq: 3 }
        : command === 'get_rules'
          ? { rules: [{ ...rule.rule, scenes: { not: 'a list' } }, rule.rule, { id: 1 }] }
          : undefined,
    )
    const devices = await browser.ask('get_object_list_by_type_detailed', { type: 'device' })
    expect(devices).toMatchObject({
      code: 0,
      data: { objects: [{ id: 'lamp', device_name: 'Lamp' }], seq: 3 },
    })
    const rules = await browser.ask('get_rules')
    expect(rules).toMatchObject({ code: 0, data: { rules: [rule.rule] } })
    expect((rules.data as { rules: unknown[] }).rules).toHaveLength(1)
  })

  test('words that are longer than words are cut: a unit, a name', async () => {
    const device = deviceOf('DIM200', 'lamp', { device_name: 'N'.repeat(500) })
    const [property] = device.service_list.flatMap(({ property_list }) => property_list)
    if (property) property.unit = 'kilowatt hours in all the years '.repeat(10)
    const { browser } = await foreign(({ command }) =>
      command === 'get_object_list_by_type_detailed' ? { objects: [device], seq: 3 } : undefined,
    )
    const answer = await browser.ask('get_object_list_by_type_detailed', { type: 'device' })
    const [told] = (answer.data as { objects: (typeof device)[] }).objects
    expect(told?.device_name).toHaveLength(128)
    expect(told?.service_list[0]?.property_list[0]?.unit).toHaveLength(24)
  })

  test.each(['on line', '{"online":true}', 'ONLINE', '"offline" or not', ''])(
    'presence %j is none',
    async (said) => {
      const { serialNumber, client, browser, heard } = await foreign()
      client.publish(topics.presence(serialNumber), said, { retain: true })
      await heard()
      expect(
        browser.peer.on(topics.presence(serialNumber)).every((one) => one === 'online' || one === 'offline'),
      ).toBe(true)
    },
  )
})
