import { beforeEach, describe, expect, test, vi } from 'vitest'
import codesDE from '#locales/ch_DE/codes.json' with { type: 'json' }
import codesEN from '#locales/ch_EN/codes.json' with { type: 'json' }
import { errorRules, loadErrorRules } from './errors/error-rules.ts'

await loadErrorRules()

import { createReport, type ReportEffects } from './report.ts'
import { RequestError } from './request-error.ts'

const texts: Record<string, string> = {
  '000017': 'This link has expired.',
  '000610': 'Not possible.',
  '000622': 'Signed out.',
  '00001': 'The session could not be checked.',
  UNKNOWN: 'An error occured, please try again later.',
  NOT_ALLOWED: 'Not permitted.',
  UDM_NOT_YOUR_DEVICE: 'Somebody else owns it.',
  REQUEST_TIMED_OUT: 'Request timed out.',
  TOO_MANY_REQUESTS: 'Too many attempts.',
}

function desk(
  session: () => Promise<unknown> = () => Promise.reject(failure(403, 'SESSION_ENDED')),
  words: Readonly<Record<string, unknown>> = texts,
) {
  const effects = {
    toast: vi.fn<ReportEffects['toast']>(),
    dialog: vi.fn<ReportEffects['dialog']>(),
    loginMessage: vi.fn<ReportEffects['loginMessage']>(),
    logout: vi.fn<ReportEffects['logout']>(),
    privilege: vi.fn<ReportEffects['privilege']>(),
    readSession: vi.fn<ReportEffects['readSession']>(session),
    log: vi.fn<ReportEffects['log']>(),
    say: (key: string) => {
      const word = words[key]
      return typeof word === 'string' ? word : undefined
    },
  }
  return { ...createReport(errorRules, effects), effects }
}

const failure = (status: number, errorCode: string, message = ''): RequestError =>
  new RequestError(status, [{ errorCode, message }])

/** What the channel rejects with: a code and the broker's words. */
class CallError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

let at: ReturnType<typeof desk>
beforeEach(() => {
  at = desk()
})

describe('spec 1 §8 the error catalogue', () => {
  test('a fault of the page is logged with what it says, which is nobody’s sentence', () => {
    const { text } = at.report(new TypeError('x is not a function'))
    expect(text).not.toContain('x is not a function')
    expect(at.effects.log).toHaveBeenCalledWith({
      status: 0,
      code: '',
      message: 'TypeError: x is not a function',
    })
  })

  // 1.8-001
  test('881792 is treated as resolved: no toast', () => {
    expect(at.report(failure(400, '881792', 'done')).does).toBe('resolve')
    expect(at.effects.toast).not.toHaveBeenCalled()
  })

  // 1.8-002
  test('00000 is ignored', () => {
    at.report(failure(400, '00000', 'nothing'))
    expect(at.effects.toast).not.toHaveBeenCalled()
    expect(at.effects.dialog).not.toHaveBeenCalled()
  })

  // 1.8-003
  test('000622 signs out and leaves its message for the login page', () => {
    at.report(failure(400, '000622'))
    expect(at.effects.loginMessage).toHaveBeenCalledWith('000622')
    expect(at.effects.logout).toHaveBeenCalledWith('000622')
  })

  // 1.8-004 3.8-002
  test('000610 shows an error dialog', () => {
    at.report(failure(400, '000610'))
    expect(at.effects.dialog).toHaveBeenCalledWith('Not possible.')
    expect(at.effects.toast).not.toHaveBeenCalled()
  })

  // 1.8-005
  test('any other code shows its translated toast once until the next request', () => {
    at.report(failure(400, '000017'))
    at.report(failure(400, '000017'))
    expect(at.effects.toast.mock.calls).toEqual([['This link has expired.']])
    at.requestStarted()
    at.report(failure(400, '000017'))
    expect(at.effects.toast).toHaveBeenCalledTimes(2)
  })

  // 3.8-001
  test('a code without a translation says what the server says', () => {
    at.report(failure(400, '4711', 'Der Kessel ist leer.'))
    expect(at.effects.toast).toHaveBeenCalledWith('Der Kessel ist leer.')
  })

  // 1.8-006 3.8-003
  test('with no message the toast reads An error occured, please try again later', () => {
    at.report(failure(500, '4711'))
    expect(at.effects.toast).toHaveBeenCalledWith('An error occured, please try again later.')
  })

  // 1.8-007
  test('status 403 of a dead session logs out', async () => {
    at.report(failure(403, ''))
    await vi.waitFor(() => expect(at.effects.logout).toHaveBeenCalledOnce())
  })

  test('a code that names the end of the session logs out without another question', () => {
    at.report(failure(403, 'SESSION_ENDED'))
    expect(at.effects.logout).toHaveBeenCalledOnce()
    expect(at.effects.readSession).not.toHaveBeenCalled()
  })

  // 1.8-008
  test('session check: NOT_FOUND logs out with the message for key 00003', async () => {
    at = desk(() => Promise.reject(failure(404, 'NOT_FOUND')))
    at.report(failure(403, ''))
    await vi.waitFor(() => expect(at.effects.logout).toHaveBeenCalledWith('00003'))
  })

  // 1.8-009
  test('session check: other statuses except 403 show the message for key 00001 and do not log out', async () => {
    at = desk(() => Promise.reject(failure(500, 'INTERNAL')))
    at.report(failure(403, ''))
    await vi.waitFor(() => expect(at.effects.toast).toHaveBeenCalledWith('The session could not be checked.'))
    expect(at.effects.logout).not.toHaveBeenCalled()
  })

  // 1.8-012
  test.each([400, 403, 404, 409, 429, 500])('status %i is logged, whether it is shown or not', (status) => {
    at.report(failure(status, '00000', 'quiet'))
    expect(at.effects.log).toHaveBeenCalledWith({ status, code: '00000', message: 'quiet' })
  })

  // 1.8-017
  test('429 shows a toast for the code', () => {
    at.report(failure(429, 'TOO_MANY_REQUESTS'))
    expect(at.effects.toast).toHaveBeenCalledWith('Too many attempts.')
  })

  // 1.8-022
  test('broker: a request with no answer says Request timed out', () => {
    at.report(new CallError('TIMEOUT', 'Request timed out'))
    expect(at.effects.toast).toHaveBeenCalledWith('Request timed out.')
  })

  // 1.8-024
  test('broker: -1 with Privileged mode is active raises the privilege event', () => {
    at.report(new CallError('-1', 'Privileged mode is active'))
    expect(at.effects.privilege).toHaveBeenCalledOnce()
    expect(at.effects.toast).not.toHaveBeenCalled()
  })

  test('broker: any other nonzero code says its message', () => {
    at.report(new CallError('409', 'Der Raum ist nicht leer.'))
    expect(at.effects.toast).toHaveBeenCalledWith('Der Raum ist nicht leer.')
  })

  // 1.8-031
  test('UDM_NOT_YOUR_DEVICE is said and does not log out, though its status is 403', () => {
    at.report(failure(403, 'UDM_NOT_YOUR_DEVICE'))
    expect(at.effects.toast).toHaveBeenCalledWith('Somebody else owns it.')
    expect(at.effects.logout).not.toHaveBeenCalled()
    expect(at.effects.readSession).not.toHaveBeenCalled()
  })

  test('what the caller has given up is no failure', () => {
    expect(at.report(Object.assign(new Error('gone'), { name: 'AbortError' })).does).toBe('ignore')
    expect(at.effects.log).not.toHaveBeenCalled()
  })

  test('a fault of the program itself shows no stack and no internals', () => {
    at.report(new TypeError("Cannot read properties of undefined (reading 'x')"))
    expect(at.effects.toast).toHaveBeenCalledWith('An error occured, please try again later.')
  })
})

