import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { topics } from '#server/lib/channel/topics.ts'
import { World } from '../kit.ts'
import { WAIT } from '../peer.ts'

let world: World
beforeAll(async () => {
  world = await World.open({ tcp: { port: 0 } })
})
afterAll(() => world.close())

const signInAs = (visitor: { userId: string; sessionKey: string; token: string }, more = {}) => ({
  clientId: `${visitor.sessionKey}-tab`,
  username: visitor.userId,
  password: visitor.token,
  ...more,
})

describe('M-01 a CONNECT needs a channel token', () => {
  test('M-01 the user id, the token and a client id that begins with the session key are let in', async () => {
    const peer = await world.socket()
    expect(await peer.answerTo(signInAs(await world.visitor()))).toBe(0)
  })

  test('M-01 nobody is let in without user name and password', async () => {
    const { sessionKey } = await world.visitor()
    const peer = await world.socket()
    expect(await peer.answerTo({ clientId: sessionKey })).toBe(4)
    await peer.gone()
  })

  test.each([
    ['garbage', 'garbage'],
    ['an empty token', ''],
    ['a long one', 'x'.repeat(500)],
  ])('M-01 %s is refused', async (_name, password) => {
    const peer = await world.socket()
    expect([4, 5]).toContain(await peer.answerTo(signInAs(await world.visitor(), { password })))
    await peer.gone()
  })

  test('M-01 a token is worth nothing after five minutes', async () => {
    const session = await world.session(await world.user())
    const fresh = await world.token(session, Date.now() - 5 * 60_000 + 10_000)
    const stale = await world.token(session, Date.now() - 5 * 60_000)
    expect(await (await world.socket()).answerTo(signInAs(fresh))).toBe(0)
    expect(await (await world.socket()).answerTo(signInAs(stale))).toBe(5)
  })

  test('M-01 a session id is no token', async () => {
    const visitor = await world.visitor()
    const peer = await world.socket()
    expect(await peer.answerTo(signInAs(visitor, { password: visitor.sessionKey }))).toBe(5)
  })

  test('M-01 a token of another purpose is refused', async () => {
    const visitor = await world.visitor()
    const token = 'a-password-link'
    await world.store.tokens.put({
      token,
      purpose: 'activation',
      subject: visitor.sessionKey,
      expiresAt: Date.now() + 60_000,
    })
    expect(await (await world.socket()).answerTo(signInAs(visitor, { password: token }))).toBe(5)
  })

  test('M-01 a token of another user is refused', async () => {
    const [mine, foreign] = [await world.visitor(), await world.visitor()]
    expect(await (await world.socket()).answerTo(signInAs(mine, { password: foreign.token }))).toBe(5)
  })

  test('M-01 a token of another session of the same user is refused', async () => {
    const userId = await world.user()
    const [one, other] = [await world.visitor(userId), await world.visitor(userId)]
    expect(await (await world.socket()).answerTo(signInAs(one, { password: other.token }))).toBe(5)
  })

  test('M-01 a token dies with its session', async () => {
    const visitor = await world.visitor()
    await world.store.sessions.end(visitor.sessionKey)
    expect(await (await world.socket()).answerTo(signInAs(visitor))).toBe(5)
  })

  test('M-01 a token serves reconnects of its own session while it lives', async () => {
    const visitor = await world.visitor()
    const first = await world.enter(visitor)
    first.kill()
    await expect(world.enter(visitor)).resolves.toBeDefined()
  })

  test('M-01 whoever takes the client id of another session is refused, and the victim stays', async () => {
    const serialNumber = await world.gateway()
    const [victim, thief] = [await world.visitor(), await world.visitor()]
    await world.store.gateways.assign(serialNumber, victim.userId)
    const peer = await world.enter(victim, 'tab')
    const events = topics.events(serialNumber)
    expect(await peer.subscribe(events)).toEqual([0])

    const attempt = await world.socket()
    const clientId = `${victim.sessionKey}-tab`
    expect(await attempt.answerTo({ clientId, username: thief.userId, password: thief.token })).toBe(5)

    world.broker.publishHomeEvent(serialNumber, {
      event: 'layout_changed',
      seq: 1,
      at: new Date().toISOString(),
      data: {},
    })
    await vi.waitFor(() => expect(peer.on(events)).toHaveLength(1), WAIT)
    expect(peer.closed).toBe(false)
  })

  test('M-01 a newer connection of the same client takes the place of the older one', async () => {
    const visitor = await world.visitor()
    const older = await world.enter(visitor, 'tab')
    const newer = await world.enter(visitor, 'tab')
    await older.gone()
    await newer.settled()
  })
})

describe('a gateway signs in with its serial number and the secret of its assignment', () => {
  test('it is let in with its secret, whatever its client id', async () => {
    const serialNumber = await world.gateway()
    const secret = await world.gatewaySecret(serialNumber)
    await expect(world.gatewayEnters(serialNumber, secret)).resolves.toBeDefined()
  })

  test.each(['wrong', 'x'])('a wrong secret (%s) is refused', async (secret) => {
    const serialNumber = await world.gateway()
    await world.gatewaySecret(serialNumber)
    await expect(world.gatewayEnters(serialNumber, secret)).rejects.toThrow('refused with 5')
  })

  test('a gateway without a secret cannot sign in', async () => {
    await expect(world.gatewayEnters(await world.gateway(), '')).rejects.toThrow('refused with 4')
    await expect(world.gatewayEnters(await world.gateway(), 'undefined')).rejects.toThrow('refused with 5')
  })

  test('the secret of one gateway is worth nothing for another', async () => {
    const [one, other] = [await world.gateway(), await world.gateway()]
    const secret = await world.gatewaySecret(one)
    await world.gatewaySecret(other)
    await expect(world.gatewayEnters(other, secret)).rejects.toThrow('refused with 5')
  })

  test('a new secret makes the old one worthless', async () => {
    const serialNumber = await world.gateway()
    const old = await world.gatewaySecret(serialNumber)
    await world.gatewaySecret(serialNumber)
    await expect(world.gatewayEnters(serialNumber, old)).rejects.toThrow('refused with 5')
  })

  test('a browser cannot sign in with the secret of a gateway', async () => {
    const serialNumber = await world.gateway()
    const password = await world.gatewaySecret(serialNumber)
    expect(
      await (await world.socket()).answerTo({ clientId: serialNumber, username: serialNumber, password }),
    ).toBe(5)
  })

  test('M-01 tokens and session keys reach no log', async () => {
    const visitor = await world.visitor()
    await world.enter(visitor)
    expect(JSON.stringify(world.noted)).not.toContain(visitor.token)
    expect(JSON.stringify(world.noted)).not.toContain(visitor.sessionKey)
  })
})
