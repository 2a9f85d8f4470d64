import { describe, expect, test } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { FakeClock } from '../fake-clock.ts'
import { channelLimits } from '../limits.ts'
import { Channel } from './channel.ts'
import type { LinkState } from './protocol.ts'
import type { Connection, ConnectionEvents, ConnectOptions } from './transport.ts'

const limits = channelLimits

const settle = async () => {
  for (let turn = 0; turn < 6; turn++) await Promise.resolve()
}

function channel({
  random = 0.5,
  token = true,
  gateway = 'GW1' as string | undefined,
  waits = [] as number[],
} = {}) {
  const clock = new FakeClock()
  const connections: {
    options: ConnectOptions
    events: ConnectionEvents
    sent: string[]
    interests: string[]
    topics: readonly string[]
    pings: number
    ended: boolean
  }[] = []
  const links: { state: LinkState; at: number; until?: number }[] = []
  const seen = {
    refused: 0,
    ready: 0,
    malformed: [] as string[],
    events: [] as string[],
    presence: [] as boolean[],
  }
  let ids = 0
  let shown: readonly string[] = []
  const start = clock.now()
  const made = new Channel(
    { url: 'ws://127.0.0.1/mqtt', userId: 'u1', admin: false, gateway, limits },
    {
      clock,
      connect: (options, events) => {
        const one = {
          options,
          events,
          sent: [] as string[],
          interests: [] as string[],
          topics: [] as readonly string[],
          pings: 0,
          ended: false,
        }
        connections.push(one)
        const connection: Connection = {
          publish: (topic, payload) =>
            void (topic.endsWith('/interest')
              ? one.interests.push(payload)
              : one.sent.push(`${topic} ${payload}`)),
          subscribe: async (topics) => {
            one.topics = topics
          },
          ping: () => void one.pings++,
          end: () => {
            one.ended = true
          },
        }
        return connection
      },
      random: () => random,
      newId: () => `0123456789abcdef${ids++}`,
      token: async () => {
        const wait = waits.shift()
        return token ? { token: 't', sessionKey: 'k1', ...(wait !== undefined && { wait }) } : undefined
      },
      link: (state, _since, until) =>
        void links.push({
          state,
          at: clock.now() - start,
          ...(until !== undefined && { until: until - start }),
        }),
      presence: (online) => void seen.presence.push(online),
      ready: () => void seen.ready++,
      event: (origin, event) => void seen.events.push(`${origin}:${event.event}`),
      refused: () => void seen.refused++,
      shown: () => shown,
      malformed: (where) => void seen.malformed.push(where),
    },
  )
  const last = () => {
    const one = connections.at(-1)
    if (!one) throw new Error('nothing connected')
    return one
  }
  return {
    clock,
    links,
    seen,
    connections,
    last,
    made,
    states: () => links.map(({ state }) => state),
    shows(...values: string[]) {
      shown = values
      made.shownChanged()
    },
    async live() {
      made.start()
      await settle()
      last().events.connected()
      await settle()
    },
    async pass(ms: number) {
      clock.pass(ms)
      await settle()
    },
  }
}

