import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { tableNames } from '#server/store/copy.ts'
import type { Engine } from '#server/store/database.ts'
import { openEngine } from '#server/store/open-engine.ts'
import { openStore, type Store, storeOn } from '#server/store/store.ts'
import { startPostgres, WITHOUT } from '../../scripts/postgres.ts'
import { memory } from '../support/surroundings.ts'

export interface EngineUnderTest {
  name: string
  /** A place of its own for a store, empty. */
  place(): Promise<string>
  /** An open, empty store; the same one each time, emptied. */
  fresh(): Promise<Store>
}

/** A folder on the disk that temporary files are on. */
export function folder(): string {
  return folderIn(tmpdir())
}

function folderIn(parent: string): string {
  const path = mkdtempSync(join(parent, 'gatehouse-store-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return join(path, 'data')
}

/** A folder in memory, where there is such a thing: what is not about the disk need not wait for one. */
export function folderInMemory(): string {
  return folderIn(memory)
}

function sqlite(): EngineUnderTest {
  const shared = mkdtempSync(join(memory, 'gatehouse-store-'))
  afterAll(() => rmSync(shared, { recursive: true, force: true }))
  return {
    name: 'SQLite',
    place: async () => folderInMemory(),
    fresh: emptied(async () => join(shared, 'data')),
  }
}

/** Opening takes longer than most tests; so one store is opened and emptied before each. */
function emptied(place: () => Promise<string>): () => Promise<Store> {
  let engine: Engine | undefined
  afterAll(() => engine?.close())
  return async () => {
    engine ??= await openEngine(await place())
    const { sql } = engine
    await engine.together(tableNames.toReversed().map((table) => sql.deleteFrom(table)))
    return storeOn(engine)
  }
}

/** The PostgreSQL of this run: the one that GATEHOUSE_TEST_PG names, else one of our own for this file. */
async function postgresUrl(): Promise<string | undefined> {
  if (process.env.GATEHOUSE_TEST_PG) return process.env.GATEHOUSE_TEST_PG
  const own = await startPostgres()
  afterAll(async () => own?.stop())
  return own?.url
}

function onPostgres(url: string): EngineUnderTest {
  const made: string[] = []
  afterAll(async () => {
    for (const name of made) await admin(url, `drop database ${name} with (force)`)
  })
  const place = async () => {
    const name = `test_${randomBytes(6).toString('hex')}`
    await admin(url, `create database ${name}`)
    made.push(name)
    return Object.assign(new URL(url), { pathname: `/${name}` }).href
  }
  return { name: 'PostgreSQL', place, fresh: emptied(place) }
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** SQLite always; PostgreSQL too when there is one, else a sentence that says so. */
export async function enginesUnderTest(): Promise<readonly EngineUnderTest[]> {
  const url = await postgresUrl()
  if (url) return [sqlite(), onPostgres(url)]
  process.stderr.write(`${WITHOUT}\n`)
  return [sqlite()]
}

export async function open(location: string): Promise<Store> {
  const store = await openStore(location)
  onTestFinished(() => store.close())
  return store
}
