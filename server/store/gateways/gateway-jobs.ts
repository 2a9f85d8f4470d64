import { changed, type Database } from '../database.ts'
import type { GatewayJobsTable } from './tables.ts'

/** What happens to a gateway at present; `facts` say how far it has come. */
export interface GatewayJob {
  id: string
  serialNumber: string
  kind: string
  facts: Readonly<Record<string, unknown>>
  beganAt: number
}

export interface GatewayJobs {
  /** Throws ConflictError while something else happens to this gateway: of several callers exactly one begins. */
  begin(job: GatewayJob): Promise<void>
  /** False when the job is over. */
  goOn(id: string, facts: GatewayJob['facts']): Promise<boolean>
  /** False when it was over already, or has come further than `facts`. */
  end(id: string, facts?: GatewayJob['facts']): Promise<boolean>
  /**
   * Ends a restoration as if it had never begun: the sign that it goes on and the backups that were kept for it go with it,
   * as one. False when it was over already, or has come further.
   */
  callOff(job: GatewayJob, kept: readonly string[]): Promise<boolean>
  find(serialNumber: string): Promise<GatewayJob | undefined>
  all(): Promise<readonly GatewayJob[]>
}

export const gatewayJobsOn = ({ sql, together }: Database): GatewayJobs => {
  const jobs = () => sql.selectFrom('gateway_jobs').selectAll()
  return {
    async begin({ id, serialNumber, kind, facts, beganAt }) {
      const row = { id, kind, facts: JSON.stringify(facts), began_at: beganAt }
      await sql
        .insertInto('gateway_jobs')
        .values({ serial_number: serialNumber, ...row })
        .execute()
    },
    goOn: async (id, facts) =>
      changed(
        await sql
          .updateTable('gateway_jobs')
          .set({ facts: JSON.stringify(facts) })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
    async end(id, facts) {
      const removal = sql.deleteFrom('gateway_jobs').where('id', '=', id)
      const here = facts === undefined ? removal : removal.where('facts', '=', JSON.stringify(facts))
      return (await here.executeTakeFirst()).numDeletedRows > 0n
    },
    async callOff({ id, serialNumber, facts }, kept) {
      const goesOn = sql.selectFrom('gateway_jobs').select('id').where('id', '=', id)
      const [ended] = await together([
        sql.deleteFrom('gateway_jobs').where('id', '=', id).where('facts', '=', JSON.stringify(facts)),
        sql
          .updateTable('gateways')
          .set({ backup_restore_in_progress: false })
          .where('serial_number', '=', serialNumber)
          .where((e) => e.not(e.exists(goesOn))),
        sql
          .deleteFrom('backups')
          .where('id', 'in', [...kept])
          .where((e) => e.not(e.exists(goesOn))),
      ])
      return (ended?.numAffectedRows ?? 0n) > 0n
    },
    async find(serialNumber) {
      const row = await jobs().where('serial_number', '=', serialNumber).executeTakeFirst()
      return row && jobOf(row)
    },
    all: async () => (await jobs().orderBy('began_at').orderBy('serial_number').execute()).map(jobOf),
  }
}

const jobOf = ({
  id,
  serial_number: serialNumber,
  kind,
  facts,
  began_at: beganAt,
}: GatewayJobsTable): GatewayJob => ({
  id,
  serialNumber,
  kind,
  facts: JSON.parse(facts) as GatewayJob['facts'],
  beganAt,
})
