import type { User } from '#schemas/generated/entities/user.ts'
import { changed, type Database } from './database.ts'
import type { AccountsTable } from './tables.ts'
import { fold, withoutNulls } from './text.ts'

/** A user as stored; `devices` and `parentsIds` come from memberships, the password hash never travels along. */
export type Account = Omit<User, 'devices' | 'parentsIds'>

export interface Accounts {
  /** Throws ConflictError when the identity or the id is taken. Times are epoch milliseconds everywhere. */
  create(account: Account, options: { passwordHash: string | null; at: number }): Promise<void>
  find(id: string): Promise<Account | undefined>
  /** Finds by user name whatever its case, width or surrounding space. */
  findByIdentity(identity: string): Promise<Account | undefined>
  /** Account and password hash together, for signing in; null means that no password is set yet. */
  credentials(identity: string): Promise<{ account: Account; passwordHash: string | null } | undefined>
  passwordHash(id: string): Promise<string | null | undefined>
  /** False when there is no such account; so for every set… here. */
  setPasswordHash(id: string, hash: string): Promise<boolean>
  setLanguage(id: string, language: Account['preferredLanguage']): Promise<boolean>
  /** With a group: only the accounts whose first group it is. */
  count(group?: string): Promise<number>
  /** Takes links and sessions along; gateways become unassigned. */
  remove(id: string): Promise<boolean>
}

export const accountsOn = ({ sql }: Database): Accounts => ({
  async create(account, { passwordHash, at }) {
    await sql
      .insertInto('accounts')
      .values(rowOf(account, passwordHash, at))
      .execute()
  },
  async find(id) {
    const row = await sql.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    return row && accountOf(row)
  },
  async findByIdentity(identity) {
    return (await byIdentity(sql, identity))?.account
  },
  credentials: (identity) => byIdentity(sql, identity),
  async passwordHash(id) {
    const row = await sql
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.password_hash
  },
  async setPasswordHash(id, hash) {
    return changed(
      await sql.updateTable('accounts').set({ password_hash: hash }).where('id', '=', id).executeTakeFirst(),
    )
  },
  async setLanguage(id, language) {
    const update = sql.updateTable('accounts').set({ preferred_language: language }).where('id', '=', id)
    return changed(await update.executeTakeFirst())
  },
  async count(group) {
    const { n } = await sql
      .selectFrom('accounts')
      .select((e) => e.fn.countAll<number>().as('n'))
      .$if(group !== undefined, (query) => query.where('role', '=', group ?? ''))
      .executeTakeFirstOrThrow()
    return n
  },
  async remove(id) {
    const { numDeletedRows } = await sql.deleteFrom('accounts').where('id', '=', id).executeTakeFirst()
    return numDeletedRows > 0n
  },
})

async function byIdentity(sql: Database['sql'], identity: string) {
  const row = await sql
    .selectFrom('accounts')
    .selectAll()
    .where('identity', '=', fold(identity))
    .executeTakeFirst()
  return row && { account: accountOf(row), passwordHash: row.password_hash }
}

const rowOf = (account: Account, passwordHash: string | null, at: number): AccountsTable => ({
  id: account.id,
  username: account.username,
  identity: fold(account.username),
  first_name: account.firstName ?? null,
  last_name: account.lastName ?? null,
  group_names: JSON.stringify(account.groups),
  role: account.groups[0],
  preferred_language: account.preferredLanguage,
  contact: JSON.stringify(account.contact),
  password_hash: passwordHash,
  created_at: at,
  search: fold([account.username, account.firstName, account.lastName].filter(Boolean).join('\n')),
})

/** The JSON columns hold what `create` put there, which the schema of the entity had checked. */
const accountOf = (row: AccountsTable): Account => ({
  id: row.id,
  username: row.username,
  ...withoutNulls({ firstName: row.first_name, lastName: row.last_name }),
  groups: JSON.parse(row.group_names) as Account['groups'],
  preferredLanguage: row.preferred_language as Account['preferredLanguage'],
  contact: JSON.parse(row.contact) as Account['contact'],
})
