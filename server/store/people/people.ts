import { type ExpressionBuilder, sql as raw } from 'kysely'
import type { AccountRow } from '#schemas/generated/entities/account-row.ts'
import { type Database, isOnPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'
import { contains } from '../text.ts'
import { INVITATION } from './accounts.ts'

/** Whether an account can be used; deleted: it goes when the days of grace are over. */
export type AccountState = AccountRow['state']

/** An account as it is listed. */
export interface Person {
  id: string
  username: string
  firstName: string | null
  lastName: string | null
  /** First the role, second the sub-role. */
  groups: [string, ...string[]]
  preferredLanguage: string
  state: AccountState
  /** Epoch ms. */
  createdAt: number
}

/** Accounts as administrators look at them. */
export interface People {
  /** By user name. The text is looked for in user name and names, literally and whatever its case. */
  list(query: {
    page: number
    limit: number
    searchText?: string | undefined
    role?: string | undefined
    state?: AccountState | undefined
    /** Id of a group that they are in. */
    group?: string | undefined
  }): Promise<{ data: readonly Person[]; count: number }>
  find(id: string): Promise<Person | undefined>
  /** Those of them that there are, in one look. */
  some(ids: readonly string[]): Promise<readonly Person[]>
  /** The role stays. False when there is no such account. */
  setSubrole(id: string, subrole: string | undefined): Promise<boolean>
}

const COLUMNS = [
  'id',
  'username',
  'first_name as firstName',
  'last_name as lastName',
  'group_names as groupNames',
  'preferred_language as preferredLanguage',
  'activated_at as activatedAt',
  'deletion_marked_at as markedAt',
  'disabled_at as disabledAt',
  'on_boarding_source as source',
  'created_at as createdAt',
] as const

export const peopleOn = ({ sql }: Database): People => {
  const found = (id: string) =>
    sql.selectFrom('accounts').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return {
    async list({ page, limit, searchText = '', role, state, group }) {
      const matching = sql
        .selectFrom('accounts')
        .$if(searchText !== '', (query) => query.where(({ ref }) => contains(ref('search'), searchText)))
        .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
        .$if(state !== undefined, (query) => query.where((e) => e.and(inState(e, state ?? 'active'))))
        .$if(group !== undefined, (query) =>
          // SQLite would read row after row of the group; a plus has it look through the index of the order instead.
          query.where(isOnPostgres(sql) ? raw.ref<string>('id') : raw<string>`+id`, 'in', (e) =>
            e
              .selectFrom('group_users')
              .select('user_id')
              .where('group_id', '=', group ?? ''),
          ),
        )
      const [rows, { n }] = await Promise.all([
        // Found by key alone: rows before the page are never read whole.
        sql
          .selectFrom('accounts')
          .select(COLUMNS)
          .where(
            'id',
            'in',
            matching
              .select('id')
              .orderBy('identity')
              .limit(limit)
              .offset((page - 1) * limit),
          )
          .orderBy('identity')
          .execute(),
        matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      return { data: rows.map(personOf), count: Number(n) }
    },
    async find(id) {
      const row = await found(id)
      return row && personOf(row)
    },
    async some(ids) {
      if (ids.length === 0) return []
      const rows = await sql.selectFrom('accounts').select(COLUMNS).where('id', 'in', ids).execute()
      return rows.map(personOf)
    },
    async setSubrole(id, subrole) {
      const person = await found(id)
      if (!person) return false
      const [role] = groupsOf(person.groupNames)
      const { numUpdatedRows } = await sql
        .updateTable('accounts')
        .set({ group_names: JSON.stringify(subrole === undefined ? [role] : [role, subrole]) })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

const groupsOf = (names: string) => JSON.parse(names) as Person['groups']

type Row = Omit<Person, 'groups' | 'state'> & {
  groupNames: string
  activatedAt: number | null
  markedAt: number | null
  disabledAt: number | null
  source: string | null
}

const personOf = ({ groupNames, activatedAt, markedAt, disabledAt, source, ...row }: Row): Person => ({
  ...row,
  groups: groupsOf(groupNames),
  state: stateOf({ activatedAt, markedAt, disabledAt, source }),
})

/** The first that holds says it, in the order in which `inState` asks. */
const stateOf = ({
  activatedAt,
  markedAt,
  disabledAt,
  source,
}: Pick<Row, 'activatedAt' | 'markedAt' | 'disabledAt' | 'source'>): AccountState => {
  if (markedAt !== null) return 'deleted'
  if (disabledAt !== null) return 'disabled'
  if (activatedAt !== null) return 'active'
  return source === INVITATION ? 'invited' : 'inactive'
}

function inState(e: ExpressionBuilder<Tables, 'accounts'>, state: AccountState) {
  const marked = e('deletion_marked_at', state === 'deleted' ? 'is not' : 'is', null)
  if (state === 'deleted') return [marked]
  const disabled = e('disabled_at', state === 'disabled' ? 'is not' : 'is', null)
  if (state === 'disabled') return [marked, disabled]
  const activated = e('activated_at', state === 'active' ? 'is not' : 'is', null)
  if (state === 'active') return [marked, disabled, activated]
  const invited = e(
    e.fn.coalesce('on_boarding_source', e.val('')),
    state === 'invited' ? '=' : '<>',
    INVITATION,
  )
  return [marked, disabled, activated, invited]
}
