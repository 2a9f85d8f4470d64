import { sql as raw } from 'kysely'
import type { EnergyMeters } from '#schemas/generated/entities/energy-meters.ts'
import type { EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
import type { Database } from '../database.ts'
import { firstRevision } from '../first-revision.ts'

/** What a home says of itself, kept with a revision. */
interface OfHomes<Content extends { revision: number }> {
  /** Revision 0 where nobody has said anything. */
  of(serialNumber: string): Promise<Content>
  /**
   * Keeps it in place of what had this revision and answers the new one; undefined when somebody has kept another
   * meanwhile. Throws MissingReferenceError when there is no such gateway.
   */
  keep(serialNumber: string, content: Content): Promise<Content | undefined>
}

/** What energy costs homes. */
export type EnergyTariffsOfHomes = OfHomes<EnergyTariffs>
/** How the meters of homes stand to each other. */
export type EnergyMetersOfHomes = OfHomes<EnergyMeters>

const USUAL = 'CHF'

export const energyTariffsOn = (database: Database): EnergyTariffsOfHomes =>
  keptOn(database, ['energy_tariffs', 'tariffs'], { revision: 0, currency: USUAL, tariffs: [] })

export const energyMetersOn = (database: Database): EnergyMetersOfHomes =>
  keptOn(database, ['energy_meters', 'meters'], { revision: 0, meters: [] })

function keptOn<Content extends { revision: number }>(
  { sql }: Database,
  [tableName, columnName]:
    | [table: 'energy_tariffs', column: 'tariffs']
    | [table: 'energy_meters', column: 'meters'],
  nothing: Content,
): OfHomes<Content> {
  const [table, column] = [raw.table(tableName), raw.ref(columnName)]
  return {
    async of(serialNumber) {
      const { rows } = await raw<{ revision: number; content: string }>`
        select revision, ${column} as content from ${table} where serial_number = ${serialNumber}`.execute(
        sql,
      )
      const [row] = rows
      return row ? { ...JSON.parse(row.content), revision: Number(row.revision) } : nothing
    },
    async keep(serialNumber, said) {
      const { revision, ...content } = said
      const text = JSON.stringify(content)
      const next = revision === 0 ? firstRevision() : revision + 1
      const { numAffectedRows = 0n } = await (revision === 0
        ? raw`insert into ${table} (serial_number, revision, ${column}) values (${serialNumber}, ${next}, ${text})
            on conflict (serial_number) do nothing`
        : raw`update ${table} set revision = ${next}, ${column} = ${text}
            where serial_number = ${serialNumber} and revision = ${revision}`
      ).execute(sql)
      return numAffectedRows > 0n ? { ...said, revision: next } : undefined
    },
  }
}
