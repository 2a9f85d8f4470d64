import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '#server/store/store.ts'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { type Served, serve } from '../support/serve.ts'

const postgres: Postgres | undefined = process.env.GATEHOUSE_TEST_PG
  ? { url: process.env.GATEHOUSE_TEST_PG, version: '', stop: async () => {} }
  : await startPostgres()
afterAll(() => postgres?.stop())

/** Without one, `npm test` says so once; these rules are about PostgreSQL only. */
describe.runIf(postgres)('S-05 two servers on one PostgreSQL', () => {
  const name = `owner_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(postgres?.url)
  const url = Object.assign(new URL(postgres?.url ?? 'postgres://nowhere'), { pathname: `/${name}` }).href
  const servers: Served[] = []
  const start = async (): Promise<Served> => {
    const server = await serve({ DATABASE_URL: url })
    servers.push(server)
    return server
  }
  beforeAll(async () => {
    await admin.connect()
    await admin.query(`create database ${name}`)
  })
  afterAll(async () => {
    for (const server of servers) await server.remove()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })

  test('S-05 the second refuses to start and names the first, which goes on', async () => {
    const first = await start()
    const refused = await serve({ DATABASE_URL: url }).then(
      () => 'it started',
      (error: unknown) => String(error),
    )
    expect(refused).toContain(`in use by process ${first.process.pid} on ${hostname()}`)
    expect(refused).not.toMatch(/ at .*\.ts|postgres:\/\//)
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
    // Tools that write are kept out as well.
    await expect(openStore(url)).rejects.toMatchObject({ code: 'DATABASE_IN_USE' })
    await first.stop()
  }, 60_000)

  test('S-05 of two that start at once one wins', async () => {
    const both = await Promise.allSettled([start(), start()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const server of servers) await server.stop()
  }, 60_000)

  test('S-05 a server that was killed leaves the database to the next', async () => {
    const first = await start()
    await first.stop('SIGKILL')
    await expect.poll(async () => (await locks()).length, { timeout: 25_000 }).toBe(0)
    const next = await start()
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200)
    await next.stop()
  }, 60_000)

  test('S-05 a server that loses the lock with its connection stops, and another may follow', async () => {
    const first = await start()
    const [lock] = await locks()
    const ended = new Promise((resolve) => first.process.once('exit', resolve))
    await admin.query('select pg_terminate_backend($1)', [lock])
    expect(await ended).toBe(1)
    expect(first.output()).toContain('The server stops.')
    const next = await start()
    await next.stop()
  }, 60_000)

  test('S-05 once the lock is lost nothing is written any more, not even by a transaction that is under way', async () => {
    let tell: (code: string) => void = () => {}
    const told = new Promise<string>((resolve) => {
      tell = resolve
    })
    const store = await openStore(url, { lost: ({ code }) => tell(code) })
    const [lock] = await locks()
    const half = store.atomically(async ({ limits }) => {
      await limits.hit('half', 1000, 1, 0)
      await admin.query('select pg_terminate_backend($1)', [lock])
      await told
    })
    await expect(half).rejects.toMatchObject({ code: 'DATABASE_LOST' })
    expect(await told).toBe('DATABASE_LOST')
    await expect(store.ping()).rejects.toMatchObject({ code: 'DATABASE_LOST' })
    await expect(store.limits.hit('k', 1000, 1, 0)).rejects.toMatchObject({ code: 'DATABASE_LOST' })
    await store.close()
    const { rows } = await connected(url, (client) =>
      client.query('select 1 from limits where key = $1', ['half']),
    )
    expect(rows).toEqual([])
  }, 60_000)

  test('S-05 a transaction whose connection is lost while it waits fails, and the server goes on', async () => {
    const { promise: lost, resolve } = Promise.withResolvers<void>()
    const store = await openStore(url, { log: (level) => level === 'warn' && resolve() })
    try {
      const half = store.atomically(async ({ limits }) => {
        await limits.hit('waits', 1000, 1, 0)
        const { rowCount } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and state = 'idle in transaction'`,
          [name],
        )
        expect(rowCount).toBe(1)
        // What ends the process comes by itself, and not as an answer to a question.
        await lost
        await limits.hit('waits', 1000, 1, 0)
      })
      await expect(half).rejects.toThrow()
      await store.ping()
      await store.atomically(async ({ limits }) => void (await limits.hit('waits', 1000, 1, 0)))
    } finally {
      await store.close()
    }
  }, 60_000)

  /** Process ids of the connections that own the database; that of the migrations has a lock, too, until it has ended. */
  async function locks(): Promise<number[]> {
    const { rows } = await admin.query<{ pid: number }>(
      `select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and a.datname = $1 and a.application_name like 'gatehouse %'`,
      [name],
    )
    return rows.map(({ pid }) => pid)
  }
})

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  return use(client).finally(() => client.end())
}
