import { describe, expect, test } from 'vitest'
import { takeEvent } from './events.ts'
import { credentials, gatewayOf, memory, settings, userOf } from './fake-session.ts'
import { SessionStore } from './store.ts'

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
    })
    expect(session.state().gateway).toMatchObject({
      connectionStatus: 'offline',
      connectionStatusSince: since,
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

  // 1.4-056
  test('another login ends the session and 1.4-057 says so', () => {
    const session = home()
    takeEvent(session, 'session_ended', { reason: 'other_login' })
    expect(session.state()).toMatchObject({ credentials: undefined, farewell: 'session.signedOutElsewhere' })
  })

  test.each([
    ['expired', 'session.ended'],
    ['account_deleted', 'session.accountRemoved'],
    ['logged_out', undefined],
  ])('a session that ended because it was %s leaves with its own message', (reason, farewell) => {
    const session = home()
    takeEvent(session, 'session_ended', { reason })
    expect(session.state().credentials).toBeUndefined()
    expect(session.state().farewell).toBe(farewell)
  })

  test('events of devices are no business of the session', () => {
    const session = home()
    const before = session.state()
    takeEvent(session, 'device_added', { device_id: 'x' })
    expect(session.state()).toBe(before)
  })
})
