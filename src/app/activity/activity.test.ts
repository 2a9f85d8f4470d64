import { describe, expect, test } from 'vitest'
import jobs from '#catalogue/jobs.json'
import news from '#catalogue/news.json'
import asyncapi from '#schemas/channel/asyncapi.json'
import { gatewayOf, memory } from '#session/fake-session.ts'
import { ActivityStore } from './activity.ts'
import { inOrder } from './jobs.ts'

const begin = (storage = memory()) => ({ storage, store: new ActivityStore(storage, 3) })
const firmware = (status: string, progress?: number) => ({ serialNumber: 'A', status, progress })

describe('jobs', () => {
  test('follow the events of their kind', () => {
    const { store } = begin()
    store.take('firmware_progress', firmware('downloading', 20), 1)
    expect(store.current().jobs).toEqual([
      { kind: 'firmware', serialNumber: 'A', state: 'running', progress: 20, at: 1 },
    ])
    store.take('firmware_progress', firmware('installed'), 2)
    expect(store.current().jobs).toEqual([
      { kind: 'firmware', serialNumber: 'A', state: 'done', progress: undefined, at: 2 },
    ])
  })

  test('firmware of devices is one of its home, beside that of the gateway', () => {
    const { store } = begin()
    store.take('device_firmware', firmware('updating', 40), 1)
    store.take('firmware_progress', firmware('installed'), 2)
    expect(store.current().jobs).toMatchObject([
      { kind: 'firmware', state: 'done' },
      { kind: 'deviceFirmware', serialNumber: 'A', state: 'running', progress: 40 },
    ])
    store.take('device_firmware', firmware('failed'), 3)
    expect(store.current().jobs[0]).toMatchObject({ kind: 'deviceFirmware', state: 'failed' })
  })

  test('are learnt from the gateways by a page that was not there when they began', () => {
    const { store } = begin()
    store.learn([gatewayOf('A', { backupRestoreInProgress: true }), gatewayOf('B')], 5)
    expect(store.current().jobs).toMatchObject([{ kind: 'restore', serialNumber: 'A', state: 'running' }])
    const known = store.current().jobs
    store.learn([gatewayOf('A', { backupRestoreInProgress: true })], 6)
    expect(store.current().jobs).toBe(known)
  })

  describe('whose end nobody heard here', () => {
    const keys: Readonly<Record<string, string>> = {
      firmware: 'firmwareUpgradeInProgress',
      deviceFirmware: 'deviceFirmwareInProgress',
      backup: 'backupInProgress',
      restore: 'backupRestoreInProgress',
      replacement: 'replacementInProgress',
    }
    const followedBy = Object.entries(jobs.jobs).flatMap(([kind, job]) =>
      'while' in job ? [[kind, job.while] as const] : [],
    )

    test('every kind of job says how a page learns that it is over', () => {
      expect(Object.fromEntries(followedBy)).toEqual(keys)
      for (const [kind, job] of Object.entries(jobs.jobs))
        expect(
          ['while', 'asked', 'listed'].filter((way) => way in job),
          kind,
        ).toHaveLength(1)
    })

    test.each(followedBy)('a %s is over once its gateway no longer says %s', (kind, field) => {
      const { store } = begin()
      store.learn([gatewayOf('A', { [field]: true }), gatewayOf('B')], 5)
      store.learn([gatewayOf('B')], 6)
      expect(store.current().jobs).toMatchObject([{ kind, state: 'running' }])
      store.learn([gatewayOf('A'), gatewayOf('B')], 7)
      // A replacement has one way to end; of all others how they went was not heard.
      const { unseen } = store.current().jobs[0] ?? {}
      expect(store.current().jobs).toMatchObject([{ kind, serialNumber: 'A', state: 'done', at: 7 }])
      expect(unseen).toBe(kind === 'replacement' ? undefined : true)
      const known = store.current().jobs
      store.learn([gatewayOf('A')], 8)
      expect(store.current().jobs).toBe(known)
    })

    test.each([
      ['map', 'network_map_changed', { status: 'running' }],
      ['succession', 'device_replacement', { device_id: 'lamp', status: 0 }],
    ])('a %s is over once its gateway answers so', (kind, event, data) => {
      const { store } = begin()
      store.take(event, data, 1, { here: 'A' })
      store.answered('network_timeout', { state: 'closed', mapping: true, replacing: true }, 2, 'A')
      expect(store.current().jobs.find((job) => job.kind === kind)).toMatchObject({ state: 'running' })
      store.answered('network_timeout', { state: 'closed', mapping: false, replacing: false }, 3, 'A')
      expect(store.current().jobs.find((job) => job.kind === kind)).toMatchObject({
        ...{ state: 'done', unseen: true },
      })
    })
  })

  test('that run stand above what failed, and that above what is over; the last two can be cleared away', () => {
    const { store } = begin()
    store.take('firmware_progress', firmware('installed'), 1)
    store.take('backup_progress', { serialNumber: 'A', status: 'backupFailed' }, 2)
    store.take('replacement_created', { serialNumber: 'A', with: 'B' }, 3)
    expect(inOrder(store.current().jobs).map(({ state }) => state)).toEqual(['running', 'failed', 'done'])
    store.clearJobs()
    expect(store.current().jobs.map(({ kind }) => kind)).toEqual(['replacement'])
  })
})

