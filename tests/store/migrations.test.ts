import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NewerStoreError } from '#server/store/errors.ts'
import { migrations } from '#server/store/migrations/all.ts'
import { checksumOf, type Migration } from '#server/store/migrations/migration.ts'
import { migratePostgres } from '#server/store/postgres/migrate.ts'
import { openDatabase } from '#server/store/sqlite/open-database.ts'
import { openStore } from '#server/store/store.ts'
import { enginesUnderTest, folderInMemory } from './engines.ts'
import { contentOf, fill } from './filled.ts'
import { next } from './next-migration.ts'
import { account } from './samples.ts'

const engines = await enginesUnderTest()
const quiet = () => {}
const newer = [...migrations, next]
const changed: readonly Migration[] = migrations.map((each) => ({
  ...each,
  statements: [...each.statements, 'select 1'],
}))

describe.each(engines)('S-06 on $name', ({ name, place }) => {
  const upgrade = async (location: string, known: readonly Migration[]) => {
    if (name === 'SQLite') return openDatabase(location, quiet, known).close()
    const pool = new pg.Pool({ connectionString: location })
    await migratePostgres(pool, known).finally(() => pool.end())
  }

  test('an older database is brought up to date and keeps what is in it', async () => {
    const location = await place()
    const before = await openStore(location)
    await before.accounts.create(account('mia'), { passwordHash: null, at: 1 })
    await before.close()
    await upgrade(location, newer)
    await upgrade(location, newer)
    await expect(openStore(location)).rejects.toBeInstanceOf(NewerStoreError)
  })

  test('what was stored before is found without its accents', async () => {
    const location = await place()
    await upgrade(
      location,
      migrations.filter(({ version }) => version < 10),
    )
    const insert =
      'insert into gateways (serial_number, id, name, model, connection_status, operation_mode, subscription_lock_mode, search, name_order, fw_order)' +
      " values ('G1', '1', 'Müller Ářhus', 'M', 'offline', 0, 0, 'g1\nmüller ářhus\nm', 'müller ářhus', '')"
    if (name === 'SQLite') {
      const db = new DatabaseSync(join(location, 'gatehouse.db'))
      db.exec(insert)
      db.close()
      // Another program wrote: what the pages were is not known any more.
      rmSync(join(location, 'gatehouse.db-sums'))
    } else {
      const pool = new pg.Pool({ connectionString: location })
      await pool.query(insert).finally(() => pool.end())
    }
    const store = await openStore(location)
    onTestFinished(() => store.close())
    for (const searchText of ['müller', 'MULLER', 'arhus', 'ářhus'])
      expect((await store.gateways.query({ searchText, page: 1, limit: 5 })).count).toBe(1)
  })

  test('a newer database is refused and says which version it needs', async () => {
    const location = await place()
    await upgrade(location, newer)
    await expect(openStore(location)).rejects.toThrow(
      `The database is at version ${next.version} (rooms), this program knows only version ${next.version - 1}`,
    )
  })

  test('a migration that was changed after it had been applied is refused', async () => {
    const location = await place()
    await upgrade(location, migrations)
    await expect(async () => upgrade(location, changed)).rejects.toBeInstanceOf(NewerStoreError)
    await expect(openStore(location).then((store) => store.close())).resolves.toBeUndefined()
  })

  test('a migration that fails leaves nothing of itself', async () => {
    const location = await place()
    await upgrade(location, migrations)
    const broken = { ...next, statements: [...next.statements, 'create table rooms (id bigint)'] }
    await expect(async () => upgrade(location, [...migrations, broken])).rejects.toThrow(/rooms/)
    await upgrade(location, newer)
    await expect(openStore(location)).rejects.toBeInstanceOf(NewerStoreError)
  })
})

/** Columns that a later version gave up on purpose: they counted, and told nothing of anybody. */
const GIVEN_UP: Readonly<Record<string, readonly string[]>> = { gateways: ['pin_failures'] }
const withoutGivenUp = (rows: ReturnType<typeof fill>): ReturnType<typeof fill> =>
  new Map(
    [...rows].map(([table, each]) => [
      table,
      each.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !GIVEN_UP[table]?.includes(column))),
      ),
    ]),
  )

