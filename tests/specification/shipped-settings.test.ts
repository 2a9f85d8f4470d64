import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#server/settings.ts'

const complain = (message: string): never => {
  throw new Error(message)
}
const shipped = readSettings('catalogue', undefined, complain)

/** The settings of a deployment that sets this itself. */
function deployed(overrides: object) {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'settings.json')
  writeFileSync(file, JSON.stringify(overrides))
  return readSettings('catalogue', file, complain)
}

/** A value of the same kind that is not the shipped one. */
const otherThan = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  return value === 'a' ? 'b' : 'a'
}

const nameIn = (line: string): string => /[A-Z_]{3,}/.exec(line)?.[0] ?? line

describe('flags as shipped', () => {
  test.each([
    '1.6-034 3.6-031 PROFILE_EDIT ON',
    '1.6-035 GATEWAY_EDIT ON',
    '1.6-036 2.6-027 DEVICE_MANIPULATION ON',
    '1.6-037 3.6-032 LINKED_ACCOUNTS ON',
    '1.6-038 3.6-033 CLIENTS_AVAILABLE ON',
    '1.6-039 2.6-021 DASHBOARD ON',
    '1.6-040 2.6-006 REPLACE_DEVICE ON',
    '1.6-041 3.6-023 ZOTA ON',
    '1.6-042 3.6-044 GEOLOCATION ON',
    '1.6-043 3.6-037 SHOW_ALARM_ESCALATIONS_TABLE ON',
    '1.6-044 3.6-043 SUBSCRIPTION_SUPPORT ON',
    '1.6-045 3.6-030 PRIVACY_SETTINGS ON',
    '1.6-046 ALARM_SMARTS_ACTIVE ON',
    '1.6-047 3.6-029 EXPORT_DATA ON',
    '1.6-048 2.6-013 2.6-028 ONLY_EXECUTE_SCENES OFF',
    '1.6-050 2.6-026 3.6-051 ADVANCED_OFFLINE_MODE_AVAILABLE OFF',
    '1.6-051 1.6-088 2.6-014 MULTIMEDIA_SUPPORT OFF',
    '1.6-052 3.6-045 LICENCE_SUPPORT OFF',
    '1.6-053 1.6-089 3.6-039 RPL_GTW OFF',
    '1.6-054 3.6-028 KPI_ANALYTICS OFF',
    '1.6-055 1.6-090 3.6-040 ANNOUNCEMENT_UI OFF',
    '1.6-056 1.6-092 GATEWAY_SUMMARY OFF',
    '1.6-057 1.6-061 2.6-015 BULK_INCLUSION_ENABLED OFF',
    '1.6-058 2.6-020 PIN_TO_DASHBOARD OFF',
    '1.6-059 1.6-091 2.6-025 NETDIAG_AVAILABLE_TO_USER OFF',
  ])('%s, and a deployment may turn it', (line) => {
    const name = nameIn(line)
    const on = line.endsWith('ON')
    expect(shipped.flags[name]).toBe(on)
    expect(deployed({ flags: { [name]: !on } }).flags[name]).toBe(!on)
  })

  // 1.6-049
  test('external login and logout ship OFF', () => {
    expect(shipped.flags).toMatchObject({ EXTERNAL_LOGIN: false, EXTERNAL_LOGOUT: false })
  })

  test.each([
    '1.6-065 NAME_REGEX',
    '1.6-066 EMAIL_REGEX',
    '1.6-067 PASSWORD_REGEX',
    '1.6-069 REQUIRE_SPECIAL_CHARACTER',
    '1.6-070 INVALID_MAIL_FORMAT_MESSAGE',
    '1.6-071 EXTERNAL_PORTAL',
    '1.6-072 3.6-034 HIDE_RESEND_OTP_OPTION',
    '1.6-074 3.6-048 ENABLE_SMARTTHINGS',
    '1.6-075 PAGE_TITLE_EXTENSION',
    '1.6-076 EXTERNAL_LOGIN',
    '1.6-079 TOS_PP_HTML',
    '1.6-081 ACTIVATED_SCREEN',
    '1.6-082 PASSWORD_CHANGED_SCREEN',
    '1.6-083 AUTOMATICALLY_ACTIVATED',
    '1.6-084 USER_ON_BOARDING_SOURCE',
    '1.6-093 DEFAULT_LANG',
    '1.6-094 DEFAULT_COUNTRY',
    '3.6-046 USER_CAN_ADD_EMAIL_ADDRESS',
    '3.6-052 ANNOUNCEMENT',
  ])('%s exists: a deployment may set it', (line) => {
    const name = nameIn(line)
    const other = otherThan(shipped.flags[name])
    expect(shipped.flags).toHaveProperty(name)
    expect(deployed({ flags: { [name]: other } }).flags[name]).toBe(other)
  })

  test.each([
    '1.6-060 2.6-005 DEVICE_EXCLUDE',
    '1.6-063 2.6-018 3.6-049 HIDE_ADD_LAYOUT_BUTTON',
    '1.6-064 3.6-038 VIRTUAL_GTW',
    '1.6-085 3.6-026 GW_EXTEND',
    '1.6-086 3.6-024 GW_OO_NOTIF',
    '1.6-096 3.6-025 SPECIFIC_OTA_TIME',
    '1.6-097 2.6-007 REPLACE_MIN_GTW_FW_VERSION',
    '1.6-098 2.6-008 DEVICE_ID',
    '1.6-099 2.6-009 DEVICE_NOT_IN_LIST',
    '1.6-100 2.6-012 SERVICE_COMMAND_BUTTON',
    '1.6-101 2.6-022 LAST_NODE_HISTORY_DATA',
    '1.6-102 2.6-023 DISPLAY_ZERO_FOR_EMPTY_CHART_DATA',
    '2.6-010 WISE_DEVICE_ID_REGEX',
    '2.6-011 WISE_DEVICE_ID_MAX_LENGTH',
    '2.6-019 ENABLE_ALARM_NOTIFICATIONS_IN_SCENE',
  ])('%s exists: a deployment may set it', (line) => {
    const name = nameIn(line)
    const other = otherThan(shipped.flags[name])
    expect(shipped.flags).toHaveProperty(name)
    expect(deployed({ flags: { [name]: other } }).flags[name]).toBe(other)
  })

  test.each([
    ['1.6-068 1.9-004 PASSWORD_SETTINGS with min_length and max_length', { min_length: 10, max_length: 100 }],
    ['1.6-080 TOS_PRIVACY with links to terms and privacy', { terms: '', privacy: '' }],
    ['1.6-087 3.6-050 ALLOW_MODELS_GTW_BRIDGE, doc400 by default', ['doc400']],
    ['1.6-095 LINKED_ACCOUNT_ID', { pattern: '^[A-Za-z0-9]+$', min_length: 16, max_length: 16 }],
  ])('%s exists', (line, value) => {
    expect(shipped.flags[nameIn(line)]).toEqual(value)
  })

  // 3.6-061
  test('announcement UI, gateway summary and KPI analytics are off', () => {
    expect(shipped.flags).toMatchObject({
      ANNOUNCEMENT_UI: false,
      GATEWAY_SUMMARY: false,
      KPI_ANALYTICS: false,
    })
  })

  test('what no flag is named is refused', () => {
    expect(() => deployed({ flags: { MADE_UP: true } })).toThrow('there is no such setting')
  })
})

