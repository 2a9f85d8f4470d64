import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DamagedStoreError } from '#server/store/errors.ts'
import { type OpenDatabase, openDatabase } from '#server/store/sqlite/open-database.ts'
import { openStore } from '#server/store/store.ts'
import { folderInMemory } from '../engines.ts'
import { account, gateway } from '../samples.ts'
import { times } from './crash.ts'
import { flipped, type Mutation, seeded, truncated } from './mutations.ts'

const EACH = times('GATEHOUSE_MUTATIONS', 25, 250)
const quiet = () => {}

/** Two homes with some history, each as it lies after a clean stop and as it lies after a crash. */
const { closed, crashed, foreign, earlier, content } = await bases()

async function bases() {
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-damage-'))
  afterAll(() => rmSync(work, { recursive: true, force: true }))
  const at = (name: string) => join(work, name)
  for (const name of ['home', 'foreign']) await lived(at(name), at(`${name}-earlier`), at(`${name}-crashed`))
  const here = folderOf(at('home-crashed'))
  return {
    closed: at('home'),
    crashed: at('home-crashed'),
    foreign: at('foreign-crashed'),
    earlier: at('home-earlier'),
    content: { closed: digest(at('home')), crashed: here },
  }
}

async function lived(data: string, earlier: string, crashed: string): Promise<void> {
  const store = await openStore(data)
  await store.accounts.create(account('mia'), { passwordHash: 'hash', at: 1 })
  await store.gateways.create(gateway('G1', { userId: 'mia' }))
  const change = (round: number) =>
    store.homes
      .of('G1')
      .put(new Map(Array.from({ length: 60 }, (_, n) => [`k${n}`, { round, text: 'x'.repeat(n * 9) }])))
  for (let round = 0; round < 5; round++) await change(round)
  await store.backup()
  cpSync(data, earlier, { recursive: true })
  for (let round = 5; round < 40; round++) {
    await change(round)
    await store.audit.append({ who: 'mia', what: 'change', at: round, result: 'ok' })
  }
  cpSync(data, crashed, { recursive: true })
  await store.close()
}

/** Everything in the database but the stamp, which changes at each opening. */
function contentOf({ reader }: OpenDatabase): string {
  const hash = createHash('sha256')
  const tables = reader.prepare(
    "select name from sqlite_schema where type = 'table' and name <> 'store_stamp' order by 1",
  )
  for (const { name } of tables.all()) {
    hash.update(JSON.stringify([name, reader.prepare(`select * from "${name}" order by 1, 2`).all()]))
  }
  return hash.digest('hex')
}

function digest(data: string): string {
  const open = openDatabase(data, quiet)
  try {
    return contentOf(open)
  } finally {
    open.close()
  }
}

/** Without touching the original. */
function folderOf(original: string): string {
  const copy = `${original}-read`
  cpSync(original, copy, { recursive: true })
  return digest(copy)
}

function copied(original: string): string {
  const data = folderInMemory()
  cpSync(original, data, { recursive: true })
  return data
}

function expectIntactOrRefused(data: string, expected: string): 'intact' | 'refused' {
  const before = evidence(data)
  try {
    expect(digest(data)).toBe(expected)
    return 'intact'
  } catch (error) {
    if (!(error instanceof DamagedStoreError)) throw error
    expect(error.message).toContain(data)
    expect(error.message).toMatch(/last good backup .*-backup\.db/)
    expect(evidence(data), 'nothing was changed').toEqual(before)
    return 'refused'
  }
}

/** The files that tell what happened; the shared memory and the owner's files tell nothing. */
const evidence = (data: string): readonly [string, string][] =>
  readdirSync(data)
    .filter((name) => name.startsWith('gatehouse.') && !name.endsWith('-shm'))
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(data, name)))
        .digest('hex'),
    ])

const CASES: readonly [string, string, string, string, Mutation][] = [
  ['the database cut off, after a clean stop', closed, content.closed, 'gatehouse.db', truncated],
  ['the database cut off, after a crash', crashed, content.crashed, 'gatehouse.db', truncated],
  ['the log cut off', crashed, content.crashed, 'gatehouse.db-wal', truncated],
  ['a flipped bit in the database, after a clean stop', closed, content.closed, 'gatehouse.db', flipped],
  ['a flipped bit in the database, after a crash', crashed, content.crashed, 'gatehouse.db', flipped],
  ['a flipped bit in the log', crashed, content.crashed, 'gatehouse.db-wal', flipped],
  ['a flipped bit in the ledger', crashed, content.crashed, 'gatehouse.db-commits', flipped],
  ['a flipped bit in the checksums', closed, content.closed, 'gatehouse.db-sums', flipped],
]

