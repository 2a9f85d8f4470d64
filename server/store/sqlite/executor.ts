import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../errors.ts'
import type { OpenDatabase } from './open-database.ts'
import { translated } from './sqlite-errors.ts'
import { type Outcome, type Statement, Statements } from './statements.ts'

export type Answer = { ok: true; outcomes: readonly Outcome[] } | { ok: false; error: unknown }

/** Statements that happen together. */
type Write = readonly Statement[]

const NOTHING: Answer = { ok: true, outcomes: [] }
/** The log is moved into the database when it has grown this far. */
const LOG_PAGES = 1000

/** Runs jobs against one SQLite database. Everything here is synchronous and lives in the worker. */
export class Executor {
  readonly #open: OpenDatabase
  readonly #writes: Statements
  readonly #reads: Statements
  readonly #slow: (() => void) | undefined
  #changesInLog = 0

  constructor(open: OpenDatabase, slow?: () => void) {
    this.#open = open
    this.#writes = new Statements(open.writer)
    this.#reads = new Statements(open.reader)
    this.#slow = slow
  }

  /** Sees committed rows only. */
  read(statements: readonly Statement[]): Answer {
    return this.#answer(() => statements.map((statement) => this.#reads.run(statement)))
  }

  /** Writes that arrived together share one commit, yet each succeeds or fails on its own. */
  writeTogether(jobs: readonly Write[]): readonly Answer[] {
    const shared = this.#shared(jobs)
    if (shared) return shared
    if (jobs.length === 1) return [this.#alone(jobs[0] as Write)]
    return jobs.map((job) => this.#shared([job])?.[0] ?? this.#alone(job))
  }

  begin(): Answer {
    return this.#answer(() => {
      this.#db.exec('begin immediate')
      return []
    })
  }

  /** One request inside an open transaction. */
  inside(statements: readonly Statement[]): Answer {
    return this.#answer(() => this.#whole(statements))
  }

  commit(): Answer {
    try {
      this.#durable()
      return NOTHING
    } catch (error) {
      this.rollback()
      return { ok: false, error: translated(error) }
    }
  }

  rollback(): Answer {
    if (this.#db.isTransaction) this.#db.exec('rollback')
    return NOTHING
  }

  /** Moves the log into the database when it is worth it. */
  tidy(): void {
    if (this.#changesInLog < LOG_PAGES) return
    this.#changesInLog = 0
    this.#open.checkpoint()
  }

  get #db(): DatabaseSync {
    return this.#open.writer
  }

  /** Undefined when the shared transaction was lost as a whole, so that each has to be tried alone. */
  #shared(jobs: readonly Write[]): readonly Answer[] | undefined {
    try {
      this.#db.exec('begin immediate')
      const answers: Answer[] = []
      for (const job of jobs) {
        answers.push(this.#answer(() => this.#whole(job)))
        // A full disk makes SQLite give up the whole transaction.
        if (!this.#db.isTransaction) return undefined
      }
      if (answers.some(({ ok }) => ok)) this.#durable()
      else this.rollback()
      return answers
    } catch {
      this.rollback()
      return undefined
    }
  }

  #alone(job: Write): Answer {
    try {
      this.#db.exec('begin immediate')
      const outcomes = this.#whole(job)
      this.#durable()
      return { ok: true, outcomes }
    } catch (error) {
      this.rollback()
      return { ok: false, error: translated(error) }
    }
  }

  /** A single statement is atomic by itself; several need a savepoint. */
  #whole(statements: readonly Statement[]): readonly Outcome[] {
    if (statements.length === 1) return statements.map((statement) => this.#writes.run(statement))
    this.#db.exec('savepoint together')
    try {
      const outcomes = statements.map((statement) => this.#writes.run(statement))
      this.#db.exec('release together')
      return outcomes
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback to together; release together')
      throw error
    }
  }

  #durable(): void {
    const { stamp, ledger } = this.#open
    if (!this.#db.isTransaction)
      throw new StoreError('TRANSACTION_LOST', 'The transaction had already ended.')
    this.#writes.run({ sql: 'update store_stamp set commits = ?', parameters: [stamp.commits + 1] })
    this.#slow?.()
    this.#db.exec('commit')
    stamp.commits++
    ledger.write(stamp)
    this.#changesInLog += 4
  }

  #answer(run: () => readonly Outcome[]): Answer {
    try {
      return { ok: true, outcomes: run() }
    } catch (error) {
      return { ok: false, error: translated(error) }
    }
  }
}
