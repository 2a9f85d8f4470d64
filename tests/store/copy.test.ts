import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealedBetween, sealFor } from '#server/outbound/seal.ts'
import { copyBetween, copyStore, digestsOf } from '#server/store/copy.ts'
import type { Engine } from '#server/store/database.ts'
import { openEngine } from '#server/store/open-engine.ts'
import { openDatabase } from '#server/store/sqlite/open-database.ts'
import { openStore } from '#server/store/store.ts'
import { WITHOUT } from '../../scripts/postgres.ts'
import { memory } from '../support/surroundings.ts'
import { enginesUnderTest, folderInMemory } from './engines.ts'
import { contentOf, edit, fileOf, fill, put, type Rows, tablesIn } from './filled.ts'
import { account, gateway } from './samples.ts'

const engines = await enginesUnderTest()

/** A home with more rows than one page, and texts that sort differently by locale. */
async function lived(location: string): Promise<void> {
  const store = await openStore(location)
  for (const id of ['mia', 'Kim', 'ä', 'Z', '🏠']) {
    await store.accounts.create(account(id, { groups: ['users', 'x'] }), { passwordHash: null, at: 2 ** 41 })
  }
  const link = {
    _id: 'l',
    masterAccountId: 'mia',
    secondaryAccountId: 'Kim',
    isSupport: true,
    verified: false,
    at: 1,
  }
  await store.memberships.link(link)
  await store.gateways.createMany(
    Array.from({ length: 1203 }, (_, n) =>
      gateway(`G${n}`, {
        userId: n % 2 ? 'mia' : null,
        privileged: n % 3 === 0,
        lockStatus: 2 ** 32 - 1 - n,
      }),
    ),
  )
  await store.homes
    .of('G7')
    .put(new Map(Array.from({ length: 777 }, (_, n) => [`k${n}`, { n, text: "it's 🏠 \\ %" }])))
  await store.sessions.create({ id: 's', userId: 'mia', at: 1 })
  await store.tokens.put({ token: 't', purpose: 'p', subject: 's', payload: { a: null }, expiresAt: 9 })
  await store.limits.hit('k', 1, 1, 1)
  await store.audit.append({ who: 'mia', what: 'x', at: 1, result: 'ok', facts: { a: [1] } })
  await store.close()
}

async function digests(location: string) {
  const engine = await openEngine(location)
  return digestsOf(engine).finally(() => engine.close())
}

/** Without PostgreSQL what is about it has not been tried, and counts so. */
const ENGINES = ['SQLite', 'PostgreSQL']

test.for(ENGINES)(
  'S-10 a home moves from SQLite to %s with equal counts and hashes',
  async (name, { skip }) => {
    const engine = engines.find((one) => one.name === name)
    if (!engine) return skip(WITHOUT)
    const { place } = engine
    const [from, to] = [folderInMemory(), await place()]
    await lived(from)
    const copied = await copyStore(from, to)
    // What nothing was put into is empty on the other side too.
    const filled = copied.filter(({ rows }) => rows > 0)
    expect(filled.map(({ table, rows }) => [table, rows])).toEqual([
      ['accounts', 5],
      ['links', 1],
      ['gateways', 1203],
      ['sessions', 1],
      ['home_entries', 777],
      ['tokens', 1],
      ['limits', 1],
      ['audit', 1],
    ])
    expect(await digests(to)).toEqual(copied)
    expect(await digests(from)).toEqual(copied)

    const store = await openStore(to)
    expect((await store.homes.of('G7').load()).get('k5')).toEqual({ n: 5, text: "it's 🏠 \\ %" })
    expect((await store.gateways.find('G1'))?.lockStatus).toBe(2 ** 32 - 2)
    expect(await store.sessions.find('s')).toBeDefined()
    await store.close()

    // And a second copy on top of it is refused.
    await expect(copyStore(from, to)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
    expect(await digests(to)).toEqual(copied)
  },
)

// whoever has an app still comes in after the move.
test.for(ENGINES)(
  'S-10 what the source keeps sealed can be opened on %s, and what nobody can open stays',
  async (name, { skip }) => {
    const engine = engines.find((one) => one.name === name)
    if (!engine) return skip(WITHOUT)
    const [from, to] = [folderInMemory(), await engine.place()]
    const source = await openStore(from)
    for (const id of ['mia', 'kim']) await source.accounts.create(account(id), { passwordHash: null, at: 1 })
    const sealed = sealFor(from, 'second factors').close('JBSWY3DPEHPK3PXP')
    await source.factors.putAuthenticator('mia', { sealed, step: 7, at: 1 })
    await source.factors.putAuthenticator('kim', { sealed: 'not-of-ours', step: 7, at: 1 })
    await source.close()
    await copyStore(from, to, sealedBetween(from, to))
    const target = await openStore(to)
    const arrived = await target.factors.authenticator('mia')
    expect(sealFor(to, 'second factors').open(arrived?.sealed ?? '')).toBe('JBSWY3DPEHPK3PXP')
    expect(arrived?.sealed).not.toBe(sealed)
    expect((await target.factors.authenticator('kim'))?.sealed).toBe('not-of-ours')
    await target.close()
  },
)

/** Nothing is in it but its tables: they are made once, and copied with their file. */
const shared = mkdtempSync(join(memory, 'gatehouse-tables-'))
afterAll(() => rmSync(shared, { recursive: true }))
const empty = join(shared, 'empty')
openDatabase(empty, () => {}).close()

/** An empty store in a folder that outlives a test, open nowhere. */
function folderThatStays(): string {
  const data = mkdtempSync(join(shared, 'store-'))
  cpSync(empty, data, { recursive: true })
  return data
}

/** The same for one test. */
function emptyStore(): string {
  const data = folderInMemory()
  cpSync(empty, data, { recursive: true })
  return data
}

/** Every table, as the database itself names them. */
const tables = (() => {
  const db = new DatabaseSync(fileOf(empty), { readOnly: true })
  try {
    return tablesIn(db)
  } finally {
    db.close()
  }
})()

/** Rows as the store reads them. */
async function readAll(location: string): Promise<Record<string, string[]>> {
  const { sql, close } = await openEngine(location)
  const read = sql as unknown as {
    selectFrom(table: string): { selectAll(): { execute(): Promise<object[]> } }
  }
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await read.selectFrom(table).selectAll().execute()
    found[table] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
  }
  await close()
  return found
}

