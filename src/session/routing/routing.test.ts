import { describe, expect, test } from 'vitest'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { credentials, gatewayOf, userOf } from '../fake-session.ts'
import { redirect, type Standing, type Target } from './routing.ts'

const screen = (id: string, access: Screen['access'] = {}): Screen => ({
  id,
  route: `/${id}`,
  kind: 'custom',
  component: id,
  access,
})

const routes = (id: string): string => `/${id}`

const to = (path: string, part: Partial<Target> = {}): Target => ({
  path,
  screen: undefined,
  allowed: true,
  ...part,
})
const login = to('/login', { screen: screen('login', { public: true }) })
const gateSelect = to('/gate_select', { screen: screen('gate_select') })
const gtwSettings = to('/gtw_settings', { screen: screen('gtw_settings', { gateway: true }) })
const devices = to('/devices/quick_controls', { screen: screen('quick_controls', { gateway: true }) })
const gatewayOffline = to('/gateway_offline', { screen: screen('gateway_offline', { offline: true }) })

const nobody: Standing = {
  credentials: undefined,
  user: undefined,
  gateways: [],
  gateway: undefined,
  removed: undefined,
  previous: undefined,
  lastWithout: undefined,
  returning: undefined,
}
const user = (part: Partial<Standing> = {}): Standing => ({
  ...nobody,
  credentials,
  user: userOf('users'),
  gateway: gatewayOf('A'),
  gateways: [gatewayOf('A')],
  ...part,
})
const admin = (part: Partial<Standing> = {}): Standing =>
  user({ user: userOf('admin'), gateway: undefined, ...part })
const offline = gatewayOf('A', { connectionStatus: 'offline' })

describe('spec 1 §2 routing rules', () => {
  // 1.2-105
  test('rule 1: a non-public screen without a session goes to login', () => {
    expect(redirect(nobody, devices, routes)).toBe('/login')
  })

  // 1.2-002
  test('rule 1: an address that leads nowhere goes to login too, so that a visitor learns nothing of it', () => {
    expect(redirect(nobody, to('/nowhere'), routes)).toBe('/login')
  })

  test('a visitor stays on the login', () => {
    expect(redirect(nobody, login, routes)).toBeUndefined()
  })

  // 1.2-106
  test('rule 2: a signed-in user who opens a public screen is sent back to the previous screen', () => {
    expect(redirect(user({ previous: '/devices/device/7' }), login, routes)).toBe('/devices/device/7')
  })

  // 1.2-111
  test('rule 5: after sign-in the user goes to gtw_settings', () => {
    expect(redirect(user(), login, routes)).toBe('/gtw_settings')
  })

  // 1.9-001
  test('the bare address leads to the default landing screen gtw_settings', () => {
    expect(redirect(user(), to('/'), routes)).toBe('/gtw_settings')
  })

  // 1.2-112
  test('rule 5: an admin whose account has no gateway goes to gate_select', () => {
    expect(redirect(admin(), to('/'), routes)).toBe('/gate_select')
  })

  // 1.2-116
  test.each([devices, gtwSettings])(
    'rule 6: an admin without a current gateway goes from $path to gate_select',
    (target) => {
      expect(redirect(admin(), target, routes)).toBe('/gate_select')
    },
  )

  test('rule 6: an admin with a gateway stays', () => {
    expect(redirect(admin({ gateway: gatewayOf('A') }), devices, routes)).toBeUndefined()
  })

  // 1.2-079
  test('a screen whose condition does not hold leads to the landing screen', () => {
    expect(redirect(user(), { ...gateSelect, allowed: false }, routes)).toBe('/gtw_settings')
  })

  // 1.2-117
  test.each([devices, gtwSettings])(
    'rule 7: with an offline gateway $path leads to gateway_offline',
    (target) => {
      expect(redirect(user({ gateway: offline }), target, routes)).toBe('/gateway_offline')
    },
  )

  test('rule 7: an offline gateway leaves screens alone that do without', () => {
    expect(redirect(admin({ gateway: offline }), gateSelect, routes)).toBeUndefined()
    expect(redirect(user({ gateway: offline }), gatewayOffline, routes)).toBeUndefined()
  })

  // 1.2-119
  test('rule 7: when the gateway comes online, the state in returningState is restored', () => {
    expect(redirect(user({ returning: '/devices/device/7' }), gatewayOffline, routes)).toBe(
      '/devices/device/7',
    )
  })

  test('rule 7: without a state to return to, the landing screen takes its place', () => {
    expect(redirect(user(), gatewayOffline, routes)).toBe('/gtw_settings')
  })

  // 1.2-127 2.2-014
  test('rule 9: with operation mode bit 2 the devices screen leads to gtw_settings', () => {
    expect(redirect(user({ gateway: gatewayOf('A', { operationMode: 2 }) }), devices, routes)).toBe(
      '/gtw_settings',
    )
    expect(redirect(user({ gateway: gatewayOf('A', { operationMode: 5 }) }), devices, routes)).toBeUndefined()
  })

  test('rule 9: offline comes before restricted mode', () => {
    const gateway = gatewayOf('A', { operationMode: 2, connectionStatus: 'offline' })
    expect(redirect(user({ gateway }), devices, routes)).toBe('/gateway_offline')
  })
})

describe('in a twin', () => {
  const twin = {
    ...{ first: 'quick_controls', screens: new Set(['quick_controls', 'scene']) },
    ...{ forbidden: { operations: new Set<string>(), commands: new Set<string>(), values: false as const } },
    blocks: <Block>(all: Readonly<Record<string, Block>>) => all,
  }
  const at: Standing = {
    ...{ ...nobody, credentials, twin, user: userOf('admin') },
    gateway: gatewayOf('GW1-twin'),
  }

  test('there are its own screens alone, and whatever leads elsewhere leads to its first one', () => {
    expect(redirect(at, devices, routes)).toBeUndefined()
    for (const elsewhere of [gateSelect, gtwSettings, to('/'), to('/nowhere')])
      expect(redirect(at, elsewhere, routes)).toBe('/quick_controls')
  })
})
