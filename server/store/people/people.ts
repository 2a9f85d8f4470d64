import { type Expression, type ExpressionBuilder, sql as raw, type SqlBool } from 'kysely'
import type { AccountRow } from '#schemas/generated/entities/account-row.ts'
import { type Database, isOnPostgres } from '../database.ts'
import { FEW, KeptCounts } from '../lists/kept-counts.ts'
import { isSoon, PlaceMarks } from '../lists/place-marks.ts'
import { walkThrough } from '../lists/walk-through.ts'
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

type Members = ExpressionBuilder<Tables, 'accounts'>

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

/** Of so many choices it is remembered how many they leave. */
const KEPT = 100

export const peopleOn = ({ sql }: Database): People => {
  const counts = new KeptCounts<number>(KEPT)
  const marks = new PlaceMarks()
  const found = (id: string) =>
    sql.selectFrom('accounts').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return {
    async list({ page, limit, searchText = '', role, state, group }) {
      const wholeGroup = group !== undefined && searchText === '' && role === undefined && state === undefined
      /** Within the group, if one is asked for; walking reads the index of the order, and no other. */
      const matching = (within: (e: Members) => Expression<SqlBool>, walking = false) =>
        sql
          .selectFrom('accounts')
          .$if(searchText !== '', (query) => query.where(({ ref }) => contains(ref('search'), searchText)))
          .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
          .$if(state !== undefined, (query) =>
            query.where(({ and }) => and(inState(state ?? 'active', walking && !isOnPostgres(sql)))),
          )
          .$if(group !== undefined, (query) => query.where(within))
      const members = (e: Members) =>
        e
          .selectFrom('group_users')
          .select('group_users.user_id')
          .where('group_users.group_id', '=', group ?? '')
      const own = (e: Members) => members(e).whereRef('group_users.user_id', '=', 'accounts.id')
      const among = (e: Members) => e.exists(own(e))
      const all = async (): Promise<number> => {
        const { n } = wholeGroup
          ? await sql
              .selectFrom('group_users')
              .where('group_id', '=', group)
              .select((e) => e.fn.countAll<number>().as('n'))
              .executeTakeFirstOrThrow()
          : await matching(among)
              .select((e) => e.fn.countAll<number>().as('n'))
              .executeTakeFirstOrThrow()
        return Number(n)
      }
      const key = JSON.stringify([searchText, role, state, group])
      const count = await counts.of(key, all, (n) => n > FEW)
      const skipped = (page - 1) * limit
      const size = Math.min(limit, count - skipped)
      if (size <= 0) return { data: [], count }
      /** PostgreSQL would read the whole group first, or put it in order; asked so, it walks through the index of the order. */
      const walked = (soon: boolean) => (e: Members) => {
        if (!isOnPostgres(sql)) return among(e)
        return soon
          ? raw<SqlBool>`(${own(e)}) is not null`
          : raw<SqlBool>`(${e.ref('accounts.id')} in ${members(e)}) is true`
      }
      // Found by key alone: rows before the page are never read whole.
      const found = await marks.page(key, { skipped, size, count }, (walk) => {
        const back = { back: walk.backwards, backTies: walk.backwards }
        // A group keeps its people in their order itself.
        return wholeGroup
          ? walkThrough(sql.selectFrom('group_users').where('group_id', '=', group), walk, {
              ...{ by: raw<string>`group_users.sort`, tie: raw<string>`group_users.user_id` },
              ...back,
            })
          : walkThrough(matching(walked(isSoon(walk)), true), walk, {
              ...{ by: raw<string>`accounts.identity`, tie: raw<string>`accounts.id` },
              ...back,
            })
      })
      if (found.length === 0) return { data: [], count }
      const rows = await sql
        .selectFrom('accounts')
        .select(COLUMNS)
        .where(
          'id',
          'in',
          found.map(({ tie }) => tie),
        )
        .orderBy('identity')
        .execute()
      return { data: rows.map(personOf), count }
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

/** SQLite takes an index for whatever is asked to be nothing, however many are so; a plus keeps it from that. */
function inState(state: AccountState, walking: boolean): Expression<SqlBool>[] {
  const column = (name: string) => (walking ? raw`+${raw.ref(name)}` : raw.ref(name))
  const is = (name: string, set: boolean) =>
    raw<SqlBool>`${column(name)} is ${raw.raw(set ? 'not null' : 'null')}`
  const marked = is('deletion_marked_at', state === 'deleted')
  if (state === 'deleted') return [marked]
  const disabled = is('disabled_at', state === 'disabled')
  if (state === 'disabled') return [marked, disabled]
  const activated = is('activated_at', state === 'active')
  if (state === 'active') return [marked, disabled, activated]
  const invited = raw<SqlBool>`coalesce(${column('on_boarding_source')}, '') ${raw.raw(state === 'invited' ? '=' : '<>')} ${INVITATION}`
  return [marked, disabled, activated, invited]
}
