import { randomBytes } from 'node:crypto'
import type { User } from '#schemas/generated/entities/user.ts'
import { changed, type Database } from '../database.ts'
import { fold, searchable, withoutNulls } from '../text.ts'
import type { AccountsTable } from './tables.ts'

/** Letters and digits that nobody takes for another: 32, so that a byte chooses evenly. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LINKED_ID_LENGTH = 16

/** What somebody tells whoever is to link him: nobody finds one by trying (80 bits). */
const newLinkedId = (): string =>
  Array.from(randomBytes(LINKED_ID_LENGTH), (byte) => SIGNS.charAt(byte % SIGNS.length)).join('')

/** A user as stored; `devices` and `parentsIds` come from memberships, `linkedAccountId` is for himself, the password hash never travels along. */
export type Account = Omit<User, 'devices' | 'parentsIds' | 'linkedAccountId'> & {
  /** An administrator has disabled it. */
  disabled?: true
}

/** What decides whether a right password is enough. */
export interface Standing {
  activated: boolean
  /** An administrator has asked him in, and he has not come yet. */
  invited?: true
  /** Of the policies that were accepted last. */
  policyVersion?: string
}

/** How an account came to be that an administrator has made for somebody. */
export const INVITATION = 'INVITATION'

interface NewAccount {
  passwordHash: string | null
  at: number
  /** Whether it may be used without following a link; so unless said otherwise. */
  activated?: boolean
  policyVersion?: string
  onBoardingSource?: string
}

export interface Credentials {
  account: Account
  passwordHash: string | null
  standing: Standing
}

export interface Accounts {
  /** Throws ConflictError when the identity or the id is taken. Times are epoch milliseconds everywhere. */
  create(account: Account, options: NewAccount): Promise<void>
  find(id: string): Promise<Account | undefined>
  /** Finds by user name whatever its case, width or surrounding space. */
  findByIdentity(identity: string): Promise<Account | undefined>
  /** Account, password hash and standing together, for signing in; null means that no password is set yet. */
  /** Finds by what somebody says who wants to be linked. */
  findByLinkedId(linkedId: string): Promise<Account | undefined>
  linkedId(id: string): Promise<string | undefined>
  /** Gives accounts from before there were such ids one each. */
  giveLinkedIds(): Promise<void>
  credentials(identity: string): Promise<Credentials | undefined>
  passwordHash(id: string): Promise<string | null | undefined>
  /** False when there is no such account; so for every set… here. */
  setPasswordHash(id: string, hash: string | null): Promise<boolean>
  setLanguage(id: string, language: Account['preferredLanguage']): Promise<boolean>
  setContacts(id: string, contact: readonly Account['contact'][number][]): Promise<boolean>
  /** The screen that opens after sign-in. */
  setStartScreen(id: string, screen: NonNullable<Account['startScreen']>): Promise<boolean>
  updateProfile(
    id: string,
    change: Partial<Pick<Account, 'firstName' | 'lastName' | 'gender' | 'preferredLanguage' | 'address'>>,
  ): Promise<boolean>
  /** False also when it is activated already. */
  activate(id: string, at: number): Promise<boolean>
  acceptPolicies(id: string, version: string, at: number): Promise<boolean>
  /** False also when it is marked already. */
  markForDeletion(id: string, at: number): Promise<boolean>
  /** Counts an invitation as made now; false when the account is none that still waits. */
  renewInvitation(id: string, at: number): Promise<boolean>
  /** Removes an account that waits for whom was invited; false when it is none. */
  removeInvited(id: string): Promise<boolean>
  /** False also when it is disabled already, is not activated, or is marked for deletion. */
  disable(id: string, at: number): Promise<boolean>
  /** False also when it is not disabled. */
  enable(id: string): Promise<boolean>
  /** Within a change: whoever else holds this account waits until it is done, and then finds what it has left. */
  hold(id: string): Promise<void>
  /**
   * The groups of each administrator who can sign in, but of this one. Within a change nobody else is told so until it is
   * done: of two who remove one another the second finds himself alone.
   */
  administratorsBut(id: string): Promise<readonly Account['groups'][]>
  /** Accounts that were marked before this time. */
  markedBefore(at: number): Promise<readonly string[]>
  /** Removes accounts that were made before this time and never activated. */
  removeUnactivated(madeBefore: number): Promise<number>
  /** With a group: only the accounts whose first group it is. */
  count(group?: string): Promise<number>
  /** Takes links and sessions along; gateways become unassigned. */
  remove(id: string): Promise<boolean>
}

