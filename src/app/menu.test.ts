import { describe, expect, test } from 'vitest'
import icons from '#catalogue/icons.json'
import admin from '#catalogue/menus/admin.json'
import user from '#catalogue/menus/user.json'
import { screens } from '#data/catalogue.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import { gatewayOf } from '#session/fake-session.ts'
import { menuOf } from './menu.ts'

const now = (part: Partial<Situation> = {}): Situation => ({
  role: 'users',
  session: {},
  gateway: gatewayOf('A'),
  flags: new Set(),
  modules: new Set(['devices', 'settings']),
  version: () => undefined,
  ...part,
})

const ids = (situation: Situation): string[] => menuOf(situation).map(({ id }) => id)
const enabled = (situation: Situation): string[] =>
  menuOf(situation).flatMap((one) => (one.enabled ? one.id : []))

describe('spec 1 §2 side menus', () => {
  test('a user has devices and settings', () => {
    expect(ids(now())).toEqual(['devices', 'gtw_settings'])
  })

  // 1.2-131
  test('the admin menu has an entry Gateways', () => {
    expect(ids(now({ role: 'admin', gateway: undefined }))).toEqual(['gate_select'])
  })

  test('an administrator who is connected also sees the gateway', () => {
    expect(ids(now({ role: 'admin' }))).toEqual(['gate_select', 'devices', 'gtw_settings'])
  })

  test.each(['users', 'admin'])('an entry of %s appears only if its module is enabled', (role) => {
    expect(ids(now({ role, modules: new Set(['settings']) }))).not.toContain('devices')
  })

  // 1.2-143 2.6-030
  test('user menu items are disabled when the gateway is offline', () => {
    const offline = now({ gateway: gatewayOf('A', { connectionStatus: 'offline' }) })
    expect(ids(offline)).toEqual(['devices', 'gtw_settings'])
    expect(enabled(offline)).toEqual([])
  })

  test('the chooser stays open to an administrator whose gateway is offline', () => {
    expect(enabled(now({ role: 'admin', gateway: gatewayOf('A', { connectionStatus: 'offline' }) }))).toEqual(
      ['gate_select'],
    )
  })
})

describe.each([...admin.items, ...user.items])('the entry $id', ({ icon, screen }) => {
  test('leads to a screen that there is', () => {
    expect([...screens.keys()]).toContain(screen)
  })

  test('has an icon that there is', () => {
    expect(Object.keys(icons)).toContain(icon)
  })
})
