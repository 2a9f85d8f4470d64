/**
 * `npm run restore -- <backup> [--replace]`: makes the data folder (GATEHOUSE_DATA) of a backup. The server must be
 * stopped. What is there already stays, moved aside, and only with `--replace`.
 */
import { valueIn } from '#server/config/variables.ts'
import { restoreWhole } from '#server/store/sqlite/whole.ts'
import { ended } from './ended.ts'
import { optionsOf } from './options.ts'

const USAGE = 'npm run restore -- <backup> [--replace]'
const { values, positionals } = optionsOf(USAGE, {
  options: { replace: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [from] = positionals
if (from === undefined || positionals.length > 1) ended(`Usage: ${USAGE}`, 2)
if (valueIn(process.env, 'DATABASE_URL'))
  ended('The data are in PostgreSQL: pg_restore brings them back; docs/backup.md has the line.', 2)
const data = valueIn(process.env, 'GATEHOUSE_DATA') ?? 'data'
try {
  const { made, before, besides, key } = restoreWhole(from, data, { replace: values.replace })
  console.log(`${data} is as it was on ${new Date(made).toISOString()}. Everybody signs in anew.`)
  if (before !== undefined) console.log(`What was there before is in ${before}.`)
  if (besides.length > 0)
    console.log(
      `${besides.join(', ')} stay in the backup: GATEHOUSE_SETTINGS and GATEHOUSE_CATALOGUE lead to yours.`,
    )
  if (!key)
    console.log(
      'The backup has no key: put your outbox.key into the data folder, or second factors do not open.',
    )
} catch (error) {
  ended(error instanceof Error ? error.message : String(error), 1)
}
