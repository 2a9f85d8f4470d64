import { readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const ORIGIN = 'https://home.example'

/** As far as the service worker uses it. */
class FakeCache {
  readonly entries = new Map<string, Response>()

  #key = (request: string | { url: string }): string =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).href

  match = async (request: string | { url: string }) => this.entries.get(this.#key(request))?.clone()
  put = async (request: string, response: Response) => void this.entries.set(this.#key(request), response)
  delete = async (request: string) => this.entries.delete(this.#key(request))
  keys = async () => [...this.entries.keys()].map((url) => ({ url }))
}

type Sent = { url: string; method?: string; mode?: string; headers?: Headers }

interface Shown {
  title: string
  body: string
  data: unknown
  tag: string
  close(): void
}

let stores: Map<string, FakeCache>
let answer: (sent: Sent) => Response | Promise<Response>
let asked: string[]
let shown: Shown[]
let unsubscribed: number
let windows: { messages: unknown[]; focus(): Promise<void>; postMessage(data: unknown): void }[]
let opened: string[]
let listeners: Map<string, (event: object) => void>

function begin(): void {
  stores = new Map()
  asked = []
  shown = []
  windows = []
  opened = []
  unsubscribed = 0
  listeners = new Map()
  answer = () => new Response('{}')
  const fetched = async (input: string | Sent, init: { headers?: HeadersInit; method?: string } = {}) => {
    const sent =
      typeof input === 'string' ? { url: input, ...init, headers: new Headers(init.headers) } : input
    asked.push(`${sent.method ?? 'GET'} ${new URL(sent.url, ORIGIN).pathname}`)
    return answer(sent)
  }
  const caches = {
    open: async (name: string) => {
      const cache = stores.get(name) ?? new FakeCache()
      stores.set(name, cache)
      return cache
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  }
  const worker = {
    addEventListener: (type: string, listen: (event: object) => void) => void listeners.set(type, listen),
    skipWaiting: async () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => windows,
      openWindow: async (path: string) => void opened.push(path),
    },
    registration: {
      getNotifications: async () => shown,
      showNotification: async (title: string, options: Omit<Shown, 'title' | 'close'>) => {
        const one = {
          title,
          ...options,
          close: () => {
            shown = shown.filter((other) => other !== one)
          },
        }
        shown.push(one)
      },
      pushManager: {
        getSubscription: async () => ({
          unsubscribe: async () => {
            unsubscribed++
          },
        }),
      },
    },
  }
  const code = readFileSync('public/sw.js', 'utf8')
  new Function('self', 'caches', 'fetch', 'location', code)(worker, caches, fetched, { origin: ORIGIN })
}

/** Everything that an event asks the browser to wait for, and what it answers. */
async function dispatch(type: string, event: object): Promise<Response | undefined> {
  const work: Promise<unknown>[] = []
  let answered: Promise<Response> | undefined
  listeners.get(type)?.({
    ...event,
    waitUntil: (one: Promise<unknown>) => void work.push(one),
    respondWith: (one: Promise<Response>) => {
      answered = one
    },
  })
  const response = await answered
  for (let done = 0; done < work.length; done++) await work[done]
  return response
}

const request = (path: string, headers: HeadersInit = {}, mode = 'cors') =>
  dispatch('fetch', { request: { url: ORIGIN + path, method: 'GET', mode, headers: new Headers(headers) } })
const opens = (path: string) => request(path, {}, 'navigate')
const mine = { sessionId: 'mine' }
const page = (version: number) =>
  new Response(`<script src="/assets/index-${version}.js">`, { headers: { 'content-type': 'text/html' } })
const away = () => {
  answer = () => Promise.reject(new TypeError('no network'))
}
const states = () => [...stores.keys()].filter((name) => name.startsWith('gatehouse-state-'))
const says = (data: object) => dispatch('message', { data })

beforeEach(begin)

describe('a start without a server', () => {
  test('U-03 opens the page that was last there, at whatever address', async () => {
    answer = () => page(1)
    await opens('/devices/quick_controls')
    away()
    expect(await (await opens('/scenes/scenes_list?n=3'))?.text()).toContain('index-1')
  })

  test.each([502, 503, 504])('U-03 a proxy that answers %i is no server', async (status) => {
    answer = () => page(1)
    await opens('/devices')
    answer = () => new Response('', { status })
    expect(await (await opens('/devices'))?.text()).toContain('index-1')
    begin()
    answer = () => new Response('', { status })
    expect((await opens('/devices'))?.status).toBe(status)
  })

  test('U-05 where a server answers, its page is the one: a new version is there at the next start', async () => {
    answer = () => page(1)
    await opens('/devices')
    answer = () => page(2)
    expect(await (await opens('/devices'))?.text()).toContain('index-2')
    away()
    expect(await (await opens('/devices'))?.text()).toContain('index-2')
  })

  test('U-03 one that thinks for more than four seconds is not waited for', async () => {
    vi.useFakeTimers()
    answer = () => page(1)
    await opens('/devices')
    answer = () => new Promise(() => {})
    const opening = opens('/devices')
    await vi.advanceTimersByTimeAsync(4000)
    expect(await (await opening)?.text()).toContain('index-1')
    vi.useRealTimers()
  })

  test('U-03 one that never answers is given up where nothing is kept, for whatever was asked', async () => {
    vi.useFakeTimers()
    answer = () => new Promise(() => {})
    for (const [path, headers, mode] of [
      ['/devices', {}, 'navigate'],
      ['/assets/index-1.js', {}, 'cors'],
      ['/api/settings', mine, 'cors'],
      ['/api/settings', {}, 'cors'],
    ] as const) {
      let end: unknown
      void request(path, headers, mode).catch((error: unknown) => {
        end = error
      })
      // What it looks up before it asks takes its own time.
      while (end === undefined) {
        await vi.advanceTimersByTimeAsync(1000)
        await turn()
      }
      expect(end).toMatchObject({ name: 'TimeoutError' })
    }
    vi.useRealTimers()
    // What is asked for later goes the same way.
    expect(readFileSync('public/sw.js', 'utf8').match(/\bfetch\(/g)).toHaveLength(1)
  })

  test('U-03 answers with what was last known, and says since when', async () => {
    const now = Date.now()
    answer = () => new Response('{"a":1}')
    await request('/api/home/SN/snapshot?first=6', mine)
    away()
    const kept = await request('/api/home/SN/snapshot?first=20', mine)
    expect(await kept?.json()).toEqual({ a: 1 })
    expect(Number(kept?.headers.get('x-kept-at'))).toBeGreaterThanOrEqual(now)
  })

  test('U-03 the few devices of a start take no place of all of them', async () => {
    answer = () => new Response('all')
    await request('/api/home/SN/snapshot?first=200', mine)
    answer = () => new Response('some')
    await request('/api/home/SN/snapshot?first=6', mine)
    away()
    expect(await (await request('/api/home/SN/snapshot?first=6', mine))?.text()).toBe('all')
    await expect(request('/api/home/SN/snapshot?first=200&skip=200', mine)).rejects.toThrow('no network')
  })

  test.each(['/api/crm/users', '/mqtt', '/metrics', '/healthz', '/api/notifier/push'])(
    'B-07 %s is none of its business',
    async (path) => {
      expect(await request(path, mine)).toBeUndefined()
      expect(await opens(path)).toBeUndefined()
      expect(stores.size).toBe(0)
    },
  )
})

describe('the parts of the page', () => {
  test('are taken from what is kept, and asked for once', async () => {
    answer = () => new Response('code')
    await request('/assets/index-1.js')
    expect(await (await request('/assets/index-1.js'))?.text()).toBe('code')
    expect(asked).toEqual(['GET /assets/index-1.js'])
  })

  test('of an older version go when a page of a newer one is there, and others stay', async () => {
    answer = ({ url }) => (new URL(url, ORIGIN).pathname === '/' ? page(1) : new Response('code'))
    await says({ kind: 'parts', parts: ['/', '/boot.js', '/assets/index-1.js'] })
    await request('/assets/scenes-1.js')
    await says({ kind: 'parts', parts: ['/', '/boot.js', '/assets/index-1.js'] })
    const paths = async () =>
      [...(stores.get('gatehouse-page')?.entries.keys() ?? [])].map((url) => new URL(url).pathname)
    expect(await paths()).toContain('/assets/scenes-1.js')
    answer = ({ url }) =>
      new URL(url, ORIGIN).pathname.startsWith('/assets') ? new Response('code') : page(2)
    await opens('/devices')
    await says({ kind: 'parts', parts: ['/', '/boot.js', '/assets/index-2.js'] })
    expect((await paths()).filter((path) => path.startsWith('/assets'))).toEqual(['/assets/index-2.js'])
  })
})

describe('B-07 A-11 what is kept of somebody', () => {
  beforeEach(async () => {
    await says({ kind: 'session', userId: 'u1', sessionId: 'mine', language: 'ch_EN', lang: 'en-CH' })
    await request('/api/settings', mine)
    await dispatch('push', { data: { json: () => ({ title: 'Water', body: '', tag: 'a' }) } })
  })
  const nothing = () => expect([states(), stores.has('gatehouse-own'), shown]).toEqual([[], false, []])

  test('is there while he is signed in', () => {
    expect([states().length, shown.map(({ title }) => title)]).toEqual([1, ['Water']])
    expect(states()[0]).not.toContain('mine')
  })

  test('goes when he signs out, whether or not a server hears it', async () => {
    await request('/api/auth/logout', mine)
    nothing()
    expect(unsubscribed).toBe(1)
  })

  test('goes when the page says that nobody is signed in', async () => {
    await says({ kind: 'forget' })
    nothing()
  })

  test('goes when the server says that his session is over', async () => {
    answer = () => new Response('[{"errorCode":"SESSION_ENDED"}]', { status: 403 })
    await request('/api/settings', mine)
    nothing()
  })

  test('stays when only something is not allowed', async () => {
    answer = () => new Response('[{"errorCode":"NOT_ALLOWED"}]', { status: 403 })
    await request('/api/home/SN/snapshot', mine)
    expect(states()).toHaveLength(1)
  })

  test('goes when a visitor opens the app', async () => {
    await request('/api/settings')
    nothing()
  })

  test('goes when somebody else signs in, and is never answered to him', async () => {
    away()
    await expect(request('/api/settings', { sessionId: 'other' })).rejects.toThrow('no network')
    answer = () => new Response('{}')
    const before = states()
    await request('/api/settings', { sessionId: 'other' })
    expect(states()).toHaveLength(1)
    expect(states()).not.toEqual(before)
  })

  test('what still comes for him after that is shown to nobody', async () => {
    await says({ kind: 'forget' })
    await dispatch('push', { data: { json: () => ({ title: 'Fire', body: '', tag: 'b' }) } })
    expect(shown).toEqual([])
  })
})

describe('a notification', () => {
  const click = (data: object, action = '') =>
    dispatch('notificationclick', {
      action,
      notification: { title: 'Fire', tag: 'a', data, close: () => undefined },
    })
  const window = () => {
    const messages: unknown[] = []
    return {
      messages,
      focus: async () => undefined,
      postMessage: (data: unknown) => void messages.push(data),
    }
  }

  test('opens its page in the window that is there, or in a new one', async () => {
    await click({ path: '/notifications/smoke?home=SN' })
    expect(opened).toEqual(['/notifications/smoke?home=SN'])
    const there = window()
    windows = [there]
    await click({ path: '/devices' })
    expect(there.messages).toEqual([{ kind: 'open', path: '/devices' }])
  })

  test.each(['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)'])(
    'B-06 %s is no page of ours',
    async (path) => {
      await click({ path })
      expect(opened).toEqual(['/'])
    },
  )

  test('A-11 reacts as whoever is signed in here, and says when nobody heard it', async () => {
    await says({ kind: 'session', userId: 'u1', sessionId: 'mine', language: 'ch_EN', lang: 'en-CH' })
    const sent: unknown[] = []
    answer = ({ headers, ...rest }) => {
      sent.push([headers?.get('sessionId'), JSON.parse(String((rest as { body?: string }).body))])
      return new Response('{}')
    }
    const react = { id: 'n1', label: 'React', text: 'On my way', failed: 'Not heard' }
    await click({ path: '/devices', react }, 'react')
    expect(sent).toEqual([['mine', { notificationId: 'n1', responseMsg: 'On my way' }]])
    expect([shown, opened]).toEqual([[], []])
    away()
    await click({ path: '/devices', react }, 'react')
    expect(shown).toMatchObject([{ title: 'Fire', body: 'Not heard' }])
  })

  // decision 0248
  test('A-11 answers what a scene asks as whoever is signed in here, and says when another answer counts or nobody heard it', async () => {
    await says({ kind: 'session', userId: 'u1', sessionId: 'mine', language: 'ch_EN', lang: 'en-CH' })
    const sent: unknown[] = []
    let counts = 'a'
    answer = ({ url, headers, ...rest }) => {
      const body: unknown = JSON.parse(String((rest as { body?: string }).body))
      sent.push([new URL(url, ORIGIN).pathname, headers?.get('sessionId'), body])
      return new Response(JSON.stringify({ state: 'answered', answer: counts }))
    }
    const answers = [
      { id: 'a', label: 'Close it' },
      { id: 'b', label: 'Leave it' },
    ]
    const ask = { id: 'n/1', answers, failed: 'Not heard', other: 'Somebody was quicker' }
    await dispatch('push', {
      data: { json: () => ({ title: 'Garage', body: '', tag: 'q', path: '/', urgent: false, ask }) },
    })
    expect(shown.at(-1)).toMatchObject({
      requireInteraction: true,
      actions: [
        { action: 'answer:a', title: 'Close it' },
        { action: 'answer:b', title: 'Leave it' },
      ],
    })
    shown.length = 0
    await click({ path: '/', ask }, 'answer:a')
    expect(sent).toEqual([['/api/notifier/notifications/n%2F1/answer', 'mine', { answer: 'a' }]])
    expect([shown, opened]).toEqual([[], []])
    counts = 'b'
    await click({ path: '/', ask }, 'answer:a')
    expect(shown).toMatchObject([{ body: 'Somebody was quicker' }])
    shown.length = 0
    away()
    await click({ path: '/', ask }, 'answer:b')
    expect(shown).toMatchObject([{ body: 'Not heard' }])
    // Whoever presses the message itself looks at it.
    await click({ path: '/', ask }, '')
    expect(opened).toEqual(['/'])
  })
})
