import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHttp, Loading } from './http.ts'
import { RequestError } from './request-error.ts'
import { Wishes } from './wishes.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A client against a real server that answers as told. */
async function against(answer: (request: IncomingMessage, response: ServerResponse) => void, timeout = 5000) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const loading = new Loading()
  const started = vi.fn()
  const http = createHttp({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    sessionId: () => 'the-session',
    language: () => 'ch_DE',
    loading,
    started,
    timeout,
    fetch: (request) => fetch(request),
  })
  return { http, loading, started }
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function failureOf(call: Promise<unknown>): Promise<RequestError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RequestError)) throw new Error(`no RequestError but ${String(error)}`)
  return error
}

describe('a server that neither answers nor refuses', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['says nothing at all', () => {}],
    ['begins its answer and goes no further', (response) => void response.writeHead(200).write('{"data":[')],
    ['refuses and does not say why', (response) => void response.writeHead(409).write('[{"errorCode":')],
  ])('ends a call in time where it %s', async (_what, answer) => {
    const { http, loading } = await against((_request, response) => answer(response), 100)
    const { status, code } = await failureOf(http.call('settings', {}))
    expect({ status, code }).toEqual({ status: 0, code: 'REQUEST_TIMED_OUT' })
    expect(loading.active).toBe(false)
  })

  test('one that is cut off in the middle of its answer is not taken for an empty one', async () => {
    const { http } = await against((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"data":[', () => response.destroy())
    })
    expect((await failureOf(http.call('settings', {}))).code).toBe('OFFLINE')
  })
})

