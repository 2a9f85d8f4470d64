import type { Database } from '../database.ts'
import { FEW } from '../lists/kept-counts.ts'

/** How many gateways are in a group, and whether these are all that there are. */
export async function membersOf(
  { sql }: Pick<Database, 'sql'>,
  group: string,
): Promise<{ members: number; all: boolean }> {
  const [inGroup] = await sql
    .selectFrom('group_gateways')
    .where('group_id', '=', group)
    .select((e) => e.fn.countAll<number>().as('n'))
    .execute()
  const members = Number(inGroup?.n ?? 0)
  if (members <= FEW) return { members, all: false }
  const [fleet] = await sql
    .selectFrom('gateways')
    .select((e) => e.fn.countAll<number>().as('n'))
    .execute()
  return { members, all: members >= Number(fleet?.n ?? 0) }
}
