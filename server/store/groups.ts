import { type ExpressionBuilder, sql as text } from 'kysely'
import type { Group } from '#schemas/generated/entities/group.ts'
import type { GroupBody } from '#schemas/generated/entities/group-body.ts'
import type { Saving } from '../lib/saving.ts'
import { type Database, savingOf } from './database.ts'
import type { WholeGroups } from './gateways/whole-group.ts'
import { groupMembersOn, type MemberKey, type MemberKind, type MemberQuery } from './lists/group-members.ts'
import type { Tables } from './tables.ts'
import { contains, fold, searchable, withoutNulls } from './text.ts'

/** What a user name or a serial number names. */
export interface NamedMember extends MemberKey {
  /** The user name folded; of a gateway its serial number. */
  by: string
  /** Of a gateway; people are named elsewhere. */
  name: string
}

interface Page {
  /** From 1. */
  page: number
  limit: number
}

/** Groups of people and of gateways (spec 3 §3). */
export interface Groups {
  /** Throws ConflictError when another group has that name. */
  create(group: GroupBody & { _id: string; at: number }): Promise<void>
  /** In place of what it was in this revision, or whatever it is. Throws ConflictError when another one has that name. */
  update(id: string, group: GroupBody, revision?: number): Promise<Saving>
  /** The group that is gone. */
  remove(id: string): Promise<{ name: string } | undefined>
  find(id: string): Promise<Group | undefined>
  count(): Promise<number>
  /** By name; of an owner those that he or a gateway of his is in. */
  list(query: Page & { searchText?: string | undefined; owner?: string }): Promise<Listed<Group>>
  members(id: string, query: MemberQuery): Promise<Listed<MemberKey>>
  /** Accounts in the groups with these names, each once, by user name. */
  people(names: readonly string[], page: Page): Promise<Listed<string>>
  /** Those accounts and gateways that have one of these user names or serial numbers. */
  named(names: readonly string[]): Promise<readonly NamedMember[]>
  /** Those of these accounts that there are. */
  accounts(ids: readonly string[]): Promise<readonly string[]>
  /** User names and serial numbers that begin like this text: `limit` at most of each. */
  alike(beginning: string, limit: number): Promise<readonly string[]>
  /** Of these those that are in the group. */
  among(id: string, members: readonly MemberKey[]): Promise<readonly MemberKey[]>
  /** Whoever is in it already stays. Throws MissingReferenceError when the group or one of them is gone. */
  add(id: string, members: readonly MemberKey[]): Promise<void>
  /** False when it was not in it. */
  takeOut(id: string, member: MemberKey): Promise<boolean>
  /** The one gateway is in every group in which the other was. */
  move(serialNumber: string, other: string): Promise<void>
}

interface Listed<T> {
  data: readonly T[]
  count: number
}

/** Names in one statement. */
const CHUNK = 500

const chunks = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_none, n) => all.slice(n * CHUNK, (n + 1) * CHUNK))

const idsOf = (members: readonly MemberKey[], kind: MemberKind): readonly string[] =>
  members.filter((one) => one.kind === kind).map(({ id }) => id)

const columnsOf = ({ groupName, description, tag }: GroupBody) => ({
  name: groupName,
  identity: fold(groupName),
  description,
  tag: tag ?? null,
  search: searchable([groupName, description, tag ?? '']),
})

