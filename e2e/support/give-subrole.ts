// node e2e/support/give-subrole.ts <data folder> <user> <sub-role>: no screen gives sub-roles yet.
import { openEngine } from '#server/store/open-engine.ts'

const [data = '', user = '', subrole = ''] = process.argv.slice(2)
const { sql, close } = await openEngine(data)
await sql
  .updateTable('accounts')
  .set({ group_names: JSON.stringify(['users', subrole]) })
  .where('id', '=', user)
  .execute()
await close()
