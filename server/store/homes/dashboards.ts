import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { Database } from '../database.ts'
import { firstRevision } from '../first-revision.ts'

/** What people have put together of their homes, each person for himself. */
export interface Dashboards {
  /** Revision 0 and no pages where nobody has kept anything. */
  of(userId: string, serialNumber: string): Promise<Dashboard>
  /**
   * Keeps the pages in place of those of this revision and answers the new one; undefined when somebody has kept others
   * meanwhile. Throws MissingReferenceError when user or gateway do not exist.
   */
  keep(userId: string, serialNumber: string, dashboard: Dashboard): Promise<Dashboard | undefined>
  /** Cards of a device show the one that replaces it. Answers the dashboards that are others now. */
  succeed(serialNumber: string, device: string, successor: string): Promise<readonly DashboardOf[]>
}

export interface DashboardOf {
  userId: string
  revision: number
}

export const dashboardsOn = ({ sql }: Database): Dashboards => {
  const replace = async (userId: string, serialNumber: string, { revision, pages }: Dashboard) => {
    const { numUpdatedRows } = await sql
      .updateTable('dashboards')
      .set({ revision: revision + 1, pages: JSON.stringify(pages) })
      .where('user_id', '=', userId)
      .where('serial_number', '=', serialNumber)
      .where('revision', '=', revision)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0
  }
  const begin = async (userId: string, serialNumber: string, revision: number, { pages }: Dashboard) => {
    const { numInsertedOrUpdatedRows = 0n } = await sql
      .insertInto('dashboards')
      .values({ user_id: userId, serial_number: serialNumber, revision, pages: JSON.stringify(pages) })
      .onConflict((conflict) => conflict.columns(['user_id', 'serial_number']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows > 0
  }
  return {
    async of(userId, serialNumber) {
      const row = await sql
        .selectFrom('dashboards')
        .select(['revision', 'pages'])
        .where('user_id', '=', userId)
        .where('serial_number', '=', serialNumber)
        .executeTakeFirst()
      return row
        ? { revision: Number(row.revision), pages: JSON.parse(row.pages) as Dashboard['pages'] }
        : { revision: 0, pages: [] }
    },
    async keep(userId, serialNumber, dashboard) {
      const isNew = dashboard.revision === 0
      const revision = isNew ? firstRevision() : dashboard.revision + 1
      const kept = await (isNew
        ? begin(userId, serialNumber, revision, dashboard)
        : replace(userId, serialNumber, dashboard))
      return kept ? { ...dashboard, revision } : undefined
    },
    async succeed(serialNumber, device, successor) {
      const rows = await sql
        .selectFrom('dashboards')
        .select(['user_id as userId', 'revision', 'pages'])
        .where('serial_number', '=', serialNumber)
        .execute()
      const named = (of: string) =>
        of === device ? successor : of.startsWith(`${device}/`) ? successor + of.slice(device.length) : of
      const changed: DashboardOf[] = []
      for (const row of rows) {
        const pages = (JSON.parse(row.pages) as Dashboard['pages']).map((page) => ({
          ...page,
          cards: page.cards.map((card) => ({ ...card, ...(card.of && { of: card.of.map(named) }) })),
        }))
        if (JSON.stringify(pages) === row.pages) continue
        const revision = Number(row.revision)
        if (await replace(row.userId, serialNumber, { revision, pages }))
          changed.push({ userId: row.userId, revision: revision + 1 })
      }
      return changed
    },
  }
}
