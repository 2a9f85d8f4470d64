import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { topics } from '#server/lib/channel/topics.ts'
import { World } from '../kit.ts'
import { type Peer, requestOf, WAIT } from '../peer.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

const SECOND = 1000

/** 50 events a second on a home, each with the time at which it was sent; until it is stopped. */
function flow(serialNumber: string): () => void {
  let seq = 0
  const timer = setInterval(() => {
    const event = {
      event: 'layout_changed',
      seq: ++seq,
      at: new Date().toISOString(),
      data: { sent: Date.now() },
    }
    world.broker.publishHomeEvent(serialNumber, event)
  }, 20)
  return () => clearInterval(timer)
}

const sentAt = (payload: string): number => JSON.parse(payload).data.sent

/** What arrives of the flow after a second has passed since `change`; watched for another second. */
async function lateMessages(
  peer: Peer,
  topic: string,
  change: () => Promise<void> | void,
): Promise<string[]> {
  await vi.waitFor(() => expect(peer.on(topic).length).toBeGreaterThan(5), WAIT)
  await change()
  const changed = Date.now()
  await vi.waitFor(() => expect(Date.now() - changed).toBeGreaterThan(2 * SECOND), {
    timeout: 20_000,
    interval: 50,
  })
  return peer.on(topic).filter((payload) => sentAt(payload) > changed + SECOND)
}

describe.concurrent('Z-07 who loses a right gets nothing after a second', () => {
  const revocations: [string, (userId: string, serialNumber: string, linkId: string) => Promise<unknown>][] =
    [
      [
        'the gateway is taken from the owner',
        (_user, serialNumber) => world.store.gateways.unassign(serialNumber),
      ],
      ['the account is deleted', (user) => world.store.accounts.remove(user)],
      ['the link is cut', (_user, _serialNumber, linkId) => world.store.memberships.unlink(linkId)],
    ]

  test.each(revocations)('Z-07 %s, and nobody tells the broker', async (_name, revoke) => {
    const linked = _name.includes('link')
    const [owner, guest] = [await world.user(), await world.user()]
    const serialNumber = await world.gateway(owner)
    const link = { _id: `link-${guest}`, masterAccountId: owner, secondaryAccountId: guest, isSupport: false }
    await world.store.memberships.link({ ...link, verified: true, at: Date.now() })
    const user = linked ? guest : owner
    const peer = await world.enter(await world.visitor(user))
    const topic = topics.events(serialNumber)
    expect(await peer.subscribe(topic)).toEqual([0])
    const stop = flow(serialNumber)
    expect(
      await lateMessages(peer, topic, async () => void (await revoke(user, serialNumber, link._id))),
    ).toEqual([])
    stop()
  })

  test('Z-07 when the broker is told, the subscription is gone at once and others keep theirs', async () => {
    const owner = await world.user()
    const [taken, kept] = [await world.gateway(owner), await world.gateway(owner)]
    const peer = await world.enter(await world.visitor(owner))
    await peer.subscribe(topics.events(taken), topics.events(kept))
    const say = (serialNumber: string, seq: number) =>
      world.broker.publishHomeEvent(serialNumber, {
        event: 'layout_changed',
        seq,
        at: new Date().toISOString(),
        data: {},
      })
    for (let seq = 1; seq <= 5; seq++) say(taken, seq)
    await vi.waitFor(() => expect(peer.on(topics.events(taken))).toHaveLength(5), WAIT)
    await world.store.gateways.unassign(taken)
    world.broker.recheck(owner)
    for (let seq = 1; seq <= 50; seq++) {
      say(taken, 5 + seq)
      say(kept, seq)
      // What was sent before it on the same connection would have arrived before it.
      await vi.waitFor(() => expect(peer.on(topics.events(kept))).toHaveLength(seq), WAIT)
    }
    expect(peer.on(topics.events(taken))).toHaveLength(5)
  })

  test('Z-07 nor after a reconnect with the old session', async () => {
    const owner = await world.user()
    const serialNumber = await world.gateway(owner)
    const visitor = await world.visitor(owner)
    await world.enter(visitor, 'tab')
    await world.store.gateways.unassign(serialNumber)
    world.broker.recheck(owner)
    const back = await world.enter(visitor, 'tab')
    expect(await back.subscribe(topics.events(serialNumber), topics.presence(serialNumber))).toEqual([
      128, 128,
    ])
  })

  test('Z-07 a rare event, long after the right was lost, is not delivered either', async () => {
    const owner = await world.user()
    const serialNumber = await world.gateway(owner)
    const peer = await world.enter(await world.visitor(owner))
    await peer.subscribe(topics.events(serialNumber), topics.userEvents(owner))
    await world.store.gateways.unassign(serialNumber)
    const lost = Date.now()
    await vi.waitFor(() => expect(Date.now() - lost).toBeGreaterThan(450), WAIT)
    world.broker.publishHomeEvent(serialNumber, {
      event: 'layout_changed',
      seq: 1,
      at: new Date().toISOString(),
      data: {},
    })
    world.broker.publishToUser(owner, { event: 'session_ended', data: { reason: 'expired' } })
    await vi.waitFor(() => expect(peer.on(topics.userEvents(owner))).toHaveLength(1), WAIT)
    expect(peer.on(topics.events(serialNumber))).toEqual([])
  })

  test('Z-07 events that come while rights are looked up keep their order', async () => {
    const owner = await world.user()
    const serialNumber = await world.gateway(owner)
    const peer = await world.enter(await world.visitor(owner))
    await peer.subscribe(topics.events(serialNumber))
    for (let seq = 1; seq <= 500; seq++) {
      world.broker.publishHomeEvent(serialNumber, {
        event: 'layout_changed',
        seq,
        at: new Date().toISOString(),
        data: {},
      })
      if (seq % 50 === 0) {
        world.broker.recheck(owner)
        await peer.settled()
      }
    }
    await vi.waitFor(() => expect(peer.on(topics.events(serialNumber))).toHaveLength(500), WAIT)
    const order = peer.on(topics.events(serialNumber)).map((payload) => JSON.parse(payload).seq)
    expect(order).toEqual(Array.from({ length: 500 }, (_, at) => at + 1))
  })
})

