import { StoreClosedError, StoreError } from '../errors.ts'
import type { Log } from '../log.ts'
import { backUp } from './backup.ts'
import type { Answer, Executor } from './executor.ts'
import { failureOf } from './failures.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Reply, Request } from './protocol.ts'
import { translated } from './sqlite-errors.ts'

interface Outside {
  reply(replies: readonly Reply[]): void
  log: Log
  closed(): void
}

type Work = Extract<Request, { kind: 'read' | 'write' }>

/** A transaction that its owner forgot, and asks nothing of any more, must not stop everyone else. */
const LONGEST_SILENCE_MS = 10_000

/** Decides what runs when: reads at once, writes grouped, and nobody else's writes inside an open transaction. */
export class Queue {
  readonly #open: OpenDatabase
  readonly #executor: Executor
  readonly #outside: Outside
  #waiting: Request[] = []
  #transaction: number | undefined
  #overdue: NodeJS.Timeout | undefined
  #closed = false

  constructor(open: OpenDatabase, executor: Executor, outside: Outside) {
    this.#open = open
    this.#executor = executor
    this.#outside = outside
  }

  add(requests: readonly Request[]): void {
    this.#waiting.push(...requests)
  }

  run(): void {
    const replies = this.#late()
    while (this.#step(replies));
    if (replies.length > 0) this.#outside.reply(replies)
    if (this.#transaction === undefined && !this.#closed) this.#tidy()
  }

  /** What can't be done now, on a full disk for instance, is done later: the log stays valid meanwhile. */
  #tidy(): void {
    try {
      this.#executor.tidy()
    } catch (error) {
      this.#outside.log('error', 'The log could not be moved into the database', {
        reason: failureOf(error).message,
      })
    }
  }

  /** False when nothing of what waits may run now. */
  #step(replies: Reply[]): boolean {
    if (this.#waiting.length === 0) return false
    const now = this.#waiting.filter((request) => this.#mayRun(request))
    if (now.length === 0) return false
    // Up to the first that changes who may run.
    const turn = now.findIndex(({ kind }) => kind !== 'read' && kind !== 'write')
    const work = (turn === -1 ? now : now.slice(0, turn)) as Work[]
    const next = turn === -1 ? undefined : now[turn]
    const done = new Set<Request>(work)
    if (next) done.add(next)
    this.#waiting = this.#waiting.filter((request) => !done.has(request))
    this.#work(work, replies)
    if (next) this.#turn(next, replies)
    return true
  }

  #mayRun(request: Request): boolean {
    const { kind } = request
    const transaction = 'transaction' in request ? request.transaction : undefined
    if (kind === 'read' && transaction === undefined) return true
    if (kind === 'begin' || kind === 'backup' || kind === 'close') return this.#transaction === undefined
    if (transaction === undefined) return this.#transaction === undefined
    // One that belongs to a transaction that is over runs too, and is told so.
    return true
  }

  #work(work: readonly Work[], replies: Reply[]): void {
    const writes: Work[] = []
    for (const request of work) {
      if (request.transaction !== undefined) replies.push(replyTo(request.id, this.#inside(request)))
      else if (request.kind === 'read')
        replies.push(replyTo(request.id, this.#executor.read(request.statements)))
      else writes.push(request)
    }
    if (writes.length === 0) return
    // Who reads doesn't wait for the disk of those who write.
    if (replies.length > 0) this.#outside.reply(replies.splice(0))
    const answers = this.#executor.writeTogether(writes.map(({ statements }) => statements))
    for (const [index, answer] of answers.entries()) {
      const request = writes[index]
      if (request) replies.push(replyTo(request.id, answer))
    }
  }

  #inside(request: Work): Answer {
    if (request.transaction !== this.#transaction) return OVER
    this.#overdue?.refresh()
    return this.#executor.inside(request.statements)
  }

  #turn(request: Request, replies: Reply[]): void {
    switch (request.kind) {
      case 'begin': {
        const answer = this.#executor.begin()
        if (answer.ok) this.#enter(request.transaction)
        replies.push(replyTo(request.id, answer))
        return
      }
      case 'commit':
      case 'rollback': {
        if (request.transaction !== this.#transaction) {
          replies.push(replyTo(request.id, request.kind === 'commit' ? OVER : { ok: true, outcomes: [] }))
          return
        }
        replies.push(replyTo(request.id, this.#executor[request.kind]()))
        this.#leave()
        return
      }
      case 'backup':
        replies.push(this.#backup(request.id))
        return
      case 'close':
        this.#close(request.id, replies)
        return
    }
  }

  #enter(transaction: number): void {
    this.#transaction = transaction
    this.#overdue = setTimeout(() => {
      this.#outside.log('error', 'A transaction was left open and has been undone')
      this.#executor.rollback()
      this.#leave()
      this.run()
    }, LONGEST_SILENCE_MS)
  }

  #leave(): void {
    clearTimeout(this.#overdue)
    this.#transaction = undefined
  }

  #backup(id: number): Reply {
    try {
      return { id, ok: true, outcomes: [], path: backUp(this.#open.writer, this.#open.files, 'backup') }
    } catch (error) {
      return { id, ok: false, failure: failureOf(translated(error)) }
    }
  }

  #close(id: number, replies: Reply[]): void {
    this.#open.close()
    this.#closed = true
    this.#outside.reply([...replies.splice(0), { id, ok: true, outcomes: [] }, ...this.#late()])
    this.#outside.closed()
  }

  /** Who asked after closing is told so, also when his message was on its way: without a database nothing can fail in order. */
  #late(): Reply[] {
    return this.#closed ? this.#waiting.splice(0).map(({ id }) => replyTo(id, CLOSED)) : []
  }
}

const OVER: Answer = {
  ok: false,
  error: new StoreError('TRANSACTION_LOST', 'The transaction had already ended.'),
}

const CLOSED: Answer = { ok: false, error: new StoreClosedError() }

const replyTo = (id: number, answer: Answer): Reply =>
  answer.ok
    ? { id, ok: true, outcomes: answer.outcomes }
    : { id, ok: false, failure: failureOf(answer.error) }