export const groupsOn = ({ sql, together }: Database, whole: WholeGroups): Groups => {
  const rows = () =>
    sql
      .selectFrom('groups')
      .select(['id', 'name', 'description', 'tag', 'created_at as createdAt', 'revision'])
      .select((e) => [howMany(e, 'group_users').as('users'), howMany(e, 'group_gateways').as('gateways')])
  const total = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number }> }) =>
    Number((await query.executeTakeFirstOrThrow()).n)

  return {
    async create({ _id, at, ...group }) {
      await sql
        .insertInto('groups')
        .values({ id: _id, created_at: at, revision: 1, ...columnsOf(group) })
        .execute()
    },
    async update(id, group, revision) {
      const result = await sql
        .updateTable('groups')
        .set((e) => ({ ...columnsOf(group), revision: e('revision', '+', 1) }))
        .where('id', '=', id)
        .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
        .executeTakeFirst()
      return savingOf(result, sql.selectFrom('groups').select('id').where('id', '=', id))
    },
    remove: (id) =>
      whole.changing(sql.deleteFrom('groups').where('id', '=', id).returning('name').executeTakeFirst()),
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst()
      return row && groupOf(row)
    },
    count: () => total(sql.selectFrom('groups').select((e) => e.fn.countAll<number>().as('n'))),
    async list({ page, limit, searchText = '', owner }) {
      const within = (e: ExpressionBuilder<Tables, 'groups'>) => {
        const id = owner ?? ''
        return e.or([
          e('id', 'in', e.selectFrom('group_users').select('group_id').where('user_id', '=', id)),
          e(
            'id',
            'in',
            e
              .selectFrom('group_gateways')
              .innerJoin('gateways', 'gateways.serial_number', 'group_gateways.serial_number')
              .select('group_id')
              .where('gateways.user_id', '=', id),
          ),
        ])
      }
      const matching = <Q extends ReturnType<typeof rows>>(query: Q) =>
        query
          .$if(fold(searchText) !== '', (all) => all.where((e) => contains(e.ref('search'), searchText)))
          .$if(owner !== undefined, (all) => all.where(within))
      const [found, count] = await Promise.all([
        matching(rows())
          .orderBy('identity')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        total(
          matching(rows())
            .clearSelect()
            .select((e) => e.fn.countAll<number>().as('n')),
        ),
      ])
      return { data: found.map(groupOf), count }
    },
    members: groupMembersOn({ sql }),
    async people(names, { page, limit }) {
      const inGroups = sql
        .selectFrom('group_users')
        .innerJoin('groups', 'groups.id', 'group_users.group_id')
        .select('group_users.user_id')
        .where('groups.identity', 'in', names.map(fold))
      const matching = sql.selectFrom('accounts').where('id', 'in', inGroups)
      const [data, count] = await Promise.all([
        matching
          .select('id')
          .orderBy('identity')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        total(matching.select((e) => e.fn.countAll<number>().as('n'))),
      ])
      return { data: data.map(({ id }) => id), count }
    },
    async named(names) {
      const found: NamedMember[] = []
      for (const some of chunks(names)) {
        const numbers = some.map((name) => name.trim().toUpperCase())
        const [gateways, accounts] = await Promise.all([
          sql
            .selectFrom('gateways')
            .select(['serial_number as id', 'name'])
            .where('serial_number', 'in', numbers)
            .execute(),
          sql
            .selectFrom('accounts')
            .select(['id', 'identity', 'username'])
            .where('identity', 'in', some.map(fold))
            .execute(),
        ])
        found.push(
          ...gateways.map(({ id, name }) => ({ kind: 'gateway' as const, id, by: id, name })),
          ...accounts.map(({ id, identity, username }) => ({
            ...{ kind: 'user' as const, id },
            ...{ by: identity, name: username },
          })),
        )
      }
      return found
    },
    async accounts(ids) {
      const found = await Promise.all(
        chunks(ids).map((some) => sql.selectFrom('accounts').select('id').where('id', 'in', some).execute()),
      )
      return found.flat().map(({ id }) => id)
    },
    async alike(beginning, limit) {
      const [number, identity] = [beginning.trim().toUpperCase(), fold(beginning)]
      const [gateways, accounts] = await Promise.all([
        sql
          .selectFrom('gateways')
          .select('serial_number as name')
          .where('serial_number', '>=', number)
          .where('serial_number', '<', `${number}\u{ffff}`)
          .limit(limit)
          .execute(),
        sql
          .selectFrom('accounts')
          .select('username as name')
          .where('identity', '>=', identity)
          .where('identity', '<', `${identity}\u{ffff}`)
          .limit(limit)
          .execute(),
      ])
      return [...gateways, ...accounts].map(({ name }) => name)
    },
    async among(id, members) {
      const found: MemberKey[] = []
      for (const some of chunks(idsOf(members, 'user'))) {
        const query = sql.selectFrom('group_users').select('user_id as id').where('group_id', '=', id)
        const there = await query.where('user_id', 'in', some).execute()
        found.push(...there.map((one) => ({ kind: 'user' as const, ...one })))
      }
      for (const some of chunks(idsOf(members, 'gateway'))) {
        const query = sql
          .selectFrom('group_gateways')
          .select('serial_number as id')
          .where('group_id', '=', id)
        const there = await query.where('serial_number', 'in', some).execute()
        found.push(...there.map((one) => ({ kind: 'gateway' as const, ...one })))
      }
      return found
    },
    async add(id, members) {
      const users = chunks(idsOf(members, 'user')).map((some) =>
        sql
          .insertInto('group_users')
          .values(
            some.map((user) => ({
              ...{ group_id: id, user_id: user },
              sort: text<string>`(select identity from accounts where accounts.id = ${user})`,
            })),
          )
          .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing()),
      )
      const gateways = chunks(idsOf(members, 'gateway')).map((some) =>
        sql
          .insertInto('group_gateways')
          .values(
            some.map((number) => ({
              ...{ group_id: id, serial_number: number },
              sort: text<string>`(select name_order from gateways where gateways.serial_number = ${number})`,
            })),
          )
          .onConflict((conflict) => conflict.columns(['group_id', 'serial_number']).doNothing()),
      )
      if (members.length > 0) await whole.changing(together([...users, ...gateways]))
    },
    async takeOut(id, { kind, id: member }) {
      const out =
        kind === 'user'
          ? sql.deleteFrom('group_users').where('group_id', '=', id).where('user_id', '=', member)
          : sql.deleteFrom('group_gateways').where('group_id', '=', id).where('serial_number', '=', member)
      const { numDeletedRows } = await whole.changing(out.executeTakeFirst())
      return numDeletedRows > 0n
    },
    async move(serialNumber, other) {
      const groupsOfIt = sql
        .selectFrom('group_gateways')
        .select('group_id')
        .where('serial_number', '=', serialNumber)
      await whole.changing(
        together([
          sql
            .deleteFrom('group_gateways')
            .where('serial_number', '=', other)
            .where('group_id', 'in', groupsOfIt),
          sql
            .updateTable('group_gateways')
            .set({ serial_number: other })
            .where('serial_number', '=', serialNumber),
        ]),
      )
    },
  }
}

const howMany = (e: ExpressionBuilder<Tables, 'groups'>, table: 'group_users' | 'group_gateways') =>
  e
    .selectFrom(table)
    .select((inner) => inner.fn.countAll<number>().as('n'))
    .whereRef(`${table}.group_id`, '=', 'groups.id')

interface Row {
  id: string
  name: string
  description: string
  tag: string | null
  createdAt: number
  revision: number
  users: number | null
  gateways: number | null
}

const groupOf = ({ id, name, description, tag, createdAt, revision, users, gateways }: Row): Group => ({
  ...{ _id: id, groupName: name, description },
  ...withoutNulls({ tag }),
  ...{ users: Number(users), gateways: Number(gateways) },
  createdAt: new Date(Number(createdAt)).toISOString(),
  revision: Number(revision),
})
