import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { sealFor } from '#server/outbound/seal.ts'
import { openDatabase } from '#server/store/sqlite/open-database.ts'
import { backUpWhole, pruneWholeBackups, restoreWhole, wholeBackupsIn } from '#server/store/sqlite/whole.ts'
import { WholeBackups } from '#server/whole-backups.ts'
import { TestClock } from '../../gateway/test-clock.ts'
import { folderInMemory } from '../engines.ts'
import { contentOf, edit, fileOf, fill } from '../filled.ts'
import { type Acknowledged, expectAll, moment, startWriter, times } from './crash.ts'

/** What is as it was at a moment, and no more after it. */
const OF_THE_MOMENT = ['sessions', 'tokens', 'otps', 'oauth_tokens', 'push_subscriptions', 'outbox']

function filledFolder(): { data: string; to: string } {
  const data = folderInMemory()
  openDatabase(data, () => {}).close()
  fill(data)
  sealFor(data)
  return { data, to: join(dirname(data), 'backups') }
}

const elsewhere = (data: string): string => join(dirname(data), 'restored')
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('S-07 the whole server is backed up and restored', () => {
  test('every table comes back as it was; sessions, codes and letters of that time do not', () => {
    const { data, to } = filledFolder()
    const { path, bytes } = backUpWhole({ data, to })
    expect(bytes).toBeGreaterThan(100_000)
    const before = contentOf(data)
    // What happens later is not in it.
    edit(data, (db) => db.exec("update accounts set username = 'later ' || id"))
    const restored = restoreWhole(path, elsewhere(data))
    expect(restored).toMatchObject({ besides: [], key: true })
    const after = contentOf(elsewhere(data))
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [table, rows] of before) {
      if (!OF_THE_MOMENT.includes(table)) expect(after.get(table), table).toEqual(rows)
      else if (table !== 'outbox') expect(after.get(table), table).toEqual([])
    }
    expect(after.get('outbox')?.join()).not.toContain('"waiting"')
    expect(after.get('outbox')).toHaveLength(2)
    // A server opens it, and what is sealed with the key.
    openDatabase(elsewhere(data), () => {}).close()
    expect(sealFor(elsewhere(data)).open(sealFor(data).close('a code'))).toBe('a code')
  })

  test('it is for its owner’s eyes only, and a backup without the key says so', () => {
    const { data, to } = filledFolder()
    const { path } = backUpWhole({ data, to, withKey: false })
    const files = ['backup.json', 'gatehouse.db']
    expect(readdirSync(path).toSorted()).toEqual(files)
    expect([to, path].map(modeOf)).toEqual(['700', '700'])
    expect(files.map((name) => modeOf(join(path, name)))).toEqual(['600', '600'])
    expect(restoreWhole(path, elsewhere(data)).key).toBe(false)
    expect(modeOf(elsewhere(data))).toBe('700')
  })

  test('settings and a catalogue of one’s own are kept beside, and stay there', () => {
    const { data, to } = filledFolder()
    const own = join(dirname(data), 'own')
    mkdirSync(join(own, 'devices'), { recursive: true })
    writeFileSync(join(own, 'devices', 'Lämpli 1.json'), '{}')
    writeFileSync(join(dirname(data), 'mine.json'), '{"flags":{}}')
    const config = readConfig({
      GATEHOUSE_BACKUPS: to,
      GATEHOUSE_DATA: data,
      GATEHOUSE_CATALOGUE: own,
      GATEHOUSE_SETTINGS: join(dirname(data), 'mine.json'),
    })
    if (!config.backups) throw new Error('no plan')
    const { path } = backUpWhole(config.backups)
    expect(readFileSync(join(path, 'catalogue', 'devices', 'Lämpli 1.json'), 'utf8')).toBe('{}')
    expect(restoreWhole(path, elsewhere(data)).besides).toEqual(['catalogue', 'settings.json'])
    expect(readdirSync(elsewhere(data)).toSorted()).toEqual(['gatehouse.db', 'outbox.key'])
  })

  test('while a server writes: everything that was acknowledged before is in it, nothing is half there', async () => {
    const data = folderInMemory()
    const writer = startWriter(data)
    await writer.writing
    const acknowledged: Acknowledged = new Map()
    try {
      for (let n = 0; n < 5; n++) {
        await moment(60)
        backUpWhole({ data, to: join(dirname(data), 'backups') })
      }
    } finally {
      await writer.kill(acknowledged)
    }
    expect(acknowledged.size).toBe(4)
    for (const { path } of wholeBackupsIn(join(dirname(data), 'backups'))) {
      const db = new DatabaseSync(join(path, 'gatehouse.db'), { readOnly: true })
      const rows = db.prepare('select who, max(at) as last, count(*) as number from audit group by who').all()
      db.close()
      for (const { last, number } of rows) expect(number).toBe(last)
    }
    const [newest] = wholeBackupsIn(join(dirname(data), 'backups'))
    restoreWhole(newest?.path ?? '', elsewhere(data))
    await expectAll(elsewhere(data), new Map())
    // The server that was copied from has lost nothing either.
    await expectAll(data, acknowledged)
  })

  test('what is there is moved aside when that is wished, and only if no server works with it', async () => {
    const { data, to } = filledFolder()
    const { path } = backUpWhole({ data, to })
    edit(data, (db) => db.exec("update accounts set username = 'later ' || id"))
    const later = contentOf(data)
    expect(() => restoreWhole(path, data)).toThrow('is not empty')
    const open = openDatabase(data, () => {})
    expect(() => restoreWhole(path, data, { replace: true })).toThrow('is in use')
    open.close()
    expect(contentOf(data).get('accounts')).toEqual(later.get('accounts'))
    const { before } = restoreWhole(path, data, { replace: true })
    expect(contentOf(before ?? '').get('accounts')).toEqual(later.get('accounts'))
    expect(contentOf(data).get('accounts')).not.toEqual(later.get('accounts'))
    openDatabase(data, () => {}).close()
  })

  test.each<[string, (path: string) => void, string]>([
    [
      'a changed byte',
      (path) => appendFileSync(join(path, 'gatehouse.db'), 'x'),
      'is not what was backed up',
    ],
    ['a file cut off', (path) => truncateSync(join(path, 'gatehouse.db'), 4096), 'is not what was backed up'],
    ['a file that is gone', (path) => rmSync(join(path, 'gatehouse.db')), 'is missing'],
    ['no manifest', (path) => rmSync(join(path, 'backup.json')), 'is no backup'],
    ['a manifest cut off', (path) => truncateSync(join(path, 'backup.json'), 40), 'is not as it was written'],
    ['a manifest of rubbish', (path) => edited(path, () => [1]), 'is not as it was written'],
    ['a manifest without files', (path) => edited(path, (one) => ({ ...one, files: [] })), 'no database'],
    ['a newer layout', (path) => edited(path, (one) => ({ ...one, format: 2 })), 'newer version'],
    [
      'a file outside',
      (path) => edited(path, (one) => ({ ...one, files: [{ name: '../x', bytes: 0, sha256: '' }] })),
      'is missing in the backup',
    ],
  ])('%s is refused, and nothing is made', (_name, spoil, why) => {
    const { data, to } = filledFolder()
    const { path } = backUpWhole({ data, to })
    spoil(path)
    expect(() => restoreWhole(path, elsewhere(data))).toThrow(why)
    expect(readdirSync(dirname(data)).toSorted()).toEqual(['backups', 'data'])
  })

  test('one of a newer version is refused, one of an older is brought up to date when it is opened', () => {
    const { data, to } = filledFolder()
    edit(data, (db) => db.exec("insert into migrations values (9999, 'later', 'x', 1)"))
    expect(() => backUpWhole({ data, to })).toThrow(/newer/i)
    expect(readdirSync(to)).toEqual([])
  })

  test('places that cannot be: a folder without data, one inside the data, one that cannot be written', () => {
    const { data, to } = filledFolder()
    expect(() => backUpWhole({ data: join(dirname(data), 'nothing'), to })).toThrow('no database')
    expect(() => backUpWhole({ data, to: join(data, 'backups') })).toThrow('lost with it')
    writeFileSync(to, 'a file')
    expect(() => backUpWhole({ data, to })).toThrow()
    expect(fileOf(data)).toSatisfy(existsSync)
  })
})

