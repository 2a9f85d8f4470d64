import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { memory } from '../../../tests/support/surroundings.ts'
import { Executor } from './executor.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import type { Reply, Request } from './protocol.ts'
import { Queue } from './queue.ts'
import { type Statement, Statements } from './statements.ts'

const said = (sql: string, ...parameters: Statement['parameters']): Statement => ({ sql, parameters })
const put = (id: number, text = 'x'): Statement =>
  said('insert into notes (id, text) values (?, ?)', id, text)
const all = said('select id, text from notes order by id')

/** A database of its own, with a table to write to. */
function opened(): OpenDatabase {
  const path = mkdtempSync(join(memory, 'gatehouse-sqlite-'))
  const open = openDatabase(join(path, 'data'), () => {}, [
    {
      version: 1,
      name: 'notes',
      statements: ['create table notes (id bigint primary key, text {text} not null, done boolean)'],
    },
  ])
  onTestFinished(() => {
    if (open.writer.isOpen) open.close()
    rmSync(path, { recursive: true, force: true })
  })
  return open
}
const idsIn = (executor: Executor): unknown => {
  const answer = executor.read([all])
  return answer.ok ? answer.outcomes[0]?.rows.map(({ id }) => id) : answer
}

describe('S-08 writes that arrive together', () => {
  test('S-08 share one commit, and each succeeds or fails on its own', () => {
    const open = opened()
    const executor = new Executor(open)
    const before = open.stamp.commits
    const answers = executor.writeTogether([[put(1)], [put(1)], [put(2), put(2)], [put(3), put(4)]])
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, false, true])
    expect(answers[1]).toMatchObject({ error: { code: 'CONFLICT' } })
    expect(idsIn(executor)).toEqual([1, 3, 4])
    expect(open.stamp.commits).toBe(before + 1)
  })

  test('S-08 of which none succeeds commit nothing', () => {
    const open = opened()
    const executor = new Executor(open)
    executor.writeTogether([[put(1)]])
    const before = open.stamp.commits
    expect(executor.writeTogether([[put(1)], [put(1)]]).map(({ ok }) => ok)).toEqual([false, false])
    expect([open.stamp.commits, open.writer.isTransaction]).toEqual([before, false])
    expect(executor.writeTogether([[put(2)]]).map(({ ok }) => ok)).toEqual([true])
  })

  test('S-08 that cannot share, because somebody holds the database, are tried each by itself', () => {
    const open = opened()
    const executor = new Executor(open)
    executor.begin()
    const answers = executor.writeTogether([[put(1)], [put(2)]])
    // The transaction that was open is undone, and what came then is written.
    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
    expect(idsIn(executor)).toEqual([1, 2])
  })

  test('S-03 a job alone says why it failed, and leaves nothing behind', () => {
    const executor = new Executor(opened())
    const [answer] = executor.writeTogether([[put(1), said('insert into nowhere values (1)')]])
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining('nowhere') } })
    expect(idsIn(executor)).toEqual([])
  })

  test('S-08 waits for a slow disk once for all of them', () => {
    const slow = vi.fn()
    const executor = new Executor(opened(), slow)
    executor.writeTogether([[put(1)], [put(2)]])
    expect(slow).toHaveBeenCalledTimes(1)
  })
})