describe.each(CASES)('S-04 %s', (_name, original, expected, file, mutate) => {
  test.each(Array.from({ length: EACH }, (_, n) => n + 1))('is found or harmless (seed %d)', (seed) => {
    const data = copied(original)
    mutate(data, file, seeded(seed))
    expectIntactOrRefused(data, expected)
  })
})

describe('S-04', () => {
  test('the untouched folders open with everything in them', () => {
    expect(expectIntactOrRefused(copied(closed), content.closed)).toBe('intact')
    expect(expectIntactOrRefused(copied(crashed), content.crashed)).toBe('intact')
    expect(content.closed).toBe(content.crashed)
  })

  test.each([
    ['the log of another home', () => join(foreign, 'gatehouse.db-wal'), 'gatehouse.db-wal'],
    ['an earlier log of the same home', () => join(earlier, 'gatehouse.db-wal'), 'gatehouse.db-wal'],
    ['an earlier database under the present log', () => join(earlier, 'gatehouse.db'), 'gatehouse.db'],
    ['the database of another home', () => join(foreign, 'gatehouse.db'), 'gatehouse.db'],
  ])('%s in its place is found or harmless', (_what, source, file) => {
    const data = copied(crashed)
    copyFileSync(source(), join(data, file))
    expectIntactOrRefused(data, content.crashed)
  })

  test('the log of another home is refused', () => {
    const data = copied(crashed)
    copyFileSync(join(foreign, 'gatehouse.db-wal'), join(data, 'gatehouse.db-wal'))
    expect(() => openDatabase(data, quiet)).toThrow(DamagedStoreError)
  })

  test('a missing log is refused: what was acknowledged was in it', () => {
    const data = copied(crashed)
    unlinkSync(join(data, 'gatehouse.db-wal'))
    expect(() => openDatabase(data, quiet)).toThrow(/acknowledged changes are missing/)
  })

  test.each([
    ['missing', (path: string) => unlinkSync(path)],
    ['empty', (path: string) => truncateSync(path)],
  ])('a %s database is never replaced by a new one', (_how, remove) => {
    const data = copied(closed)
    remove(join(data, 'gatehouse.db'))
    expect(() => openDatabase(data, quiet)).toThrow(/missing or empty.*last good backup/s)
    expect(statSync(join(data, 'gatehouse.db'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })

  test('following the instructions brings the last good backup back', () => {
    const data = copied(closed)
    unlinkSync(join(data, 'gatehouse.db'))
    for (const name of readdirSync(data).filter((each) => each.startsWith('gatehouse.')))
      unlinkSync(join(data, name))
    const [backup = ''] = readdirSync(join(data, 'backups'))
    copyFileSync(join(data, 'backups', backup), join(data, 'gatehouse.db'))
    const open = openDatabase(data, quiet)
    const rows = open.reader.prepare("select value from home_entries where entry_key = 'k1'").all()
    open.close()
    expect(rows).toEqual([{ value: expect.stringContaining('"round":4') }])
    expect(digest(data)).toBeDefined()
  })

  test('a server that meets damage says so through the store as well', async () => {
    const data = copied(closed)
    flipped(data, 'gatehouse.db', seeded(1))
    await expect(openStore(data)).rejects.toBeInstanceOf(DamagedStoreError)
  })

  test('missing checksums are made anew, with a word to the operator', () => {
    const data = copied(closed)
    unlinkSync(join(data, 'gatehouse.db-sums'))
    const said: string[] = []
    const open = openDatabase(data, (level, message) => said.push(`${level}: ${message}`))
    expect(contentOf(open)).toBe(content.closed)
    open.close()
    expect(said).toEqual([expect.stringMatching(/^warn: .*checksums/)])
    flipped(data, 'gatehouse.db', seeded(7))
    expect(() => openDatabase(data, quiet)).toThrow(DamagedStoreError)
  })
})
