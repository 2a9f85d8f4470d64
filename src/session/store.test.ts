import { describe, expect, test, vi } from 'vitest'
import { credentials, gatewayOf, memory, settings, userOf } from './fake-session.ts'
import { SessionStore } from './store.ts'

const signedIn = (storage = memory()): SessionStore => {
  const session = new SessionStore(storage)
  session.signIn(credentials)
  return session
}

describe('credentials', () => {
  test('are kept by the browser and found again', () => {
    const storage = memory()
    signedIn(storage)
    expect(new SessionStore(storage).state().credentials).toEqual(credentials)
  })

  test.each(['{', 'null', '"s1"', '{"userId":1,"sessionId":"s1"}'])(
    'that are damaged (%s) are none',
    (text) => {
      expect(new SessionStore(memory({ 'gatehouse.session': text })).state().credentials).toBeUndefined()
    },
  )

  test('are kept without what else the answer says', () => {
    const storage = memory()
    new SessionStore(storage).signIn({ ...credentials, expiresAt: '2030-01-01' } as typeof credentials)
    expect(JSON.parse(storage.getItem('gatehouse.session') ?? '')).toEqual(credentials)
  })
})

describe('the end of a session', () => {
  test('B-07 leaves nothing in the browser but the language, whoever wrote it', () => {
    const storage = memory({
      'gatehouse.language': 'ch_EN',
      'gatehouse.theme': 'dark',
      'gatehouse.returningState': '/devices/device/7',
      'somebody.else': 'x',
    })
    const session = signedIn(storage)
    session.learn({ settings, user: userOf('users'), gateways: [gatewayOf('A')] })
    session.end()
    expect(storage.keys()).toEqual(['gatehouse.language'])
    expect(session.state()).toMatchObject({
      credentials: undefined,
      user: undefined,
      gateway: undefined,
      gateways: [],
    })
  })

  test('happens once, however many requests were refused', () => {
    const session = signedIn()
    const wake = vi.fn()
    session.subscribe(wake)
    session.end('session.ended')
    session.end()
    session.end('codes.00003')
    expect(wake).toHaveBeenCalledTimes(1)
    expect(session.state().signOutReason).toBe('session.ended')
  })

  test('is forgotten by the next sign-in', () => {
    const session = signedIn()
    session.end('session.ended')
    session.signIn(credentials)
    expect(session.state().signOutReason).toBeUndefined()
  })
})

describe('the current gateway', () => {
  const offline = gatewayOf('A', { connectionStatus: 'offline' })
  const online = gatewayOf('B')

  test('is the first that is online', () => {
    const session = signedIn()
    session.learn({ settings, user: userOf('users'), gateways: [offline, online] })
    expect(session.state().gateway?.serialNumber).toBe('B')
  })

  test('is the first of all when none is online', () => {
    const session = signedIn()
    session.learn({ settings, user: userOf('users'), gateways: [offline] })
    expect(session.state().gateway?.serialNumber).toBe('A')
  })

  test('is learnt together with user and settings, so that nothing is decided on half of it', () => {
    const session = signedIn()
    const seen: unknown[] = []
    session.subscribe(() => {
      const { user, gateway } = session.state()
      seen.push([user?.id, gateway?.serialNumber])
    })
    session.learn({ settings, user: userOf('users'), gateways: [online] })
    expect(seen).toEqual([['u1', 'B']])
  })

  // 1.4-009
  test('of an admin is kept in local storage, and 1.4-010 cleared when left', () => {
    const storage = memory()
    const session = signedIn(storage)
    session.learn({ settings, user: userOf('admin'), gateways: [] })
    session.chooseGateway(online)
    expect(storage.getItem('gatehouse.gateway')).toBe('B')
    session.leaveGateway()
    expect(storage.getItem('gatehouse.gateway')).toBeNull()
    expect(session.state().gateway).toBeUndefined()
  })

  // 1.4-033
  test('that is removed gives way to the first online, else the first', () => {
    const session = signedIn()
    session.learn({ settings, user: userOf('users'), gateways: [offline, online] })
    session.changeGateways((all) => all.filter(({ serialNumber }) => serialNumber !== 'B'))
    expect(session.state().gateway?.serialNumber).toBe('A')
  })

  test('is told to be gone when an event about it was missed', () => {
    const session = signedIn()
    session.learn({ settings, user: userOf('users'), gateways: [online, offline] })
    session.learnGateways([offline])
    expect(session.state()).toMatchObject({
      gateway: { serialNumber: 'A' },
      removed: { serialNumber: 'B', name: 'Home B' },
    })
  })

  test('stays the same one when others joined or changed meanwhile', () => {
    const session = signedIn()
    session.learn({ settings, user: userOf('users'), gateways: [offline] })
    session.learnGateways([online, { ...offline, name: 'New' }])
    expect(session.state()).toMatchObject({ gateway: { serialNumber: 'A', name: 'New' }, removed: undefined })
  })
})
