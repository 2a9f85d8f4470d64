import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import limits from '#catalogue/limits.json' with { type: 'json' }
import { keepHouse } from './housekeeping.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAY = 24 * 60 * 60_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

/** Answers whatever it is asked with nothing, and tells what that was, with the first thing that it was given. */
const anybody = (told: Map<string, unknown>, name = ''): never =>
  new Proxy(() => undefined, {
    get: (_target, key) => anybody(told, name === '' ? String(key) : `${name}.${String(key)}`),
    apply: (_target, _self, [given]) => void told.set(name, given),
  }) as never

const house = (told: Map<string, unknown>) => ({
  store: anybody(told),
  sessions: { purge: async () => [{ key: 's1' }], overWithin: () => [] } as never,
  channel: anybody(told, 'channel'),
  outbound: anybody(told, 'outbound'),
  pushDevices: anybody(told, 'pushDevices'),
  deletion: anybody(told, 'deletion'),
  linkedAccounts: anybody(told, 'linkedAccounts'),
  exports: anybody(told, 'exports'),
  log: anybody(told, 'log'),
  now: Date.now,
})

test('A-09 A-11 once a minute all that is over goes: accounts that nobody activated, sessions with their connections, codes and traces', async () => {
  const told = new Map<string, unknown>()
  const stop = keepHouse(house(told))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(told.size).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  const now = NOW + 60_000
  expect(Object.fromEntries(told)).toEqual({
    'channel.cutSession': 's1',
    'tokens.purge': now,
    'otps.purge': now,
    'limits.purge': now,
    'oauth.purge': now,
    'accounts.removeUnactivated': now - 14 * DAY,
    'notifications.purge': now - 90 * DAY,
    'alarmNotifications.purge': expect.any(Number),
    'audit.purge': now - limits.limits.auditKept.value,
    'knownDevices.purge': now - 400 * DAY,
    'announcementFiles.sweep': now - DAY,
    'outbound.purge': undefined,
    'pushDevices.warn': [],
    'deletion.sweep': undefined,
    'linkedAccounts.sweep': undefined,
    'exports.sweep': undefined,
  })
  told.clear()
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(told.size).toBe(0)
})

test('what could not be removed is logged, and tried again a minute later', async () => {
  const told = new Map<string, unknown>()
  const broken = { ...house(told), deletion: { sweep: () => Promise.reject(new Error('away')) } as never }
  const stop = keepHouse(broken)
  for (let minute = 0; minute < 2; minute++) {
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told.get('log.error')).toEqual({ err: new Error('away') })
    told.clear()
  }
  stop()
})