describe('devices that join, leave and are replaced', () => {
  const network = (state: string, more: object = {}) => ({
    state,
    type: 'inclusion',
    timeout: 180,
    remaining: state === 'open' ? 180 : 0,
    ...more,
  })

  test('are followed on the gateway that the page is at: how far, how long, and what failed', () => {
    const { store } = begin()
    const take = (event: string, data: object, at: number) => store.take(event, data, at, { here: 'A' })
    take('network_state_changed', network('open'), 1000)
    expect(store.current().jobs).toEqual([
      {
        kind: 'inclusion',
        serialNumber: 'A',
        state: 'running',
        left: { until: 181_000, span: 180_000 },
        at: 1000,
      },
    ])
    for (const address of ['d1', 'd2', 'd3']) take('pairing_progress', { address, status: 'waiting' }, 2000)
    take('adding_device_in_progress', { address: 'd1', status: 'interviewing' }, 3000)
    take('pairing_progress', { address: 'd1', status: 'added', device_id: 'd1' }, 4000)
    take('pairing_progress', { address: 'd2', status: 'failed', code: 'TIMEOUT' }, 5000)
    take('device_added', { device_id: 'd1' }, 5000)
    take('network_state_changed', network('closed', { reason: 'timeout' }), 6000)
    expect(store.current().jobs).toEqual([
      {
        kind: 'inclusion',
        serialNumber: 'A',
        state: 'done',
        parts: {
          d1: { state: 'done' },
          d2: { state: 'failed', why: 'TIMEOUT' },
          d3: { state: 'running' },
        },
        at: 6000,
      },
    ])
  })

  test('begin anew with the next opening; a device that comes at any other time is none of it', () => {
    const { store } = begin()
    store.take('device_added', { device_id: 'x' }, 1, { here: 'A' })
    expect(store.current().jobs).toEqual([])
    store.take('network_state_changed', network('open'), 2, { here: 'A' })
    store.take('device_added', { device_id: 'x' }, 3, { here: 'A' })
    store.take('network_state_changed', network('closed'), 4, { here: 'A' })
    store.take('network_state_changed', network('open'), 5, { here: 'A' })
    expect(store.current().jobs).toMatchObject([{ state: 'running', at: 5 }])
    expect(store.current().jobs[0]?.parts).toBeUndefined()
  })

  test('that leave are another job than those that join', () => {
    const { store } = begin()
    store.take('network_state_changed', network('open', { type: 'exclusion' }), 1, { here: 'A' })
    expect(store.current().jobs.map(({ kind }) => kind)).toEqual(['exclusion'])
  })

  test('are asked for by a page that was not there: what runs, with all its parts, and what no longer does', () => {
    const { store } = begin()
    const devices = [
      { address: 'd1', status: 'added', device_id: 'd1' },
      { address: 'd2', status: 'failed', code: '705' },
    ]
    store.answered('network_timeout', { ...network('open', { remaining: 60 }), devices }, 1000, 'A')
    expect(store.current().jobs).toMatchObject([
      {
        kind: 'inclusion',
        state: 'running',
        left: { until: 61_000 },
        parts: { d1: { state: 'done' }, d2: { state: 'failed', why: '705' } },
      },
    ])
    store.answered('network_timeout', { state: 'closed', timeout: 180, remaining: 0, devices }, 2000, 'A')
    expect(store.current().jobs).toMatchObject([{ kind: 'inclusion', state: 'done' }])
    const known = store.current().jobs
    store.answered('network_timeout', { state: 'closed', timeout: 180, remaining: 0 }, 3000, 'A')
    expect(store.current().jobs).toBe(known)
  })

  test('on another gateway than the page is at say nothing', () => {
    const { store } = begin()
    store.take('network_state_changed', network('open'), 1)
    expect(store.current().jobs).toEqual([])
  })

  // spec 2 §4: 0 started, 1 finished, 2 failed, 3 matched, 4 mismatch and failed.
  test.each([
    [0, 'running', undefined],
    [1, 'done', undefined],
    [2, 'failed', undefined],
    [3, 'done', 'matched'],
    [4, 'failed', 'mismatch'],
  ])('a replacement with status %i is %s', (status, state, says) => {
    const { store } = begin()
    store.take('device_replacement', { device_id: 'd', status }, 1, { here: 'A' })
    expect(store.current().jobs).toEqual([
      { kind: 'succession', serialNumber: 'A', state, at: 1, ...(says && { says }) },
    ])
  })
})

