import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { memory } from '../../../tests/support/surroundings.ts'
import * as errors from '../errors.ts'
import { checksumOf, pending } from '../migrations/migration.ts'
import { backUp } from './backup.ts'
import { errorOf, failureOf } from './failures.ts'
import { filesIn, lastBackup, writeWhole } from './files.ts'
import { compare, Ledger, readLedger } from './ledger.ts'
import { migrate, pendingOn } from './migrate.ts'
import { own } from './owner.ts'
import { PageSums, pagesInLog } from './page-sums.ts'
import { giveUp, setAside } from './reserve.ts'
import { isBusy, isDamage, mayBeFull, translated } from './sqlite-errors.ts'

function folder(): string {
  const path = mkdtempSync(join(memory, 'gatehouse-files-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
const stamp = { id: 'a', opening: 'o', commits: 3 }

describe('S-04 the ledger', () => {
  const file = () => join(folder(), 'ledger')

  test('S-04 says what was written last, however long the line before it was', () => {
    const path = file()
    const ledger = new Ledger(path)
    ledger.write(stamp)
    expect(readLedger(path)).toEqual(stamp)
    ledger.write({ ...stamp, commits: 1_000_000 })
    ledger.sync()
    ledger.close()
    expect(readLedger(path)).toEqual({ ...stamp, commits: 1_000_000 })
    const again = new Ledger(path)
    expect(readLedger(path)?.commits).toBe(1_000_000)
    again.close()
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  })

  test('S-04 that is missing, torn or changed says nothing', () => {
    const path = file()
    expect(readLedger(path)).toBeUndefined()
    const ledger = new Ledger(path)
    expect(readLedger(path)).toBeUndefined()
    ledger.write(stamp)
    ledger.close()
    const whole = readFileSync(path, 'utf8')
    for (const broken of [whole.slice(0, 20), whole.replace('"a"', '"b"'), whole.replace('3', '4')]) {
      writeFileSync(path, broken)
      expect(readLedger(path)).toBeUndefined()
    }
  })

  test('S-04 is compared with the database', () => {
    const stored = { ...stamp, previous: 'p' }
    const wrong = (ledger: Parameters<typeof compare>[1], marker?: string) => () =>
      compare(stored, ledger, marker)
    for (const good of [undefined, stamp, { ...stamp, opening: 'p' }, { ...stamp, commits: 2 }])
      expect(wrong(good)).not.toThrow()
    expect(wrong(undefined, 'a')).not.toThrow()
    expect(wrong(undefined, 'b')).toThrow(/another data folder/)
    expect(wrong({ ...stamp, id: 'b' })).toThrow(/belongs to another one/)
    expect(wrong({ ...stamp, opening: 'x' })).toThrow(/another time/)
    expect(wrong({ ...stamp, commits: 5 })).toThrow(/^2 acknowledged changes are missing/)
    expect(wrong({ ...stamp, commits: 4 })).toThrow(errors.DamagedStoreError)
  })
})

describe('S-04 a checksum for every page', () => {
  function database() {
    const path = join(folder(), 'db')
    const db = new DatabaseSync(path)
    db.exec('pragma page_size = 512; create table t (x text)')
    for (let row = 0; row < 20; row++) db.prepare('insert into t values (?)').run(`${row}`.repeat(100))
    db.close()
    const sums = new PageSums(`${path}-sums`, path)
    onTestFinished(() => sums.close())
    const flip = (page: number) => {
      const bytes = readFileSync(path)
      const at = (page - 1) * 512 + 300
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      writeFileSync(path, bytes)
    }
    return { path, sums, flip, pages: statSync(path).size / 512 }
  }
  const none: ReadonlySet<number> = new Set()

  test('S-04 finds the first page that is not what was written, but for those that the log replaces', () => {
    const { sums, flip, pages } = database()
    expect(sums.known).toBe(false)
    sums.note()
    expect([sums.known, sums.firstDamaged(none)]).toEqual([true, undefined])
    flip(3)
    flip(pages)
    expect(sums.firstDamaged(none)).toBe(3)
    expect(sums.firstDamaged(new Set([3]))).toBe(pages)
    expect(sums.firstDamaged(new Set([3, pages]))).toBeUndefined()
    sums.note(new Set([3]))
    expect(sums.firstDamaged(none)).toBe(pages)
    sums.note(new Set([pages, pages + 5]))
    expect(sums.firstDamaged(none)).toBeUndefined()
  })

  test('S-04 notes all of them where there were none, and forgets when told', () => {
    const { sums } = database()
    sums.note(new Set([1]))
    expect(sums.firstDamaged(none)).toBeUndefined()
    sums.forget()
    expect(sums.known).toBe(false)
    sums.forget()
  })

  test('S-04 notices a database that was cut off or has grown', () => {
    const cut = database()
    cut.sums.note()
    writeFileSync(cut.path, readFileSync(cut.path).subarray(0, -512))
    expect(cut.sums.firstDamaged(none)).toBe(cut.pages)
    const grown = database()
    grown.sums.note()
    writeFileSync(grown.path, Buffer.concat([readFileSync(grown.path), Buffer.alloc(100)]))
    expect(grown.sums.firstDamaged(none)).toBe(grown.pages + 1)
  })

  test('S-04 knows which pages the log holds, as far as it is whole', () => {
    const path = join(folder(), 'db')
    expect(pagesInLog(`${path}-wal`).size).toBe(0)
    const db = new DatabaseSync(path)
    db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (x text)')
    db.prepare('insert into t values (?)').run('x'.repeat(10_000))
    const log = readFileSync(`${path}-wal`)
    const pages = pagesInLog(`${path}-wal`)
    expect([pages.has(1), pages.has(2), pages.size > 2]).toEqual([true, true, true])
    db.close()
    const copy = `${path}-copy`
    writeFileSync(copy, log.subarray(0, 31))
    expect(pagesInLog(copy).size).toBe(0)
    writeFileSync(copy, log.subarray(0, 32 + 23))
    expect(pagesInLog(copy).size).toBe(0)
    const foreign = Buffer.from(log)
    foreign.fill(0, 32 + 8, 32 + 16)
    writeFileSync(copy, foreign)
    expect(pagesInLog(copy).size).toBe(0)
  })
})

describe('S-05 the owner of a folder', () => {
  test('S-05 is one, who is named to the second, until he gives it back', () => {
    const files = filesIn(folder())
    const release = own(files)
    expect(readFileSync(files.ownerPid, 'utf8')).toBe(`${process.pid}\n`)
    expect(() => own(files)).toThrow(new RegExp(`in use by process ${process.pid}`))
    writeFileSync(files.ownerPid, 'nobody')
    expect(() => own(files)).toThrow(/\(unknown\)/)
    rmSync(files.ownerPid)
    expect(() => own(files)).toThrow(errors.DirectoryInUseError)
    release()
    own(files)()
  })

  test('S-05 a folder that is not there is another fault', () => {
    expect(() => own(filesIn(join(folder(), 'missing')))).toThrow(/open/)
  })
})

test('S-03 some room is set aside, and given free once', () => {
  const files = filesIn(folder())
  expect(giveUp(files)).toBe(false)
  setAside(files)
  expect(statSync(files.reserve).size).toBe(512 * 1024)
  const { mtimeMs } = statSync(files.reserve)
  setAside(files)
  expect(statSync(files.reserve).mtimeMs).toBe(mtimeMs)
  writeFileSync(files.reserve, 'less')
  setAside(files)
  expect(statSync(files.reserve).size).toBe(512 * 1024)
  expect([giveUp(files), existsSync(files.reserve), giveUp(files)]).toEqual([true, false, false])
})

describe('S-04 backups', () => {
  test('S-04 are whole, for their owner alone, and the newest is the last', () => {
    const files = filesIn(folder())
    expect(lastBackup(files)).toBeUndefined()
    mkdirSync(files.backups)
    expect(lastBackup(files)).toBeUndefined()
    const db = new DatabaseSync(files.database)
    db.exec('create table t (x text); insert into t values (1)')
    const path = backUp(db, files, 'reason')
    db.close()
    expect(path).toMatch(/-reason\.db$/)
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
    const copy = new DatabaseSync(path, { readOnly: true })
    expect(copy.prepare('select x from t').all()).toHaveLength(1)
    copy.close()
    writeFileSync(join(files.backups, '9999.db.unfinished'), '')
    expect(lastBackup(files)).toBe(path)
    writeFileSync(join(files.backups, '9999.db'), '')
    expect(lastBackup(files)).toBe(join(files.backups, '9999.db'))
  })

  test('S-04 that fail leave nothing that looks like one', () => {
    const files = filesIn(folder())
    const db = new DatabaseSync(files.database)
    db.close()
    expect(() => backUp(db, files, 'reason')).toThrow()
    expect(lastBackup(files)).toBeUndefined()
  })

  test('S-04 a file is written whole or not at all', () => {
    const path = folder()
    writeWhole(join(path, 'f'), path, 'one')
    writeWhole(join(path, 'f'), path, 'two')
    expect([readFileSync(join(path, 'f'), 'utf8'), existsSync(join(path, 'f.new'))]).toEqual(['two', false])
  })
})

describe('S-06 migrations', () => {
  const step = (version: number, ...statements: string[]) => ({
    version,
    name: `step ${version}`,
    statements,
  })
  const one = step(1, 'create table a (x {text})')
  const two = step(2, 'create table b (x {text})', 'insert into b values (1)')

  test('S-06 are done once, in their order, and remembered', () => {
    const db = new DatabaseSync(':memory:')
    expect(pendingOn(db, [one, two])).toEqual([one, two])
    migrate(db, [one], 5)
    expect(pendingOn(db, [one, two])).toEqual([two])
    expect(db.prepare('pragma table_info(a)').all()).toMatchObject([
      { name: 'x', type: expect.stringMatching(/^text$/i) },
    ])
    migrate(db, [two], 6)
    expect(pendingOn(db, [one, two])).toEqual([])
    expect(
      db.prepare('select version, name, checksum, applied_at from migrations order by version').all(),
    ).toEqual(
      [
        { version: 1, name: 'step 1', checksum: checksumOf(one), applied_at: 5 },
        { version: 2, name: 'step 2', checksum: checksumOf(two), applied_at: 6 },
      ].map((row) => Object.assign(Object.create(null), row)),
    )
  })

  test('S-06 that fail leave nothing of themselves, and all before them', () => {
    const db = new DatabaseSync(':memory:')
    expect(() => migrate(db, [one, step(2, 'create table b (x text)', 'nonsense')], 5)).toThrow(/nonsense/)
    expect(db.isTransaction).toBe(false)
    const tables = db
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name)
    expect(tables.toSorted()).toEqual(['a', 'migrations'])
    expect(pendingOn(db, [one, two])).toEqual([two])
  })

  test('S-06 of a newer program, or other ones, are refused', () => {
    const applied = (of: typeof one) => [{ version: of.version, name: of.name, checksum: checksumOf(of) }]
    expect(() => pending(applied(two), [one])).toThrow(
      /at version 2 \(step 2\), this program knows only version 1\./,
    )
    expect(() => pending(applied(two), [])).toThrow(/knows only version 0\./)
    expect(() => pending(applied(step(1, 'other')), [one])).toThrow(/Version 1 of the database \(step 1\)/)
    expect(checksumOf(step(1, 'a', 'b'))).not.toBe(checksumOf(step(1, 'b', 'a')))
  })
})

describe('errors', () => {
  const sqlite = (errcode: number) => Object.assign(new Error('said SQLite'), { errcode })

  test.each([
    [2067, 'CONFLICT'],
    [1555, 'CONFLICT'],
    [787, 'MISSING_REFERENCE'],
    [1299, 'CONSTRAINT'],
    [13, 'STORE_FULL'],
    [11, 'DAMAGED'],
    [26, 'DAMAGED'],
    [267, 'DAMAGED'],
    [8, 'DISK'],
    [778, 'DISK'],
  ])('SQLite’s %i is %s, and is the cause', (errcode, code) => {
    const error = sqlite(errcode)
    expect(translated(error)).toMatchObject({ code, cause: error })
  })

  test('a disk without room is full, whoever says it; everything else stays what it is', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    expect(translated(full)).toBeInstanceOf(errors.StoreFullError)
    const own = new errors.ConflictError('twice')
    const busy = sqlite(5)
    for (const same of [own, busy, new Error('other'), 'text', undefined]) expect(translated(same)).toBe(same)
    expect([isBusy(busy), isBusy(sqlite(261)), isBusy(sqlite(6)), isBusy('x')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([isDamage(sqlite(11)), isDamage(sqlite(26)), isDamage(sqlite(10))]).toEqual([true, true, false])
    expect([full, sqlite(13), sqlite(10), sqlite(11)].map(mayBeFull)).toEqual([true, true, true, false])
  })

  test('keep their kind on the way between threads', () => {
    for (const error of [
      new errors.StoreFullError(),
      new errors.ConflictError('twice'),
      new errors.MissingReferenceError('gone'),
      new errors.DirectoryInUseError('/data', 7),
      new errors.DamagedStoreError('torn'),
      new errors.NewerStoreError('newer'),
      new errors.StoreError('DISK', 'odd'),
    ]) {
      const back = errorOf(failureOf(error), '/data')
      expect(back).toBeInstanceOf(error.constructor)
      expect(back).toMatchObject({ code: error.code, message: error.message })
    }
    expect(errorOf(failureOf(new errors.DirectoryInUseError('/data', 7)), '/data')).toMatchObject({ pid: 7 })
    expect(failureOf(new Error('plain'))).toEqual({ code: 'SQL', message: 'plain' })
    expect(failureOf('text')).toEqual({ code: 'SQL', message: 'text' })
  })
})
