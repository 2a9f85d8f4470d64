import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DirectoryInUseError } from '#server/store/errors.ts'
import { openStore } from '#server/store/store.ts'
import { startWriter } from './crashes/crash.ts'
import { folderInMemory, open } from './engines.ts'

test('S-05 a second start is refused and names the process that owns the folder', async () => {
  const data = folderInMemory()
  const writer = startWriter(data)
  await writer.writing
  const second = openStore(data)
  await expect(second).rejects.toBeInstanceOf(DirectoryInUseError)
  await expect(second).rejects.toMatchObject({
    pid: writer.child.pid,
    message: expect.stringContaining(`process ${writer.child.pid}`),
  })
  // The owner is not disturbed by the attempt.
  const acknowledged = new Map<string, number>()
  await writer.kill(acknowledged)
  expect(acknowledged.size).toBeGreaterThan(0)
})

test('S-05 a second start in the same process is refused too, and the first goes on', async () => {
  const data = folderInMemory()
  const first = await open(data)
  await expect(openStore(data)).rejects.toMatchObject({ code: 'DIRECTORY_IN_USE', pid: process.pid })
  expect((await first.limits.hit('k', 1000, 1, 0)).allowed).toBe(true)
})

test('S-05 the folder of a process that died is taken over, even if its id belongs to another one now', async () => {
  const data = folderInMemory()
  const writer = startWriter(data)
  await writer.writing
  await writer.kill(new Map())
  expect(readFileSync(join(data, 'owner.pid'), 'utf8')).toBe(`${writer.child.pid}\n`)
  writeFileSync(join(data, 'owner.pid'), `${process.ppid}\n`)
  const store = await open(data)
  expect(readFileSync(join(data, 'owner.pid'), 'utf8')).toBe(`${process.pid}\n`)
  await store.ping()
})

test('S-05 a closed store leaves the folder to the next', async () => {
  const data = folderInMemory()
  for (let n = 0; n < 3; n++) await (await openStore(data)).close()
  await expect(open(data)).resolves.toBeDefined()
})

test('S-08 everything in the folder is for its owner’s eyes only', async () => {
  const data = folderInMemory()
  const store = await open(data)
  await store.limits.hit('k', 1000, 1, 0)
  const backup = (await store.backup()) ?? ''
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  expect([data, join(data, 'backups')].map(modeOf)).toEqual(['700', '700'])
  const names = [
    'gatehouse.db',
    'gatehouse.db-wal',
    'gatehouse.db-commits',
    'gatehouse.db-sums',
    'gatehouse.json',
    'owner.lock',
    'owner.pid',
  ]
  expect([...names.map((name) => join(data, name)), backup].map(modeOf)).toEqual(Array(8).fill('600'))
})

test('S-08 session ids, tokens and passwords are not in the files', async () => {
  const data = folderInMemory()
  const store = await open(data)
  await store.accounts.create(
    { id: 'mia', username: 'mia', groups: ['users'], preferredLanguage: 'ch_DE', contact: [] },
    { passwordHash: 'a-hash-that-is-there', at: 1 },
  )
  await store.sessions.create({ id: 'canary-session', userId: 'mia', at: 1 })
  await store.tokens.put({ token: 'canary-token', purpose: 'p', subject: 's', expiresAt: 9 })
  const written = ['gatehouse.db', 'gatehouse.db-wal']
    .map((name) => readFileSync(join(data, name), 'latin1'))
    .join()
  expect(written).toContain('a-hash-that-is-there')
  expect(written).not.toMatch(/canary-(session|token)/)
})
