import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { StoreFullError } from '#server/store/errors.ts'
import { Executor } from '#server/store/sqlite/executor.ts'
import { openDatabase } from '#server/store/sqlite/open-database.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { folder } from '../engines.ts'
import { gateway } from '../samples.ts'
import { newDisk } from './power-cut.ts'

const values = (n: number) => new Map(Array.from({ length: 40 }, (_, k) => [`${n}/${k}`, 'x'.repeat(2000)]))

/** Writes until there is no room left; answers how many batches were acknowledged. */
async function fill(store: Store): Promise<number> {
  const home = store.homes.of('G1')
  for (let n = 0; ; n++) {
    try {
      await home.put(values(n))
    } catch (error) {
      expect(error).toBeInstanceOf(StoreFullError)
      return n
    }
  }
}

async function expectAll(store: Store, batches: number): Promise<void> {
  const home = await store.homes.of('G1').load()
  for (let n = 0; n < batches; n++) expect(home.get(`${n}/39`), `batch ${n}`).toBe('x'.repeat(2000))
  expect(home.size).toBe(batches * 40)
}

test('S-03 on a full disk writes fail clearly, reads go on, and writing resumes when there is room', async () => {
  const disk = newDisk(40)
  if (!disk) {
    process.stderr.write(
      'Without root and loop devices no disk is filled; a database with a page limit is tried instead.\n',
    )
    return pageLimit()
  }
  const data = join(disk.at, 'data')
  const store = await openStore(data)
  await store.gateways.create(gateway('G1'))
  await store.homes.of('G1').put(values(0))
  disk.fill(3)
  const batches = await fill(store)
  expect(batches).toBeGreaterThan(5)
  disk.fill(0)
  // Each of many at once gets its own answer, and reading goes on meanwhile.
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => store.homes.of('G1').put(values(500 + n))),
  )
  expect(outcomes.map(({ status }) => status)).not.toContain('fulfilled')
  await expectAll(store, batches)
  expect((await store.gateways.find('G1'))?.name).toBe('Home G1')

  // A restart meanwhile serves what there is.
  await store.close()
  const restarted = await openStore(data)
  await expectAll(restarted, batches)
  rmSync(join(disk.at, 'filler'))
  expect(await restarted.gateways.rename('G1', 'renamed')).toBe(true)
  await restarted.close()
  const again = await openStore(data)
  await expectAll(again, batches)
  expect((await again.gateways.find('G1'))?.name).toBe('renamed')
  await again.close()
  const db = new DatabaseSync(join(data, 'gatehouse.db'), { readOnly: true })
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  db.close()
})

/** Weaker: the same answers of SQLite, without a disk that is really full. */
function pageLimit(): void {
  const open = openDatabase(folder(), () => {})
  const executor = new Executor(open)
  const insert = (n: number) => ({
    sql: 'insert into audit (id, at, who, what, result) values (?, 1, ?, ?, ?)',
    parameters: [String(n), 'mia', 'x'.repeat(3000), 'ok'],
  })
  const { page_count: pages } = open.writer.prepare('pragma page_count').get() as { page_count: number }
  open.writer.exec(`pragma max_page_count = ${pages + 50}`)
  let acknowledged = 0
  let answer = executor.writeTogether([[insert(0)]])[0]
  while (answer?.ok) answer = executor.writeTogether([[insert(++acknowledged)]])[0]
  expect(answer).toMatchObject({ ok: false, error: expect.any(StoreFullError) })
  expect(executor.read([{ sql: 'select count(*) as n from audit', parameters: [] }])).toMatchObject({
    outcomes: [{ rows: [{ n: acknowledged }] }],
  })
  open.writer.exec('pragma max_page_count = 1073741823')
  expect(executor.writeTogether([[insert(acknowledged)]])[0]?.ok).toBe(true)
  open.close()
}
