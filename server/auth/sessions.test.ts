import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { oneStore } from '../../tests/store/one.ts'
import { account } from '../../tests/store/samples.ts'
import { SessionKeeper } from './sessions.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14)
const MINUTE = 60_000
const limits = { idleMs: 10 * MINUTE, maxMs: 60 * MINUTE }

async function world() {
  const clock = { now: NOW }
  const keeper = new SessionKeeper(open.store.sessions, limits, () => clock.now)
  const userId = randomUUID()
  await open.store.accounts.create(account(userId), { passwordHash: null, at: NOW })
  const { id, record } = await keeper.begin(userId, { address: '192.0.2.1', userAgent: 'Browser' })
  const seen = async () => (await open.store.sessions.findByKey(record.key))?.lastSeenAt
  return { clock, keeper, userId, id, record, seen }
}

describe('A-08 a session', () => {
  test('A-08 has an id of 128 random bits, which alone finds it', async () => {
    const { keeper, userId, id, record } = await world()
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(await keeper.find(id)).toMatchObject({
      userId,
      key: record.key,
      address: '192.0.2.1',
      userAgent: 'Browser',
    })
    expect(await keeper.find(record.key)).toBeUndefined()
    expect(await keeper.find(`${id}x`)).toBeUndefined()
    expect(await keeper.find(`x${id}`)).toBeUndefined()
  })

  test('A-08 ends when it was not used for so long, and use makes it live on', async () => {
    const { clock, keeper, id } = await world()
    clock.now = NOW + limits.idleMs - 1
    expect(await keeper.find(id)).toBeDefined()
    clock.now += limits.idleMs - 1
    expect(await keeper.find(id)).toBeDefined()
    clock.now += limits.idleMs
    expect(await keeper.find(id)).toBeUndefined()
  })

  test('A-08 ends at its age, however much it is used', () => {
    const keeper = new SessionKeeper(open.store.sessions, limits, () => NOW)
    const record = (createdAt: number) => ({ key: 'k', userId: 'u', createdAt, lastSeenAt: NOW })
    expect(keeper.lives(record(NOW - limits.maxMs + 1))).toBe(true)
    expect(keeper.lives(record(NOW - limits.maxMs))).toBe(false)
    expect(keeper.lives(record(NOW), NOW + limits.idleMs)).toBe(false)
  })

  test('A-08 is written down as used once a minute', async () => {
    const { clock, keeper, id, seen } = await world()
    clock.now = NOW + MINUTE - 1
    await keeper.find(id)
    expect(await seen()).toBe(NOW)
    clock.now = NOW + MINUTE
    await keeper.find(id)
    expect(await seen()).toBe(NOW + MINUTE)
  })

  test('A-08 says when it ends if it is not used: after its rest, and at its age at the latest', async () => {
    const { clock, keeper, record } = await world()
    expect(keeper.expiresAt(record)).toBe(NOW + limits.idleMs)
    clock.now = NOW + 55 * MINUTE
    expect(keeper.expiresAt(record)).toBe(NOW + limits.maxMs)
  })

  test('A-08 that is over is removed, the others stay', async () => {
    const [old, young] = [await world(), await world()]
    old.clock.now = NOW + limits.idleMs + 1
    young.clock.now = NOW + 9 * MINUTE
    await young.keeper.find(young.id)
    const ended = await old.keeper.purge()
    expect(ended.map(({ key }) => key)).toContain(old.record.key)
    expect(ended.map(({ key }) => key)).not.toContain(young.record.key)
    expect(await old.seen()).toBeUndefined()
  })
})