function edited(path: string, change: (manifest: Record<string, unknown>) => unknown): void {
  const file = join(path, 'backup.json')
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))))
}

/** The program as an operator starts it. */
function program(name: 'backup' | 'restore', args: readonly string[], data: string) {
  const child = spawn(process.execPath, [`scripts/tasks/${name}.ts`, ...args], {
    env: { ...process.env, GATEHOUSE_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return {
    child,
    ended: new Promise<[number | null, string]>((resolve) =>
      child.once('close', (code) => resolve([code, said])),
    ),
  }
}

describe('S-07 npm run backup and npm run restore', () => {
  test('say what they did, and what to do when they could not', async () => {
    const { data, to } = filledFolder()
    expect(await program('backup', [], data).ended).toEqual([2, expect.stringContaining('Usage')])
    expect(await program('backup', [to], data).ended).toEqual([0, expect.stringContaining('read back')])
    const [made] = wholeBackupsIn(to)
    expect(await program('restore', [made?.path ?? ''], data).ended).toEqual([
      1,
      expect.stringContaining('--replace'),
    ])
    expect(await program('restore', [made?.path ?? ''], elsewhere(data)).ended).toEqual([
      0,
      expect.stringContaining('signs in anew'),
    ])
    expect(contentOf(elsewhere(data)).get('accounts')).toEqual(contentOf(data).get('accounts'))
  })

  test('killed at any moment: the folder is the old one or the new one, and no half backup counts', async () => {
    const { data, to } = filledFolder()
    const { path } = backUpWhole({ data, to })
    const target = elsewhere(data)
    for (let n = 0; n < times('GATEHOUSE_WHOLE_KILLS', 6, 100); n++) {
      const making = program('backup', [join(dirname(data), 'killed')], data)
      const restoring = program('restore', ['--replace', path], target)
      await moment(500)
      making.child.kill('SIGKILL')
      restoring.child.kill('SIGKILL')
      await Promise.all([making.ended, restoring.ended])
      for (const whole of wholeBackupsIn(join(dirname(data), 'killed')))
        restoreWhole(whole.path, join(dirname(data), `from ${n} ${whole.made}`))
      // In the midst of changing places no server begins anew with nothing.
      if (existsSync(target)) openDatabase(target, () => {}).close()
      else if (existsSync(`${target}.restoring`))
        expect(() => openDatabase(target, () => {})).toThrow('was cut short')
    }
    if (existsSync(join(dirname(data), 'killed'))) {
      pruneWholeBackups(join(dirname(data), 'killed'), 1)
      expect(readdirSync(join(dirname(data), 'killed')).length).toBeLessThanOrEqual(1)
    }
  })
})

describe('S-07 copies that the server makes by itself', () => {
  const log = { info: vi.fn(), error: vi.fn() }
  const HOUR = 3_600_000
  /** The copy is made in a thread: its end is waited for. */
  const made = async (backups: WholeBackups, at: number) =>
    await vi.waitFor(() => expect(backups.last).toBe(at), { timeout: 25_000 })

  test('at once when there is none, then after each interval; the oldest go', async () => {
    const { data, to } = filledFolder()
    const clock = new TestClock()
    const plan = { data, to, everyMs: 24 * HOUR, kept: 2 }
    const backups = new WholeBackups(plan, clock, log)
    backups.start()
    await clock.pass(0)
    await made(backups, clock.now())
    for (let day = 0; day < 3; day++) {
      await clock.pass(24 * HOUR)
      await made(backups, clock.now())
    }
    expect(wholeBackupsIn(to).map((one) => one.made)).toEqual([clock.now(), clock.now() - 24 * HOUR])
    await backups.stop()
    // A server that starts again goes on where it was.
    await clock.pass(23 * HOUR)
    const again = new WholeBackups(plan, clock, log)
    again.start()
    await clock.pass(HOUR - 1)
    expect(wholeBackupsIn(to)).toHaveLength(2)
    await clock.pass(1)
    await made(again, clock.now())
    await again.stop()
    await clock.pass(100 * HOUR)
    expect(wholeBackupsIn(to)[0]?.made).toBe(again.last)
  })

  test('one that fails says why, and is tried again soon', async () => {
    const { data, to } = filledFolder()
    writeFileSync(to, 'a file stands where the folder should be')
    const clock = new TestClock()
    const backups = new WholeBackups({ data, to, everyMs: 24 * HOUR, kept: 2 }, clock, log)
    backups.start()
    await clock.pass(0)
    // The folder cannot be looked into, nor written to.
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(2), { timeout: 25_000 })
    expect(backups.failure).toMatch(/EEXIST|ENOTDIR/)
    rmSync(to)
    await clock.pass(HOUR / 4)
    await made(backups, clock.now())
    expect(backups.failure).toBeUndefined()
    await backups.stop()
  })

  test('are for the embedded database, and for hours and numbers that can be', () => {
    const GATEHOUSE_BACKUPS = '/somewhere'
    expect(readConfig({}).backups).toBeUndefined()
    expect(readConfig({ GATEHOUSE_BACKUPS }).backups).toMatchObject({ everyMs: 24 * HOUR, kept: 7 })
    expect(() => readConfig({ GATEHOUSE_BACKUPS, DATABASE_URL: 'postgres://localhost/x' })).toThrow(
      'PostgreSQL has its own tools',
    )
    expect(() => readConfig({ GATEHOUSE_BACKUPS, GATEHOUSE_BACKUPS_HOURS: '0' })).toThrow('from 1 to 168')
    expect(() => readConfig({ GATEHOUSE_BACKUPS, GATEHOUSE_BACKUPS_KEPT: 'all' })).toThrow('from 1 to 1000')
  })
})
