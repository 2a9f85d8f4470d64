import { describe, expect, test } from 'vitest'
import flags from '#catalogue/flags.json'
import icons from '#catalogue/icons.json'
import admin from '#catalogue/menus/admin.json'
import user from '#catalogue/menus/user.json'
import modules from '#catalogue/modules.json'
import { screens } from '#data/all-screens.ts'
import { holds } from '#engine/conditions/holds.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import type { GatewayCondition } from '#gateway/lib/gateways/gateway-condition.ts'
import german from '#locales/ch_DE/menu.json'
import germanScreens from '#locales/ch_DE/screens.json'
import english from '#locales/ch_EN/menu.json'
import englishScreens from '#locales/ch_EN/screens.json'
import type { MenuItem } from '#schemas/generated/definitions/menu.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { gatewayOf } from '#session/fake-session.ts'
import { type Entry, menuOf } from './menu.ts'

const all = new Set(Object.keys(modules.flags))
const now = (part: Partial<Situation> = {}): Situation => ({
  role: 'users',
  session: {},
  gateway: gatewayOf('A'),
  flags: new Set(['EXPORT_DATA', 'ANNOUNCEMENT']),
  modules: all,
  version: () => undefined,
  ...part,
})
const administrator = (part: Partial<Situation> = {}): Situation =>
  now({ role: 'admin', gateway: undefined, ...part })

const ids = (entries: readonly Entry[]): string[] => entries.map(({ id }) => id)
const childrenOf = (id: string, situation: Situation): string[] =>
  ids(menuOf(situation).find((entry) => entry.id === id)?.children ?? [])
/** Of these entries those that are there, as they stand; a menu may have more of a deployment's own. */
const among = (wanted: readonly string[], situation: Situation): string[] =>
  ids(menuOf(situation)).filter((id) => wanted.includes(id))
const enabled = (situation: Situation): string[] => ids(menuOf(situation).filter(({ way }) => way === 'open'))

describe('spec 1 §2 the user menu', () => {
  // 1.2-142
  test('has dashboard, widgets, scenes, devices, home setup, analytics, network, notifications and settings', () => {
    const wanted = [
      'dashboard',
      'widgets',
      'scenes',
      'devices',
      'home_setup',
      'history',
      'netdiag',
      'notifications',
      'gtw_settings',
    ]
    const flags = new Set(['NETDIAG_AVAILABLE_TO_USER', 'DASHBOARD'])
    expect(among(wanted, now({ flags }))).toEqual(wanted)
  })

  // 1.2-141
  test('has backups below the settings, as their module says, and an administrator has not', () => {
    expect(childrenOf('gtw_settings', now())).toEqual(['backups'])
    expect(childrenOf('gtw_settings', now({ modules: new Set(['settings']) }))).toEqual([])
    expect(childrenOf('gtw_settings', administrator({ gateway: gatewayOf('A') }))).toEqual([])
  })

  // 1.2-144
  test('hides network diagnostics unless it is permitted for users', () => {
    expect(ids(menuOf(now()))).not.toContain('netdiag')
  })

  // 1.2-143 2.6-029 2.6-030
  test('is disabled when the gateway is offline', () => {
    const offline = gatewayOf('A', { connectionStatus: 'offline' })
    expect(enabled(now({ gateway: offline }))).toEqual([])
    // Only what works without a gateway stays active, where that is permitted.
    expect(
      enabled(
        now({
          gateway: offline,
          flags: new Set(['ADVANCED_OFFLINE_MODE_AVAILABLE', 'NETDIAG_AVAILABLE_TO_USER']),
        }),
      ),
    ).toEqual(['history', 'netdiag'])
  })
})

/** Every condition of a gateway with a sign of it (decision 0004). */
const signs: Readonly<Record<GatewayCondition, Partial<Gateway>>> = {
  replacing: { replacementInProgress: true },
  upgrading: { firmwareUpgradeInProgress: true },
  restoring: { backupRestoreInProgress: true },
  subscriptionLocked: { subscriptionLockMode: 1 },
  pinLocked: { lockStatus: 2_147_483_649 },
  privileged: { privileged: true, privilegedBy: 'somebody else' },
  offline: { connectionStatus: 'offline' },
}

describe.each(Object.entries(signs))('spec 1 §2 while the gateway is %s', (condition, sign) => {
  const gateway = gatewayOf('A', sign)
  test('nothing of the user menu leads anywhere', () => {
    expect(enabled(now({ gateway }))).toEqual([])
  })

  test('an administrator keeps what needs no gateway', () => {
    expect(enabled(administrator({ gateway }))).not.toContain('devices')
    expect(enabled(administrator({ gateway }))).toEqual(expect.arrayContaining(['gate_select', 'outbox']))
  })

  // 1.2-143
  test('only offline is a reason for the offline views', () => {
    const flags = new Set(['ADVANCED_OFFLINE_MODE_AVAILABLE', 'NETDIAG_AVAILABLE_TO_USER'])
    expect(enabled(now({ gateway, flags }))).toEqual(condition === 'offline' ? ['history', 'netdiag'] : [])
  })
})

describe('spec 1 §2 what keeps others out keeps not everybody out', () => {
  test('whoever holds the privileged mode has the whole menu', () => {
    const gateway = gatewayOf('A', { privileged: true, privilegedBy: 'u1' })
    expect(enabled(now({ gateway, session: { id: 'u1' } }))).toContain('devices')
  })

  // 1.2-127 2.6-031
  test('restricted mode closes the devices and nothing else', () => {
    const open = enabled(now())
    const restricted = enabled(now({ gateway: gatewayOf('A', { operationMode: 2 }) }))
    expect(restricted).toEqual(open.filter((id) => id !== 'devices'))
  })
})

