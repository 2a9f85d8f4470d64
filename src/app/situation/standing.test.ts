import { afterEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { holds } from '#engine/conditions/holds.ts'
import { isLocked } from '#gateway/lib/gateways/lock-status.ts'
import { firstLanguage, languages } from '#i18n/languages.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { takeEvent } from '#session/events.ts'
import { credentials, gatewayOf, memory, settings, userOf } from '#session/fake-session.ts'
import { SessionStore } from '#session/store.ts'
import { versionLimit } from '../definitions.ts'
import { forbiddenOf } from './forbidden.ts'
import { situationOf } from './situation.ts'

/** The situation of somebody with these groups at this gateway. */
function standing(groups: [string, ...string[]], gateway = gatewayOf('A')) {
  const session = new SessionStore(memory())
  session.signIn(credentials)
  session.learn({ settings, user: userOf(groups[0], { groups }), gateways: [gateway] })
  session.chooseGateway(gateway)
  return { session, situation: situationOf(session.state(), versionLimit, forbiddenOf) }
}

describe('spec 1 §6 roles', () => {
  // 1.6-001 2.6-001
  test('the role is the first entry of the groups, whatever follows', () => {
    expect(holds({ role: 'admin' }, standing(['admin', 'users']).situation)).toBe(true)
    expect(holds({ role: 'admin' }, standing(['users', 'admin']).situation)).toBe(false)
  })

  // 1.6-002 1.6-007 3.6-003
  test.each([
    ['admin', true, false],
    ['users', false, true],
    ['testers', false, false],
  ])('the role %s is admin: %s, is users: %s', (role, admin, users) => {
    const { session, situation } = standing([role])
    expect([holds({ role: 'admin' }, situation), session.admin]).toEqual([admin, admin])
    expect(holds({ role: 'users' }, situation)).toBe(users)
  })

  // 1.6-005 3.6-001
  test.each([
    ['u1', true],
    ['u2', false],
    [null, false],
  ])('the primary user of a gateway, here %s, is its owner: %s', (userId, owner) => {
    expect(holds({ owner: true }, standing(['users'], gatewayOf('A', { userId })).situation)).toBe(owner)
  })
})

describe('spec 1 §9 constants', () => {
  // 1.9-030 1.9-031 2.9-043 3.9-031
  test.each([
    ['bulkInclusionVersion', '4.19.0', true],
    ['bulkInclusionVersion', '4.100.0', true],
    ['bulkInclusionVersion', '4.18.9', false],
    ['bulkInclusionVersion', '4.9.0', false],
  ])('%s holds for the software %s: %s', (limit, currentFWVersion, enough) => {
    const { situation } = standing(['users'], gatewayOf('A', { currentFWVersion }))
    expect(holds({ minVersion: limit }, situation)).toBe(enough)
  })

  // 1.9-035
  test('the lock status bit is 2147483648', () => {
    expect(isLocked(2_147_483_648)).toBe(true)
    expect(isLocked(2_147_483_647)).toBe(false)
  })

  // 1.9-028 1.9-029 3.9-029
  test.each([
    'DOC400',
    'HA101',
    'HA102',
    'JCO4032',
    'LIV100',
    ...Array.from({ length: 14 }, (_, at) => `JCOW${401 + at}`),
  ])('the chooser finds gateways of type %s', (model) => {
    const { filters = [] } = screens.get('gate_select') as ListScreen
    expect(filters.find(({ field }) => field === 'model')?.values).toContain(model)
  })
})

describe('spec 1 §1 languages', () => {
  afterEach(() => localStorage.clear())

  // 1.9-002
  test.each([
    ['fr-CH', 'ch_DE'],
    ['de-CH', 'ch_DE'],
    ['en-GB', 'ch_EN'],
  ])('a browser in %s begins in %s, one of the two that are supported', (browser, first) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
    expect(languages).toEqual(['ch_DE', 'ch_EN'])
    expect(firstLanguage()).toBe(first)
  })
})

describe('spec 1 §2 routes', () => {
  test.each([
    ['1.2-004', '/login', 'form'],
    ['1.2-036', '/gateway_offline', 'status'],
    ['1.2-055', '/devices/devices_table', 'list'],
    ['1.2-056', '/devices/quick_controls', 'tiles'],
    ['1.2-057', '/devices/device/:id', 'device'],
    ['1.2-058', '/devices/add_device', 'wizard'],
    ['1.2-059', '/devices/replace_device', 'wizard'],
  ])('%s: %s is a screen of the kind %s', (_atom, route, kind) => {
    expect([...screens.values()].find((screen) => screen.route === route)?.kind).toBe(kind)
  })
})

// 1.4-054
test('spec 1 §4 an expired session logs out without calling the server', () => {
  const call = vi.fn()
  vi.stubGlobal('fetch', call)
  const { session } = standing(['users'])
  takeEvent(session, 'session_ended', { reason: 'expired' })
  expect(session.state().credentials).toBeUndefined()
  expect(call).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
