import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isLocked } from '#gateway/lib/gateways/lock-status.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { demoPin } from '#server/demo/life.ts'
import { WAIT } from '../../channel/peer.ts'
import { serverEntry } from '../../support/serve.ts'
import { callerOf, device, Listener, quick, quickSite } from '../gateway-kit.ts'
import { call, demo, demoFolder, root, type Site, stranger } from '../kit.ts'

interface Lock {
  locked: boolean
  lockStatus: number
  duration?: number
}
type Caller = Awaited<ReturnType<typeof callerOf>>

let site: Site
let home: Caller
let guest: Caller
beforeAll(async () => {
  site = await quickSite()
  home = await callerOf(site, 'demo-home')
  guest = await callerOf(site, 'demo-guest')
})
afterAll(() => site.close())

const lockOf = async (caller: Caller): Promise<Lock> =>
  (await caller('GET', device('/checkGtwPinLockedMode'))).json<Lock>()
const enter = (caller: Caller, pin: string) => caller('POST', device('/pin/verify'), { pin })

describe('A-12 PIN', () => {
  beforeEach(async () => {
    await site.store.gatewayPins.unlock(SN)
    for (const one of ['demo-home', 'demo-guest']) await site.store.gatewayPins.forgetTries(SN, one)
  })

  // 1.5-028
  test('A-12 every member enters it; a wrong one says how many tries are left, a right one begins anew', async () => {
    expect((await enter(home, demoPin)).status).toBe(204)
    expect((await enter(guest, demoPin)).status).toBe(204)
    for (const [caller, remaining] of [
      [home, 2],
      // His own tries: those of somebody else are not counted with them.
      [guest, 2],
    ] as const) {
      const answer = await enter(caller, '0000')
      expect(answer.status).toBe(401)
      expect(answer.json()).toEqual([
        { errorCode: 'WRONG_PIN', message: expect.any(String), field: '/pin', remaining },
      ])
    }
    expect((await enter(guest, demoPin)).status).toBe(204)
    expect((await enter(home, '0000')).json()).toMatchObject([{ remaining: 1 }])
    expect((await enter(home, demoPin)).status).toBe(204)
    expect((await enter(home, '0000')).json()).toMatchObject([{ remaining: 2 }])
    expect((await enter(home, '')).status).toBe(400)
  })

  // 1.4-041 1.4-044 1.7-050
  test('A-12 the third wrong one locks the gateway for its time: the right one does not open it, everybody hears of it, orders are refused', async () => {
    const listener = await Listener.of(site, 'demo-guest', SN)
    for (const pin of ['1', '2']) expect((await enter(home, pin)).status).toBe(401)
    const third = await enter(home, '3')
    expect(third.status).toBe(409)
    expect(third.json()).toEqual([
      { errorCode: 'PIN_LOCKED', message: expect.any(String), duration: expect.any(Number) },
    ])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    const [told] = await listener.heard('lock_changed')
    expect(told?.data).toEqual({ serialNumber: SN, lockStatus: 2_147_483_648, duration: quick.pinLock })
    const lock = await lockOf(guest)
    expect(lock).toMatchObject({ locked: true, lockStatus: 2_147_483_648 })
    expect(lock.duration).toBeLessThanOrEqual(quick.pinLock)
    for (const answer of [
      await enter(guest, demoPin),
      await home('POST', device('/deactivateGtwPinLockedMode'), { pin: demoPin }),
      await home('PUT', device('/pin'), { currentPin: demoPin, pin: '9999' }),
      await home('POST', device('/reboot')),
    ])
      expect(answer.json()).toMatchObject([{ errorCode: 'PIN_LOCKED' }])
    expect(await listener.ask(SN, 'set_device_name', { device_id: 'x', name: 'y' })).toMatchObject({
      code: 403,
    })
  })

  test('A-12 what somebody else has locked by wrong ones opens to the right one of the owner, and to nobody else', async () => {
    for (const pin of ['1', '2', '3']) await enter(guest, pin)
    expect((await lockOf(home)).locked).toBe(true)
    expect((await enter(guest, demoPin)).json()).toMatchObject([{ errorCode: 'PIN_LOCKED' }])
    // The owner has his own tries, whatever others did with theirs.
    expect((await enter(home, '0000')).json()).toMatchObject([{ errorCode: 'WRONG_PIN', remaining: 2 }])
    expect((await enter(home, demoPin)).status).toBe(204)
    expect(await lockOf(home)).toEqual({ locked: false, lockStatus: 0 })
    for (const pin of ['1', '2', '3']) await enter(guest, pin)
    expect((await home('POST', device('/deactivateGtwPinLockedMode'), { pin: demoPin })).status).toBe(204)
    for (const pin of ['1', '2', '3']) await enter(guest, pin)
    expect((await home('PUT', device('/pin'), { currentPin: demoPin, pin: demoPin })).status).toBe(204)
    expect((await lockOf(guest)).locked).toBe(false)
  })

  test('Z-01 whoever may only look tries no PIN and locks nothing', async () => {
    await site.store.people.setSubrole('demo-guest', 'viewer')
    for (const pin of ['1', '2', '3', '4']) expect((await enter(guest, pin)).status).toBe(403)
    await site.store.people.setSubrole('demo-guest', undefined)
    expect((await lockOf(home)).locked).toBe(false)
  })

  test('a wrong one is written down, without the PIN', async () => {
    await enter(guest, '8765')
    const [row] = await site.store.audit.list({ what: 'pin', who: 'demo-guest', limit: 1 })
    expect(row).toMatchObject({ gateway: SN, result: 'refused', facts: { remaining: 2 } })
    expect(JSON.stringify(row)).not.toContain('8765')
  })

  test('A-12 of a hundred guesses at once no more than three are looked at', async () => {
    const guesses = Array.from({ length: 100 }, (_none, at) => String(at).padStart(4, '0'))
    const answers = await Promise.all(guesses.map((pin) => enter(home, pin)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(2)
    expect(statuses.filter((status) => status === 409)).toHaveLength(98)
  })

  // 1.4-043 3.4-082
  test('A-12 the lock ends by itself, and everybody hears of it', async () => {
    const short = await quickSite({ pinLock: 300 })
    try {
      const caller = await callerOf(short, 'demo-home')
      const listener = await Listener.of(short, 'demo-home')
      for (const pin of ['1', '2', '3']) await enter(caller, pin)
      const told = await listener.heard('lock_changed', 2)
      expect(told[1]?.data).toEqual({ serialNumber: SN, lockStatus: 0 })
      expect(await lockOf(caller)).toEqual({ locked: false, lockStatus: 0 })
      expect((await enter(caller, demoPin)).status).toBe(204)
    } finally {
      await short.close()
    }
  })

  test('A-12 L-07 another time of day neither ends a lock nor lengthens it', async () => {
    for (const pin of ['1', '2', '3']) await enter(home, pin)
    for (const hours of [-1, 24, -48, 1]) {
      const before = await lockOf(home)
      site.pass(hours * 3_600_000)
      const caller = await callerOf(site, 'demo-home')
      const after = await lockOf(caller)
      expect(after.locked).toBe(true)
      expect(after.duration).toBeLessThanOrEqual(before.duration ?? 0)
      expect(after.duration).toBeGreaterThan(0)
      site.pass(-hours * 3_600_000)
    }
  })

  test('A-12 owners set, change and remove it; whoever changes it knows it', async () => {
    expect((await guest('PUT', device('/pin'), { currentPin: demoPin, pin: '2468' })).status).toBe(403)
    // What is wrong is the PIN that there was, not the new one.
    expect((await home('PUT', device('/pin'), { currentPin: '0000', pin: '2468' })).json()).toMatchObject([
      { errorCode: 'WRONG_PIN', field: '/currentPin' },
    ])
    expect((await home('PUT', device('/pin'), { currentPin: demoPin, pin: '12' })).status).toBe(400)
    // Left out it is asked for, which costs no try.
    for (let times = 0; times < 5; times++)
      expect((await home('PUT', device('/pin'), { pin: '2468' })).json()).toMatchObject([
        { errorCode: 'PIN_NEEDED', field: '/currentPin' },
      ])
    expect((await home('PUT', device('/pin'), { currentPin: demoPin, pin: '2468' })).status).toBe(204)
    expect((await enter(home, '2468')).status).toBe(204)
    expect((await home('PUT', device('/pin'), { currentPin: '2468', pin: '' })).status).toBe(204)
    expect((await enter(home, '2468')).json()).toMatchObject([{ errorCode: 'NO_PIN' }])
    expect((await home('PUT', device('/pin'), { pin: demoPin })).status).toBe(204)
  })

  // 1.7-057 1.7-058
  test('A-12 who locks it by choice opens it with the PIN; wrong ones on the way count', async () => {
    expect((await guest('POST', device('/activateGtwPinLockedMode'), {})).status).toBe(204)
    expect((await lockOf(home)).locked).toBe(true)
    expect((await home('POST', device('/deactivateGtwPinLockedMode'), { pin: '1' })).status).toBe(401)
    expect((await home('POST', device('/deactivateGtwPinLockedMode'), { pin: demoPin })).status).toBe(204)
    expect(await lockOf(home)).toEqual({ locked: false, lockStatus: 0 })
    await home('POST', device('/activateGtwPinLockedMode'), {})
    for (const pin of ['1', '2']) await home('POST', device('/deactivateGtwPinLockedMode'), { pin })
    const last = await home('POST', device('/deactivateGtwPinLockedMode'), { pin: '3' })
    expect(last.json()).toMatchObject([{ errorCode: 'PIN_LOCKED' }])
    // By now it is a lock that wrong PINs led to.
    const right = await home('POST', device('/deactivateGtwPinLockedMode'), { pin: demoPin })
    expect(right.json()).toMatchObject([{ errorCode: 'PIN_LOCKED' }])
  })

  test('A-12 what is stored of a PIN is no PIN, and nothing about PINs is in the audit', async () => {
    const hash = await site.store.gatewayPins.hash(SN)
    expect(hash).toMatch(/^\$argon2id\$/)
    const rows = await site.store.audit.list({ gateway: SN, limit: 1000 })
    expect(JSON.stringify(rows.map(({ facts }) => facts ?? {}))).not.toContain(demoPin)
  })

  // 1.4-042
  test.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 3, 2 ** 32 - 2, 2 ** 32 - 1])(
    'V-06 a gateway with lock status %d is told so and judged alike by everybody',
    async (lockStatus) => {
      await site.store.gateways.setState(SN, { lockStatus })
      const lock = await lockOf(home)
      expect(lock).toMatchObject({ locked: isLocked(lockStatus), lockStatus })
      const order = await home('POST', device('/activatePrivilege'))
      expect(order.status).toBe(isLocked(lockStatus) ? 409 : 204)
      await home('POST', device('/deactivatePrivilege'))
      await site.store.gateways.setState(SN, { lockStatus: 0 })
    },
  )
})

