import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { topics } from '#server/lib/channel/topics.ts'
import { TestClock } from '../gateway/test-clock.ts'
import { type Visitor, World } from './kit.ts'
import { WAIT } from './peer.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

const greeting = (visitor: Visitor, more = {}) => ({
  clientId: visitor.sessionKey,
  username: visitor.userId,
  password: visitor.token,
  ...more,
})

describe('M-08 nobody takes more than a share', () => {
  test('M-08 a user has twenty sockets, the twenty-first is refused without ending the session', async () => {
    const user = await world.user()
    for (let more = 0; more < 2; more++) {
      const visitor = await world.visitor(user)
      for (let tab = 0; tab < 10; tab++) await world.enter(visitor, `${tab}`)
    }
    const one = await world.visitor(user)
    expect(await (await world.socket()).answerTo(greeting(one))).toBe(3)
    await expect(world.visitor().then((other) => world.enter(other))).resolves.toBeDefined()
  })

  test('M-08 twenty-one at once are one too many as well', async () => {
    const place = await World.open({ limits: { connectsPerMinute: 100 } })
    const visitor = await place.visitor()
    const peers = await Promise.all(Array.from({ length: 21 }, () => place.socket()))
    const codes = await Promise.all(
      peers.map((peer, tab) =>
        peer.answerTo(greeting(visitor, { clientId: `${visitor.sessionKey}-${tab}` })),
      ),
    )
    expect(codes.filter((code) => code === 0)).toHaveLength(20)
    expect(codes.filter((code) => code === 3)).toHaveLength(1)
    await place.close()
  })

  test('M-08 an address has a hundred sockets, others are not concerned', async () => {
    const place = await World.open()
    const first = await Promise.all(Array.from({ length: 100 }, () => place.socket({ from: '127.0.0.2' })))
    await expect(place.socket({ from: '127.0.0.2' })).rejects.toThrow('429')
    await expect(place.socket({ from: '127.0.0.3' })).resolves.toBeDefined()
    first[0]?.kill()
    await vi.waitFor(async () => void (await place.socket({ from: '127.0.0.2' })), WAIT)
    await place.close()
  })

  test('M-08 two thousand half-open sockets do not keep a real client waiting', async () => {
    const place = await World.open({ limits: { socketsPerAddress: 2000 } })
    for (let wave = 0; wave < 20; wave++)
      await Promise.all(Array.from({ length: 100 }, () => place.socket({ from: '127.0.0.2' })))
    const visitor = await place.visitor()
    const started = performance.now()
    const peer = await place.enter(visitor)
    await peer.settled()
    // M-08 says a second; five are for a slow machine that is busy.
    expect(performance.now() - started).toBeLessThan(5000)
    await place.close()
  }, 60_000)

  test.each([
    [0, 2],
    [1, 0],
    [55, 0],
    [120, 0],
    [121, 2],
    [65535, 2],
  ])('M-08 keepalive %i is answered with %i', async (keepalive, code) => {
    expect(await (await world.socket()).answerTo(greeting(await world.visitor(), { keepalive }))).toBe(code)
  })

  test('M-08 a connection has fifty subscriptions; one more is refused, and one given back makes room', async () => {
    const owner = await world.user()
    const serials = await Promise.all(Array.from({ length: 51 }, () => world.gateway(owner)))
    const filters = serials.map(topics.events)
    const peer = await world.enter(await world.visitor(owner))
    expect(await peer.subscribe(...filters.slice(0, 50))).toEqual(Array(50).fill(0))
    expect(await peer.subscribe(filters[50] ?? '')).toEqual([128])
    expect(await peer.subscribe(filters[0] ?? '')).toEqual([0])
    peer.say({ cmd: 'unsubscribe', messageId: 99, unsubscriptions: [filters[0] ?? ''] })
    await vi.waitFor(() => expect(peer.heard.some(({ cmd }) => cmd === 'unsuback')).toBe(true), WAIT)
    expect(await peer.subscribe(filters[50] ?? '')).toEqual([0])
  })

  test('M-08 sixty messages pass at once, then twenty a second; what is faster waits and is not lost', async () => {
    const clock = new TestClock(Date.now())
    const place = await World.open({ clock })
    const peer = await place.enter(await place.visitor())
    // The CONNECT was the first of the sixty.
    for (let ping = 0; ping < 79; ping++) peer.say({ cmd: 'pingreq' })
    const pongs = () => peer.heard.filter(({ cmd }) => cmd === 'pingresp').length
    await vi.waitFor(() => expect(pongs()).toBe(59), WAIT)
    for (let more = 1; more <= 20; more++) {
      await clock.pass(49)
      // Another client's answer shows that the broker has done all that it had to do.
      await (await place.enter(await place.visitor())).settled()
      expect(pongs()).toBe(59 + more - 1)
      await clock.pass(1)
      await vi.waitFor(() => expect(pongs()).toBe(59 + more), WAIT)
    }
    await place.close()
  })

  test('M-08 a flood of one client does not slow another', async () => {
    const [flooding, other] = [
      await world.enter(await world.visitor()),
      await world.enter(await world.visitor()),
    ]
    for (let ping = 0; ping < 2000; ping++) flooding.say({ cmd: 'pingreq' })
    await other.settled()
    // 2,000 at twenty a second would take more than a minute.
    expect(flooding.heard.filter(({ cmd }) => cmd === 'pingresp').length).toBeLessThan(500)
    expect(flooding.closed).toBe(false)
    flooding.kill()
  })
})

