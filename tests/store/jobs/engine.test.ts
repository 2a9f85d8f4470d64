import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '#server/jobs/job-engine.ts'
import type { Store } from '#server/store/store.ts'
import { enginesUnderTest } from '../engines.ts'
import { engineOn, job, plan, tasks } from './engine-kit.ts'

const engines = await enginesUnderTest()
const done = (result: unknown = {}): Outcome => ({ done: result })
const failed = (code: string, again = false): Outcome => ({ failed: { code }, again, answered: true })

describe.each(engines)('the job engine on $name', ({ fresh }) => {
  let store: Store
  beforeEach(async () => {
    store = await fresh()
  })
  const page = { page: 1, limit: 100 }

  test('carries out every task once, so many at a time, and counts them at the job', async () => {
    const seen: string[] = []
    let [now, most] = [0, 0]
    const { engine, ended } = engineOn(store, async (_job, { subject }) => {
      seen.push(subject)
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now--
      return done({ of: subject })
    })
    const one = job()
    await engine.begin(one, tasks(one, 60))
    expect(await ended(one.id)).toMatchObject({ state: 'done', total: 60, done: 60, failed: 0, canceled: 0 })
    expect(seen.toSorted()).toEqual(
      tasks(one, 60)
        .map(({ subject }) => subject)
        .toSorted(),
    )
    expect(most).toBe(plan.concurrency)
    const { data } = await store.jobs.tasks(one.id, { page: 1, limit: 1 })
    expect(data[0]).toMatchObject({ state: 'done', tries: 1, result: { of: data[0]?.subject } })
  })

  test('3.5-075 what may go better is tried again, three times unless told otherwise, and asks anew each time that it was answered', async () => {
    const ids: string[] = []
    const { engine, ended } = engineOn(store, (_job, { subject }, attempt) => {
      if (subject !== 'G-0-0') return failed('NEVER')
      ids.push(attempt.requestId('x'))
      return ids.length === 3
        ? { failed: { code: 'NO_ANSWER' }, again: true, answered: false }
        : failed('BUSY', true)
    })
    const one = job()
    await engine.begin(one, tasks(one, 2))
    expect(await ended(one.id)).toMatchObject({ done: 0, failed: 2 })
    const { data } = await store.jobs.tasks(one.id, page)
    expect(data.map(({ tries, code }) => [tries, code])).toEqual([
      [4, 'BUSY'],
      [1, 'NEVER'],
    ])
    // Whoever did not answer may have done it: he is asked under the same id.
    expect(ids[3]).toBe(ids[2])
    expect(new Set(ids).size).toBe(3)
    expect(await store.jobs.causes(one.id)).toEqual([
      { code: 'BUSY', count: 1 },
      { code: 'NEVER', count: 1 },
    ])
  })

  test('waves: the canaries first, and each wave when the one before it has ended', async () => {
    const order: number[] = []
    const { engine, ended } = engineOn(store, (_job, { wave }) => {
      order.push(wave)
      return done()
    })
    const one = job()
    await engine.begin(one, tasks(one, 3, 5, 20))
    await ended(one.id)
    expect(order).toEqual([...Array(3).fill(0), ...Array(5).fill(1), ...Array(20).fill(2)])
  })

  test('one that is planned begins at its time and not before, also when it was paused or the server starts anew meanwhile', async () => {
    const begunAt: number[] = []
    const act = () => {
      begunAt.push(Date.now())
      return done()
    }
    const before = engineOn(store, act)
    const startsAt = Date.now() + 400
    const one = job({ startsAt })
    await before.engine.begin(one, tasks(one, 3))
    expect(await before.engine.pause(one.id)).toBe(true)
    expect(await before.engine.resume(one.id)).toBe(true)
    await before.engine.stop()
    expect(begunAt).toEqual([])
    const after = engineOn(store, act)
    await after.engine.start()
    expect(await after.ended(one.id)).toMatchObject({ state: 'done', done: 3 })
    expect(begunAt).toHaveLength(3)
    expect(Math.min(...begunAt)).toBeGreaterThanOrEqual(startsAt)
  })

  test('stops by itself when more of a wave fail than was stated; resumed, those failures do not count again', async () => {
    const { engine, until, ended } = engineOn(store, (_job, { subject, wave }) =>
      subject === 'G-0-1' || wave === 1 ? failed('REFUSED') : done(),
    )
    const one = job({ plan: { ...plan, concurrency: 1, haltPercent: 20 } })
    await engine.begin(one, tasks(one, 4, 10))
    const halted = await until(one.id, ({ state }) => state === 'halted')
    expect(halted).toMatchObject({ why: 'TOO_MANY_FAILED', wave: 0, done: 1, failed: 1 })
    expect(await engine.resume(one.id)).toBe(true)
    // Two of the ten of the next wave are 20 per cent, the third is more.
    const again = await until(one.id, ({ state, wave }) => state === 'halted' && wave === 1)
    expect(again).toMatchObject({ done: 3, failed: 4 })
    await engine.cancel(one.id)
    expect(await ended(one.id)).toMatchObject({ state: 'canceled', done: 3, failed: 4, canceled: 7 })
  })

  test('paused, nothing begins; resumed, it goes on; cancelled, what has not ended is not done', async () => {
    const seen: string[] = []
    const { engine, until, ended } = engineOn(store, async (_job, { subject }) => {
      seen.push(subject)
      if (seen.length === 3) await engine.pause(one.id)
      return done()
    })
    const one = job({ plan: { ...plan, concurrency: 1 } })
    await engine.begin(one, tasks(one, 6))
    await until(one.id, ({ state, done: n }) => state === 'paused' && n === 3)
    expect(seen).toHaveLength(3)
    await engine.resume(one.id)
    expect(await ended(one.id)).toMatchObject({ state: 'done', done: 6 })
    expect(await engine.pause(one.id)).toBe(false)
    expect(await engine.cancel(one.id)).toBe(false)
  })

  test('3.4-052 3.4-053 3.4-054 tasks are reset one by one, by cause or all, and one is cancelled alone', async () => {
    let bad = true
    const { engine, ended, until } = engineOn(store, (_job, { subject }) =>
      bad && subject !== 'G-0-0' ? failed(subject === 'G-0-1' ? 'ONE' : 'OTHER') : done(),
    )
    const one = job()
    await engine.begin(one, tasks(one, 4))
    expect(await ended(one.id)).toMatchObject({ done: 1, failed: 3 })
    bad = false
    expect(await engine.reset(one.id, { code: 'ONE' })).toBe(1)
    expect(await until(one.id, ({ state, done: n }) => state === 'done' && n === 2)).toMatchObject({
      failed: 2,
    })
    expect(await engine.reset(one.id)).toBe(2)
    expect(await until(one.id, ({ state, done: n }) => state === 'done' && n === 4)).toMatchObject({
      failed: 0,
    })
    expect(await engine.reset(one.id)).toBe(0)

    const two = job({ deadline: Date.now() + 60_000 })
    const waits = engineOn(store, () => ({ waitsFor: 'GATEWAY_OFFLINE' }))
    await waits.engine.begin(two, tasks(two, 2))
    const [task] = tasks(two, 2)
    expect(await waits.engine.cancelTask(two.id, task?.id ?? '')).toBe(true)
    expect(await waits.engine.cancelTask(two.id, task?.id ?? '')).toBe(false)
    expect(await store.jobs.find(two.id)).toMatchObject({ state: 'running', canceled: 1 })
  })

  test('what waits for its gateway holds up no wave, and begins as soon as that is back', async () => {
    let back = false
    const { engine, until, ended } = engineOn(store, (_job, { subject }) =>
      subject === 'G-0-0' && !back ? { waitsFor: 'GATEWAY_OFFLINE' } : done(),
    )
    const one = job()
    await engine.begin(one, tasks(one, 2, 3))
    await until(one.id, ({ done: n }) => n === 4)
    const { data } = await store.jobs.tasks(one.id, page)
    expect(data[0]).toMatchObject({ state: 'waiting', waitsFor: 'GATEWAY_OFFLINE', tries: 0 })
    back = true
    await engine.wake('G-0-0')
    expect(await ended(one.id)).toMatchObject({ done: 5 })
  })

  test('at its deadline what has not ended has failed, and says so', async () => {
    const { engine, ended } = engineOn(store, () => ({ waitsFor: 'GATEWAY_OFFLINE' }))
    const one = job({ deadline: Date.now() + 150 })
    await engine.begin(one, tasks(one, 2))
    expect(await ended(one.id)).toMatchObject({ failed: 2 })
    expect(await store.jobs.causes(one.id)).toEqual([{ code: 'DEADLINE', count: 2 }])
  })

  test('a deadline that passed while the server was down holds when it is back', async () => {
    const before = engineOn(store, () => ({ waitsFor: 'GATEWAY_OFFLINE' }))
    const one = job({ deadline: Date.now() + 300 })
    await before.engine.begin(one, tasks(one, 2))
    await before.engine.stop()
    await setTimeout(350)
    expect(await store.jobs.find(one.id)).toMatchObject({ state: 'running', failed: 0 })
    let asked = 0
    const after = engineOn(store, () => {
      asked++
      return done()
    })
    await after.engine.start()
    expect(await after.ended(one.id)).toMatchObject({ state: 'done', failed: 2 })
    expect(asked).toBe(0)
    // Reset, it has as long as it had at first.
    expect(await after.engine.reset(one.id)).toBe(2)
    expect(await after.until(one.id, ({ done: n }) => n === 2)).toMatchObject({ failed: 0 })
  })

  test('two administrators at once: one of them cancels, both pause, and a failure after the first of two resumptions counts', async () => {
    const { engine, until, ended } = engineOn(store, () => ({ waitsFor: 'GATEWAY_OFFLINE' }))
    const one = job()
    await engine.begin(one, tasks(one, 4))
    expect(await Promise.all([engine.pause(one.id), engine.pause(one.id)])).toEqual([true, true])
    expect(await Promise.all([engine.resume(one.id), engine.resume(one.id)])).toEqual([true, true])
    await until(one.id, ({ state }) => state === 'running')
    const canceled = await Promise.all([engine.cancel(one.id), engine.cancel(one.id)])
    expect(canceled.toSorted()).toEqual([false, true])
    expect(await ended(one.id)).toMatchObject({ state: 'canceled', canceled: 4 })
    for (const late of [engine.pause(one.id), engine.resume(one.id)]) expect(await late).toBe(false)
    // Whichever comes first, the other sees what it left.
    expect((await Promise.all([engine.reset(one.id), engine.reset(one.id)])).toSorted()).toEqual([0, 4])

    const two = job()
    await store.jobs.begin(two, tasks(two, 4))
    const now = Date.now()
    const [task] = await store.jobs.claim(two.id, { wave: 0, now, until: now + 1000, limit: 1 })
    if (!task) throw new Error('None was claimed')
    await engine.resume(two.id)
    await store.jobs.end(task, { state: 'failed', code: 'NO', at: now })
    await engine.resume(two.id)
    expect(await store.jobs.find(two.id)).toMatchObject({ state: 'running', failed: 1, forgiven: 0 })
  })

  test('what is paused gives nobody a task, though he found it running a moment before', async () => {
    const one = job()
    await store.jobs.begin(one, tasks(one, 4))
    const query = { wave: 0, now: Date.now(), until: Date.now() + 1000, limit: 2 }
    expect(await store.jobs.claim(one.id, query)).toHaveLength(2)
    await store.jobs.change(one.id, ['running'], { state: 'paused' })
    expect(await store.jobs.claim(one.id, query)).toEqual([])
  })

  test('a job is cancelled with its tasks and goes on with them, or neither: there is no moment in between', async () => {
    const one = job()
    await store.jobs.begin(one, tasks(one, 3))
    expect(await store.jobs.cancelAll(one.id, 5)).toBe(true)
    expect(await store.jobs.find(one.id)).toMatchObject({ state: 'canceled', canceled: 3, endedAt: 5 })
    expect(await store.jobs.reset(one.id, 6, { task: 'another' })).toBe(0)
    expect(await store.jobs.find(one.id)).toMatchObject({ state: 'canceled' })
    expect(await store.jobs.reset(one.id, 6)).toBe(3)
    const again = await store.jobs.find(one.id)
    expect(again).toMatchObject({ state: 'running', canceled: 0 })
    expect(again?.endedAt).toBeUndefined()
  })

  test('so many a minute: the first at once, the others spread', async () => {
    const at: number[] = []
    const { engine, ended } = engineOn(store, () => {
      at.push(performance.now())
      return done()
    })
    const one = job({ plan: { ...plan, perMinute: 1200 } })
    await engine.begin(one, tasks(one, 5))
    await ended(one.id)
    // Each 50 ms after the one before; a slow machine takes longer, never shorter.
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(180)
  })

  test('a store that fails, and a kind that throws, cost a try and nothing else', async () => {
    let times = 0
    const { engine, ended } = engineOn(store, () => {
      times++
      if (times === 1) throw new Error('The server is at fault')
      return done()
    })
    const one = job()
    await engine.begin(one, tasks(one, 1))
    expect(await ended(one.id)).toMatchObject({ done: 1 })
  })

  test('two that claim at once are never given the same task', async () => {
    const one = job()
    await store.jobs.begin(one, tasks(one, 40))
    const query = { wave: 0, now: Date.now(), until: Date.now() + 1000, limit: 10 }
    const given = (await Promise.all([1, 2, 3, 4, 5].map(() => store.jobs.claim(one.id, query)))).flat()
    expect(given).toHaveLength(40)
    expect(new Set(given.map(({ id }) => id)).size).toBe(40)
    // Whoever did not finish in time loses it; what he says then no longer counts.
    const late = { ...query, now: query.until, until: query.until + 1000, limit: 1 }
    const [taken] = await store.jobs.claim(one.id, late)
    const [first] = given.filter(({ id }) => id === taken?.id)
    if (!taken || !first) throw new Error('Nothing was given anew')
    expect(await store.jobs.end(first, { state: 'failed', code: 'LATE', at: 1 })).toBe(false)
    expect(await store.jobs.end(taken, { state: 'done', result: {}, at: 1 })).toBe(true)
    expect(await store.jobs.end(taken, { state: 'done', result: {}, at: 1 })).toBe(false)
    expect(await store.jobs.find(one.id)).toMatchObject({ done: 1, failed: 0 })
  })

  test('listed newest first, searched by title, and removed only once they are over', async () => {
    const all = ['Night setback', 'Rooms', 'Other kind'].map((title, n) =>
      job({ title, kind: n === 2 ? 'other' : 'test' }),
    )
    for (const each of all) await store.jobs.begin(each, tasks(each, 1))
    const list = (searchText?: string) => store.jobs.list({ kinds: ['test'], searchText, skip: 0, limit: 10 })
    expect((await list()).data.map(({ title }) => title)).toEqual(['Rooms', 'Night setback'])
    expect(await list('NIGHT')).toMatchObject({ count: 1, data: [{ title: 'Night setback' }] })
    const ids = all.map(({ id }) => id)
    expect(await store.jobs.remove(ids)).toBe(0)
    await store.jobs.change(ids[0] ?? '', ['running'], { state: 'canceled', endedAt: 1 })
    expect(await store.jobs.remove(ids)).toBe(1)
    expect((await store.jobs.tasks(ids[0] ?? '', page)).count).toBe(0)
  })
})
