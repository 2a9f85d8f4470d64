import { sql as raw } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openEngine } from '#server/store/open-engine.ts'
import type { Store } from '#server/store/store.ts'
import { enginesUnderTest, folderInMemory } from '../engines.ts'
import { account, gateway } from '../samples.ts'

const engines = await enginesUnderTest()

interface Thing {
  /** In place of what has this revision; answers the new one. */
  keep(store: Store, revision: number): Promise<number | undefined>
  remove(store: Store): Promise<unknown>
}

/** Its home goes and comes again, and with it all that was said of it. */
const again = async ({ gateways, purge }: Store) => {
  await purge.gateways('id-G1')
  await gateways.create(gateway('G1'))
}

/** Whatever has a revision and no id of its own, by its table. */
const things: Readonly<Record<string, Thing>> = {
  dashboards: {
    keep: async ({ dashboards }, revision) =>
      (await dashboards.keep('anna', 'G1', { revision, pages: [] }))?.revision,
    remove: async ({ accounts }) => {
      await accounts.remove('anna')
      await accounts.create(account('anna'), { passwordHash: null, at: 1 })
    },
  },
  energy_tariffs: {
    keep: async ({ energyTariffs }, revision) =>
      (await energyTariffs.keep('G1', { revision, currency: 'CHF', tariffs: [] }))?.revision,
    remove: again,
  },
  energy_meters: {
    keep: async ({ energyMeters }, revision) =>
      (await energyMeters.keep('G1', { revision, meters: [] }))?.revision,
    remove: again,
  },
  status_calendars: {
    keep: ({ statusCalendars }, revision) =>
      statusCalendars.put(
        { serialNumber: 'G1', resourceId: 'away', sealed: 's', madeBy: 'anna', madeAt: 1 },
        revision,
      ),
    remove: ({ statusCalendars }) => statusCalendars.remove('G1', 'away'),
  },
}

test('everything with a revision has an id of its own, or is among these', async () => {
  const engine = await openEngine(folderInMemory())
  onTestFinished(() => engine.close())
  const { rows } = await raw<{ name: string; keys: string }>`
    select m.name, (select group_concat(k.name) from pragma_table_info(m.name) k where k.pk > 0) as keys
    from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'revision'`.execute(
    engine.sql,
  )
  expect(rows.length).toBeGreaterThan(Object.keys(things).length)
  const named = rows.filter(({ keys }) => !keys.split(',').includes('id')).map(({ name }) => name)
  expect(named.toSorted()).toEqual(Object.keys(things).toSorted())
})

// decision 0282
describe.each(engines)('on $name', ({ fresh }) => {
  test.each(Object.entries(things))(
    '%s that are removed and made anew are not overwritten by a page of before',
    async (_table, { keep, remove }) => {
      const store = await fresh()
      await store.accounts.create(account('anna'), { passwordHash: null, at: 1 })
      await store.gateways.create(gateway('G1'))
      const before = await keep(store, 0)
      expect(await keep(store, 0)).toBeUndefined()
      await remove(store)
      // Gone, it is not there in any revision.
      expect(await keep(store, before ?? 0)).toBeUndefined()
      const anew = await keep(store, 0)
      expect(await keep(store, before ?? 0)).toBeUndefined()
      expect(await keep(store, anew ?? 0)).toBe((anew ?? 0) + 1)
    },
  )
})
