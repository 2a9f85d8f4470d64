import { describe, expect, test } from 'vitest'
import { Channel } from '#live/channel/channel.ts'
import type { Connection, ConnectionEvents, ConnectOptions } from '#live/channel/transport.ts'
import { FakeClock } from '#live/fake-clock.ts'
import { channelLimits } from '#live/limits.ts'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { readApi } from '#server/http/openapi.ts'

interface Sent {
  topic: string
  body: { id: string } & Record<string, unknown>
}

const settle = async () => {
  for (let turn = 0; turn < 6; turn++) await Promise.resolve()
}

/** The client's end of the channel with the product's own limits; the test is the broker. */
async function channel() {
  const clock = new FakeClock()
  const sent: Sent[] = []
  const heard: string[] = []
  const subscribed = new Set<string>()
  let broker: { options: ConnectOptions; events: ConnectionEvents } | undefined
  const connection: Connection = {
    publish: (topic, payload) =>
      void (topic.endsWith('/requests') && sent.push({ topic, body: JSON.parse(payload) as Sent['body'] })),
    subscribe: async (topics) => {
      for (const topic of topics) subscribed.add(topic)
    },
    ping: () => {},
    end: () => {},
  }
  const made = new Channel(
    { url: 'ws://127.0.0.1/mqtt', userId: 'anna', admin: false, gateway: 'GW1', limits: channelLimits },
    {
      clock,
      connect: (options, events) => {
        broker = { options, events }
        return connection
      },
      random: () => 0,
      newId: () => '0123456789abcdef',
      token: async () => ({ token: 'secret', sessionKey: 'key' }),
      link: () => {},
      presence: () => {},
      ready: () => {},
      event: (origin, { event }) => void heard.push(`${origin} ${event}`),
      refused: () => {},
      shown: () => [],
      malformed: () => {},
    },
  )
  made.start()
  await settle()
  if (!broker) throw new Error('The channel did not connect')
  const { options, events } = broker
  events.connected()
  await settle()
  /** As a broker does: only what is subscribed to arrives. */
  const says = (topic: string, body: object) =>
    subscribed.has(topic) && events.message(topic, new TextEncoder().encode(JSON.stringify(body)), false)
  return { made, clock, sent, heard, options, says }
}

const order = {
  device_id: 'lamp',
  service_name: 'SwitchService',
  property_name: 'state',
  property_value: true,
}
const at = '2026-11-21T00:00:00.000Z'

describe('spec 2 §7 the message channel', () => {
  // 2.7-102 1.9-023
  test('a request is { id, session, command, params, version: "v2.18.8" }', async () => {
    const { made, sent } = await channel()
    made.call('set_service_property_value', order).answer.catch(() => {})
    expect(sent.map(({ body }) => body)).toEqual([
      {
        id: '0123456789abcdef',
        session: 'key',
        command: 'set_service_property_value',
        params: order,
        version: 'v2.18.8',
      },
    ])
  })

  // 2.7-022
  test('a request goes to the topic of this user at this gateway', async () => {
    const { made, sent } = await channel()
    made.call('ping', {}).answer.catch(() => {})
    expect(sent.map(({ topic }) => topic)).toEqual(['gatehouse/v1/gateways/GW1/users/anna/requests'])
  })

  // 2.9-047
  test('an answer is heard on the topic of this session, and on no other', async () => {
    const { made, clock, says } = await channel()
    const { id, answer } = made.call('ping', {})
    const outcome = answer.catch((error: Error) => error.message)
    says('gatehouse/v1/gateways/GW1/users/anna/responses', { id, code: 0, data: 'elsewhere' })
    says('gatehouse/v1/gateways/GW1/users/anna/sessions/other/responses', { id, code: 0, data: 'other' })
    says('gatehouse/v1/gateways/GW1/users/anna/sessions/key/responses', { id, code: 0, data: 'mine' })
    clock.pass(15_000)
    expect(await outcome).toBe('mine')
  })

  // 2.9-048
  test('live events of the home are heard on the topic of the gateway, and on no other', async () => {
    const { heard, says } = await channel()
    const event = { event: 'device_added', seq: 1, at, data: { device_id: 'lamp' } }
    says('gatehouse/v1/gateways/GW2/events', event)
    says('gatehouse/v1/gateways/GW1/events', event)
    expect(heard).toEqual(['gateway device_added'])
  })

  // 2.7-100
  test('device_status_changed is heard over the channel', async () => {
    const { heard, says } = await channel()
    const data = { device_id: 'lamp', status: 5 }
    says('gatehouse/v1/gateways/GW1/events', { event: 'device_status_changed', seq: 1, at, data })
    expect(heard).toEqual(['gateway device_status_changed'])
  })

  // 2.7-104
  test('a nonzero code rejects the request with the message of the response', async () => {
    const { made, says } = await channel()
    const { id, answer } = made.call('set_service_property_value', order)
    const topic = 'gatehouse/v1/gateways/GW1/users/anna/sessions/key/responses'
    says(topic, { id, code: 7, message: 'The device is offline' })
    await expect(answer).rejects.toThrow('The device is offline')
  })

  // 2.7-023 1.9-020 3.9-027
  test('a request without an answer has failed after 15 s, not before', async () => {
    const { made, clock } = await channel()
    let failed = false
    const outcome = made.call('ping', {}).answer.catch(() => {
      failed = true
    })
    clock.pass(14_999)
    await settle()
    expect(failed).toBe(false)
    clock.pass(1)
    await outcome
    expect(failed).toBe(true)
  })

  // 2.7-027 1.9-019
  test('connecting may take 30 s', async () => {
    const { options } = await channel()
    expect(options.connectTimeout).toBe(30_000)
  })
})

const commands = Object.values(asyncapi.components.messages).filter((one) => one['x-kind'] === 'command')

describe('commands', () => {
  // 2.7-030
  test.each(commands.map(({ name }) => name))('%s is words in snake_case', (name) => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })

  // 2.1-019 1.7-004
  test('what sets and names devices goes over the channel, and no HTTP call does', () => {
    expect(commands.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['set_service_property_value', 'set_device_name', 'get_layout']),
    )
    const changing = readApi('schemas/api').operations.filter(({ method }) => method !== 'GET')
    // In which order somebody sees the tiles, and what on his dashboard, is kept with the person, not with the home;
    // who looks on as somebody else gets a session (decision 0216); what is forked stays as it is (decision 0234);
    // addresses that are called are the server's (decision 0214).
    expect(changing.map(({ path }) => path).filter((path) => path.startsWith('/home/'))).toEqual([
      '/home/{sn}/view_as/{userId}',
      '/home/{sn}/fork',
      '/home/{sn}/changes/plan',
      '/home/{sn}/changes',
      '/home/{sn}/order',
      '/home/{sn}/dashboard',
      '/home/{sn}/call_addresses',
      '/home/{sn}/call_addresses/{id}',
      '/home/{sn}/web_addresses',
      '/home/{sn}/web_addresses/{id}',
      '/home/{sn}/web_addresses/{id}',
      '/home/{sn}/web_addresses/{id}/secret',
      '/home/{sn}/status_calendars/{resource_id}',
      '/home/{sn}/status_calendars/{resource_id}',
    ])
  })
})
