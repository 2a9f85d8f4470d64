import { describe, expect, test } from 'vitest'
import { takeEvent } from './events.ts'
import { credentials, gatewayOf, memory, settings, userOf } from './fake-session.ts'
import { SessionStore } from './store.ts'
import { followTabs } from './tabs.ts'

function home(): SessionStore {
  const session = new SessionStore(memory())
  session.signIn(credentials)
  session.learn({ settings, user: userOf('users'), gateways: [gatewayOf('A'), gatewayOf('B')] })
  return session
}

describe('spec 1 §4 live gateway events', () => {
  // 1.4-028
  test('offline updates the connection status of this gateway and no other', () => {
    const session = home()
    const since = '2026-05-01T12:00:00.000Z'
    takeEvent(session, 'gateway_connection_changed', {
      serialNumber: 'A',
      connectionStatus: 'offline',
      since,
      cause: 'restart',
    })
    expect(session.state().gateway).toMatchObject({
      connectionStatus: 'offline',
      connectionStatusSince: since,
      connectionCause: 'restart',
    })
    expect(session.state().gateways.map(({ connectionStatus }) => connectionStatus)).toEqual([
      'offline',
      'online',
    ])
  })

  test('an offline gateway stays the current one: the person waits for it', () => {
    const session = home()
    takeEvent(session, 'gateway_connection_changed', { serialNumber: 'A', connectionStatus: 'offline' })
    expect(session.state().gateway?.serialNumber).toBe('A')
  })

  // 1.4-056 3.6-070
  test('another login ends the session and 1.4-057 says so', () => {
    const session = home()
    takeEvent(session, 'session_ended', { reason: 'other_login' })
    expect(session.state()).toMatchObject({
      credentials: undefined,
      signOutReason: 'session.signedOutElsewhere',
    })
  })

  // 1.4-055 3.6-071
  test.each([
    ['expired', 'session.ended'],
    ['disowned', 'session.disowned'],
    ['account_deleted', 'session.accountRemoved'],
    ['account_disabled', 'session.accountDisabled'],
    ['logged_out', undefined],
  ])('a session that ended because it was %s leaves with its own message', (reason, signOutReason) => {
    const session = home()
    takeEvent(session, 'session_ended', { reason })
    expect(session.state().credentials).toBeUndefined()
    expect(session.state().signOutReason).toBe(signOutReason)
  })

  // 1.8-010
  test.each([
    ['expired', 'session.gatewayGone'],
    ['other_login', 'session.gatewayGone'],
    ['logged_out', undefined],
  ])(
    '1.8-010 the session of a gateway that was %s says that session or gateway was not found',
    (reason, signOutReason) => {
      const session = home()
      session.changeUser({ groups: ['users', 'gateway'] })
      takeEvent(session, 'session_ended', { reason })
      expect(session.state()).toMatchObject({ credentials: undefined, signOutReason })
    },
  )

  test('events of devices are no business of the session', () => {
    const session = home()
    const before = session.state()
    takeEvent(session, 'device_added', { device_id: 'x' })
    expect(session.state()).toBe(before)
  })
})

