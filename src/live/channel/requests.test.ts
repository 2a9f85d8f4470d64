import { describe, expect, test } from 'vitest'
import type { Request } from '#schemas/generated/channel.ts'
import { FakeClock } from '../fake-clock.ts'
import { type CallError, Requests } from './requests.ts'

const asked = () => {
  const clock = new FakeClock()
  const sent: Request[] = []
  const link = { open: true }
  let ids = 0
  const requests = new Requests({
    clock,
    timeout: 15_000,
    retries: 5,
    most: 64 * 1024,
    version: 'v2.18.8',
    newId: () => `id-${ids++}`,
    isOpen: () => link.open,
    send: (request) => void sent.push(request),
  })
  return { clock, sent, requests, link }
}

// 1.8-022 2.8-013
test('L-01 a request without an answer is refused with "Request timed out" after 15 s and is forgotten', async () => {
  const { clock, requests } = asked()
  const { answer } = requests.call('s', 'ping', {})
  const outcome = answer.then(
    () => 'answered',
    (error: Error) => error.message,
  )
  clock.pass(14_999)
  expect(requests.waiting).toBe(1)
  clock.pass(1)
  expect(await outcome).toBe('Request timed out')
  expect(requests.waiting).toBe(0)
  expect(clock.timers).toBe(0)
})

describe('who has not answered is said truthfully', () => {
  const codeOf = (answer: Promise<unknown>) => answer.catch((error: CallError) => error.code)

  test('the gateway, where it was asked and the server is there', async () => {
    const { clock, requests } = asked()
    const code = codeOf(requests.call('s', 'ping', {}).answer)
    clock.pass(15_000)
    expect(await code).toBe('TIMEOUT')
  })

  test('nobody was asked, where there was no connection all the time', async () => {
    const { clock, requests, link, sent } = asked()
    link.open = false
    const code = codeOf(requests.call('s', 'ping', {}).answer)
    clock.pass(15_000)
    expect([await code, sent]).toEqual(['OFFLINE', []])
  })

  test('nobody knows, where the connection broke after it was asked', async () => {
    const { clock, requests, link, sent } = asked()
    const code = codeOf(requests.call('s', 'ping', {}).answer)
    link.open = false
    clock.pass(15_000)
    expect([await code, sent.length]).toEqual(['CONNECTION_LOST', 1])
  })

  test('the gateway again, where the connection came back meanwhile', async () => {
    const { clock, requests, link, sent } = asked()
    link.open = false
    const code = codeOf(requests.call('s', 'ping', {}).answer)
    clock.pass(6000)
    link.open = true
    requests.resend()
    clock.pass(9000)
    expect([await code, sent.length]).toEqual(['TIMEOUT', 4])
  })
})

test('an answer ends the clock of its request', async () => {
  const { clock, sent, requests } = asked()
  const { id, answer } = requests.call('s', 'ping', {})
  requests.answered({ id, code: 0, data: 'pong' })
  expect(await answer).toBe('pong')
  expect(clock.timers).toBe(0)
  clock.pass(60_000)
  expect(sent).toHaveLength(1)
})

test('L-01 ten thousand time-outs leave nothing behind', async () => {
  const { clock, requests } = asked()
  const outcomes = Array.from({ length: 10_000 }, () =>
    requests.call('s', 'ping', {}).answer.catch(() => 'out'),
  )
  clock.pass(15_000)
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['out']))
  expect([requests.waiting, clock.timers]).toEqual([0, 0])
})

test('L-02 late, repeated and swapped answers settle nothing but their own request, once', async () => {
  const { clock, requests } = asked()
  const late = requests.call('s', 'ping', {})
  const lateOutcome = late.answer.catch((error: Error) => error.message)
  clock.pass(15_000)
  const [a, b] = [requests.call('s', 'a', {}), requests.call('s', 'b', {})]
  for (let repeat = 0; repeat < 3; repeat++) {
    requests.answered({ id: late.id, code: 0, data: 'late' })
    requests.answered({ id: b.id, code: 0, data: 'b' })
    requests.answered({ id: a.id, code: 0, data: 'a' })
  }
  expect(await Promise.all([lateOutcome, a.answer, b.answer])).toEqual(['Request timed out', 'a', 'b'])
})

// 1.8-027 1.9-021 2.7-028
test('L-03 a request is sent again under the same id, five times at most', () => {
  const { clock, sent, requests } = asked()
  requests.call('s', 'unlock', {}).answer.catch(() => {})
  clock.pass(15_000)
  expect(sent).toHaveLength(6)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
})

// 1.8-023 2.7-104
test('spec 1 §8 a nonzero response code rejects with its message', async () => {
  const { requests } = asked()
  const { id, answer } = requests.call('s', 'ping', {})
  requests.answered({ id, code: -1, message: 'Privileged mode is active' })
  await expect(answer).rejects.toMatchObject({ code: '-1', message: 'Privileged mode is active' })
})

test('what is larger than a packet may be is refused at once, and never sent: the broker would cut off each new connection', async () => {
  const { clock, sent, requests } = asked()
  const told = (text: string) =>
    requests.call('s', 'ping', { text }).answer.catch(({ code }: { code: string }) => code)
  expect(await told('ü'.repeat(32 * 1024))).toBe('TOO_LARGE')
  requests.resend()
  expect([sent.length, requests.waiting, clock.timers]).toEqual([0, 0, 0])
  void told('u'.repeat(32 * 1024))
  expect([sent.length, requests.waiting]).toEqual([1, 1])
})
