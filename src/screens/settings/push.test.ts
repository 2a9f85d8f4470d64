import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { http } from '#data/http.ts'
import type { Calls } from '#engine/ports.ts'
import { actionContextOf } from '#engine/testing/action-context.ts'
import { homeOf, noSource, situationOf } from '#engine/testing/render-screen.tsx'
import { loadAllTexts } from '#i18n/i18n.ts'
import { wakeHere } from './push.ts'

const said: string[] = []
const kept: unknown[] = []
const call = (async (_operation: string, input: unknown) => {
  kept.push(input)
  return { ok: true, data: {}, status: 200 }
}) as Calls['call']
const context = () =>
  actionContextOf({
    toast: ({ text }) => void said.push(text),
    situation: situationOf({ session: { id: 'u1' } }),
    ports: { widgets: new Map(), ...homeOf(), source: { ...noSource, call } },
  })

const subscription = (unsubscribe = vi.fn()) => ({
  unsubscribe,
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
})
const pushManager = { getSubscription: vi.fn(), subscribe: vi.fn() }
const told = vi.fn()

beforeAll(() => loadAllTexts())
beforeEach(() => {
  said.length = 0
  kept.length = 0
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
  vi.stubGlobal('PushManager', class {})
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => undefined,
      ready: Promise.resolve({ pushManager, active: { postMessage: told } }),
    },
  })
  vi.spyOn(http, 'call').mockResolvedValue({
    data: { available: true, publicKey: 'KEY', here: false, data: [], count: 0 },
  } as never)
  pushManager.getSubscription.mockReset().mockResolvedValue(null)
  pushManager.subscribe.mockReset().mockResolvedValue(subscription())
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('what the browser made of our key is kept, in the place of what another key made', async () => {
  const older = vi.fn()
  pushManager.getSubscription.mockResolvedValue(subscription(older))
  expect(await wakeHere(context())).toMatchObject({ ok: true })
  expect(older).toHaveBeenCalledTimes(1)
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' })
  expect(kept).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }])
  expect(said).toEqual([])
})

test.each([
  [
    'a browser without push',
    () => void Reflect.deleteProperty(window, 'PushManager'),
    /kennt keine|no notifications/,
  ],
  [
    'a person who said no',
    () => vi.stubGlobal('Notification', { requestPermission: async () => 'denied' }),
    /Browser lässt|browser allows/,
  ],
  [
    'a server that wakes nobody',
    () => vi.mocked(http.call).mockResolvedValue({ data: { available: false } } as never),
    /Server weckt|server wakes/,
  ],
  [
    'a push service that does not answer',
    () => void pushManager.subscribe.mockRejectedValue(new DOMException('no', 'AbortError')),
    /Meldungsdienst|push service/,
  ],
])('%s: a sentence says so, and nothing is kept', async (_what, make, sentence) => {
  make()
  expect(await wakeHere(context())).toMatchObject({ ok: false, reported: true })
  expect(said).toEqual([expect.stringMatching(sentence)])
  expect(kept).toEqual([])
})
