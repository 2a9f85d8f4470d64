import { type RawBuilder, sql } from 'kysely'
import { changed, type Database } from '../database.ts'

/** How someone comes to use a gateway; `limited` like `secondary`, within limits that its owner has set (decision 0190). */
export type MemberRole = 'owner' | 'secondary' | 'limited' | 'support'

/** Who may use all of it. */
export type WholeRole = Exclude<MemberRole, 'limited'>

/** A linked account (spec 3 §3): `secondaryAccountId` may use what `masterAccountId` owns, once verified. */
export interface LinkedAccount {
  _id: string
  masterAccountId: string
  secondaryAccountId: string
  isSupport: boolean
  verified: boolean
}

/** With when it was made, and when it ends by itself. */
export interface DatedLink extends LinkedAccount {
  at: number
  endsAt: number | null
}

export interface Memberships {
  /** Throws ConflictError when these two are linked already, MissingReferenceError when one does not exist. */
  link(link: LinkedAccount & { at: number; endsAt?: number | null }): Promise<void>
  /** False when there is no such link, or it is verified already. */
  verify(id: string): Promise<boolean>
  /** The link that was cut, so that its two sides can be told. */
  unlink(id: string): Promise<LinkedAccount | undefined>
  find(id: string): Promise<LinkedAccount | undefined>
  /** Links in which the user is master or secondary, verified or not. */
  linksOf(userId: string): Promise<readonly DatedLink[]>
  /** Links whose time is over. */
  over(now: number): Promise<readonly LinkedAccount[]>
  /** Verified masters of the user. */
  parentsOf(userId: string): Promise<readonly string[]>
  /** What the user is for this gateway right now; undefined = nothing. An unverified link counts for nothing. */
  roleFor(userId: string, serialNumber: string): Promise<MemberRole | undefined>
  /** Nothing of a home is told to whoever is limited in it unless somebody has thought of him: these leave him out. */
  entitledGateways(userId: string): Promise<readonly { serialNumber: string; role: WholeRole }[]>
  entitledUsers(serialNumber: string): Promise<readonly { userId: string; role: WholeRole }[]>
  /** With those who are limited. */
  admittedGateways(userId: string): Promise<readonly { serialNumber: string; role: MemberRole }[]>
  admittedUsers(serialNumber: string): Promise<readonly { userId: string; role: MemberRole }[]>
}

export const membershipsOn = ({ sql: db }: Database): Memberships => {
  const links = () =>
    db
      .selectFrom('links')
      .select([
        'id as _id',
        'master_id as masterAccountId',
        'secondary_id as secondaryAccountId',
        'is_support as isSupport',
        'verified',
      ])

  /** Every way in which someone may use a gateway: as its owner, or through a verified link to its owner. */
  const allWays = () =>
    db
      .selectFrom('gateways')
      .where('user_id', 'is not', null)
      .select(['serial_number as serialNumber', 'user_id as userId', asRole(sql`'owner'`)])
      .unionAll((union) =>
        union
          .selectFrom('gateways')
          .innerJoin('links', 'links.master_id', 'gateways.user_id')
          .where('links.verified', '=', true)
          .select([
            'gateways.serial_number as serialNumber',
            'links.secondary_id as userId',
            asRole(sql`case
              when exists (
                select 1 from link_limits
                where link_limits.link_id = links.id and link_limits.serial_number = gateways.serial_number
              ) then 'limited'
              when links.is_support then 'support'
              else 'secondary'
            end`),
          ]),
      )
      .as('ways')
  let known: ReturnType<typeof allWays> | undefined
  // Asked with every order: put together once.
  const ways = () => {
    known ??= allWays()
    return known
  }

  const admittedGateways = (userId: string) =>
    db
      .selectFrom(ways())
      .select(['serialNumber', 'role'])
      .where('userId', '=', userId)
      .orderBy('serialNumber')
      .execute()
  const admittedUsers = async (serialNumber: string) => {
    const rows = await db
      .selectFrom(ways())
      .select(['userId', 'role'])
      .where('serialNumber', '=', serialNumber)
      .orderBy('userId')
      .execute()
    return rows.flatMap(({ userId, role }) => (userId === null ? [] : [{ userId, role }]))
  }

  return {
    async link({ _id, masterAccountId, secondaryAccountId, isSupport, verified, at, endsAt = null }) {
      await db
        .insertInto('links')
        .values({
          id: _id,
          master_id: masterAccountId,
          secondary_id: secondaryAccountId,
          is_support: isSupport,
          verified,
          created_at: at,
          ends_at: endsAt,
        })
        .execute()
    },
    async verify(id) {
      return changed(
        await db
          .updateTable('links')
          .set({ verified: true })
          .where('id', '=', id)
          .where('verified', '=', false)
          .executeTakeFirst(),
      )
    },
    async unlink(id) {
      const row = await db.deleteFrom('links').where('id', '=', id).returningAll().executeTakeFirst()
      return (
        row && {
          _id: row.id,
          masterAccountId: row.master_id,
          secondaryAccountId: row.secondary_id,
          isSupport: row.is_support,
          verified: row.verified,
        }
      )
    },
    find: (id) => links().where('id', '=', id).executeTakeFirst(),
    linksOf: (userId) =>
      links()
        .select(['created_at as at', 'ends_at as endsAt'])
        .where((e) => e.or([e('master_id', '=', userId), e('secondary_id', '=', userId)]))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    over: (now) => links().where('ends_at', '<=', now).orderBy('ends_at').execute(),
    async parentsOf(userId) {
      const rows = await links()
        .where('secondary_id', '=', userId)
        .where('verified', '=', true)
        .orderBy('master_id')
        .execute()
      return rows.map(({ masterAccountId }) => masterAccountId)
    },
    async roleFor(userId, serialNumber) {
      const way = await db
        .selectFrom(ways())
        .select('role')
        .where('userId', '=', userId)
        .where('serialNumber', '=', serialNumber)
        .executeTakeFirst()
      return way?.role
    },
    admittedGateways,
    admittedUsers,
    entitledGateways: async (userId) => (await admittedGateways(userId)).filter(isWhole),
    entitledUsers: async (serialNumber) => (await admittedUsers(serialNumber)).filter(isWhole),
  }
}

const isWhole = <T extends { role: MemberRole }>(one: T): one is T & { role: WholeRole } =>
  one.role !== 'limited'

const asRole = (expression: RawBuilder<unknown>) => expression.$castTo<MemberRole>().as('role')