describe('spec 1 §2 the admin menu', () => {
  /** Each has a module of its name. */
  const OF_MODULES = [
    'notifications',
    'bulk',
    'operations',
    'announcement',
    'groups',
    'analytics',
    'export_data',
  ]
  // 1.2-131 1.2-132 1.2-134 1.2-137 1.2-138 1.2-139
  test('has gateways, notifications, bulk, operations, announcement, groups, analytics and export data', () => {
    const wanted = ['gate_select', ...OF_MODULES]
    expect(among(wanted, administrator())).toEqual(wanted)
  })

  // 1.2-133
  test('bulk has log and create', () => {
    expect(childrenOf('bulk', administrator())).toEqual(['bulk_log', 'bulk_create'])
  })

  // 1.2-135 1.2-136 3.6-065 3.6-066
  test('announcement has history, create and templates with its interface, else log and create', () => {
    expect(
      childrenOf('announcement', administrator({ flags: new Set(['ANNOUNCEMENT', 'ANNOUNCEMENT_UI']) })),
    ).toEqual(['announcement_history', 'announcement_create', 'announcement_templates'])
    expect(childrenOf('announcement', administrator())).toEqual(['announcement_log', 'announcement_create'])
  })

  // 1.2-140
  test('each entry appears only if its module is enabled', () => {
    expect(among(OF_MODULES, administrator({ modules: new Set() }))).toEqual([])
    for (const one of OF_MODULES)
      expect(among(OF_MODULES, administrator({ modules: new Set([one]) }))).toEqual([one])
  })

  // 1.2-141
  test('shows nothing of the user menu but the gateway that is chosen', () => {
    const connected = ids(menuOf(administrator({ gateway: gatewayOf('A') })))
    expect(connected).toEqual(expect.arrayContaining(['devices', 'gtw_settings']))
    for (const one of ['backup', 'netdiag', 'dashboard', 'scenes']) expect(connected).not.toContain(one)
  })

  test('1.2-084 network diagnostics are an entry of administrators’ own, of the gateway that they chose', () => {
    const modules = new Set(['netdiag'])
    expect(ids(menuOf(administrator({ modules })))).not.toContain('net_diag')
    const chosen = menuOf(administrator({ modules, gateway: gatewayOf('A') }))
    expect(chosen.find(({ id }) => id === 'net_diag')).toMatchObject({ screen: 'net_diag', way: 'open' })
    const away = { modules, gateway: gatewayOf('A', { connectionStatus: 'offline' }) }
    expect(menuOf(administrator(away)).find(({ id }) => id === 'net_diag')?.way).toBe('off')
  })

  test('2.2-023 network diagnostics are an administrator’s without any switch, and a user’s by his', () => {
    const opens = (situation: Situation): boolean => holds(screens.get('net_diag')?.access?.when, situation)
    const none = { flags: new Set<string>(), gateway: gatewayOf('A') }
    expect(opens(administrator(none))).toBe(true)
    expect(opens(now(none))).toBe(false)
    expect(opens(now({ flags: new Set(['NETDIAG_AVAILABLE_TO_USER']) }))).toBe(true)
    expect(opens(administrator({ ...none, modules: new Set() }))).toBe(false)
  })

  test('the chooser stays open to an administrator whose gateway is offline', () => {
    expect(enabled(administrator({ gateway: gatewayOf('A', { connectionStatus: 'offline' }) }))).toContain(
      'gate_select',
    )
  })
})

const flat = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...flat(item.children ?? [])])
const namesIn = (value: unknown, field: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) =>
        key === field && typeof part === 'string' ? [part] : namesIn(part, field),
      )
    : []

describe.each(flat([...admin.items, ...user.items] as MenuItem[]))('the entry $id', (item) => {
  test('names a screen, an icon, flags and modules that there are', () => {
    if (item.screen !== undefined) expect([...screens.keys()]).toContain(item.screen)
    expect(Object.keys(icons)).toContain(item.icon)
    for (const flag of namesIn(item, 'flag')) expect(Object.keys(flags.flags)).toContain(flag)
    for (const module of namesIn(item, 'module')) expect(Object.keys(modules.flags)).toContain(module)
  })
})

describe.each([
  ['ch_DE', german, germanScreens],
  ['ch_EN', english, englishScreens],
])('names in the menu, in %s', (_language, words, pages) => {
  const named = (items: readonly MenuItem[]): string[] =>
    items.map(({ id }) => (words as Record<string, string>)[id] ?? '')

  test.each([
    ['an administrator', admin],
    ['a user', user],
  ])('tell apart what %s sees at once', (_who, menu) => {
    const items = menu.items as MenuItem[]
    for (const { children = [] } of items) {
      const seen = named([...items, ...children])
      expect(seen.filter((name, at) => seen.indexOf(name) !== at)).toEqual([])
    }
    // In the palette every entry stands beside those of the others, below the name of the one above it.
    const told = items.flatMap((item) => [
      ...named([item]),
      ...named(item.children ?? []).map((name) => `${name}, ${named([item])}`),
    ])
    expect(told.filter((name, at) => told.indexOf(name) !== at)).toEqual([])
  })

  test('of the two logs are those of their pages', () => {
    for (const id of ['bulk_log', 'audit'] as const) expect(words[id]).toBe(pages[id].title)
  })
})
