import type { SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { Client } from './client.ts'
import type { Outcome, Statement } from './statements.ts'

/** Kysely on our worker. Statements are compiled as for PostgreSQL, so that both engines get the same text. */
export const workerDialect = (client: Client): Dialect => ({
  createAdapter: () => new WorkerAdapter(),
  createDriver: () => new WorkerDriver(client),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new WorkerCompiler(),
})

/** The worker keeps transactions apart by itself; Kysely would queue everything behind one connection. */
class WorkerAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class WorkerCompiler extends PostgresQueryCompiler {
  /** Each parameter occurs once and in order. SQLite takes `$1` too, but as a name, whose look-up is quadratic. */
  protected override getCurrentParameterPlaceholder(): string {
    return '?'
  }
}

export function statementOf({ sql, parameters }: CompiledQuery): Statement {
  return { sql, parameters: parameters.map(bindable) }
}

export const resultOf = <R>({ rows, changes }: Outcome): QueryResult<R> => ({
  // The caller of Kysely states the row's type.
  rows: rows as R[],
  numAffectedRows: BigInt(changes),
})

/** SQLite has no booleans. */
function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError(`A ${typeof value} can't be stored; JSON goes in as text.`)
}

class WorkerConnection implements DatabaseConnection {
  readonly #client: Client
  transaction: number | undefined

  constructor(client: Client) {
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { outcomes } = await this.#client.ask({
      kind: SelectQueryNode.is(query.query) ? 'read' : 'write',
      statements: [statementOf(query)],
      transaction: this.transaction,
    })
    return resultOf(outcomes[0] ?? { rows: [], changes: 0 })
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

class WorkerDriver implements Driver {
  readonly #client: Client
  #next = 1

  constructor(client: Client) {
    this.#client = client
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WorkerConnection> {
    return new WorkerConnection(this.#client)
  }

  async beginTransaction(connection: WorkerConnection): Promise<void> {
    const transaction = this.#next++
    await this.#client.ask({ kind: 'begin', transaction })
    connection.transaction = transaction
  }

  async commitTransaction(connection: WorkerConnection): Promise<void> {
    await this.#leave('commit', connection)
  }

  async rollbackTransaction(connection: WorkerConnection): Promise<void> {
    await this.#leave('rollback', connection)
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#client.close()
  }

  async #leave(kind: 'commit' | 'rollback', connection: WorkerConnection): Promise<void> {
    const { transaction } = connection
    if (transaction !== undefined) await this.#client.ask({ kind, transaction })
    connection.transaction = undefined
  }
}
