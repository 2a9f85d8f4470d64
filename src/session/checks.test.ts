import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkGateway } from './checks.ts'

const answers = new Map<string, unknown>()
const asked: string[] = []
beforeEach(() => {
  answers.clear()
  asked.length = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    // What a call asks, of which gateway aside.
    const name = new URL(request.url).pathname.split('/').findLast((part) => part !== 'A') ?? ''
    asked.push(name)
    return answers.has(name) ? Response.json(answers.get(name)) : new Response('{}', { status: 503 })
  })
  vi.stubGlobal('location', new URL('http://home.test/'))
})
afterEach(() => vi.unstubAllGlobals())

async function check(replaces = false) {
  const emit = vi.fn()
  await checkGateway({ serialNumber: 'A', replaces, emit })
  return emit.mock.calls
}

describe('spec 1 §4 start-up with a gateway set', () => {
  // 1.4-001 1.4-002
  test('privileged mode is checked, and the event emitted if somebody else is privileged', async () => {
    answers.set('checkUserPrivilegeMode', { privileged: true, byMe: false })
    expect(await check()).toEqual([['privilege_changed', { serialNumber: 'A', privileged: true }]])
  })

  test('one that is mine or nobody has is no news', async () => {
    answers.set('checkUserPrivilegeMode', { privileged: true, byMe: true })
    expect(await check()).toEqual([])
    answers.set('checkUserPrivilegeMode', { privileged: false, byMe: false })
    expect(await check()).toEqual([])
  })

  // 1.4-003 1.4-004
  test('the PIN lock is checked, and a locked event emitted with its duration', async () => {
    answers.set('checkGtwPinLockedMode', { locked: true, lockStatus: 2_147_483_648, duration: 1000 })
    expect(await check()).toEqual([
      ['lock_changed', { serialNumber: 'A', lockStatus: 2_147_483_648, duration: 1000 }],
    ])
    answers.set('checkGtwPinLockedMode', { locked: false, lockStatus: 0 })
    expect(await check()).toEqual([])
  })

  // 1.4-005
  test('the replacement status is pinged only if the replace-gateway permission is on', async () => {
    answers.set('check', { inProgress: true, finished: false, with: 'B' })
    expect(await check(false)).toEqual([])
    expect(asked).not.toContain('check')
    expect(await check(true)).toEqual([['replacement_created', { serialNumber: 'A', with: 'B' }]])
  })

  test('what is not answered is no event', async () => {
    expect(await check(true)).toEqual([])
    expect(asked.toSorted()).toEqual(['check', 'checkGtwPinLockedMode', 'checkUserPrivilegeMode'])
  })
})
