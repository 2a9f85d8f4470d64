import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createClientErrors, placeOf, withoutSecrets } from './client-errors.ts'

const send = vi.fn(async (_error: object) => undefined)
let now = 0
const report = () => createClientErrors({ send, path: () => '/devices/device/47', now: () => now })
beforeEach(() => {
  send.mockClear()
  now = 1_000_000
})

describe('what a page tells about its faults', () => {
  test('is the sentence and the screen, without the id in its address', () => {
    report()('fault', 'TypeError: x is not a function')
    expect(send.mock.calls).toEqual([
      [{ kind: 'fault', message: 'TypeError: x is not a function', where: '/devices/device/:id' }],
    ])
  })

  test('are at most five in a minute, and each only once', () => {
    const told = report()
    told('fault', 'the same')
    told('fault', 'the same')
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) told('fault', name)
    expect(send).toHaveBeenCalledTimes(5)
    now += 60_001
    told('fault', 'the same')
    expect(send).toHaveBeenCalledTimes(6)
  })

  test('ends at 500 characters', () => {
    report()('fault', 'oh no, '.repeat(200))
    const [[told]] = send.mock.calls as [[{ message: string }]]
    expect(told.message).toHaveLength(500)
  })

  test('that the server does not take is not told again because of that', async () => {
    send.mockRejectedValueOnce(new Error('offline'))
    report()('fault', 'a')
    await Promise.resolve()
    expect(send).toHaveBeenCalledOnce()
  })

  test.each([
    ['https://home.test/ssoredirect?code=abc&state=x failed', 'https://home.test/ssoredirect failed'],
    ['no account home@gatehouse.test', 'no account …'],
    ['session zGh2kQ9sL1mNpQ8rT5vW is dead', 'session … is dead'],
    ['/resetPassword/abcdefghijklmnopqrstuvwxyz', '/resetPassword/…'],
    ['gateway DOC4-0001-7F3A', 'gateway …'],
    ['x is undefined', 'x is undefined'],
  ])('of «%s» is told «%s»', (text, told) => expect(withoutSecrets(text)).toBe(told))

  test.each([
    ['/devices/device/47', '/devices/device/:id'],
    ['/resetPassword/abcdefghijklmnopqrstuvwxyz', '/resetPassword/:id'],
    ['/gate_select', '/gate_select'],
  ])('the place %s is %s', (path, place) => expect(placeOf(path)).toBe(place))
})