/** Databases as each version that ever was left them, with something in every table and column. */
test.each(migrations.map(({ version }) => version))(
  'S-06 an upgrade from version %d loses no row and changes none',
  (version) => {
    const data = folderInMemory()
    openDatabase(
      data,
      quiet,
      migrations.filter((one) => one.version <= version),
    ).close()
    const rows = withoutGivenUp(fill(data))
    const before = contentOf(data, rows)
    for (const [table, each] of before) expect(each, table).toHaveLength(2)
    openDatabase(data, quiet, newer).close()
    for (const [table, each] of contentOf(data, rows))
      expect(each.map(asFound), table).toEqual((before.get(table) ?? []).map(asFound))
  },
)

const shared = engines.filter(({ name }) => name === 'PostgreSQL')

test.each(shared)(
  'S-06 several programs that start at once on one $name migrate it once',
  async ({ place }) => {
    const pool = new pg.Pool({ connectionString: await place() })
    onTestFinished(() => pool.end())
    await Promise.all(Array.from({ length: 5 }, () => migratePostgres(pool)))
    expect((await pool.query('select version from migrations')).rows).toHaveLength(migrations.length)
  },
)

test('S-06 the released migrations are as they were released', () => {
  expect(migrations.map((each) => [each.version, each.name, checksumOf(each)])).toEqual(RELEASED)
})

/** What is searched is made from the other columns, and may gain lines. */
const asFound = (row: unknown): unknown => {
  const said = JSON.parse(String(row)) as { search?: string }
  return { ...said, search: said.search?.split('\n')[0] }
}

