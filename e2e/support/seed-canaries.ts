// node e2e/support/seed-canaries.ts <data folder> <canary>
import { readFileSync } from 'node:fs'
import { openEngine } from '#server/store/open-engine.ts'

const [data = '', canary = ''] = process.argv.slice(2)
const { sql, close } = await openEngine(data)
const now = Date.now()

await sql
  .updateTable('accounts')
  .set((row) => ({
    first_name: canary,
    last_name: canary,
    username: row.ref('identity'),
    gender: canary,
    on_boarding_source: canary,
    contact: JSON.stringify([
      { _id: 'c', contact: canary, contactType: 'email', isDefault: true, sendNotification: true },
    ]),
  }))
  .execute()
await sql
  .updateTable('gateways')
  .set({
    name: canary,
    connection_type: canary,
    installation_software_id: canary,
    installations: JSON.stringify([canary]),
    sw_versions: JSON.stringify({ ohmVersion: canary, osmVersion: canary }),
    address: JSON.stringify({
      address: { line1: canary, line2: canary },
      city: canary,
      zip: '8400',
      country: canary,
      alpha2Code: 'CH',
    }),
  })
  .execute()
await sql.updateTable('sessions').set({ user_agent: canary, address: canary }).execute()
await sql.updateTable('subscriptions').set({ plan: canary }).execute()
await sql.updateTable('firmware_campaigns').set({ description: canary }).execute()
await sql
  .updateTable('audit')
  .set({ facts: JSON.stringify({ said: canary }) })
  .execute()
await sql
  .insertInto('outbox')
  .values({
    id: 'canary',
    at: now,
    channel: canary,
    recipient: canary,
    subject: canary,
    search: canary,
    sealed: null,
    state: 'failed',
    error: canary,
    tries: 1,
    due_at: now,
  })
  .execute()
await sql
  .insertInto('oauth_grants')
  .values({
    id: 'canary',
    user_id: 'demo-home',
    client_id: canary,
    serial_number: 'DOC4-7F21-90A3',
    scope: canary,
    created_at: now,
    last_used_at: now,
  })
  .execute()
// Whoever is linked signs in there, and nowhere else: it is not one of those who look.
await sql
  .insertInto('external_identities')
  .values({ issuer: canary, subject: canary, user_id: 'demo-guest', created_at: now })
  .execute()
/** No name of a device is longer; a browser takes a device with such a one for malformed. */
const LONGEST_NAME = 128

// Names that people gave to devices.
const names = [...readFileSync('server/demo/home.json', 'utf8').matchAll(/"id": "([\w-]+)"/g)]
await sql
  .insertInto('home_entries')
  .values(
    names.map(([, id]) => ({
      serial_number: 'DOC4-7F21-90A3',
      entry_key: `name/${id}`,
      value: JSON.stringify(`${canary} ${id}`.slice(0, LONGEST_NAME)),
    })),
  )
  .execute()
await close()
