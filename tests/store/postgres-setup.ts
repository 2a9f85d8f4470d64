import { startPostgres, WITHOUT } from '../../scripts/postgres.ts'

/** As Vitest's globalSetup: one PostgreSQL for the whole run. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.GATEHOUSE_TEST_PG) return undefined
  const postgres = await startPostgres()
  if (!postgres) {
    process.stderr.write(`${WITHOUT}\n`)
    return undefined
  }
  process.env.GATEHOUSE_TEST_PG = postgres.url
  return () => postgres.stop()
}
