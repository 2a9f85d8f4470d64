import type { Database } from './database.ts'
import { contains } from './text.ts'

/** An account as it is listed. */
export interface Person {
  id: string
  username: string
  firstName: string | null
  lastName: string | null
  /** First the role, second the sub-role. */
  groups: [string, ...string[]]
  preferredLanguage: string
  activated: boolean
  marked: boolean
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
  }): Promise<{ data: readonly Person[]; count: number }>
  find(id: string): Promise<Person | undefined>
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
  'created_at as createdAt',
] as const

export const peopleOn = ({ sql }: Database): People => {
  const found = (id: string) =>
    sql.selectFrom('accounts').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return {
    async list({ page, limit, searchText = '', role }) {
      const matching = sql
        .selectFrom('accounts')
        .$if(searchText !== '', (query) => query.where(({ ref }) => contains(ref('search'), searchText)))
        .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
      const [rows, { n }] = await Promise.all([
        matching
          .select(COLUMNS)
          .orderBy('identity')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      ])
      return { data: rows.map(personOf), count: Number(n) }
    },
    async find(id) {
      const row = await found(id)
      return row && personOf(row)
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

type Row = Omit<Person, 'groups' | 'activated' | 'marked'> & {
  groupNames: string
  activatedAt: number | null
  markedAt: number | null
}

const personOf = ({ groupNames, activatedAt, markedAt, ...row }: Row): Person => ({
  ...row,
  groups: groupsOf(groupNames),
  activated: activatedAt !== null,
  marked: markedAt !== null,
})