describe('spec 1 §4 gateways that come, go and change', () => {
  // 1.4-031
  test('assigned adds the gateway, once', () => {
    const session = home()
    takeEvent(session, 'gateway_assigned', { gateway: gatewayOf('C') })
    takeEvent(session, 'gateway_assigned', { gateway: gatewayOf('C') })
    expect(session.state().gateways.map(({ serialNumber }) => serialNumber)).toEqual(['A', 'B', 'C'])
    expect(session.state().gateway?.serialNumber).toBe('A')
  })

  test('the first one of an account becomes the current one', () => {
    const session = new SessionStore(memory())
    session.signIn(credentials)
    session.learn({ settings, user: userOf('users'), gateways: [] })
    takeEvent(session, 'gateway_assigned', { gateway: gatewayOf('C') })
    expect(session.state().gateway?.serialNumber).toBe('C')
  })

  test('an administrator is given none: there is the list of all', () => {
    const session = new SessionStore(memory())
    session.signIn(credentials)
    session.learn({ settings, user: userOf('admin'), gateways: [] })
    takeEvent(session, 'gateway_assigned', { gateway: gatewayOf('C') })
    expect(session.state()).toMatchObject({ gateways: [], gateway: undefined })
  })

  // 1.4-032 1.4-033
  test.each(['gateway_unassigned', 'gateway_removed'])(
    '%s deletes it; the first online takes its place',
    (event) => {
      const session = home()
      takeEvent(session, 'gateway_connection_changed', { serialNumber: 'B', connectionStatus: 'offline' })
      session.addGateway(gatewayOf('C'))
      takeEvent(session, event, { serialNumber: 'A' })
      expect(session.state().gateways.map(({ serialNumber }) => serialNumber)).toEqual(['B', 'C'])
      expect(session.state().gateway?.serialNumber).toBe('C')
      expect(session.state().removed).toEqual({ serialNumber: 'A', name: 'Home A' })
    },
  )

  test('another gateway that goes is no news for whoever is at this one', () => {
    const session = home()
    takeEvent(session, 'gateway_removed', { serialNumber: 'B' })
    expect(session.state()).toMatchObject({ removed: undefined, gateway: { serialNumber: 'A' } })
  })

  test('whoever removed it himself is told nothing, even when the event was faster than the answer', () => {
    const session = home()
    takeEvent(session, 'gateway_removed', { serialNumber: 'A' })
    session.dropGateway('A')
    expect(session.state().removed).toBeUndefined()
  })

  // 1.4-034
  test('mode changed replaces the current gateway by the one in the event', () => {
    const session = home()
    const gateway = gatewayOf('A', { operationMode: 3, name: 'New' })
    takeEvent(session, 'gateway_mode_changed', { gateway })
    expect(session.state().gateway).toEqual(gateway)
    expect(session.state().gateways[0]).toEqual(gateway)
  })

  // 1.4-036 1.4-037
  test('replacement: both gateways get replacementInProgress, and lose it with the finished flag set', () => {
    const session = home()
    takeEvent(session, 'replacement_created', { serialNumber: 'A', with: 'B' })
    expect(session.state().gateways.map((one) => one.replacementInProgress)).toEqual([true, true])
    takeEvent(session, 'replacement_finished', { serialNumber: 'A', with: 'B' })
    expect(session.state().gateways).toMatchObject([
      { replacementInProgress: false, replacementFinsihed: true },
      { replacementInProgress: false, replacementFinsihed: true },
    ])
  })

  // 1.4-038 1.4-040
  test('privilege mode: who has it, and that it is over', () => {
    const session = home()
    takeEvent(session, 'privilege_changed', { serialNumber: 'A', privileged: true, userId: 'u2' })
    expect(session.state().gateway).toMatchObject({ privileged: true, privilegedBy: 'u2' })
    takeEvent(session, 'privilege_changed', { serialNumber: 'A', privileged: false })
    expect(session.state().gateway).toMatchObject({ privileged: false, privilegedBy: undefined })
  })
})

describe('L-09 tabs of one browser', () => {
  const tab = (storage = memory(), sessionId = 's1') => {
    const page = new EventTarget()
    const session = new SessionStore(storage)
    session.signIn({ userId: 'u1', sessionId })
    followTabs(session, page)
    const told = (key: string, newValue: string | null) =>
      page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    return { session, told }
  }

  test('L-09 the reason of a forced logout arrives in every tab, once', () => {
    const written: [string, string | null][] = []
    const storage = memory()
    const keep = storage.setItem
    Object.assign(storage, {
      setItem(key: string, value: string) {
        written.push([key, value])
        keep(key, value)
      },
    })
    const one = tab(storage)
    const other = tab()
    one.session.end('session.signedOutElsewhere')
    for (const [key, value] of written) other.told(key, value)
    other.told('gatehouse.session', null)
    expect(other.session.state().signOutReason).toBe('session.signedOutElsewhere')
    expect(storage.keys()).toEqual([])
  })

  test('L-09 a tab of another person is not ended by it', () => {
    const { session, told } = tab(memory(), 's2')
    told('gatehouse.ended', JSON.stringify({ sessionId: 's1', signOutReason: 'session.ended' }))
    expect(session.state().credentials?.sessionId).toBe('s2')
  })

  test('L-09 somebody else who signs in in another tab ends this one, and keeps his own session', () => {
    const storage = memory()
    const { session, told } = tab(storage)
    const next = JSON.stringify({ userId: 'u9', sessionId: 's9' })
    storage.setItem('gatehouse.session', next)
    told('gatehouse.session', next)
    expect(session.state()).toMatchObject({ credentials: undefined, signOutReason: 'session.otherPerson' })
    expect(storage.getItem('gatehouse.session')).toBe(next)
  })
})