describe('A-12 a lock outlives the server', () => {
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  /** The server as a process of its own. */
  async function server(data: string): Promise<{ url: string; child: ChildProcess }> {
    const child = spawn(process.execPath, [serverEntry()], {
      cwd: root,
      env: {
        ...process.env,
        PORT: '0',
        GATEHOUSE_DATA: data,
        GATEHOUSE_MODE: 'demo',
        GATEHOUSE_PROXIES: '127.0.0.1',
        GATEHOUSE_LOG: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const lines = createInterface({ input: child.stdout ?? process.stdin })
    for await (const line of lines) {
      const url = /http:\/\/\S+/.exec(line)?.[0]
      if (url) return { url, child }
    }
    throw new Error('the server did not start')
  }

  const signedIn = async (url: string): Promise<Caller> => {
    const from = { 'x-forwarded-for': stranger() }
    const login = await call(url, 'POST', '/api/auth/login', { body: demo.home, headers: from })
    const { sessionId } = login.json<{ sessionId: string }>()
    return (method, path, body) =>
      call(url, method, `/api${path}`, {
        headers: { sessionId, 'x-forwarded-for': stranger() },
        ...(body !== undefined && { body }),
      })
  }

  test('A-12 after kill -9 in the midst of a lock it is locked, with no more time left than before', async () => {
    const data = demoFolder()
    try {
      const first = await server(data)
      const before = await signedIn(first.url)
      for (const pin of ['1', '2', '3']) await enter(before, pin)
      const lock = await lockOf(before)
      expect(lock.locked).toBe(true)
      first.child.kill('SIGKILL')
      await once(first.child, 'exit')
      const second = await server(data)
      const after = await signedIn(second.url)
      const again = await lockOf(after)
      expect(again.locked).toBe(true)
      // What is left is written down every few seconds: a crash gives back no more than what passed since.
      expect(again.duration).toBeLessThanOrEqual(300_000)
      expect((await enter(after, demoPin)).json()).toMatchObject([{ errorCode: 'PIN_LOCKED' }])
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  }, 60_000)

  test('A-12 what is left goes on from where it was when the server ended', async () => {
    const first = await quickSite()
    const before = await callerOf(first, 'demo-home')
    for (const pin of ['1', '2', '3']) await enter(before, pin)
    const kept = () => first.store.gatewayPins.find(SN)
    await vi.waitFor(async () => expect((await kept())?.remaining).toBeLessThan(quick.pinLock), WAIT)
    const remaining = (await kept())?.remaining ?? 0
    await first.stop()
    const again = await quickSite({}, {}, first.data)
    const after = await lockOf(await callerOf(again, 'demo-home'))
    expect(after.locked).toBe(true)
    expect(after.duration).toBeLessThanOrEqual(remaining)
    await again.close()
  })
})