export const accountsOn = ({ sql, together }: Database): Accounts => ({
  async create(account, options) {
    await sql.insertInto('accounts').values(rowOf(account, options)).execute()
  },
  async find(id) {
    const row = await sql.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    return row && accountOf(row)
  },
  async findByIdentity(identity) {
    return (await byIdentity(sql, identity))?.account
  },
  async findByLinkedId(linkedId) {
    const row = await sql
      .selectFrom('accounts')
      .selectAll()
      .where('linked_id', '=', linkedId)
      .executeTakeFirst()
    return row && accountOf(row)
  },
  async linkedId(id) {
    const row = await sql.selectFrom('accounts').select('linked_id').where('id', '=', id).executeTakeFirst()
    return row?.linked_id ?? undefined
  },
  async giveLinkedIds() {
    const rows = await sql.selectFrom('accounts').select('id').where('linked_id', 'is', null).execute()
    for (const { id } of rows)
      await sql
        .updateTable('accounts')
        .set({ linked_id: newLinkedId() })
        .where('id', '=', id)
        .where('linked_id', 'is', null)
        .execute()
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
  async setContacts(id, contact) {
    const update = sql
      .updateTable('accounts')
      .set({ contact: JSON.stringify(contact) })
      .where('id', '=', id)
    return changed(await update.executeTakeFirst())
  },
  async setStartScreen(id, screen) {
    const update = sql.updateTable('accounts').set({ start_screen: screen }).where('id', '=', id)
    return changed(await update.executeTakeFirst())
  },
  async updateProfile(id, { firstName, lastName, gender, preferredLanguage, address }) {
    const before = await sql.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) return false
    const names = {
      username: before.username,
      firstName: firstName ?? before.first_name,
      lastName: lastName ?? before.last_name,
    }
    const search = searchOf(names)
    const [updated] = await together([
      sql
        .updateTable('accounts')
        .set({
          first_name: names.firstName,
          last_name: names.lastName,
          gender: gender ?? before.gender,
          preferred_language: preferredLanguage ?? before.preferred_language,
          address: address === undefined ? before.address : JSON.stringify(address),
          search,
        })
        .where('id', '=', id),
      // His gateways are found by him.
      sql.updateTable('gateways').set({ owner_search: search }).where('user_id', '=', id),
    ])
    return (updated?.numAffectedRows ?? 0n) > 0n
  },
  async activate(id, at) {
    const update = sql.updateTable('accounts').set({ activated_at: at }).where('id', '=', id)
    return changed(await update.where('activated_at', 'is', null).executeTakeFirst())
  },
  async acceptPolicies(id, version, at) {
    const update = sql
      .updateTable('accounts')
      .set({ policy_version: version, policy_accepted_at: at })
      .where('id', '=', id)
    return changed(await update.executeTakeFirst())
  },
  async markForDeletion(id, at) {
    const update = sql.updateTable('accounts').set({ deletion_marked_at: at }).where('id', '=', id)
    return changed(await update.where('deletion_marked_at', 'is', null).executeTakeFirst())
  },
  async renewInvitation(id, at) {
    const update = sql.updateTable('accounts').set({ created_at: at }).where('id', '=', id)
    const invited = update.where('activated_at', 'is', null).where('on_boarding_source', '=', INVITATION)
    return changed(await invited.where('deletion_marked_at', 'is', null).executeTakeFirst())
  },
  async removeInvited(id) {
    const { numDeletedRows } = await sql
      .deleteFrom('accounts')
      .where('id', '=', id)
      .where('activated_at', 'is', null)
      .where('on_boarding_source', '=', INVITATION)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
  async disable(id, at) {
    const update = sql
      .updateTable('accounts')
      .set({ disabled_at: at })
      .where('id', '=', id)
      .where('activated_at', 'is not', null)
      .where('deletion_marked_at', 'is', null)
    return changed(await update.where('disabled_at', 'is', null).executeTakeFirst())
  },
  async enable(id) {
    const update = sql.updateTable('accounts').set({ disabled_at: null }).where('id', '=', id)
    return changed(await update.where('disabled_at', 'is not', null).executeTakeFirst())
  },
  async hold(id) {
    // Writes the same.
    await sql.updateTable('accounts').set({ id }).where('id', '=', id).execute()
  },
  async administratorsBut(id) {
    // Writes the same: whoever does this at the same time waits for the end of our change, and then reads anew.
    await sql.updateTable('accounts').set({ role: 'admin' }).where('role', '=', 'admin').execute()
    const others = await sql
      .selectFrom('accounts')
      .select('group_names')
      .where('role', '=', 'admin')
      .where('id', '<>', id)
      .where('activated_at', 'is not', null)
      .where('deletion_marked_at', 'is', null)
      .where('disabled_at', 'is', null)
      .execute()
    return others.map((row) => JSON.parse(row.group_names) as Account['groups'])
  },
  async markedBefore(at) {
    const rows = await sql
      .selectFrom('accounts')
      .select('id')
      .where('deletion_marked_at', '<', at)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  },
  async removeUnactivated(madeBefore) {
    const { numDeletedRows } = await sql
      .deleteFrom('accounts')
      .where('activated_at', 'is', null)
      .where('created_at', '<', madeBefore)
      .executeTakeFirst()
    return Number(numDeletedRows)
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
    const [, removed] = await together([
      sql.updateTable('gateways').set({ owner_search: null }).where('user_id', '=', id),
      sql.deleteFrom('accounts').where('id', '=', id),
    ])
    return (removed?.numAffectedRows ?? 0n) > 0n
  },
})

async function byIdentity(sql: Database['sql'], identity: string): Promise<Credentials | undefined> {
  const row = await sql
    .selectFrom('accounts')
    .selectAll()
    .where('identity', '=', fold(identity))
    .executeTakeFirst()
  return row && { account: accountOf(row), passwordHash: row.password_hash, standing: standingOf(row) }
}

const standingOf = (row: AccountsTable): Standing => ({
  activated: row.activated_at !== null,
  ...(row.activated_at === null && row.on_boarding_source === INVITATION && { invited: true as const }),
  ...(row.policy_version === null ? {} : { policyVersion: row.policy_version }),
})

const searchOf = ({
  username,
  firstName,
  lastName,
}: {
  username: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}): string => searchable([username, firstName ?? '', lastName ?? ''].filter((name) => name !== ''))

const rowOf = (
  account: Account,
  { passwordHash, at, activated = true, policyVersion, onBoardingSource }: NewAccount,
): AccountsTable => ({
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
  search: searchOf(account),
  gender: account.gender ?? null,
  country: account.country ?? null,
  on_boarding_source: onBoardingSource ?? null,
  activated_at: activated ? at : null,
  policy_version: policyVersion ?? null,
  policy_accepted_at: policyVersion === undefined ? null : at,
  deletion_marked_at: null,
  disabled_at: null,
  start_screen: null,
  linked_id: newLinkedId(),
  address: account.address === undefined ? null : JSON.stringify(account.address),
})

/** The JSON columns hold what `create` put there, which the schema of the entity had checked. */
const accountOf = (row: AccountsTable): Account => ({
  id: row.id,
  username: row.username,
  ...withoutNulls({
    firstName: row.first_name,
    lastName: row.last_name,
    country: row.country,
    gender: row.gender as Account['gender'] | null,
    startScreen: row.start_screen as Account['startScreen'] | null,
  }),
  groups: JSON.parse(row.group_names) as Account['groups'],
  preferredLanguage: row.preferred_language as Account['preferredLanguage'],
  contact: JSON.parse(row.contact) as Account['contact'],
  ...(row.address === null ? {} : { address: JSON.parse(row.address) as NonNullable<Account['address']> }),
  ...(row.deletion_marked_at === null ? {} : { isProfileMarkedForDeletion: true }),
  ...(row.disabled_at === null ? {} : { disabled: true }),
})