test.for(ENGINES)(
  'S-10 no table and no column is left behind on the way to %s, whatever the schema brings',
  async (name, { skip }) => {
    const engine = engines.find((one) => one.name === name)
    if (!engine) return skip(WITHOUT)
    const { place } = engine
    const [from, to] = [emptyStore(), await place()]
    const rows = fill(from)
    const copied = await copyStore(from, to)
    expect(copied.map(({ table }) => table).toSorted()).toEqual(tables)
    for (const { table, rows: count } of copied)
      expect([table, count]).toEqual([table, rows.get(table)?.length])
    const [sent, arrived] = [await readAll(from), await readAll(to)]
    for (const table of tables) expect(sent[table]).toHaveLength(2)
    expect(arrived).toEqual(sent)
  },
)

describe('S-10 a target that has something', () => {
  const [from, to] = [folderThatStays(), folderThatStays()]
  let rows: Rows
  let source: Engine
  let target: Engine
  // Opened once: that takes longer than what each of these tests is about.
  beforeAll(async () => {
    rows = fill(from)
    source = await openEngine(from)
    target = await openEngine(to)
  })
  afterAll(() => Promise.all([source.close(), target.close()]))

  /** Changes the target beside the store that is open. */
  function beside(change: (db: DatabaseSync) => void): void {
    const db = new DatabaseSync(fileOf(to), { enableForeignKeyConstraints: false, timeout: 5000 })
    try {
      change(db)
    } finally {
      db.close()
    }
  }

  test.each(tables)('in %s is refused, and gets nothing', async (table) => {
    beside((db) => put(db, new Map([[table, rows.get(table)?.slice(0, 1) ?? []]])))
    const before = contentOf(to)
    expect([...before.values()].flat()).toHaveLength(1)
    await expect(copyBetween(source, target)).rejects.toMatchObject({
      code: 'NOT_EMPTY',
      message: expect.stringContaining(` in ${table}; `),
    })
    expect(contentOf(to)).toEqual(before)
    beside((db) => db.exec(`delete from ${table}`))
  })
})

test.each(['accounts', 'home_entries', 'outbox'])(
  'S-10 what arrives in %s other than it was sent undoes the whole copy',
  async (table) => {
    const [from, to] = [emptyStore(), emptyStore()]
    const rows = fill(from)
    const key = Object.keys(rows.get(table)?.[0] ?? {})
    const columns = key.filter((column) => typeof rows.get(table)?.[0]?.[column] === 'number')
    const column = columns.at(-1) ?? key.at(-1)
    edit(to, (db) =>
      db.exec(`create trigger lies after insert on ${table} begin
    update ${table} set ${column} = ${columns.length > 0 ? 7 : "'7'"} where rowid = new.rowid; end`),
    )
    await expect(copyStore(from, to)).rejects.toMatchObject({ code: 'COPY_DIFFERS' })
    expect([...contentOf(to).values()].flat()).toEqual([])
  },
)

test.each(engines)('S-10 a changed value changes the hash of its table on $name', async ({ place }) => {
  const location = await place()
  await lived(location)
  const before = await digests(location)
  const store = await openStore(location)
  await store.gateways.setState('G1202', { privileged: true })
  await store.close()
  const after = await digests(location)
  expect(after.filter(({ hash }, n) => hash !== before[n]?.hash).map(({ table }) => table)).toEqual([
    'gateways',
  ])
})

test('S-10 the tool says what it copied, or why it did not', async () => {
  const [from, to] = [folderInMemory(), folderInMemory()]
  await lived(from)
  const run = (...places: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/copy-store.ts'), ...places], {
      encoding: 'utf8',
    })
  const first = run(from, to)
  expect(first.stdout).toMatch(/gateways +1203 rows/)
  expect(first.status, first.stderr).toBe(0)
  const second = run(from, to)
  expect(second.stderr).toContain('already has 5 rows in accounts')
  expect(second.status).toBe(1)
  expect(run(from).status).toBe(2)
})