describe('the link', () => {
  // 1.9-017 2.7-025
  test('spec 1 §9 it keeps alive at 55 s and begins its client id with the session key', async () => {
    const { live, last } = channel()
    await live()
    expect(last().options).toMatchObject({
      keepalive: 55,
      connectTimeout: 30_000,
      username: 'u1',
      password: 't',
    })
    expect(last().options.clientId).toMatch(/^k1-/)
  })

  test('closed, it hangs up, refuses what waits and never tries again', async () => {
    const { live, last, made, connections, clock, seen, pass } = channel()
    await live()
    const waits = made.call('ping', {}).answer.catch((error: Error) => error.constructor.name)
    made.close()
    expect(last().ended).toBe(true)
    expect(await waits).toBe('CallError')
    expect(clock.timers).toBe(0)
    last().events.closed('lost')
    last().events.message('gatehouse/v1/gateways/GW1/presence', new TextEncoder().encode('online'), true)
    made.retry()
    await pass(600_000)
    expect([connections.length, seen.presence, seen.refused]).toEqual([1, [], 0])
  })

  test('closed before its first token came, it never connects', async () => {
    const { made, connections } = channel()
    made.start()
    made.close()
    await settle()
    expect(connections).toEqual([])
  })

  test('it subscribes to its own topics and to nothing else', async () => {
    const { live, last } = channel()
    await live()
    expect([...last().topics].sort()).toEqual([
      'gatehouse/v1/gateways/GW1/events',
      'gatehouse/v1/gateways/GW1/presence',
      'gatehouse/v1/gateways/GW1/users/u1/sessions/k1/responses',
      'gatehouse/v1/users/u1/events',
    ])
  })

  // 1.9-018 2.7-026
  test.each([0, 0.5, 0.999])('L-05 it comes back within 10 s, spread by full jitter (%d)', async (random) => {
    const { live, last, connections, pass } = channel({ random })
    await live()
    last().events.closed('lost')
    await pass(random * 10_000 - 1)
    if (random > 0) expect(connections).toHaveLength(1)
    await pass(1)
    expect(connections).toHaveLength(2)
  })

  test('L-05 after five retries it says so and waits for a person; network trouble never signs out', async () => {
    const { live, last, connections, states, pass, made, seen } = channel()
    await live()
    for (let attempt = 0; attempt < 6; attempt++) {
      last().events.closed('lost')
      await pass(10_000)
    }
    expect(connections).toHaveLength(6)
    expect(states()).toEqual(['connecting', 'live', 'stale', 'failed'])
    await pass(600_000)
    expect(connections).toHaveLength(6)
    made.retry()
    await settle()
    expect(connections).toHaveLength(7)
    expect(seen.refused).toBe(0)
  })

  test('L-05 no token to be had is network trouble, too', async () => {
    const { made, states, pass, seen } = channel({ token: false })
    made.start()
    await settle()
    for (let attempt = 0; attempt < 6; attempt++) await pass(10_000)
    expect(states()).toEqual(['connecting', 'stale', 'failed'])
    expect(seen.refused).toBe(0)
  })

  // 1.8-025
  test('only a refused CONNECT ends the session', async () => {
    const { made, last, seen, connections, pass } = channel()
    made.start()
    await settle()
    last().events.closed('refused')
    await pass(60_000)
    expect([seen.refused, connections.length]).toEqual([1, 1])
  })

  test('L-06 a link that fell silent is found dead within 15 s', async () => {
    const { live, last, states, pass } = channel()
    await live()
    last().events.heard()
    await pass(8000)
    expect(last().pings).toBe(1)
    await pass(5000)
    expect(last().ended).toBe(true)
    expect(states()).toContain('stale')
  })

  test('L-06 an answered ping keeps the link', async () => {
    const { live, last, states, pass } = channel()
    await live()
    for (let round = 0; round < 10; round++) {
      await pass(8000)
      last().events.heard()
    }
    expect(states()).toEqual(['connecting', 'live'])
  })

  test('L-07 a callback of a connection that is gone changes nothing', async () => {
    const { live, connections, last, states, pass } = channel()
    await live()
    last().events.closed('lost')
    await pass(10_000)
    connections[0]?.events.connected()
    connections[0]?.events.closed('refused')
    await settle()
    expect(states()).toEqual(['connecting', 'live', 'stale'])
  })
})

