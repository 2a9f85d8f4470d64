import { sql as text } from 'kysely'
import type { GroupMember } from '#schemas/generated/entities/group-member.ts'
import { type Database, isOnPostgres } from '../database.ts'
import { contains } from '../text.ts'
import { FEW, KeptCounts } from './kept-counts.ts'
import { isSoon, type Place, PlaceMarks, type Walk } from './place-marks.ts'
import { walkThrough } from './walk-through.ts'

export type MemberKind = GroupMember['kind']

/** What can be in a group: the id of an account, or a serial number. */
export interface MemberKey {
  kind: MemberKind
  id: string
}

export interface MemberQuery {
  /** From 1. */
  page: number
  limit: number
  kind?: MemberKind | undefined
  /** Literal text, case-folded. */
  searchText?: string | undefined
  /** By name, backwards with a minus. */
  order: 'name' | '-name'
}

type Member = Place & { kind: MemberKind }

const KINDS: readonly MemberKind[] = ['user', 'gateway']
/** Of so many lists it is remembered how many are in them. */
const KEPT = 100
const BY_NAME = { by: text<string>`members.sort`, tie: text<string>`members.id` }

/** Whoever is in a group, people and gateways among each other, by name. */
export const groupMembersOn = ({ sql }: Pick<Database, 'sql'>) => {
  const counted = new KeptCounts<number>(KEPT)
  const marks = new PlaceMarks()

  const usersIn = (id: string, searchText: string) =>
    sql
      .selectFrom('group_users')
      .$if(searchText !== '', (query) =>
        query.where('group_users.user_id', 'in', (e) =>
          e
            .selectFrom('accounts')
            .select('id')
            .where((of) => contains(of.ref('accounts.search'), searchText)),
        ),
      )
      .select([text<MemberKind>`'user'`.as('kind'), 'group_users.user_id as id', 'group_users.sort as sort'])
      .where('group_users.group_id', '=', id)
  const gatewaysIn = (id: string, searchText: string) =>
    sql
      .selectFrom('group_gateways')
      .$if(searchText !== '', (query) =>
        query.where('group_gateways.serial_number', 'in', (e) =>
          e
            .selectFrom('gateways')
            .select('serial_number')
            .where((of) => contains(of.ref('gateways.search'), searchText)),
        ),
      )
      .select([
        text<MemberKind>`'gateway'`.as('kind'),
        'group_gateways.serial_number as id',
        'group_gateways.sort as sort',
      ])
      .where('group_gateways.group_id', '=', id)

  return async (
    id: string,
    { page, limit, order, kind: asked, searchText = '' }: MemberQuery,
  ): Promise<{ data: readonly MemberKey[]; count: number }> => {
    const kinds = KINDS.filter((kind) => asked === undefined || asked === kind)
    const ofKind = (kind: MemberKind) =>
      kind === 'user' ? usersIn(id, searchText) : gatewaysIn(id, searchText)
    const rowsOf = (kind: MemberKind) => sql.selectFrom(ofKind(kind).as('members'))
    const countOf = async (kind: MemberKind): Promise<number> => {
      const { n } = await rowsOf(kind)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    const counts = await Promise.all(
      kinds.map((kind) =>
        counted.of(
          JSON.stringify([id, kind, searchText]),
          () => countOf(kind),
          (n) => n > FEW,
        ),
      ),
    )
    const count = counts.reduce((sum, n) => sum + n, 0)
    const skipped = (page - 1) * limit
    const size = Math.min(limit, count - skipped)
    if (size <= 0) return { data: [], count }

    const walked = async (walk: Walk): Promise<readonly Member[]> => {
      const back = (order === '-name') !== walk.backwards
      const way = { ...BY_NAME, back, backTies: back }
      const most = walk.skip + walk.size
      if (kinds.length === 1 || isSoon(walk)) {
        // Of each kind as many as there could be of it; of all of them those that come first.
        const each = await Promise.all(
          kinds.map((kind) =>
            walkThrough(rowsOf(kind).select('kind'), { ...walk, skip: 0, size: most }, way),
          ),
        )
        return each.flat().toSorted(compared(back)).slice(walk.skip, most)
      }
      // SQLite reads both in their order; PostgreSQL does where each is in order by itself.
      const part = (kind: MemberKind) => {
        const rows = rowsOf(kind).selectAll()
        const way = back ? 'desc' : 'asc'
        const ordered = isOnPostgres(sql) ? rows.orderBy('sort', way).orderBy('id', way).limit(most) : rows
        return sql.selectFrom(ordered.as('part')).selectAll()
      }
      const both = part('user').unionAll(part('gateway'))
      return walkThrough(sql.selectFrom(both.as('members')).select('kind'), walk, way)
    }
    const list = JSON.stringify([id, asked, searchText, order])
    const found = await marks.page(list, { skipped, size, count }, walked)
    return { data: found.map(({ kind, tie }) => ({ kind, id: tie })), count }
  }
}

/** As both engines compare text: by its bytes. */
const bytes = (one: string | number, other: string | number): number =>
  Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))

const compared =
  (back: boolean) =>
  (one: Place, other: Place): number =>
    (bytes(one.by, other.by) || bytes(one.tie, other.tie)) * (back ? -1 : 1)