/** Append only: databases out there carry these checksums. */
const RELEASED: readonly [number, string, string][] = [
  [1, 'foundation', '970cc4c5fc3dd06c060e70706d5097e6c7996d50a67e5b0d16c92b178ec9a277'],
  [2, 'accounts', '08e8a3c178233534aad52b75125ff8177dddce8b274d99e0369c24befc5f0484'],
  [3, 'oauth', '6268150d560f0cd4f2fcfdd190b08871eab09c2e074ddc84d5d3d38b5f620acf'],
  [4, 'gateway-life', 'd1acce92f2db6ccc6b56755e806e75bc0d9d6edc9064bdc201c812dcf44af7ab'],
  [5, 'gateway-sessions', '8906fe48541a8bfd87ed912439f593836abc54e17b139a5650a7c823615acd5b'],
  [6, 'tile-orders', '0c5b7dcd8c8408922d5e4b0aa5d6f61a9af02326bd6cea3dcccce71b30e8145b'],
  [7, 'notifications', '1631ec0089562bfa76658e8bebf75ac159b949c36790cf16c4c3510f1ff1e07c'],
  [8, 'marks', '9046036b6d2ff4746edc717e2e6fddc987eb5bb2e7fc9034917cfd1993f1c786'],
  [9, 'second-factors', '76ad6a0225febed4169e43afdcd26d681a96c27058e19e3072864d3f261841a3'],
  [10, 'plain-search', '1e652cdbfded2191fadce98ef9a0e4f6d7f14a9991ff4d0884ad8c18f5a73e7f'],
  [11, 'offline-cause', '065c3f490066633f321c96c197386fa505f1d645ac3e55b81b7e99644082f658'],
  [12, 'pin-tries', '4dcbcd71b1aba760b0fe7bdd831293b096bdd7c97a75f9bebbe5dd078413c743'],
  [13, 'mail-consents', '0e8ff97e21b363d3edfc58effde34841da260d0adfbe6c27aec597f1d5ded66c'],
  [14, 'disabled-accounts', 'be168fd0a9843ade969c876f56b51d51681c3600b0726a986f7b0409e8bda463'],
  [15, 'gateway-states', 'af3fe25ea63e82868792bffba612c37cf6a1ae65f1cd980059addfba131bb50d'],
  [16, 'network-snapshots', 'bfa493db06c1a61d4ada399002225079a789319f57b524976f3e45291ee5e84c'],
  [17, 'history', 'd6a4d5da95d0e9e99182228b538c12b349037d9d5950b58e31f62ad6ab347ba5'],
  [18, 'dashboards', '0f702a96335312a3dab5106bdb207037e256ebb0ce8be3b90a12c45bdfcfaba0'],
  [19, 'energy-tariffs', 'fa566bfc48a4ad2e8af575026308df920fa009cef2d9efe6b93430c0f5ea8051'],
  [20, 'backups', '095ecb1acd8aff16ea216ecf7de1c37048cc696cab0d4f69a13ee84f648c7b01'],
  [24, 'linked-accounts', '2fe3b0d088fae69735abfb1048f7f905a2ab95664bc1fbc2477e3644975b8fdc'],
  [25, 'groups', '0f3268e7d2fe1c7e52ddd8b9fc5f8109a0f519bcc8697934d89fca3c047cbb62'],
  [26, 'alarms', 'a3bf16bb89587bcd2ba2f0bbda4ad3d9936cbc243f0caeeff2ff80b4bcd2d6bc'],
  [27, 'alarm-recipients', 'c11509b0aa90fd102ec7b1517743c2536658b28c6372a722eda14691a3edb70d'],
  [28, 'outage-news', 'f5dbf9323c12b863734a99e38089feac80001766da483448b652ec4006fb949e'],
  [29, 'ways-out', '9dfeda46a33cb0b7d1dfeec2760e5b7336b9631c8281c41f0c809d5391bf9567'],
  [30, 'push', '8323083d5ba458d84a850bc8a5217bc0e7adce5f495b11c186cc2c1e320519b7'],
  [31, 'export-tasks', '7b97d08deea49dbd86b1bcc15c9a603182c2b9a23165d2c1b1b20d5201198f52'],
  [33, 'statistics', '7426187c62a8947b18b2dcd84abc49960de44527dcd71a285f9e41de51498130'],
  [34, 'statistics-indexes', '75f487e724337785dce553b9aa74f0e62ed5a758d2a5f94d256a075d4255fe79'],
  [35, 'jobs', '5d9bcd2a4e513ed5dea712411e5e9fa8f8eb1b59e453e7da8223f4345788f1cc'],
  [36, 'bulk', 'c9596665cb45428820c20bbbb2bd8b5f03b0666938371dcf28ffebb18c7a98fd'],
  [39, 'replacements', 'aea5fcfffef70cc1ba41ee6bc9e01d23f880c2db32f1bd21055867a6759cf341'],
  [40, 'announcements', '5eca9c5bc6c274fbfbd1d9672e0e30344f7aab4c4bb675009602fc2863489d5d'],
  [41, 'announcement-templates', 'be16d5f95b9ab4360e396fdd68d07247f44f63e0f37b0e907b45153ce8ced7c2'],
  [42, 'link-limits', '32c133a8cce0f6a57b23058f9f825fa82920d5826a991ed0dd2664abd046f2e1'],
  [50, 'backup-nights', 'cb6baff1ebc332bafe3694b0a85f0ec95e66040dc93e8b94be81c984e5d16529'],
  [51, 'wanted-ways', '1b079a474512f6469ab2fc2af89b6909217e605f6f9c3fb1e07edd36d2081fa3'],
  [53, 'saved-filters', '0e27c2718975eaa5537a5eba6942708371cd57453ead76acfe2e816fd58547ce'],
  [60, 'alarm-sequel', 'd55086b18bcbbc1c51f2b509bb3a3e0c78b2c5e1efdcf1292b20ef0cc88be848'],
  [61, 'golden-homes', '41df90fc593897d3494906aacddacaaf73fdff98b3ddc407b51dddfc44d829be'],
  [62, 'viewers', '174d24567a64cd7dbe35996524c1f6c0ae37d79588c6766784cfabf9d75a199a'],
  [63, 'list-indexes', '51408f592656452810bb8932c751154e5a9fd9a000e2e3b02f057d56f6ee0344'],
  [64, 'energy-meters', '4f78fa1896c94f026ed2eac30a96586287ac68edc1c823686884a7308ff32968'],
  [65, 'rollout-faults', '16d12e7e74c81e3d7242dbc51d0565103bc8e69b2ff6cfcab87b33ff1769c23c'],
  [66, 'alarm-conditions', 'f87c0692be50208ca26bbbc22b0438610126e3fad041708f7f2ff28d66adb930'],
  [67, 'gathered-messages', '41095528533c72792e2a397028d288c2e9d63b09723143e718865107a6db6085'],
  [68, 'announcement-files', 'e7c2f6dc44b75b5de864178b6f24c6196c19d0573be918a647cfdca02dabed99'],
  [69, 'call-addresses', 'e1b53b6c3302a83940643c6e2e65541b88c812113f999f7a7621c308a13bfe10'],
  [70, 'web-addresses', '297e308bad95f1810e1a3443c756afca8791437efc7b4de859588ad54764742d'],
  [71, 'status-calendars', 'ec2381ee2394709e46317b0e66134ae1ad35f1c8ac5392698f990f687e71c5f8'],
  [72, 'rule-questions', 'bc90d35da482176f8bf2d5698df898883907a5a1bc72c20aba08aae0f362a0be'],
  [74, 'what-goes-on', '0af68e8fbf5d48a4d5121d8e90e10a04f763e6272c892a4878c4ee186d80bb3e'],
  [75, 'list-pages', '03be8af419cec6f4447fe1288b1fac3f4c6953d619355486330bd8c669eacc23'],
  [78, 'state-index', '54c4fbc4a61033f589fa427fad295b507dd738bdfcdcf1ea3cb27cfa21869bf5'],
  [79, 'revisions', '1d8aa84a0685a534251fe0d6d95be106c5c9cf78856c077ef6e72f7190810713'],
  [80, 'standing-jobs', '6ad7d8e9be154d3a7404e61a130a4323f08de8f76adadeaafc52b643f486b191'],
]

