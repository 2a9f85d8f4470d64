import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { topics } from '#server/lib/channel/topics.ts'
import { World } from './kit.ts'
import { requestOf } from './peer.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

describe.concurrent('M-08 silence has an end', () => {
  test('M-08 a socket on which nothing is said is closed after five seconds', async () => {
    const started = performance.now()
    const peer = await world.socket()
    await vi.waitFor(() => expect(peer.closed).toBe(true), { timeout: 25_000, interval: 20 })
    // Timers and this clock round differently.
    expect(performance.now() - started).toBeGreaterThan(4990)
  })

  test('M-08 a client that says nothing for one and a half keepalives is closed', async () => {
    const visitor = await world.visitor()
    const peer = await world.socket()
    const started = performance.now()
    await peer.signIn({
      clientId: visitor.sessionKey,
      username: visitor.userId,
      password: visitor.token,
      keepalive: 1,
    })
    await peer.gone()
    expect(performance.now() - started).toBeGreaterThan(1490)
  })

  test('M-04 nor has a browser that fell silent a last word', async () => {
    const place = await World.open()
    const asked: unknown[] = []
    place.broker.serve({
      request: (incoming) => asked.push(incoming) > 0,
      gatewaySaid: () => 'taken',
      gatewayConnected: () => undefined,
      gatewayListens: () => undefined,
      gatewayLost: () => undefined,
      watched: () => undefined,
    })
    const user = await place.user()
    const topic = topics.requests(await place.gateway(user), user)
    const visitor = await place.visitor(user)
    const peer = await place.socket()
    await peer.signIn({
      clientId: visitor.sessionKey,
      username: user,
      password: visitor.token,
      keepalive: 1,
      will: {
        topic,
        payload: Buffer.from(JSON.stringify(requestOf(visitor.sessionKey))),
        qos: 0,
        retain: false,
      },
    })
    await peer.gone()
    await (await place.enter(await place.visitor())).settled()
    expect(asked).toEqual([])
    await place.close()
  })
})
