/**
 * Moves a home from one store to another, e.g. from this machine to PostgreSQL:
 *   npm run copy-store -- <from> <to>
 * where each is a data folder or a postgres:// address. The server must be stopped and the target empty.
 */
import { sealedBetween } from '../server/outbound/seal.ts'
import { copyStore } from '../server/store/copy.ts'

const [from, to] = process.argv.slice(2)
if (!from || !to) {
  console.error('Usage: npm run copy-store -- <from> <to>, each a data folder or a postgres:// address')
  process.exit(2)
}
try {
  for (const { table, rows, hash } of await copyStore(from, to, sealedBetween(from, to))) {
    console.log(`${table.padEnd(14)} ${String(rows).padStart(9)} rows  sha-256 ${hash.slice(0, 16)}`)
  }
  console.log('Copied; counts and hashes are equal on both sides.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
