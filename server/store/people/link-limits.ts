import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import type { Database } from '../database.ts'

export interface LimitsOfLinks {
  /** What limits this person in this home; undefined: nothing does, or he may not use it at all. */
  of(userId: string, serialNumber: string): Promise<LinkLimits | undefined>
  /** Of all homes that a link limits, by serial number. */
  ofLink(linkId: string): Promise<ReadonlyMap<string, LinkLimits>>
  /** Which of these links limit something. */
  among(linkIds: readonly string[]): Promise<ReadonlySet<string>>
  set(linkId: string, serialNumber: string, limits: LinkLimits): Promise<void>
  /** From then on the link gives everything. */
  clear(linkId: string, serialNumber: string): Promise<void>
  /** Another gateway has taken its place, with the same rooms and devices. */
  move(serialNumber: string, other: string): Promise<void>
}

export const linkLimitsOn = ({ sql }: Database): LimitsOfLinks => {
  const counting = () =>
    sql
      .selectFrom('link_limits')
      .innerJoin('links', 'links.id', 'link_limits.link_id')
      .innerJoin('gateways', 'gateways.serial_number', 'link_limits.serial_number')
      .whereRef('gateways.user_id', '=', 'links.master_id')
      .where('links.verified', '=', true)
  return {
    async of(userId, serialNumber) {
      const row = await counting()
        .select('link_limits.limits')
        .where('links.secondary_id', '=', userId)
        .where('link_limits.serial_number', '=', serialNumber)
        .executeTakeFirst()
      return row && read(row.limits)
    },
    async ofLink(linkId) {
      const rows = await sql
        .selectFrom('link_limits')
        .select(['serial_number', 'limits'])
        .where('link_id', '=', linkId)
        .execute()
      return new Map(rows.map(({ serial_number, limits }) => [serial_number, read(limits)]))
    },
    async among(linkIds) {
      if (linkIds.length === 0) return new Set()
      const rows = await sql
        .selectFrom('link_limits')
        .select('link_id')
        .where('link_id', 'in', [...linkIds])
        .execute()
      return new Set(rows.map(({ link_id }) => link_id))
    },
    async set(linkId, serialNumber, limits) {
      const row = { limits: JSON.stringify(limits) }
      await sql
        .insertInto('link_limits')
        .values({ link_id: linkId, serial_number: serialNumber, ...row })
        .onConflict((conflict) => conflict.columns(['link_id', 'serial_number']).doUpdateSet(row))
        .execute()
    },
    async clear(linkId, serialNumber) {
      await sql
        .deleteFrom('link_limits')
        .where('link_id', '=', linkId)
        .where('serial_number', '=', serialNumber)
        .execute()
    },
    async move(serialNumber, other) {
      await sql.deleteFrom('link_limits').where('serial_number', '=', other).execute()
      await sql
        .updateTable('link_limits')
        .set({ serial_number: other })
        .where('serial_number', '=', serialNumber)
        .execute()
    },
  }
}

const read = (limits: string): LinkLimits => JSON.parse(limits) as LinkLimits
