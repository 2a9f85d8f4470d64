import { describe, expect, test } from 'vitest'
import { MemoryStore } from '../../../tests/gateway/kit.ts'
import { settle, TestClock } from '../../../tests/gateway/test-clock.ts'
import { WriteBehindStore } from './write-behind-store.ts'

function world() {
  const clock = new TestClock()
  const store = new MemoryStore()
  const failures: string[] = []
  const storage = new WriteBehindStore(store, clock, (error) => void failures.push(String(error)))
  const puts = () => store.puts.map((entries) => Object.fromEntries(entries))
  return { clock, store, storage, failures, puts }
}

describe('S-03 what a home writes', () => {
  test('S-03 values are gathered for a second, each as it is then', async () => {
    const { clock, storage, puts } = world()
    let value = 1
    storage.later('a', () => value)
    await clock.pass(500)
    storage.later('b', () => 'b')
    value = 2
    await clock.pass(499)
    expect(puts()).toEqual([])
    await clock.pass(1)
    expect(puts()).toEqual([{ a: 2, b: 'b' }])
    await clock.pass(10_000)
    expect(puts()).toHaveLength(1)
    storage.later('c', () => 'c')
    await clock.pass(1000)
    expect(puts()).toHaveLength(2)
  })

  test('S-03 what must be acknowledged is written at once and takes along what waits', async () => {
    const { clock, storage, puts } = world()
    storage.later('a', () => 'waited')
    storage.later('b', () => 'older')
    await storage.now(new Map([['b', 'newer']]))
    expect(puts()).toEqual([{ a: 'waited', b: 'newer' }])
    await clock.pass(5000)
    expect(puts()).toHaveLength(1)
  })

  test('S-03 what could not be written is told, kept and tried again after five seconds', async () => {
    const { clock, store, storage, puts, failures } = world()
    store.broken = true
    storage.later('a', () => 'old')
    storage.later('b', () => 'b')
    await expect(storage.now(new Map([['now', 1]]))).rejects.toThrow('the disk is full')
    storage.later('a', () => 'new')
    store.broken = false
    await clock.pass(5000)
    expect(puts()).toEqual([{ a: 'new', b: 'b' }])
    expect(failures).toEqual([])
  })

  test('S-03 while the disk stays full it is tried each five seconds, and each failure told', async () => {
    const { clock, store, storage, puts, failures } = world()
    store.broken = true
    storage.later('a', () => 1)
    await clock.pass(1000)
    expect(failures).toEqual(['Error: the disk is full'])
    await clock.pass(4999)
    expect(failures).toHaveLength(1)
    await clock.pass(1)
    expect(failures).toHaveLength(2)
    store.broken = false
    await clock.pass(5000)
    expect([failures.length, puts()]).toEqual([2, [{ a: 1 }]])
  })

  test('S-03 what must not be lost is tried until it is stored', async () => {
    const { clock, store, storage, puts, failures } = world()
    store.broken = true
    let done = false
    void storage.surely(new Map([['a', 1]])).then(() => {
      done = true
    })
    await clock.pass(9999)
    expect([done, failures.length]).toEqual([false, 2])
    store.broken = false
    await clock.pass(1)
    await settle()
    expect([done, puts()]).toEqual([true, [{ a: 1 }]])
  })

  test('S-03 stopping writes what waits, and nothing when nothing does', async () => {
    const { clock, storage, puts } = world()
    await storage.flush()
    expect(puts()).toEqual([])
    storage.later('a', () => 1)
    await storage.flush()
    expect(puts()).toEqual([{ a: 1 }])
    await clock.pass(5000)
    expect(puts()).toHaveLength(1)
  })
})
