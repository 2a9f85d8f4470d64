/**
 * A process that opens a data folder with one more migration and kills itself before its n-th statement.
 * Arguments: data folder, n. Says `done` when it got through.
 */
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '#server/store/migrations/all.ts'
import { openDatabase } from '#server/store/sqlite/open-database.ts'
import { next } from './next-migration.ts'

const [folder = '', n = '0', from = 'known'] = process.argv.slice(2)
const exec = DatabaseSync.prototype.exec
let statements = 0
DatabaseSync.prototype.exec = function (sql: string): void {
  if (++statements === Number(n)) process.kill(process.pid, 'SIGKILL')
  exec.call(this, sql)
}
openDatabase(folder, () => {}, from === 'known' ? migrations : [...migrations, next]).close()
writeSync(1, 'done')
