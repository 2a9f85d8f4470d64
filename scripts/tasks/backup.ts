/**
 * `npm run backup -- <folder>`: copies everything that the server keeps into a folder of its own there, while the server
 * goes on. `--without-key` leaves out the key of what is sealed. GATEHOUSE_DATA says where the data are.
 */
import { besidesOf } from '#server/config/backups.ts'
import { valueIn } from '#server/config/variables.ts'
import { backUpWhole } from '#server/store/sqlite/whole.ts'
import { ended } from './ended.ts'
import { optionsOf } from './options.ts'

const USAGE = 'npm run backup -- <folder> [--without-key]'
const { values, positionals } = optionsOf(USAGE, {
  options: { 'without-key': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [to] = positionals
if (to === undefined || positionals.length > 1) ended(`Usage: ${USAGE}`, 2)
if (valueIn(process.env, 'DATABASE_URL'))
  ended('The data are in PostgreSQL: pg_dump makes their backup; docs/backup.md has the line.', 2)
try {
  const { path, bytes } = backUpWhole({
    data: valueIn(process.env, 'GATEHOUSE_DATA') ?? 'data',
    to,
    besides: besidesOf(process.env),
    withKey: !values['without-key'],
  })
  console.log(`Backed up and read back: ${path} (${(bytes / 1e6).toFixed(1)} MB)`)
} catch (error) {
  ended(error instanceof Error ? error.message : String(error), 1)
}