describe.concurrent('A-11 a session that is over is cut', () => {
  test('A-11 its sockets are closed at once, are told why, and get nothing after', async () => {
    const owner = await world.user()
    const serialNumber = await world.gateway(owner)
    const [mine, other] = [await world.visitor(owner), await world.visitor(owner)]
    const [gone, stays] = [await world.enter(mine), await world.enter(other)]
    for (const peer of [gone, stays])
      await peer.subscribe(topics.userEvents(owner), topics.events(serialNumber))
    const stop = flow(serialNumber)

    // The store still knows the session: only being told closes the sockets, no later look does.
    world.broker.cutSession(mine.sessionKey)
    await gone.gone()
    await world.store.sessions.end(mine.sessionKey)

    const reasons = gone.on(topics.userEvents(owner)).map((payload) => JSON.parse(payload).data)
    expect(reasons).toEqual([{ reason: 'logged_out' }])
    const heard = gone.on(topics.events(serialNumber)).length
    const before = stays.on(topics.events(serialNumber)).length
    await vi.waitFor(
      () => expect(stays.on(topics.events(serialNumber)).length).toBeGreaterThan(before + 10),
      WAIT,
    )
    expect(gone.on(topics.events(serialNumber))).toHaveLength(heard)
    expect(stays.on(topics.userEvents(owner))).toEqual([])
    stop()
  })

  test('L-09 A-11 two who end it at the same time tell the reason once', async () => {
    const visitor = await world.visitor()
    const peer = await world.enter(visitor)
    const topic = topics.userEvents(visitor.userId)
    await peer.subscribe(topic)
    world.broker.cutSession(visitor.sessionKey, 'other_login')
    world.broker.cutUser(visitor.userId, 'account_deleted')
    world.broker.cutSession(visitor.sessionKey)
    await peer.gone()
    expect(peer.on(topic).map((payload) => JSON.parse(payload).data.reason)).toEqual(['other_login'])
  })

  test('A-11 what it still sends does nothing', async () => {
    const asked: string[] = []
    const place = await World.open()
    place.broker.serve({
      request: ({ request }) => asked.push(request.id) > 0,
      gatewaySaid: () => 'taken',
      gatewayConnected: () => undefined,
      gatewayListens: () => undefined,
      gatewayLost: () => undefined,
      watched: () => undefined,
    })
    const owner = await place.user()
    const serialNumber = await place.gateway(owner)
    const visitor = await place.visitor(owner)
    const peer = await place.enter(visitor)
    peer.publish(topics.requests(serialNumber, owner), requestOf(visitor.sessionKey))
    await vi.waitFor(() => expect(asked).toHaveLength(1), WAIT)
    await place.store.sessions.end(visitor.sessionKey)
    place.broker.cutSession(visitor.sessionKey)
    for (let again = 0; again < 20; again++)
      peer.publish(topics.requests(serialNumber, owner), requestOf(visitor.sessionKey))
    await peer.gone()
    expect(asked).toHaveLength(1)
    await place.close()
  })

  test('A-11 all sockets of a user are cut when the account is over', async () => {
    const user = await world.user()
    const peers = [await world.enter(await world.visitor(user)), await world.enter(await world.visitor(user))]
    for (const peer of peers) await peer.subscribe(topics.userEvents(user))
    world.broker.cutUser(user, 'account_deleted')
    for (const peer of peers) await peer.gone()
    expect(
      peers
        .flatMap((peer) => peer.on(topics.userEvents(user)))
        .map((payload) => JSON.parse(payload).data.reason),
    ).toEqual(['account_deleted', 'account_deleted'])
  })

  test('A-11 a session that ended elsewhere is found and cut', async () => {
    const visitor = await world.visitor()
    const peer = await world.enter(visitor)
    await peer.settled()
    await world.store.sessions.end(visitor.sessionKey)
    await peer.gone()
  })

  test('A-11 a session that is over by its age is cut', async () => {
    const old = new Set<string>()
    const place = await World.open({ sessionLives: ({ key }) => !old.has(key) })
    const visitor = await place.visitor()
    const peer = await place.enter(visitor)
    await peer.settled()
    old.add(visitor.sessionKey)
    await peer.gone()
    await place.close()
  })

  test('A-11 a store that does not answer signs nobody out, and nothing is delivered meanwhile', async () => {
    let broken = false
    const place = await World.open({
      sessionLives: () => {
        if (broken) throw new Error('the disk is slow')
        return true
      },
    })
    const visitor = await place.visitor()
    const peer = await place.enter(visitor)
    const topic = topics.userEvents(visitor.userId)
    await peer.subscribe(topic)
    const say = (serialNumber: string) =>
      place.broker.publishToUser(visitor.userId, {
        event: 'gateway_connection_changed',
        data: { serialNumber, connectionStatus: 'online' },
      })
    broken = true
    const since = Date.now()
    // Longer than any answer is remembered, and than any round of the sweep.
    await vi.waitFor(() => expect(Date.now() - since).toBeGreaterThan(1500), WAIT)
    say('during')
    await peer.settled()
    // The store answers in turn: what was looked up for the message has been answered by then.
    await place.store.sessions.findByKey(visitor.sessionKey)
    place.broker.recheck(visitor.userId)
    await place.store.sessions.findByKey(visitor.sessionKey)
    broken = false
    await peer.settled()
    place.broker.recheck(visitor.userId)
    say('after')
    await vi.waitFor(() => expect(peer.on(topic)).toHaveLength(1), WAIT)
    expect(peer.on(topic)[0]).toContain('after')
    await place.close()
  })
})
