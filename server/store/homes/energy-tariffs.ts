import type { EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
import type { Database } from '../database.ts'

/** What energy costs homes. */
export interface EnergyTariffsOfHomes {
  /** Revision 0 and no tariffs where nobody has said anything. */
  of(serialNumber: string): Promise<EnergyTariffs>
  /**
   * Keeps them in place of those of this revision and answers the new ones; undefined when somebody has kept others
   * meanwhile. Throws MissingReferenceError when there is no such gateway.
   */
  keep(serialNumber: string, tariffs: EnergyTariffs): Promise<EnergyTariffs | undefined>
}

const USUAL = 'CHF'

export const energyTariffsOn = ({ sql }: Database): EnergyTariffsOfHomes => ({
  async of(serialNumber) {
    const row = await sql
      .selectFrom('energy_tariffs')
      .select(['revision', 'tariffs'])
      .where('serial_number', '=', serialNumber)
      .executeTakeFirst()
    return row
      ? {
          revision: Number(row.revision),
          ...(JSON.parse(row.tariffs) as Pick<EnergyTariffs, 'currency' | 'tariffs'>),
        }
      : { revision: 0, currency: USUAL, tariffs: [] }
  },
  async keep(serialNumber, { revision, currency, tariffs }) {
    const text = JSON.stringify({ currency, tariffs })
    const next = revision + 1
    const kept =
      revision === 0
        ? ((
            await sql
              .insertInto('energy_tariffs')
              .values({ serial_number: serialNumber, revision: next, tariffs: text })
              .onConflict((conflict) => conflict.column('serial_number').doNothing())
              .executeTakeFirstOrThrow()
          ).numInsertedOrUpdatedRows ?? 0n)
        : (
            await sql
              .updateTable('energy_tariffs')
              .set({ revision: next, tariffs: text })
              .where('serial_number', '=', serialNumber)
              .where('revision', '=', revision)
              .executeTakeFirstOrThrow()
          ).numUpdatedRows
    return kept > 0n ? { revision: next, currency, tariffs } : undefined
  },
})
