import { describe, expect, test } from 'vitest'
import { line } from '../../../tests/channel/memory-wire.ts'
import { settle, TestClock } from '../../../tests/gateway/test-clock.ts'
import { defaultLimits } from '../limits.ts'
import type { Principal } from '../principal.ts'
import { AbuseGuard } from './abuse-guard.ts'
import { BanList } from './ban-list.ts'

const AFAR = '192.0.2.1'
const anna: Principal = { kind: 'user', userId: 'anna', sessionKey: 'desk' }
const gateway: Principal = { kind: 'gateway', serialNumber: 'GW1' }

function world({ unwritable = false } = {}) {
  const clock = new TestClock()
  const logged: [string, object, string][] = []
  const counted: string[] = []
  const rows: object[] = []
  const note = (level: string) => (facts: object, message: string) =>
    void logged.push([level, facts, message])
  const limits = { ...defaultLimits, breachesPerMinute: 2, denialsPerMinute: 2 }
  const banList = new BanList(limits.banMs)
  const abuseGuard = new AbuseGuard({
    banList,
    limits,
    clock,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    metrics: { count: (name, labels) => void counted.push(`${name} ${Object.values(labels ?? {})}`) },
    audit: {
      append: async (row) => {
        if (unwritable) throw new Error('no room')
        rows.push(row)
      },
    },
  })
  return { abuseGuard, clock, banList, logged, counted, rows }
}

describe('M-08 who fails at the door', () => {
  test('M-08 is counted each time, and named in the log once', () => {
    const { abuseGuard, counted, logged } = world()
    abuseGuard.turnedAway('not mqtt', AFAR)
    abuseGuard.turnedAway('not mqtt', AFAR)
    abuseGuard.turnedAway('banned', AFAR)
    abuseGuard.turnedAway('not mqtt', '192.0.2.2')
    expect(counted).toEqual(
      ['not mqtt', 'not mqtt', 'banned', 'not mqtt'].map((why) => `channel_turned_away ${why}`),
    )
    expect(logged.map(([level, facts]) => [level, facts])).toEqual([
      ['warn', { reason: 'not mqtt', address: AFAR }],
      ['warn', { reason: 'banned', address: AFAR }],
      ['warn', { reason: 'not mqtt', address: '192.0.2.2' }],
    ])
  })

  test('M-08 a thousand sources are named, the others only counted', () => {
    const { abuseGuard, counted, logged } = world()
    for (let from = 0; from < 1001; from++) abuseGuard.turnedAway('not mqtt', `address ${from}`)
    expect([counted.length, logged.length]).toEqual([1001, 1000])
  })

  test.each([
    [4, true],
    [5, true],
    [3, false],
    [2, false],
  ] as const)('M-08 too many refusals with %i ban an address: %s', async (returnCode, bans) => {
    const { abuseGuard, rows, logged, clock } = world()
    const { connection } = line({ address: AFAR })
    for (let time = 0; time < 3; time++) {
      expect(abuseGuard.banned(AFAR)).toBe(false)
      abuseGuard.refusedSignIn(connection, { returnCode, reason: 'why' }, 'anna')
    }
    await settle()
    expect(abuseGuard.banned(AFAR)).toBe(bans)
    expect(rows).toEqual(
      bans
        ? [
            {
              who: 'anonymous',
              what: 'channel_address_banned',
              at: clock.now(),
              gateway: undefined,
              result: 'refused',
              facts: { address: AFAR, reason: 'why' },
            },
          ]
        : [],
    )
    expect(logged.filter(([, facts]) => 'claimed' in facts)).toHaveLength(3)
  })

  test('M-08 a ban is over after its time', async () => {
    const { abuseGuard, clock } = world()
    for (let time = 0; time < 3; time++)
      abuseGuard.refusedSignIn(
        line({ address: AFAR }).connection,
        { returnCode: 5, reason: 'why' },
        undefined,
      )
    await clock.pass(defaultLimits.banMs - 1)
    expect(abuseGuard.banned(AFAR)).toBe(true)
    await clock.pass(1)
    expect(abuseGuard.banned(AFAR)).toBe(false)
  })

  test('M-08 this machine itself is never banned, since a proxy may stand there for everybody', () => {
    const { abuseGuard } = world()
    for (let time = 0; time < 10; time++)
      abuseGuard.refusedSignIn(
        line({ address: '127.0.0.1' }).connection,
        { returnCode: 5, reason: 'why' },
        'anna',
      )
    expect(abuseGuard.banned('127.0.0.1')).toBe(false)
  })

  test('M-08 whoever keeps coming back is written down with the name that he claimed', async () => {
    const { abuseGuard, rows } = world()
    abuseGuard.refusedSignIn(
      line({ address: AFAR }).connection,
      { returnCode: 3, reason: 'flapping' },
      'anna',
    )
    abuseGuard.refusedSignIn(line({ address: AFAR }).connection, { returnCode: 3, reason: 'banned' }, 'anna')
    await settle()
    expect(rows).toMatchObject([{ who: 'anna', what: 'channel_flapping', facts: { address: AFAR } }])
  })
})

