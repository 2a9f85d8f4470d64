import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { conditionOf } from '#gateway/lib/gateways/gateway-condition.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { credentials, gatewayOf, userOf } from '../fake-session.ts'
import { decision, type Standing, type Target } from './routing.ts'

/** Every (role × state of the gateway × target): 2 · 256 · screens. The rules must agree with what is said here in other words. */
const FOLDER = 'catalogue/screens'
const screens = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Screen)
const byId = new Map(screens.map((screen) => [screen.id, screen]))
const routes = (id: string): string => byId.get(id)?.route ?? `/missing/${id}`

const SIGNS: readonly Partial<Gateway>[] = [
  { replacementInProgress: true },
  { firmwareUpgradeInProgress: true },
  { backupRestoreInProgress: true },
  { subscriptionLockMode: 1 },
  { lockStatus: 2_147_483_649 },
  { privileged: true, privilegedBy: 'u2' },
  { connectionStatus: 'offline' },
  { operationMode: 2 },
]
const gateways = Array.from({ length: 2 ** SIGNS.length }, (_, bits) =>
  gatewayOf('A', Object.assign({}, ...SIGNS.filter((_sign, at) => (bits >> at) % 2 === 1))),
)
/** In the order of the decisions. */
const ORDER: readonly (readonly [string, (gateway: Gateway) => unknown])[] = [
  ['rpl-gw-progress', (gateway) => gateway.replacementInProgress],
  ['fw-upgrade', (gateway) => gateway.firmwareUpgradeInProgress],
  ['bck-restore-progress', (gateway) => gateway.backupRestoreInProgress],
  ['subscription_lock', (gateway) => gateway.subscriptionLockMode > 0],
  ['gateway-locked', (gateway) => gateway.lockStatus],
  ['privilege-mode-active', (gateway) => gateway.privileged],
  ['gateway_offline', (gateway) => gateway.connectionStatus === 'offline'],
]
const ordered = (gateway: Gateway): string | undefined => ORDER.find(([, holds]) => holds(gateway))?.[0]

const standing = (role: string, gateway: Gateway | undefined, part: Partial<Standing> = {}): Standing => ({
  credentials,
  user: userOf(role),
  gateway,
  gateways: gateway && role !== 'admin' ? [gateway] : [],
  removed: undefined,
  previous: undefined,
  lastWithout: undefined,
  returning: undefined,
  ...part,
})
const targetOf = (path: string): Target => ({
  path,
  screen: screens.find(({ route }) => route === path),
  allowed: true,
})

/** Follows the rules until they let stay; a circle is a fault. */
function settle(at: Standing, path: string): string {
  const seen = [path]
  for (;;) {
    const next = decision(at, targetOf(seen.at(-1) ?? ''), routes)
    if (!next) return seen.at(-1) ?? ''
    if (seen.includes(next.path)) throw new Error(`A circle: ${[...seen, next.path].join(' → ')}`)
    seen.push(next.path)
  }
}

const needing = screens.filter(({ access }) => access?.gateway === true && access.offline !== true)
const publicOnly = screens.filter(({ access }) => access?.public === true && access.signedIn !== true)
const conditionRoutes = new Set(ORDER.map(([id]) => routes(id)))