describe('modules of the menu as shipped', () => {
  test.each([
    '1.6-106 announcement ON',
    '1.6-107 3.6-056 groups ON',
    '1.6-108 3.6-059 backup ON',
    '1.6-109 scenes ON',
    '1.6-110 devices ON',
    '1.6-111 home_setup ON',
    '1.6-112 netdiag ON',
    '1.6-113 default_gateway_notifications ON',
    '1.6-114 settings ON',
    '1.6-115 3.6-058 export_data ON',
    '1.6-116 3.6-060 backup_export_import ON',
    '1.6-117 dashboard OFF',
    '1.6-118 widgets OFF',
    '1.6-119 3.6-057 analytics OFF',
    '1.6-120 3.6-053 notifications OFF',
    '1.6-121 3.6-054 bulk OFF',
    '1.6-122 3.6-055 operations OFF',
    '1.6-123 offline_netdiag_history OFF',
  ])('%s, and a deployment may turn it', (line) => {
    const name = /[a-z_]{3,}/.exec(line)?.[0] ?? line
    const on = line.endsWith('ON')
    expect(shipped.modules[name]).toBe(on)
    expect(deployed({ modules: { [name]: !on } }).modules[name]).toBe(!on)
  })

  // 3.6-062
  test('bulk, notifications, analytics and operations are off', () => {
    expect(shipped.modules).toMatchObject({
      bulk: false,
      notifications: false,
      analytics: false,
      operations: false,
    })
  })

  // 3.6-063
  test('groups, backup and export of data are on', () => {
    expect(shipped.modules).toMatchObject({ groups: true, backup: true, export_data: true })
  })
})

describe('brands', () => {
  const brands = {
    flags: { GW_EXTEND: true },
    brands: { alpha: { hosts: ['Alpha.Home.test'], flags: { RPL_GTW: true }, modules: { bulk: true } } },
  }

  test('1.1-016 1.6-033 set flags and modules for the hosts that they are asked under', () => {
    const settings = deployed(brands)
    expect(settings.of('alpha.home.test').flags).toMatchObject({ RPL_GTW: true, GW_EXTEND: true })
    expect(settings.of('alpha.home.test').modules.bulk).toBe(true)
    expect(settings.of('other.test').flags).toMatchObject({ RPL_GTW: false, GW_EXTEND: true })
  })

  test('tell with every switch where its value comes from', () => {
    const sources = new Map(
      deployed(brands)
        .rows('alpha.home.test')
        .map(({ name, source }) => [name, source]),
    )
    expect(sources.get('RPL_GTW')).toBe('brand')
    expect(sources.get('GW_EXTEND')).toBe('deployment')
    expect(sources.get('ZOTA')).toBe('shipped')
  })

  test.each([
    [{ brands: { a: { flags: {} } } }, /brands\.a\.hosts/],
    [{ brands: { a: { hosts: ['x'] }, b: { hosts: ['X'] } } }, /host x stands there twice/],
    [{ brands: { a: { hosts: ['x'], flags: { NOPE: 1 } } } }, /NOPE/],
    [{ brands: { a: { hosts: ['x'], colour: 1 } } }, /colour/],
    [{ brands: [] }, /brands: an object/],
  ])('%j is refused with the entry named', (file, message) => {
    expect(() => deployed(file)).toThrow(message)
  })
})
