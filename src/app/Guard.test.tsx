import { act, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/catalogue.ts'
import { loadAreas } from '#i18n/i18n.ts'
import { takeEvent } from '#session/events.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { at, enter } from './fake-house.ts'
import { Guard } from './Guard.tsx'
import { way } from './way.ts'

beforeEach(() => loadAreas(['shell']))
afterEach(() => {
  act(() => session.end())
  way.leave()
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
    way.remember('/devices/devices_table')
    at('/login', house)
    expect(address()).toBe('/devices/devices_table')
  })

  test('says so when the account has no gateway', () => {
    session.signIn({ userId: 'u1', sessionId: 's1' })
    session.learn({ settings, user: userOf('users'), gateways: [] })
    at('/devices/quick_controls', house)
    expect(screen.queryByText('quick_controls')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
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
