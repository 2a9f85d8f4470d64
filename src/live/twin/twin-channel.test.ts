import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { systemClock } from '#gateway/core/system-clock.ts'
import { createTwin } from '#gateway/twin/twin.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import { connectHome } from '../channel/connect.ts'
import { deviceOf, level, snapshotOf } from '../channel/fake-connection.ts'
import { Hub } from '../channel/hub.ts'
import type { ChannelWorker } from '../channel/page-end.ts'
import type { FromWorker, ToWorker } from '../channel/protocol.ts'
import { Loopback } from './loopback.ts'

/** The page's side of live data over a real core beside the channel; only the thread is the same. */
function twinPage(fetched: string[] = []) {
  const devices = [deviceOf('d1', 10), deviceOf('d2', 20)]
  const content = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }
  const fork: HomeFork = {
    ...{ serialNumber: 'G', name: 'House', at: new Date().toISOString(), source: 'live' },
    ...{ snapshot: snapshotOf(devices), content, statuses: [], kinds: {}, alarms: [], unknown: [] },
  }
  const twin = createTwin({
    ...{ serialNumber: 'G', fork, clock: systemClock, scenes: vocabulary as SceneVocabulary },
    transport: { event: (event) => loopback.tell(event) },
  })
  const loopback = new Loopback({ ready: twin.start(), handle: twin.handle })
  const worker = (): ChannelWorker => {
    const listeners = new Set<(event: MessageEvent<FromWorker>) => void>()
    const hub = new Hub(
      (message) => {
        const data = structuredClone(message)
        queueMicrotask(() => {
          for (const listener of listeners) listener({ data } as MessageEvent<FromWorker>)
        })
      },
      {
        clock: systemClock,
        connect: loopback.connect,
        random: () => 0.5,
        newId: () => crypto.randomUUID().replaceAll('-', ''),
      },
    )
    return {
      postMessage: (message: ToWorker) => queueMicrotask(() => hub.receive(structuredClone(message))),
      addEventListener: (kind, listener) => void (kind === 'message' && listeners.add(listener)),
      terminate: () => listeners.clear(),
    }
  }
  const heard: unknown[] = []
  const connect = () =>
    connectHome({
      ...{ userId: 'u', admin: true, gateway: 'G', language: 'en', url: '', silent: 'silent' },
      reason: (code, message) => `${code} ${message}`,
      event: (_origin, event) => void heard.push(event),
      refused: () => undefined,
      worker,
      api: {
        token: async () => ({ token: 'twin', sessionKey: 'twin' }),
        snapshot: async () => snapshotOf(devices),
        further: async () => undefined,
        layouts: async () => undefined,
        assigned: async () => undefined,
        layout: async (hash) => void fetched.push(hash) as undefined,
      },
    })
  return { twin, connect, heard }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a page over a twin is live, and an order goes to its core and comes back confirmed', async () => {
  const { connect, twin } = twinPage()
  const live = connect()
  live.link.subscribe(level, () => undefined)
  await vi.advanceTimersByTimeAsync(500)
  expect(live.home.link().state).toBe('live')
  expect(live.link.get(level).value).toBe(10)
  live.link.send(level, 55)
  await vi.advanceTimersByTimeAsync(2000)
  expect(live.link.get(level)).toMatchObject({ value: 55, delivery: { phase: 'confirmed' } })
  // Long after, with nothing said meanwhile, it is still there.
  await vi.advanceTimersByTimeAsync(120_000)
  expect(live.home.link().state).toBe('live')
  twin.report({ ...level, value: 7 })
  await vi.advanceTimersByTimeAsync(100)
  expect(live.link.get(level).value).toBe(7)
})

test('what the core tells reaches the page, and a page that connects anew finds the same twin', async () => {
  const { connect, heard } = twinPage()
  const first = connect()
  await vi.advanceTimersByTimeAsync(500)
  await first.call('add_floor', { floor_name: 'Attic' })
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).toContain('floor_added')
  first.close()
  const second = connect()
  await vi.advanceTimersByTimeAsync(500)
  expect(await second.call('get_layout', {})).toMatchObject({ floors: [{ floor_name: 'Attic' }] })
})

test('what only a server answers is refused by the core, and nothing is asked elsewhere', async () => {
  const fetched: string[] = []
  const { connect } = twinPage(fetched)
  const live = connect()
  await vi.advanceTimersByTimeAsync(500)
  const refused = live.call('node_history', {}).catch((error: { code: string }) => error.code)
  await vi.advanceTimersByTimeAsync(100)
  expect(await refused).toBe('404')
  expect(fetched).toEqual([])
})