describe('a transaction', () => {
  test('is seen by others when it is committed, and not before', () => {
    const executor = new Executor(opened())
    expect(executor.begin().ok).toBe(true)
    expect(executor.inside([put(1)]).ok).toBe(true)
    expect(idsIn(executor)).toEqual([])
    expect(executor.commit().ok).toBe(true)
    expect(idsIn(executor)).toEqual([1])
  })

  test('leaves nothing when it is undone', () => {
    const executor = new Executor(opened())
    executor.begin()
    executor.inside([put(1)])
    expect(executor.rollback().ok).toBe(true)
    expect(idsIn(executor)).toEqual([])
    executor.writeTogether([[put(2)]])
    expect(idsIn(executor)).toEqual([2])
  })

  test('goes on after a statement of it failed, without what failed', () => {
    const executor = new Executor(opened())
    executor.begin()
    executor.inside([put(1)])
    expect(executor.inside([put(2), put(1)])).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
    executor.inside([put(3)])
    executor.commit()
    expect(idsIn(executor)).toEqual([1, 3])
  })

  test('that has ended already cannot be committed', () => {
    const executor = new Executor(opened())
    expect(executor.commit()).toMatchObject({ ok: false, error: { code: 'TRANSACTION_LOST' } })
    expect(executor.rollback()).toEqual({ ok: true, outcomes: [] })
    executor.begin()
    expect(executor.begin()).toMatchObject({ ok: false })
  })

  test('reads what was asked, each statement by itself', () => {
    const executor = new Executor(opened())
    executor.writeTogether([[put(1, 'one')]])
    const answer = executor.read([all, said('select count(*) as n from notes')])
    expect(answer).toMatchObject({
      ok: true,
      outcomes: [{ rows: [{ id: 1, text: 'one' }] }, { rows: [{ n: 1 }] }],
    })
    expect(executor.read([said('select 1 from nowhere')])).toMatchObject({ ok: false })
    expect(executor.read([put(2)])).toMatchObject({ ok: false, error: { code: 'DISK' } })
  })
})

test('S-04 the log is moved into the database after a thousand pages, and then begins anew', () => {
  const open = opened()
  const moved = vi.fn()
  const executor = new Executor({ ...open, checkpoint: moved })
  for (let time = 0; time < 249; time++) executor.writeTogether([[put(time)]])
  executor.tidy()
  expect(moved).not.toHaveBeenCalled()
  executor.writeTogether([[put(249)]])
  executor.tidy()
  executor.tidy()
  expect(moved).toHaveBeenCalledTimes(1)
})

describe('statements', () => {
  test('answer rows where they read and a count where they change, booleans as such', () => {
    const statements = new Statements(opened().writer)
    expect(statements.run(put(1))).toEqual({ rows: [], changes: 1 })
    statements.run(put(2))
    expect(statements.run(said('update notes set done = ? where id = ?', 1, 1))).toEqual({
      rows: [],
      changes: 1,
    })
    expect(statements.run(said('select id, done from notes order by id'))).toEqual({
      rows: [
        { id: 1, done: true },
        { id: 2, done: null },
      ],
      changes: 2,
    })
    expect(statements.run(said('update notes set done = 0 returning done')).rows).toEqual([
      { done: false },
      { done: false },
    ])
  })

  test('are kept prepared, three hundred of them, those that were not used for longest leave', () => {
    const { writer } = opened()
    const prepare = vi.spyOn(writer, 'prepare')
    const statements = new Statements(writer)
    const run = (n: number) => statements.run(said(`select ${n} as n`))
    for (let n = 0; n < 300; n++) run(n)
    run(0)
    expect(prepare).toHaveBeenCalledTimes(300)
    run(300)
    run(0)
    expect(prepare).toHaveBeenCalledTimes(301)
    run(1)
    expect(prepare).toHaveBeenCalledTimes(302)
  })
})

/** A queue, what it has answered, and what it said to the operator. */
function queued() {
  const open = opened()
  const replies: Reply[] = []
  const batches: number[][] = []
  const logged: string[] = []
  let closed = 0
  const queue = new Queue(open, new Executor(open), {
    reply(some) {
      replies.push(...some)
      batches.push(some.map(({ id }) => id))
    },
    log: (_level, message) => void logged.push(message),
    closed: () => {
      closed++
    },
  })
  const ask = (...requests: Request[]): void => {
    queue.add(requests)
    queue.run()
  }
  const of = (id: number) => {
    const reply = replies.find((one) => one.id === id)
    if (!reply) return 'waits'
    if (!reply.ok) return reply.failure.code
    return reply.outcomes[0]?.rows.map((row) => row.id) ?? 'done'
  }
  return { ask, of, batches, logged, open, closed: () => closed }
}
const write = (id: number, statements: Statement[], transaction?: number): Request => ({
  id,
  kind: 'write',
  statements,
  ...(transaction !== undefined && { transaction }),
})
const read = (id: number, transaction?: number): Request => ({
  id,
  kind: 'read',
  statements: [all],
  ...(transaction !== undefined && { transaction }),
})