describe('news', () => {
  test('count until somebody looks', () => {
    const { store } = begin()
    store.take('gateway_connection_changed', { serialNumber: 'A', connectionStatus: 'offline' }, 1)
    store.take('device_property_changed', { device_id: '1' }, 2)
    expect(store.current()).toMatchObject({
      unread: 1,
      news: [{ text: 'gateway_connection_changed.offline', tone: 'warn', serialNumber: 'A' }],
    })
    store.seen()
    expect(store.current()).toMatchObject({ unread: 0, news: [{ serialNumber: 'A' }] })
  })

  test('of a gateway that comes whole name it too', () => {
    const { store } = begin()
    store.take('gateway_assigned', { gateway: gatewayOf('N') }, 1)
    expect(store.current().news).toMatchObject([{ text: 'gateway_assigned', serialNumber: 'N' }])
  })

  test('values that no tone is given are no news', () => {
    const { store } = begin()
    store.take('firmware_progress', firmware('downloading'), 1)
    expect(store.current().news).toEqual([])
  })
})

describe('what is kept', () => {
  const offline = { serialNumber: 'A', connectionStatus: 'offline' }

  test('outlives a reload, and is bounded', () => {
    const { store, storage } = begin()
    for (let at = 1; at <= 5; at++) store.take('gateway_connection_changed', offline, at)
    const again = begin(storage).store.current()
    expect(again.news.map(({ at }) => at)).toEqual([5, 4, 3])
    expect(again.unread).toBe(5)
  })

  test.each(['{', '"text"', '{"jobs":1}', 'null'])('is nothing when the storage holds %s', (text) => {
    expect(begin(memory({ 'gatehouse.activity': text })).store.current().news).toEqual([])
  })
})

test('every event that jobs and news name is one of the channel', () => {
  const events = [
    ...Object.keys(news.news),
    ...Object.values(jobs.jobs).flatMap(({ events }) => Object.keys(events)),
  ]
  const known = Object.keys(asyncapi.components.messages)
  expect(events.filter((event) => !known.includes(event))).toEqual([])
})