const upgrading = (data: string, n: number, version: 'known' | 'newer') =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'upgrading.ts'), data, String(n), version], {
    encoding: 'utf8',
  })

/** What is in the file, seen without our own code. */
function versionIn(data: string): number {
  const db = new DatabaseSync(join(data, 'gatehouse.db'), { readOnly: true })
  try {
    const names = new Set(
      db
        .prepare('select name from sqlite_schema')
        .all()
        .map(({ name }) => name),
    )
    const versions = names.has('migrations') ? db.prepare('select version from migrations').all() : []
    expect(names.has('accounts')).toBe(versions.some(({ version }) => version === 1))
    expect(names.has('audit_at')).toBe(versions.some(({ version }) => version === 1))
    const upgraded = versions.some(({ version }) => version === next.version)
    expect(names.has('rooms_name')).toBe(upgraded)
    const columns = names.has('accounts') ? db.prepare('pragma table_info(accounts)').all() : []
    expect(columns.some(({ name }) => name === 'nickname')).toBe(upgraded)
    return versions.length
  } finally {
    db.close()
  }
}

/** Before each statement at night. */
const KILL_EVERY = Number(process.env.GATEHOUSE_KILL_EVERY ?? 31)

test('S-06 a first start that is killed before any of its statements leaves a folder that starts', {
  timeout: 120_000,
}, () => {
  let kills = 0
  for (let n = 1; ; n += KILL_EVERY) {
    const data = folderInMemory()
    const { signal, stdout, stderr } = upgrading(data, n, 'known')
    if (signal !== 'SIGKILL') {
      expect(stdout, stderr).toBe('done')
      break
    }
    kills++
    if (existsSync(join(data, 'gatehouse.db'))) versionIn(data)
    openDatabase(data, quiet).close()
    expect(versionIn(data)).toBe(migrations.length)
  }
  expect(kills).toBeGreaterThan(7)
})

test('S-06 an upgrade that is killed before any of its statements is done whole or not at all, with a backup before', {
  timeout: 120_000,
}, async () => {
  const data = folderInMemory()
  const store = await openStore(data)
  await store.accounts.create(account('mia'), { passwordHash: null, at: 1 })
  await store.close()
  const seen = new Set<number>()
  for (let n = 1; ; n++) {
    const { signal, stdout, stderr } = upgrading(data, n, 'newer')
    seen.add(versionIn(data))
    if (signal === 'SIGKILL') continue
    expect(stdout, stderr).toBe('done')
    break
  }
  expect([...seen]).toEqual([migrations.length, newer.length])
  const backups = readdirSync(join(data, 'backups')).filter((name) => name.endsWith('-before-upgrade.db'))
  expect(backups.length).toBeGreaterThan(0)
  const backup = new DatabaseSync(join(data, 'backups', backups[0] ?? ''), { readOnly: true })
  expect(backup.prepare('select id from accounts').all()).toEqual([{ id: 'mia' }])
  expect(backup.prepare('select count(*) as n from migrations').get()).toEqual({ n: migrations.length })
  backup.close()
})