describe('spec 1 §7 the calls it makes', () => {
  // 1.7-001
  test('a call that may not leave the page is refused by its code before anything leaves', async () => {
    const left: string[] = []
    const http = createHttp({
      base: 'https://gatehouse.example/api',
      sessionId: () => 's',
      language: () => 'ch_DE',
      loading: new Loading(),
      started: () => {},
      timeout: 5000,
      leave: (operation) => {
        if (operation !== 'settings')
          throw new RequestError(0, [{ errorCode: 'IN_TWIN', message: '' }], operation)
      },
      fetch: async (request) => {
        left.push(new URL(request.url).pathname)
        return Response.json({})
      },
    })
    await http.send('settings', {})
    await expect(http.call('logout', {})).rejects.toMatchObject({ status: 0, code: 'IN_TWIN' })
    await expect(http.send('restoreBackup', { body: {} })).rejects.toMatchObject({ code: 'IN_TWIN' })
    expect(left).toEqual(['/api/settings'])
  })

  // 3.7-001
  test('the base of every call is the configured host', async () => {
    const asked: URL[] = []
    const http = createHttp({
      base: 'https://gatehouse.example/api',
      sessionId: () => 's',
      language: () => 'ch_DE',
      loading: new Loading(),
      started: () => {},
      timeout: 5000,
      fetch: async (request) => {
        asked.push(new URL(request.url))
        return Response.json({})
      },
    })
    const operations = [
      'login',
      'logout',
      'listOwnGateways',
      'renameGateway',
      'homeSnapshot',
      'listCountries',
    ]
    for (const operation of operations) await http.send(operation, { params: { sn: '../../elsewhere' } })
    expect(asked).toHaveLength(operations.length)
    for (const { origin, pathname } of asked) {
      expect(origin).toBe('https://gatehouse.example')
      expect(pathname.startsWith('/api/')).toBe(true)
    }
  })

  test('every request carries the session and the language', async () => {
    const { http } = await against((request, response) =>
      json(response, 200, {
        session: request.headers.sessionid,
        language: request.headers['accept-language'],
      }),
    )
    expect((await http.call('listOwnGateways', {})).data).toEqual({
      session: 'the-session',
      language: 'ch_DE',
    })
  })

  test('parameters stand where the API document puts them: path, query, body', async () => {
    const { http } = await against((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => {
        body += part
      })
      request.on('end', () => json(response, 200, { method: request.method, url: request.url, body }))
    })
    expect(
      (await http.call('listGateways', { page: 2, searchText: 'A & B', owners: true })).data,
    ).toMatchObject({
      method: 'GET',
      url: '/api/udm/device/adminList?page=2&searchText=A+%26+B&owners=true',
    })
    expect((await http.call('renameGateway', { sn: 'a/b', name: 'Haus' })).data).toEqual({
      method: 'PUT',
      url: '/api/udm/device/a%2Fb/rename',
      body: '{"name":"Haus"}',
    })
  })

  test('a failure carries status and every entry of the answer', async () => {
    const { http } = await against((_request, response) =>
      json(response, 400, [{ errorCode: 'VALIDATION', message: 'Zu kurz.', field: '/name' }]),
    )
    const error = await failureOf(http.call('renameGateway', { sn: 'x', name: '' }))
    expect([error.status, error.code, error.errors[0].field]).toEqual([400, 'VALIDATION', '/name'])
  })

  test('an answer of another shape still is a failure with its status', async () => {
    const { http } = await against((_request, response) =>
      response.writeHead(502).end('<html>Bad gateway</html>'),
    )
    const error = await failureOf(http.call('settings', {}))
    expect([error.status, error.code]).toEqual([502, ''])
  })

  test('no answer in time has timed out', async () => {
    const { http } = await against(() => {}, 50)
    expect((await failureOf(http.call('settings', {}))).code).toBe('REQUEST_TIMED_OUT')
  })

  test('no connection is offline', async () => {
    const { http } = await against((request) => request.socket.destroy())
    expect((await failureOf(http.call('settings', {}))).code).toBe('OFFLINE')
  })

  test('what the caller gives up stays an abort', async () => {
    const { http } = await against(() => {})
    const given = new AbortController()
    const call = http.call('settings', {}, { signal: given.signal })
    given.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  // 1.8-011
  test('the loading bar is cleared on errors, even while other calls run', async () => {
    const { http, loading } = await against((request, response) => {
      if (request.url === '/api/settings') json(response, 500, [{ errorCode: 'INTERNAL', message: '' }])
    })
    const given = new AbortController()
    const slow = http.call('listOwnGateways', {}, { signal: given.signal }).catch(() => 'ended')
    await vi.waitFor(() => expect(loading.active).toBe(true))
    await failureOf(http.call('settings', {}))
    expect(loading.active).toBe(false)
    given.abort()
    expect(await slow).toBe('ended')
  })

  test('each new request says so, for what is shown once until the next request', async () => {
    const { http, started } = await against((_request, response) => json(response, 200, {}))
    await http.call('settings', {})
    await http.call('settings', {})
    expect(started).toHaveBeenCalledTimes(2)
  })
})

describe('what leaves when the page goes', () => {
  /** Browsers refuse more than this at once (Fetch, "HTTP-network-or-cache fetch"). */
  const MOST = 64 * 1024
  /** Refuses as browsers do, and answers when told. */
  function browserLike() {
    let outliving = 0
    const sent: boolean[] = []
    const answers: (() => void)[] = []
    const http = createHttp({
      base: 'https://gatehouse.example/api',
      sessionId: () => 's',
      language: () => 'ch_DE',
      loading: new Loading(),
      started: () => {},
      timeout: 5000,
      fetch: async (request) => {
        const bytes = request.keepalive ? (await request.clone().arrayBuffer()).byteLength : 0
        if (outliving + bytes > MOST) throw new TypeError('Failed to fetch')
        outliving += bytes
        sent.push(request.keepalive)
        await new Promise<void>((resolve) => answers.push(resolve))
        outliving -= bytes
        return Response.json({ lines: [] })
      },
    })
    const select = (count: number, name: string) =>
      http.send('selectGateways', { body: { devices: Array.from({ length: count }, () => name) } })
    const begun = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count))
    return { sent, answers, select, begun }
  }

  test('an order does, and the longest list that a call takes is sent all the same', async () => {
    const { sent, answers, select, begun } = browserLike()
    const calls = [select(1, 'DOC4-7F21-90A3')]
    await begun(1)
    calls.push(select(10_000, 'DOC4-7F21-90A3'))
    await begun(2)
    expect(sent).toEqual([true, false])
    for (const answer of answers) answer()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('bytes count, not letters, and those that are on their way together', async () => {
    const { sent, answers, select, begun } = browserLike()
    const wide = select(20_000, 'ü')
    await begun(1)
    const calls = [wide, select(1000, 'x'.repeat(40))]
    await begun(2)
    calls.push(select(1000, 'x'.repeat(40)))
    await begun(3)
    expect(sent).toEqual([false, true, false])
    for (const answer of answers.splice(0)) answer()
    await Promise.all(calls)
    const after = select(1000, 'x'.repeat(40))
    await begun(4)
    for (const answer of answers) answer()
    await after
    expect(sent.at(-1)).toBe(true)
  })
})

test('what many homes get is asked for with the same key until something answers, and with another for each new wish', async () => {
  const keys: unknown[] = []
  const { http } = await against((request, response) => {
    const key = request.headers['idempotency-key']
    keys.push(key)
    // It has done it, and is killed before it says so; then something before it says that nobody is there.
    if (keys.length === 1) request.socket.destroy()
    else json(response, keys.length === 2 ? 502 : 201, keys.length === 2 ? [] : { _id: 'one' })
  })
  const wish = { command: 'ping', payload: {}, devices: ['DOC4-0000-0000'] }
  await failureOf(http.call('sendOperation', wish))
  await failureOf(http.call('sendOperation', wish))
  await http.call('sendOperation', wish)
  await http.call('sendOperation', wish)
  await http.call('sendOperation', { ...wish, devices: ['DOC4-0000-0001'] })
  expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(new Set(keys.slice(2)).size).toBe(3)
})

test('what is refused has been answered: mended and asked anew it is another wish', async () => {
  const keys: unknown[] = []
  const { http } = await against((request, response) => {
    keys.push(request.headers['idempotency-key'])
    json(response, 400, [{ errorCode: 'INVALID', message: '' }])
  })
  const wish = { command: 'ping', payload: {}, devices: [] }
  await failureOf(http.call('sendOperation', wish))
  await failureOf(http.call('sendOperation', wish))
  expect(new Set(keys).size).toBe(2)
})

const KEPT = 1000

// decision 0297
test('what nothing has answered is the same wish for a while after it was last asked for, then another one', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const wishes = new Wishes(KEPT)
  const keys: string[] = []
  const ask = () =>
    wishes
      .ask('restart all', async (key) => {
        keys.push(key)
        throw new RequestError(0, [{ errorCode: 'OFFLINE', message: '' }])
      })
      .catch(() => {})
  await ask()
  await vi.advanceTimersByTimeAsync(KEPT - 1)
  await ask()
  await vi.advanceTimersByTimeAsync(KEPT - 1)
  await ask()
  expect(new Set(keys).size).toBe(1)
  await vi.advanceTimersByTimeAsync(KEPT)
  await ask()
  expect(new Set(keys).size).toBe(2)
})
