// node e2e/support/seed-long-names.ts <data folder>: everything that people name has the longest name there may be.
import { demoHome } from '#server/demo/home.ts'
import { openEngine } from '#server/store/open-engine.ts'
import { HOME } from './at-home.ts'

/** As long as a name may be (V-12): words without a place to break, and foreign letters. */
const long = (name: string, most = 100) =>
  `${name} Donaudampfschifffahrtsgesellschaftskapitänskajüte mit Ładowarka für Øyvind Çağrıs Wärmepumpentrocknerraum`.slice(
    0,
    most,
  )

const { floors, rules, statuses } = demoHome({ model: () => undefined })
const devices = floors.flatMap((floor) => floor.rooms.flatMap((room) => room.devices))
const entries: [string, unknown][] = [
  ...devices.map((id): [string, unknown] => [`name/${id}`, long(id)]),
  [
    'floors',
    floors.map((floor) => ({
      ...floor,
      floor_name: long(floor.floor_name),
      rooms: floor.rooms.map((room) => ({ ...room, room_name: long(room.room_name) })),
    })),
  ],
  ['rules', true],
  ['statuses', true],
  ...statuses.map((status): [string, unknown] => [
    `status/${status.resource_id}`,
    { ...status, name: long(status.name) },
  ]),
  ...rules.map((rule): [string, unknown] => [`rule/${rule.id}`, { ...rule, name: long(rule.name) }]),
]

const [data = ''] = process.argv.slice(2)
const { sql, close } = await openEngine(data)
await sql
  .updateTable('accounts')
  .set((row) => ({
    first_name: long('Anna', 50),
    last_name: long('Keller', 50),
    username: row.ref('identity'),
  }))
  .execute()
await sql
  .updateTable('gateways')
  .set({ name: long('Zuhause') })
  .execute()
await sql
  .insertInto('home_entries')
  .values(
    entries.map(([entry_key, value]) => ({ serial_number: HOME, entry_key, value: JSON.stringify(value) })),
  )
  .execute()
await close()
