import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectHome, type HomeApi, type LiveHome } from '#live/channel/connect.ts'
import type { FromWorker } from '#live/channel/protocol.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'

const TOTAL = 25

const deviceOf = (at: number): Device => ({
  id: `d${at}`,
  device_name: `Lamp ${at}`,
  class: 'SWI100',
  status: 1,
  networkType: 'zigbee',
  service_list: [
    {
      name: 'Switch',
      type: 'Switch',
      property_list: [{ name: 'on', type: 'bool', readonly: false, value: at % 2 === 0 }],
    },
  ],
})

const pageOf = (skip: number, first: number): HomeSnapshot => ({
  serialNumber: 'A',
  seq: 1,
  at: '2026-11-21T12:00:00.000Z',
  online: true,
  total: TOTAL,
  devices: Array.from({ length: TOTAL }, (_, at) => ({ device: deviceOf(at), layout: 'h' })).slice(
    skip,
    skip + first,
  ),
  layouts: {},
  floors: [],
})

/** The page's side of a worker whose channel never comes to life. */
class SilentWorker extends EventTarget {
  readonly posted: unknown[] = []
  postMessage(message: unknown): void {
    this.posted.push(message)
  }
  terminate(): void {}
  say(message: FromWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data: message }))
  }
}

let live: LiveHome
let worker: SilentWorker
let further: ReturnType<typeof vi.fn<HomeApi['further']>>

beforeEach(async () => {
  worker = new SilentWorker()
  further = vi.fn(async (_sn, skip) => pageOf(skip, 10))
  live = connectHome({
    userId: 'u',
    admin: false,
    gateway: 'A',
    language: 'de-CH',
    url: 'ws://127.0.0.1/mqtt',
    api: {
      token: async () => undefined,
      snapshot: async () => pageOf(0, 10),
      further,
      layouts: async () => undefined,
      assigned: async () => undefined,
      layout: async () => undefined,
    },
    silent: '',
    reason: () => '',
    event: () => {},
    refused: () => {},
    worker: () => worker as unknown as Worker,
  })
  await vi.waitFor(() => expect(worker.posted).toContainEqual(expect.objectContaining({ kind: 'open' })))
})
afterEach(() => live.close())

const known = () => live.home.devices()
const on = (id: string) => live.link.get({ device: id, service: 'Switch', property: 'on' }).value

test('U-05 while the channel is away, the devices beyond the first page come over HTTP with their values', async () => {
  expect(known()).toMatchObject({ total: TOTAL, complete: false })
  expect(known().heads).toHaveLength(10)
  worker.say({ kind: 'link', state: 'stale', since: 0 })
  worker.say({ kind: 'link', state: 'failed', since: 0 })
  await vi.waitFor(() => expect(known().complete).toBe(true))
  expect(known().heads).toHaveLength(TOTAL)
  expect(further.mock.calls).toEqual([
    ['A', 10],
    ['A', 20],
  ])
  expect([on('d24'), on('d23')]).toEqual([true, false])
})

test('U-05 so do they while the gateway itself is offline', async () => {
  worker.say({ kind: 'link', state: 'live', since: 0 })
  expect(further).not.toHaveBeenCalled()
  worker.say({ kind: 'presence', online: false })
  await vi.waitFor(() => expect(known().heads).toHaveLength(TOTAL))
})

test('U-05 a page that fails ends the asking, and the next sign asks again', async () => {
  further.mockResolvedValueOnce(undefined)
  worker.say({ kind: 'link', state: 'stale', since: 0 })
  await vi.waitFor(() => expect(further).toHaveBeenCalledOnce())
  expect(known().complete).toBe(false)
  await vi.waitFor(() => {
    worker.say({ kind: 'link', state: 'failed', since: 0 })
    expect(known().complete).toBe(true)
  })
})

test('L-04 what the channel has told meanwhile is newer than a page that comes late', async () => {
  let answer = (_page: HomeSnapshot): void => {}
  further.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  worker.say({ kind: 'link', state: 'stale', since: 0 })
  worker.say({ kind: 'link', state: 'live', since: 0 })
  worker.say({
    kind: 'batch',
    devices: { all: true, facts: [], removed: [] },
    changes: [],
    ended: [],
    events: [],
  })
  answer(pageOf(10, 10))
  await new Promise((turn) => setTimeout(turn))
  expect(further).toHaveBeenCalledOnce()
  expect(known()).toMatchObject({ heads: [], total: 0, complete: true })
})