describe('M-08 abnormal behaviour is noted and ends', () => {
  /** A channel whose time the test owns. */
  async function timed() {
    let now = Date.now()
    const place = await World.open({
      clock: {
        now: () => now,
        after: (ms, run) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
      },
    })
    onTestFinished(() => place.close())
    const visitor = await place.visitor()
    return {
      place,
      visitor,
      wait: () => place.broker.connectsIn(visitor.sessionKey),
      pass: (ms: number) => {
        now += ms
      },
      load: async () => {
        const peer = await place.socket()
        const fresh = await place.token(visitor, now)
        const code = await peer.answerTo(greeting(fresh, { clientId: `${visitor.sessionKey}-tab` }))
        peer.kill()
        return code
      },
    }
  }

  test('M-08 page after page is never shut out: after fifteen at once each waits for its turn, which is said', async () => {
    const { load, wait, pass } = await timed()
    for (let page = 0; page < 15; page++) {
      expect(wait()).toBe(0)
      expect(await load()).toBe(0)
    }
    for (let page = 0; page < 40; page++) {
      expect(wait()).toBe(4000)
      // One that was quicker than it should have been is told to wait, and stays welcome.
      expect(await load()).toBe(3)
      pass(wait())
      expect(await load()).toBe(0)
    }
    pass(60_000)
    for (let page = 0; page < 15; page++) expect(await load()).toBe(0)
  })

  test('M-08 a client that does not wait its turn sixty times a minute is banned for five minutes, and noted', async () => {
    const { place, visitor, load, wait, pass } = await timed()
    for (let time = 0; time < 15 + 61; time++) await load()
    expect(wait()).toBe(5 * 60_000)
    const rows = await vi.waitFor(async () => {
      const found = await place.store.audit.list({ what: 'channel_flapping', limit: 10 })
      expect(found).toHaveLength(1)
      return found
    }, WAIT)
    expect(rows[0]).toMatchObject({ who: visitor.userId, result: 'refused' })
    expect(await (await place.socket()).answerTo(greeting(await place.visitor()))).toBe(0)
    pass(5 * 60_000 - 1)
    expect(await load()).toBe(3)
    pass(1)
    expect(await load()).toBe(0)
  })

  test('M-08 whoever scans topics is cut, banned for a while, and stands in the audit log', async () => {
    const place = await World.open({ limits: { packets: { perSecond: 1000, burst: 1000 } } })
    const visitor = await place.visitor()
    const peer = await place.enter(visitor)
    for (let guess = 0; guess < 500; guess++) {
      const subscriptions = [{ topic: topics.events(`GW-${guess}`), qos: 0 as const }]
      peer.say({ cmd: 'subscribe', messageId: guess + 1, subscriptions })
    }
    await peer.gone()
    expect(peer.heard.filter(({ cmd }) => cmd === 'suback').length).toBeLessThan(200)
    expect(await (await place.socket()).answerTo(greeting(visitor))).toBe(3)
    await vi.waitFor(async () => {
      expect(await place.store.audit.list({ what: 'channel_topic_scan', limit: 10 })).toMatchObject([
        { who: visitor.userId },
      ])
    }, WAIT)
    await place.close()
  })

  test('M-08 an address that keeps failing to sign in is turned away for a while', async () => {
    const place = await World.open({ clientOf: () => ({ address: '203.0.113.7', secure: true }) })
    const visitor = await place.visitor()
    for (let guess = 0; guess < 16; guess++)
      expect(await (await place.socket()).answerTo(greeting(visitor, { password: `guess ${guess}` }))).toBe(5)
    await expect(place.socket()).rejects.toThrow('429')
    await vi.waitFor(async () => {
      expect(await place.store.audit.list({ what: 'channel_address_banned', limit: 10 })).toHaveLength(1)
    }, WAIT)
    await place.close()
  })

  test('M-08 this machine itself is never banned, since a proxy may stand there for everybody', async () => {
    const visitor = await world.visitor()
    for (let guess = 0; guess < 20; guess++)
      expect(await (await world.socket()).answerTo(greeting(visitor, { password: `guess ${guess}` }))).toBe(5)
    expect(await (await world.socket()).answerTo(greeting(visitor))).toBe(0)
  })
})