describe('spec 1 §2 routing rules, all of them over every state', () => {
  // 1.2-003
  test('every screen that the rules lead to exists', () => {
    for (const [id] of [...ORDER, ['initial-wizard'], ['gateway_removed'], ['gate_select'], ['gtw_settings']])
      expect(byId.has(String(id))).toBe(true)
  })

  test('from wherever one begins, the rules come to rest', () => {
    for (const role of ['users', 'admin'])
      for (const gateway of [undefined, ...gateways])
        for (const { route } of screens) expect(settle(standing(role, gateway), route)).toMatch(/^\//)
  })

  // 1.2-109 1.2-110 1.2-123 1.2-124 1.2-125 1.2-126
  test.each(['users', 'admin'])(
    '%s: a screen that needs a gateway shows the first condition of the order',
    (role) => {
      for (const gateway of gateways) {
        const id = ordered(gateway)
        for (const { route } of [...needing, { route: '/' }]) {
          const restricted = gateway.operationMode === 2 && route.startsWith('/devices')
          const free = route === '/' || restricted ? routes('gtw_settings') : route
          expect(settle(standing(role, gateway), route)).toBe(id === undefined ? free : routes(id))
        }
      }
    },
  )

  test('a condition screen is left for where one was, or for the landing screen, once another or none holds', () => {
    for (const gateway of gateways) {
      const id = ordered(gateway)
      for (const route of conditionRoutes) {
        const returning = '/user_settings'
        const over = id === undefined ? returning : routes(id)
        expect(settle(standing('users', gateway, { returning }), route)).toBe(over)
        if (id === undefined) expect(settle(standing('users', gateway), route)).toBe(routes('gtw_settings'))
      }
    }
  })

  test('whoever works alone on a gateway is not kept out of it', () => {
    for (const gateway of gateways.filter(({ privileged }) => privileged)) {
      const own = { ...gateway, privilegedBy: 'u1' }
      expect(conditionOf(own, 'u1')).toBe(conditionOf({ ...gateway, privileged: false }, 'u1'))
    }
  })

  // 1.2-105
  test('nobody sees anything but public screens', () => {
    const nobody = standing('users', undefined, { credentials: undefined, user: undefined })
    for (const { route, access } of screens)
      expect(settle(nobody, route)).toBe(access?.public ? route : routes('login'))
  })

  // 1.2-106 1.2-107
  test.each(['users', 'admin'])('%s: no public screen opens with a session; one is sent back', (role) => {
    for (const { route } of publicOnly) {
      expect(settle(standing(role, gatewayOf('A'), { previous: '/user_settings' }), route)).toBe(
        '/user_settings',
      )
      expect(settle(standing(role, gatewayOf('A')), route)).toBe(routes('gtw_settings'))
    }
  })

  // 1.2-112 1.2-113 1.2-115 1.2-116
  test('without a gateway: users to initial-wizard, administrators to their last known state or gate_select', () => {
    for (const { route } of [...needing, { route: '/' }]) {
      expect(settle(standing('users', undefined), route)).toBe(routes('initial-wizard'))
      expect(settle(standing('admin', undefined), route)).toBe(routes('gate_select'))
      expect(settle(standing('admin', undefined, { lastWithout: '/deployment' }), route)).toBe('/deployment')
    }
  })

  // 1.2-114
  test('with gateways, none of them current, the first one decides', () => {
    for (const gateway of gateways) {
      const at = standing('users', undefined, { gateways: [gateway] })
      expect(decision(at, targetOf('/devices/quick_controls'), routes)?.path).toBe(
        routes(ordered(gateway) ?? 'gtw_settings'),
      )
    }
  })

  test('a gateway that was taken away is told of before anything else', () => {
    const removed = { serialNumber: 'B', name: 'Home B' }
    for (const gateway of gateways)
      for (const { route } of [...needing, { route: '/' }])
        expect(settle(standing('users', gateway, { removed }), route)).toBe(routes('gateway_removed'))
  })

  // 1.4-050 3.4-011
  test.each([
    ['accepted', true],
    ['delivering', true],
    ['delivered', true],
    ['downloading', true],
    ['installing', true],
    ['installed', false],
    ['canceled', false],
    ['failed', false],
  ])('an installation that is %s counts as upgrade in progress: %s', (status, counts) => {
    const installations = [{ softwareId: 's1', history: [{ status: 'accepted' }, { status }] }]
    const gateway = gatewayOf('A', { installations, installationSoftwareId: 's1' })
    expect(settle(standing('users', gateway), '/')).toBe(routes(counts ? 'fw-upgrade' : 'gtw_settings'))
  })

  // V-06 1.4-041 1.4-042 1.4-043
  test.each([
    [0, false],
    [1, false],
    [2, false],
    [2 ** 31 - 1, false],
    [2 ** 31, true],
    [2 ** 31 + 3, true],
    [2 ** 32 - 2, true],
    [2 ** 32 - 1, false],
    [-1, false],
    [-(2 ** 31), false],
    [2 ** 32, false],
    [Number.NaN, false],
    ['2147483648', true],
    [null, false],
  ])('V-06 the lock status %s means PIN locked: %s', (lockStatus, locked) => {
    const gateway = { ...gatewayOf('A'), lockStatus } as Gateway
    expect(settle(standing('users', gateway), '/')).toBe(routes(locked ? 'gateway-locked' : 'gtw_settings'))
  })

  // V-06 1.2-127
  test.each([
    [0, false],
    [1, false],
    [2, true],
    [3, true],
    [4, false],
    [2 ** 31 + 2, true],
    [2 ** 32 - 1, true],
    [2 ** 31, false],
  ])('V-06 the operation mode %s restricts: %s', (operationMode, restricts) => {
    const at = standing('users', gatewayOf('A', { operationMode }))
    expect(settle(at, '/devices/quick_controls')).toBe(
      restricts ? routes('gtw_settings') : '/devices/quick_controls',
    )
  })

  test.each([
    ['1.2-037', { firmwareUpgradeInProgress: true }, '/fw-upgrade'],
    ['1.2-038', { backupRestoreInProgress: true }, '/bck-restore-progress'],
    ['1.2-039', { subscriptionLockMode: 1 }, '/subscription_lock'],
    ['1.2-040', { privileged: true, privilegedBy: 'u2' }, '/privilege-mode-active'],
    ['1.2-041', { replacementInProgress: true }, '/rpl-gw-progress'],
    ['1.2-043', { lockStatus: 2 ** 31 }, '/gateway-locked'],
  ])('%s a gateway with %j leads to %s', (_atom, sign, path) => {
    expect(settle(standing('users', gatewayOf('A', sign)), '/gtw_settings')).toBe(path)
  })
})