describe('U-04 errors', () => {
  const languages = { ch_DE: codesDE, ch_EN: codesEN }
  const every = [
    ...Object.keys(errorRules().codes).map((code) => [400, code] as const),
    ...[400, 403, 404, 409, 422, 428, 429, 500, 502, 503, 504].map((status) => [status, ''] as const),
    ...Object.keys(codesEN).map((code) => [409, code] as const),
  ]
  const SPOKEN = ['toastOnce', 'dialog']

  test.each(Object.keys(languages) as (keyof typeof languages)[])(
    'U-04 in %s every code and status is logged each time and said once for a request, in a sentence without a stack or SQL',
    (language) => {
      const words: Readonly<Record<string, unknown>> = languages[language]
      for (const [status, code] of every) {
        const { report, effects } = desk(() => Promise.resolve({}), words)
        const again = () => report(failure(status, code))
        const { does, text } = again()
        again()
        expect(effects.log, `${status} ${code}`).toHaveBeenCalledTimes(2)
        if (!SPOKEN.includes(does)) continue
        expect(effects.toast.mock.calls.length, `${status} ${code}`).toBe(does === 'dialog' ? 0 : 1)
        expect(text, `${status} ${code}`).toMatch(/\w.*[.!?:]$/s)
        expect(text).not.toMatch(/\n\s+at |SELECT|INSERT|SQLITE|undefined|\[object/)
        expect(language === 'ch_DE' && text.includes('ß')).toBe(false)
      }
    },
  )

  test.each([
    ['-1', 'Privileged mode is active'],
    ['-1', 'The gateway is busy'],
    ['TIMEOUT', 'Request timed out'],
    ['404', 'There is no such command'],
  ])('U-04 the answer %s of the channel is logged, whatever is shown: %s', (code, message) => {
    at.report(new CallError(code, message))
    expect(at.effects.log).toHaveBeenCalledExactlyOnceWith({ status: 0, code, message })
  })

  test('U-04 a storm of 403 asks once for the session and logs out once', async () => {
    for (let times = 0; times < 20; times++) at.report(failure(403, ''))
    await vi.waitFor(() => expect(at.effects.logout).toHaveBeenCalledOnce())
    expect(at.effects.readSession).toHaveBeenCalledOnce()
  })

  test('U-04 a 403 with a living session says so and stays', async () => {
    at = desk(() => Promise.resolve({}))
    at.report(failure(403, '', 'Not for you.'))
    await vi.waitFor(() => expect(at.effects.toast).toHaveBeenCalledWith('Not for you.'))
    expect(at.effects.logout).not.toHaveBeenCalled()
  })

  test('U-04 what a list shows in place is logged and not said twice', () => {
    at.inPlace(failure(500, 'INTERNAL'))
    expect(at.effects.log).toHaveBeenCalledOnce()
    expect(at.effects.toast).not.toHaveBeenCalled()
  })

  test('U-04 a list that is refused because the session has ended logs out all the same', () => {
    at.inPlace(failure(403, 'SESSION_ENDED'))
    expect(at.effects.logout).toHaveBeenCalledOnce()
  })
})