describe('M-08 who breaks the protocol', () => {
  test('M-08 a stranger is counted against his address', () => {
    const { abuseGuard } = world()
    for (let time = 0; time < 3; time++)
      abuseGuard.broke(line({ address: AFAR }).connection, 'packet too large')
    expect(abuseGuard.banned(AFAR)).toBe(true)
  })

  test('M-08 somebody known is not: his address may be that of a whole house', () => {
    const { abuseGuard, logged, counted } = world()
    for (let time = 0; time < 9; time++)
      abuseGuard.broke(line({ address: AFAR, who: anna }).connection, 'slow reader')
    expect(abuseGuard.banned(AFAR)).toBe(false)
    expect(counted).toHaveLength(9)
    expect(logged.map(([, facts]) => facts)).toEqual([{ reason: 'slow reader', address: AFAR, who: 'anna' }])
  })
})

describe('M-08 who scans topics', () => {
  test.each([
    ['anna', anna, 'desk'],
    ['gateway:GW1', gateway, 'GW1'],
  ])('M-08 is cut, banned and written down by the name of %s', async (name, who, counted) => {
    const { abuseGuard, banList, rows, clock } = world()
    const scanning = line({ address: AFAR, who })
    for (let time = 0; time < 2; time++) abuseGuard.denied(scanning.connection, 'subscribe')
    expect(scanning.breaches).toEqual([])
    for (let time = 0; time < 3; time++) abuseGuard.denied(scanning.connection, 'publish')
    await settle()
    expect(scanning.breaches).toEqual(['topic scan'])
    expect(banList.banned(counted, clock.now())).toBe(true)
    expect(rows).toMatchObject([{ who: name, what: 'channel_topic_scan', facts: { address: AFAR } }])
  })

  test('M-08 whoever is not signed in yet, or gone already, is counted only', () => {
    const { abuseGuard, counted, banList, clock } = world()
    const gone = line({ who: anna })
    gone.connection.destroy()
    for (let time = 0; time < 4; time++) {
      abuseGuard.denied(gone.connection, 'publish')
      abuseGuard.denied(line().connection, 'subscribe')
    }
    expect(banList.banned('desk', clock.now())).toBe(false)
    expect(counted.filter((name) => name === 'channel_denied publish')).toHaveLength(4)
  })
})

test('M-05 a command that somebody has no permission for is written down with its gateway, and counts', async () => {
  const { abuseGuard, rows, counted } = world()
  abuseGuard.forbidden(line({ address: AFAR, who: anna }).connection, 'GW1', 'set_device_name')
  await settle()
  expect(rows).toMatchObject([
    { who: 'anna', what: 'set_device_name', gateway: 'GW1', result: 'refused', facts: { address: AFAR } },
  ])
  expect(counted).toEqual(['channel_denied publish'])
})

test('M-07 what could not be read is named once for each source: the person, else the address', () => {
  const { abuseGuard, logged, counted } = world()
  for (const who of [anna, anna, undefined, gateway])
    abuseGuard.malformed(line({ address: AFAR, who }).connection, 'request')
  expect(counted).toHaveLength(4)
  expect(logged.map(([, facts]) => facts)).toEqual(
    ['anna', AFAR, 'gateway:GW1'].map((who) => ({ what: 'request', who })),
  )
})

test('M-08 a row that could not be written is told to the operator', async () => {
  const { abuseGuard, logged } = world({ unwritable: true })
  abuseGuard.forbidden(line({ who: anna }).connection, 'GW1', 'set_device_name')
  await settle()
  expect(logged).toMatchObject([
    ['error', { error: 'Error: no room', what: 'set_device_name' }, expect.any(String)],
  ])
})
