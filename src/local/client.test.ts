import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { actions, signOut } from './actions.ts'
import { CallError, call } from './client.ts'
import { session } from './session.ts'
import { source } from './source.ts'

const answered = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  answered.mockReset()
  vi.stubGlobal('fetch', answered)
})
afterEach(() => {
  session.end()
  vi.unstubAllGlobals()
})

const refused = (status: number, errorCode: string, more: object = {}): Response =>
  Response.json([{ errorCode, message: errorCode, ...more }], { status })
const sentHeaders = (): Record<string, string> =>
  (answered.mock.lastCall?.[1].headers ?? {}) as Record<string, string>
const failureOf = async (operation: string): Promise<CallError> => {
  try {
    await call(operation)
  } catch (error) {
    if (error instanceof CallError) return error
  }
  throw new Error('The call did not fail')
}

const begin = (sessionId: string): void => session.begin({ sessionId, expiresAt: '2030-01-01T00:00:00Z' })

describe('spec 1 §7 calls of the setup page', () => {
  test('the session goes along in a header, and is of this tab only', async () => {
    answered.mockImplementation(async () => Response.json({}))
    await call('getBoardInfo')
    expect(sentHeaders()).not.toHaveProperty('sessionId')
    begin('s1')
    expect(sessionStorage.getItem('gatehouse.setup')).toBe('s1')
    expect(Object.values(localStorage)).not.toContain('s1')
    await call('getBoardInfo')
    expect(sentHeaders()).toMatchObject({ sessionId: 's1' })
  })

  test('only what has a body sends one', async () => {
    answered.mockImplementation(async () => Response.json({}))
    await call('setTimezone', { body: { timezone: 'Europe/Zurich' } })
    expect(answered.mock.lastCall?.[1].body).toBe('{"timezone":"Europe/Zurich"}')
    await call('getPlatformInfo')
    expect(answered.mock.lastCall?.[1].body).toBeNull()
    expect(sentHeaders()).not.toHaveProperty('Content-Type')
  })

  test('a session that is over ends here and says why; one that began meanwhile stays', async () => {
    begin('s1')
    answered.mockResolvedValueOnce(refused(401, 'SESSION_ENDED'))
    expect((await failureOf('getBoardInfo')).status).toBe(401)
    expect(session.state()).toEqual({ sessionId: undefined, signOutReason: 'SESSION_ENDED' })

    begin('s2')
    answered.mockImplementationOnce(async () => {
      begin('s3')
      return refused(401, 'SESSION_ENDED')
    })
    await failureOf('getBoardInfo')
    expect(session.state().sessionId).toBe('s3')
  })

  test.each([
    [new TypeError('failed to fetch'), 'OFFLINE'],
    [new DOMException('timed out', 'TimeoutError'), 'REQUEST_TIMED_OUT'],
  ])('no answer (%s) is %s', async (error, code) => {
    answered.mockRejectedValueOnce(error)
    expect(await failureOf('getBoardInfo')).toMatchObject({ status: 0, fault: { errorCode: code } })
  })

  test.each([
    ['a page of another program', new Response('<h1>Router</h1>', { status: 404 })],
    ['another list', Response.json([{ code: 7 }], { status: 500 })],
    ['nothing', new Response(null, { status: 502 })],
  ])('%s in place of a failure is one of ours', async (_name, response) => {
    answered.mockResolvedValueOnce(response)
    expect((await failureOf('getBoardInfo')).fault.errorCode).toBe('INTERNAL')
  })

  test('what a form sent and the gateway refused names its field', async () => {
    answered.mockResolvedValueOnce(refused(400, 'VALIDATION', { field: '/password' }))
    expect(await source.act({ operation: 'setWifiNetwork' }, { form: { ssid: 'a' } })).toMatchObject({
      ok: false,
      status: 400,
      code: 'VALIDATION',
      fields: [{ field: 'password' }],
    })
  })
})

describe('spec 1 §2 states of the setup page', () => {
  const learn = async (row: object): Promise<unknown[]> => {
    const goto = vi.fn()
    await actions.learnConnection?.({ bound: { row }, goto } as never)
    return goto.mock.calls.flat()
  }

  test.each([
    ['connecting', []],
    ['connected', ['wifi-connected']],
    ['failed', ['wifi-failed']],
    [undefined, ['wifi-failed']],
  ])('trying-to-connect, while the network is %s, leads to %j', async (state, to) => {
    expect(await learn({ network: { state } })).toEqual(to)
  })

  test('signing in keeps the session; a wrong password is an answer and not a fault', async () => {
    answered.mockResolvedValueOnce(refused(401, 'WRONG_PASSWORD'))
    expect(await actions.signIn?.({ bound: { form: { password: 'x' } } } as never)).toMatchObject({
      ok: false,
      code: 'WRONG_PASSWORD',
    })
    answered.mockResolvedValueOnce(Response.json({ sessionId: 's9' }))
    await actions.signIn?.({ bound: { form: { password: 'y' } } } as never)
    expect(session.state().sessionId).toBe('s9')
  })

  test('signing out ends the session here, whatever the gateway answers', async () => {
    begin('s1')
    answered.mockRejectedValueOnce(new TypeError('failed to fetch'))
    signOut()
    expect(session.state().sessionId).toBeUndefined()
    expect(sentHeaders()).toMatchObject({ sessionId: 's1' })
    expect(sessionStorage.getItem('gatehouse.setup')).toBeNull()
  })
})
