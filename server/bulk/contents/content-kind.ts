import { createHash } from 'node:crypto'
import type { Commands } from '#schemas/generated/channel.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import type { Reach } from '../reach.ts'

export type Row = NonNullable<BulkPlan['example']>['rows'][number]

/** How one thing that was brought is taken back: away, or to the version that it had. */
export interface Back {
  kind: ObjectVersion['kind']
  id: string
  /** Version before; 0 when it was not there. */
  was: number
  /** Rooms are removed from their floor. */
  floor?: string
}

/** What becomes of one gateway. */
export type Verdict =
  | { says: 'same' }
  | {
      says: 'adds' | 'replaces' | 'opened'
      rows: readonly Row[]
      back: readonly Back[]
      /** Does it; under the same id it acts once. */
      act(): Promise<unknown>
    }

/** What can be brought to a home. Looking and doing are one code: the dry run leaves out the last line. */
export interface ContentKind<Params> {
  /** Throws Cannot. `id` names what is new, the same each time that it is tried. */
  look(reach: Reach, params: Params, id: (name: string) => string): Promise<Verdict>
}

/** Ids of what an operation makes: the same in every try, and nobody else's. */
export const idsOf =
  (operation: string) =>
  (name: string): string =>
    `bulk-${createHash('sha256').update(`${operation}\n${name}`).digest('hex').slice(0, 24)}`

export async function versionOf({ ask }: Reach, kind: ObjectVersion['kind'], id: string): Promise<number> {
  const { versions }: Commands['get_object_history']['data'] = await ask('get_object_history', { kind, id })
  return versions[0]?.version ?? 0
}
