import { act, screen } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { loadAreas } from '#i18n/i18n.ts'
import { takeEvent } from '#session/events.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { redirectVectors } from '../../../tests/support/redirect-vectors.ts'
import { at, enter } from '../fake-house.ts'
import { Guard } from './Guard.tsx'
import { returnPath } from './return-path.ts'

beforeEach(() => loadAreas(['shell']))
afterEach(() => {
  act(() => session.end())
  returnPath.leave()
})

/** Every screen of the catalogue behind its guard, drawn as its id. */
const house = (
  <Routes>
    <Route path="/" element={<Guard screen={undefined} />} />
    {[...screens.values()].map((one) => (
      <Route key={one.id} path={one.route} element={<Guard screen={one}>{one.id}</Guard>} />
    ))}
  </Routes>
)

const address = (): string | null => screen.getByLabelText('address').textContent
const news = (connectionStatus: 'online' | 'offline'): void =>
  act(() => takeEvent(session, 'gateway_connection_changed', { serialNumber: 'A', connectionStatus }))

describe('the way through the house', () => {
  // 1.2-064
  test('begins at gtw_settings', () => {
    enter('users')
    at('/', house)
    expect(address()).toBe('/gtw_settings')
  })

  // 1.2-096
  test('is closed to users at gate_select', () => {
    enter('users')
    at('/gate_select', house)
    expect(address()).toBe('/gtw_settings')
  })

  test.each([
    '1.2-090 /announcement',
    '1.2-091 /announcement/log',
    '1.2-092 /announcement/template',
    '1.2-093 /announcement/details/campaign-1',
    '3.2-014 /bulk',
  ])('%s is open to administrators alone', (line) => {
    const path = line.split(' ')[1] ?? ''
    const shipped = { flags: { ANNOUNCEMENT: true }, modules: { announcement: true, bulk: true } }
    const leadsTo = (role: 'users' | 'admin') => {
      enter(role, 'online', shipped)
      const { unmount } = at(path, house)
      const leads = address()
      unmount()
      act(() => session.end())
      return leads
    }
    expect(leadsTo('users')).toBe('/gtw_settings')
    expect(leadsTo('admin')).toBe(path)
  })

  test.each([
    ['2.2-002', '/devices/devices_table', 'devices_table'],
    ['2.2-005', '/devices/quick_controls', 'quick_controls'],
    ['2.2-009', '/devices/device/7', 'device'],
  ])('%s leads from %s to the screen %s', (_atom, path, id) => {
    enter('users')
    at(path, house)
    expect(screen.getByText(id)).toBeDefined()
    expect(address()).toBe(path)
  })

  // 1.4-010
  test('takes the gateway from an administrator at gate_select', () => {
    enter('admin')
    at('/gate_select', house)
    expect(address()).toBe('/gate_select')
    expect(session.state().gateway).toBeUndefined()
    expect(localStorage.getItem('gatehouse.gateway')).toBeNull()
  })

  // 1.4-030
  test('turns to gateway_offline when the gateway goes, and 1.2-118 keeps the state under returningState', () => {
    enter('users')
    at('/devices/device/7', house)
    expect(address()).toBe('/devices/device/7')
    news('offline')
    expect(address()).toBe('/gateway_offline')
    expect(localStorage.getItem('gatehouse.returningState')).toBe('/devices/device/7')
  })

  // 1.2-119
  test('returns there although more news comes while the way back is still being drawn', () => {
    enter('users')
    at('/devices/device/7', house)
    const told = (status: 'inProgress' | 'restoreCompleted') =>
      takeEvent(session, 'backup_progress', { serialNumber: 'A', status })
    act(() => told('inProgress'))
    expect(address()).toBe('/bck-restore-progress')
    act(() => {
      // Each is drawn at once; the router draws its ways when there is time.
      flushSync(() => told('restoreCompleted'))
      flushSync(() => takeEvent(session, 'gateway_changed', { gateway: gatewayOf('A', { name: 'Chalet' }) }))
    })
    expect(address()).toBe('/devices/device/7')
  })

  // 1.2-119
  test('returns to the kept state when the gateway is back', () => {
    enter('users')
    at('/devices/quick_controls?room=2', house)
    news('offline')
    news('online')
    expect(address()).toBe('/devices/quick_controls?room=2')
    expect(localStorage.getItem('gatehouse.returningState')).toBeNull()
  })

  // 1.2-106
  test('leads from the login back to where one was', () => {
    enter('users')
    returnPath.remember('/devices/devices_table')
    at('/login', house)
    expect(address()).toBe('/devices/devices_table')
  })

  // 1.2-113 1.2-115
  test('leads to initial-wizard when the account has no gateway', () => {
    session.signIn({ userId: 'u1', sessionId: 's1' })
    session.learn({ settings, user: userOf('users'), gateways: [] })
    at('/devices/quick_controls', house)
    expect(address()).toBe('/initial-wizard')
  })

  test('leads on from initial-wizard as soon as the account has one', () => {
    session.signIn({ userId: 'u1', sessionId: 's1' })
    session.learn({ settings, user: userOf('users'), gateways: [] })
    at('/', house)
    act(() => takeEvent(session, 'gateway_assigned', { gateway: gatewayOf('B') }))
    expect(address()).toBe('/gtw_settings')
  })

  // B-06
  test.each(redirectVectors)('is not led by %s in local storage', (kept) => {
    enter('users', 'offline')
    localStorage.setItem('gatehouse.returningState', kept)
    at('/gateway_offline', house)
    news('online')
    expect(address()).toBe('/gtw_settings')
  })

  // B-06
  test.each(['/login', '/nowhere', '/gateway-locked', '/initial-wizard', 'gtw', ''])(
    'returns from nowhere to %s: that is no screen to return to',
    (kept) => {
      enter('users', 'offline')
      localStorage.setItem('gatehouse.returningState', kept)
      at('/gateway_offline', house)
      news('online')
      expect(address()).toBe('/gtw_settings')
    },
  )

  describe('reaches each status screen by its event and leaves it by the one that ends it', () => {
    const A = { serialNumber: 'A' }
    test.each([
      [
        '1.4-036',
        '/rpl-gw-progress',
        'replacement_created',
        { with: 'B' },
        'replacement_finished',
        { with: 'B' },
      ],
      [
        '1.4-048 3.4-013',
        '/fw-upgrade',
        'firmware_progress',
        { status: 'accepted' },
        'firmware_progress',
        { status: 'canceled' },
      ],
      [
        '1.4-047',
        '/fw-upgrade',
        'firmware_progress',
        { status: 'installing' },
        'firmware_progress',
        { status: 'installed' },
      ],
      [
        '1.4-052',
        '/bck-restore-progress',
        'backup_progress',
        { status: 'inProgress' },
        'backup_progress',
        { status: 'restoreCompleted' },
      ],
      [
        '1.4-051',
        '/bck-restore-progress',
        'backup_progress',
        { status: 'inProgress' },
        'backup_progress',
        { status: 'backupFailed' },
      ],
      [
        '1.2-125',
        '/subscription_lock',
        'subscription_changed',
        { subscriptionLockMode: 1 },
        'subscription_changed',
        { subscriptionLockMode: 0 },
      ],
      [
        '1.4-041',
        '/gateway-locked',
        'lock_changed',
        { lockStatus: 2147483649 },
        'lock_changed',
        { lockStatus: 0 },
      ],
      [
        '1.4-038',
        '/privilege-mode-active',
        'privilege_changed',
        { privileged: true, userId: 'u2' },
        'privilege_changed',
        { privileged: false },
      ],
      [
        '1.4-030',
        '/gateway_offline',
        'gateway_connection_changed',
        { connectionStatus: 'offline' },
        'gateway_connection_changed',
        { connectionStatus: 'online' },
      ],
    ])('%s %s', (_atom, path, begins, data, ends, over) => {
      enter('users')
      at('/devices/quick_controls', house)
      act(() => takeEvent(session, begins, { ...A, serialNumber: 'Z', ...data }))
      expect(address()).toBe('/devices/quick_controls')
      act(() => takeEvent(session, begins, { ...A, ...data }))
      expect(address()).toBe(path)
      act(() => takeEvent(session, ends, { ...A, ...over }))
      expect(address()).toBe('/devices/quick_controls')
    })

    // 1.4-039
    test('whoever has the privilege stays', () => {
      enter('users')
      at('/devices/quick_controls', house)
      act(() => takeEvent(session, 'privilege_changed', { ...A, privileged: true, userId: 'u1' }))
      expect(address()).toBe('/devices/quick_controls')
    })

    test('one condition after the other, and back to where it began', () => {
      enter('users')
      at('/devices/device/7', house)
      news('offline')
      act(() => takeEvent(session, 'lock_changed', { ...A, lockStatus: 2147483648 }))
      expect(address()).toBe('/gateway-locked')
      act(() => takeEvent(session, 'lock_changed', { ...A, lockStatus: 0 }))
      expect(address()).toBe('/gateway_offline')
      news('online')
      expect(address()).toBe('/devices/device/7')
    })

    test.each(['gateway_removed', 'gateway_unassigned'])(
      '/gateway_removed by %s, until it is understood',
      (event) => {
        enter('users')
        at('/gtw_settings', house)
        act(() => takeEvent(session, event, A))
        expect(address()).toBe('/gateway_removed')
        expect(session.state().removed).toEqual({ serialNumber: 'A', name: 'Home A' })
        act(() => session.understandRemoval())
        expect(address()).toBe('/initial-wizard')
      },
    )
  })

  // 2.1-017
  test.each(['/devices/quick_controls', '/devices/devices_table', '/devices/device/7', '/gtw_settings'])(
    'is the same for an administrator who has chosen a gateway: %s',
    (path) => {
      const drawn = (role: 'users' | 'admin') => {
        enter(role)
        const { container, unmount } = at(path, house)
        const text = container.textContent
        unmount()
        act(() => session.end())
        return text
      }
      expect(drawn('admin')).toBe(drawn('users'))
      expect(drawn('admin')).toContain(path)
    },
  )

  test('is open to an administrator who has chosen a gateway', () => {
    session.signIn({ userId: 'u1', sessionId: 's1' })
    session.learn({ settings, user: userOf('admin'), gateways: [], gateway: gatewayOf('A') })
    at('/devices/quick_controls', house)
    expect(screen.getByText('quick_controls')).toBeDefined()
  })
})
