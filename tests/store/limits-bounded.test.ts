import { describe, expect, test } from 'vitest'
import { limitsOn } from '#server/store/limits.ts'
import { openEngine } from '#server/store/open-engine.ts'
import { folderInMemory } from './engines.ts'

describe('A-03 strangers with many addresses', () => {
  test('A-03 100,000 addresses leave a table of a fixed size, and whoever is limited stays so', async () => {
    const engine = await openEngine(folderInMemory())
    const limits = limitsOn(engine, { mostKeys: 500, cleanEvery: 1000 })
    const rows = async (): Promise<number> => {
      const { n } = await engine.sql
        .selectFrom('limits')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return n
    }
    let most = 0
    for (let block = 0; block < 100; block++) {
      const hits = Array.from({ length: 1000 }, (_, at) =>
        limits.hit(`login:address:${block}-${at}`, 60_000, 10, block),
      )
      await Promise.all(hits)
      most = Math.max(most, await rows())
    }
    expect(most).toBeLessThanOrEqual(500 + 1000)
    // The newest are kept: whoever is at it now does not get away by being one of many.
    const last = await limits.hit('login:address:99-999', 60_000, 1, 100)
    expect(last).toMatchObject({ allowed: false, count: 2 })
    await engine.close()
  }, 120_000)
})