describe('S-08 who waits for whom', () => {
  test('S-08 what comes after the order to close is told that the store is closed; what came before it is done', () => {
    const { ask, of, closed, logged } = queued()
    ask(
      write(1, [put(1)]),
      { id: 2, kind: 'close' },
      write(3, [put(3)]),
      read(4),
      { id: 5, kind: 'begin', transaction: 1 },
      write(6, [put(6)], 1),
      { id: 7, kind: 'backup' },
    )
    expect([1, 2, 3, 4, 5, 6, 7].map(of)).toEqual([[], 'done', ...Array(5).fill('STORE_CLOSED')])
    // On its way already when the thread closed its ear.
    ask(write(8, [put(8)]), read(9))
    ask({ id: 10, kind: 'begin', transaction: 2 }, { id: 11, kind: 'close' })
    expect([8, 9, 10, 11].map(of)).toEqual(Array(4).fill('STORE_CLOSED'))
    expect([closed(), logged]).toEqual([1, []])
  })

  test('S-08 readers do not wait for the disk of writers who came with them', () => {
    const { ask, batches } = queued()
    ask(write(1, [put(1)]), read(2), write(3, [put(3)]))
    expect(batches).toEqual([[2], [1, 3]])
  })

  test('S-08 writers wait while somebody else has a transaction, readers see what was before it', () => {
    const { ask, of } = queued()
    ask({ id: 1, kind: 'begin', transaction: 7 }, write(2, [put(2)], 7))
    ask(write(3, [put(3)]), read(4), { id: 5, kind: 'begin', transaction: 8 })
    expect([1, 2, 3, 4, 5].map(of)).toEqual(['done', [], 'waits', [], 'waits'])
    ask(read(6, 7), { id: 7, kind: 'commit', transaction: 7 })
    expect(of(6)).toEqual([2])
    expect(of(3)).not.toBe('waits')
    ask({ id: 8, kind: 'rollback', transaction: 8 }, read(9))
    expect(of(9)).toEqual([2, 3])
  })

  test('S-08 what belongs to a transaction that is over is told so', () => {
    const { ask, of } = queued()
    ask({ id: 1, kind: 'begin', transaction: 7 }, { id: 2, kind: 'rollback', transaction: 7 })
    ask(
      write(3, [put(3)], 7),
      { id: 4, kind: 'commit', transaction: 7 },
      { id: 5, kind: 'rollback', transaction: 7 },
    )
    expect([3, 4, 5].map(of)).toEqual(['TRANSACTION_LOST', 'TRANSACTION_LOST', 'done'])
  })

  test('S-08 a transaction whose owner says nothing for ten seconds is undone, and others go on', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { ask, of, logged } = queued()
    ask({ id: 1, kind: 'begin', transaction: 7 }, write(2, [put(2)], 7), write(3, [put(3)]))
    vi.advanceTimersByTime(9000)
    ask(write(4, [put(4)], 7))
    vi.advanceTimersByTime(9999)
    expect([of(3), logged]).toEqual(['waits', []])
    vi.advanceTimersByTime(1)
    expect(logged).toHaveLength(1)
    ask(read(5))
    expect(of(5)).toEqual([3])
    ask({ id: 6, kind: 'commit', transaction: 7 })
    expect(of(6)).toBe('TRANSACTION_LOST')
  })

  test('S-08 one that ended in time is not undone later', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { ask, of, logged } = queued()
    ask({ id: 1, kind: 'begin', transaction: 7 }, write(2, [put(2)], 7), {
      id: 3,
      kind: 'commit',
      transaction: 7,
    })
    vi.advanceTimersByTime(60_000)
    ask(read(4))
    expect([of(4), logged]).toEqual([[2], []])
  })

  test('S-08 a backup and the end wait for a transaction', () => {
    const { ask, of } = queued()
    ask({ id: 1, kind: 'begin', transaction: 7 }, { id: 2, kind: 'backup' })
    expect(of(2)).toBe('waits')
    ask({ id: 3, kind: 'rollback', transaction: 7 })
    expect(of(2)).toBe('done')
  })

  test('S-03 a log that cannot be moved now is moved later, and the operator told', () => {
    const { ask, of, logged, open } = queued()
    open.checkpoint = () => {
      throw new Error('disk is full')
    }
    const many = Array.from({ length: 250 }, (_, id) => id)
    for (const id of many) ask(write(id, [put(id)]))
    expect([of(249), logged.length]).toEqual([[], 1])
  })
})
