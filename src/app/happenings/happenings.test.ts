import { describe, expect, test } from 'vitest'
import jobs from '#catalogue/jobs.json'
import news from '#catalogue/news.json'
import asyncapi from '#schemas/channel/asyncapi.json'
import { gatewayOf, memory } from '#session/fake-session.ts'
import { HappeningStore } from './happenings.ts'
import { inOrder } from './jobs.ts'

const begin = (storage = memory()) => ({ storage, store: new HappeningStore(storage, 3) })
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

  test('are learnt from the gateways by a page that was not there when they began', () => {
    const { store } = begin()
    store.learn([gatewayOf('A', { backupRestoreInProgress: true }), gatewayOf('B')], 5)
    expect(store.current().jobs).toMatchObject([{ kind: 'restore', serialNumber: 'A', state: 'running' }])
    const known = store.current().jobs
    store.learn([gatewayOf('A', { backupRestoreInProgress: true })], 6)
    expect(store.current().jobs).toBe(known)
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
    expect(begin(memory({ 'gatehouse.happenings': text })).store.current().news).toEqual([])
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
