import { expect, onTestFinished, test, vi } from 'vitest'
import { PART_MS } from '#lib/in-time.ts'
import { channelLimits } from '../limits.ts'
import { PageEnd } from './page-end.ts'
import type { FromWorker, ToWorker } from './protocol.ts'
import type { CallError } from './requests.ts'

const opening = { url: 'ws://127.0.0.1/mqtt', userId: 'u', admin: false, gateway: 'G' }

function pageEnd(token?: { token: string; sessionKey: string; wait?: number }) {
  const posted: ToWorker[] = []
  const said: string[] = []
  const news: unknown[] = []
  const heard: ((event: { data: FromWorker }) => void)[] = []
  const failing: (() => void)[] = []
  let workers = 0
  const end = new PageEnd({
    worker: () => {
      workers++
      return {
        addEventListener: (kind: string, listener: (event: { data: FromWorker }) => void) =>
          void (kind === 'message' ? heard.push(listener) : failing.push(listener as () => void)),
        postMessage: (message: ToWorker) => {
          posted.push(message)
          said.push(message.kind)
        },
        terminate: () => void said.push('terminated'),
      } as unknown as Worker
    },
    token: async () => token,
    news: (message) => void news.push(message),
  })
  // It waits for its worker, which no other test shall hear of.
  onTestFinished(() => end.close())
  const says = (data: FromWorker): void => {
    for (const listener of heard) listener({ data })
  }
  /** As browsers tell it of a script that does not come. */
  const fails = (): void => failing.at(-1)?.()
  return { end, posted, news, says, fails, workers: () => workers, kinds: () => said }
}

test('what is said before the worker is there is said once it is, in its order', () => {
  const { end, posted, kinds } = pageEnd()
  end.call('ping', {}).catch(() => {})
  end.post({ kind: 'watch', frame: ['a/b/c'], calm: [], drop: [] })
  expect(posted).toEqual([])
  end.start(opening)
  expect(kinds()).toEqual(['open', 'call', 'watch'])
  end.post({ kind: 'ack' })
  expect(kinds()).toEqual(['open', 'call', 'watch', 'ack'])
})

test('it starts once, and not at all after its end', () => {
  const { end, kinds, workers } = pageEnd()
  end.start(opening)
  end.start(opening)
  expect(workers()).toBe(1)
  expect(kinds()).toEqual(['open'])
  const closed = pageEnd()
  closed.end.close()
  closed.end.start(opening)
  expect(closed.workers()).toBe(0)
})

test('closed, it says so, ends the worker and refuses every call that waits, once', async () => {
  const { end, kinds, says, posted } = pageEnd()
  end.start(opening)
  const outcomes = [end.call('ping', {}), end.call('ping', {})].map((call) =>
    call.catch((error: CallError) => `${error.code} ${error.message}`),
  )
  end.close()
  expect(await Promise.all(outcomes)).toEqual(['-2 closed', '-2 closed'])
  expect(kinds().slice(-2)).toEqual(['close', 'terminated'])
  const calls = posted.filter((message) => message.kind === 'call')
  expect(new Set(calls.map(({ request }) => request)).size).toBe(2)
  says({ kind: 'answer', ok: true, data: 'late', request: calls[0]?.request ?? '' })
  expect(await outcomes[0]).toBe('-2 closed')
})

test('news is handed on; a token is fetched when it is needed, and that there is none is told', async () => {
  const known = pageEnd({ token: 't', sessionKey: 'k', wait: 5 })
  known.end.start(opening)
  known.says({ kind: 'presence', online: true })
  known.says({ kind: 'needToken' })
  expect(known.news).toEqual([{ kind: 'presence', online: true }])
  await vi.waitFor(() =>
    expect(known.posted.at(-1)).toEqual({ kind: 'token', token: { token: 't', sessionKey: 'k', wait: 5 } }),
  )
  const unknown = pageEnd()
  unknown.end.start(opening)
  unknown.says({ kind: 'needToken' })
  await vi.waitFor(() => expect(unknown.posted.at(-1)).toEqual({ kind: 'noToken' }))
})

test('U-03 a worker whose code neither comes nor fails has not come after a time: what was ordered is told off', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { end, news, says, workers } = pageEnd()
  end.start(opening)
  const order = end.call('ping', {}).catch((error: CallError) => error.code)
  vi.advanceTimersByTime(PART_MS - 1)
  expect(news).toEqual([])
  vi.advanceTimersByTime(1)
  expect(await order).toBe('OFFLINE')
  expect(news).toEqual([{ kind: 'link', state: 'stale', since: Date.now() }])
  vi.advanceTimersByTime(channelLimits.reconnect)
  expect(workers()).toBe(2)
  // One that has spoken is left alone, however quiet it is then.
  says({ kind: 'presence', online: true })
  vi.advanceTimersByTime(10 * PART_MS)
  expect(workers()).toBe(2)
  end.close()
})

test('U-03 a worker whose code does not come is started anew; its orders are told off, what is watched is not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { end, news, says, fails, workers, kinds } = pageEnd()
  end.start(opening)
  end.post({ kind: 'watch', frame: ['a/b/c'], calm: [], drop: [] })
  const order = end.call('ping', {}).catch((error: CallError) => error.code)
  fails()
  expect(await order).toBe('OFFLINE')
  expect(news).toEqual([{ kind: 'link', state: 'stale', since: Date.now() }])
  const before = kinds().length
  vi.advanceTimersByTime(channelLimits.reconnect)
  expect(workers()).toBe(2)
  expect(kinds().slice(before)).toEqual(['open', 'watch'])
  // Since when it is missing stays what it was.
  fails()
  expect(news[1]).toEqual(news[0])
  // Whoever asks for the connection does not wait.
  end.post({ kind: 'retry' })
  expect(workers()).toBe(3)
  says({ kind: 'presence', online: true })
  fails()
  end.post({ kind: 'ack' })
  vi.advanceTimersByTime(10 * channelLimits.reconnect)
  expect([workers(), kinds().at(-1)]).toEqual([3, 'ack'])
})