describe('what comes in', () => {
  const send = (one: { events: ConnectionEvents }, topic: string, body: string) =>
    one.events.message(topic, new TextEncoder().encode(body), false)

  test.each(['', '{', 'null', '[]', '{"event":1}', '\u0000', '"x"', '{"seq":1}'])(
    'a malformed event %j is dropped and counted',
    async (body) => {
      const { live, last, seen } = channel()
      await live()
      send(last(), 'gatehouse/v1/gateways/GW1/events', body)
      expect([seen.malformed.length, seen.events.length]).toEqual([1, 0])
    },
  )

  test('events know where they come from', async () => {
    const { live, last, seen } = channel()
    await live()
    send(
      last(),
      'gatehouse/v1/gateways/GW1/events',
      '{"event":"layout_changed","seq":1,"at":"2026-11-21T00:00:00Z","data":{}}',
    )
    send(
      last(),
      'gatehouse/v1/users/u1/events',
      '{"event":"session_ended","at":"2026-11-21T00:00:00Z","data":{}}',
    )
    expect(seen.events).toEqual(['gateway:layout_changed', 'user:session_ended'])
  })

  const layoutChanged = (seq: number) => ({
    event: 'layout_changed',
    seq,
    at: '2026-11-21T00:00:00Z',
    data: {},
  })

  test('several events at a time are heard one after the other, and what is none of them is counted', async () => {
    const { live, last, seen } = channel()
    await live()
    send(
      last(),
      'gatehouse/v1/gateways/GW1/events',
      JSON.stringify([layoutChanged(1), 7, [layoutChanged(2)], layoutChanged(3)]),
    )
    expect(seen.events).toEqual(['gateway:layout_changed', 'gateway:layout_changed'])
    expect(seen.malformed).toHaveLength(2)
  })

  test('of the server events come one at a time', async () => {
    const { live, last, seen } = channel()
    await live()
    const ended = { event: 'session_ended', at: '2026-11-21T00:00:00Z', data: {} }
    send(last(), 'gatehouse/v1/users/u1/events', JSON.stringify([ended]))
    expect([seen.events, seen.malformed]).toEqual([[], ['gatehouse/v1/users/u1/events']])
  })

  test('which values the page shows is told to each connection, and when it changes', async () => {
    const { live, last, made, shows, connections, pass } = channel()
    shows('a/S/p')
    await live()
    expect(last().interests).toEqual(['{"values":["a/S/p"]}'])
    await pass(1000)
    shows('b/S/p')
    expect(last().interests.at(-1)).toBe('{"values":["b/S/p"]}')
    last().events.closed('lost')
    await pass(1000)
    shows('c/S/p')
    expect(connections.flatMap(({ interests }) => interests)).toHaveLength(2)
    made.retry()
    await settle()
    last().events.connected()
    await settle()
    expect(last().interests).toEqual(['{"values":["c/S/p"]}'])
  })

  test('a request that waited while the link was cut is sent again under its id', async () => {
    const { live, last, made, pass } = channel()
    await live()
    const { answer } = made.call('ping', {})
    last().events.closed('lost')
    await pass(5000)
    last().events.connected()
    await settle()
    const [topic, body] = last().sent[0]?.split(/ (.*)/s) ?? []
    expect(topic).toBe('gatehouse/v1/gateways/GW1/users/u1/requests')
    const request = JSON.parse(body ?? '') as { id: string; session: string }
    expect(request.session).toBe('k1')
    send(
      last(),
      'gatehouse/v1/gateways/GW1/users/u1/sessions/k1/responses',
      JSON.stringify({ id: request.id, code: 0, data: { pong: true } }),
    )
    expect(await answer).toEqual({ pong: true })
  })

  const ofGateways = Object.keys(asyncapi.channels.events.messages).map((name) =>
    name === 'device_property_changed' ? 'device_lamp_property_changed' : name,
  )
  const { userEvents, adminEvents } = asyncapi.channels
  const ofServer = [...Object.keys(userEvents.messages), ...Object.keys(adminEvents.messages)]
  test.each([
    ...ofGateways.flatMap((event) => [[event, 'gateway', true] as const, [event, 'user', false] as const]),
    ...ofServer.flatMap((event) => [[event, 'gateway', false] as const, [event, 'user', true] as const]),
  ])('M-04 %s on a topic of a %s is heard: %s', async (event, origin, isHeard) => {
    const { live, last, seen } = channel()
    await live()
    const topic = origin === 'gateway' ? 'gatehouse/v1/gateways/GW1/events' : 'gatehouse/v1/users/u1/events'
    send(last(), topic, JSON.stringify({ event, at: '2026-11-21T00:00:00Z', data: {} }))
    expect(seen.events).toEqual(isHeard ? [`${origin}:${event}`] : [])
    expect(seen.malformed).toEqual(isHeard ? [] : [topic])
  })

  test('M-08 it waits for its turn, says until when, and connects by itself then', async () => {
    const { made, links, connections, pass, states, last } = channel({ waits: [4000] })
    made.start()
    await settle()
    expect(connections).toHaveLength(0)
    expect(links.at(-1)).toEqual({ state: 'stale', at: 0, until: 4000 })
    await pass(3999)
    expect(connections).toHaveLength(0)
    await pass(1)
    last().events.connected()
    await settle()
    expect(states().at(-1)).toBe('live')
  })

  test('M-08 who asks to connect now is told anew until when, and is connected as soon as it is time', async () => {
    const { made, links, connections, pass, last, states } = channel({ waits: [4000, 3000] })
    made.start()
    await pass(1000)
    made.retry()
    await settle()
    expect(links.at(-1)).toEqual({ state: 'stale', at: 1000, until: 4000 })
    await pass(3000)
    expect(connections).toHaveLength(1)
    last().events.connected()
    await settle()
    expect(states().at(-1)).toBe('live')
  })
})
