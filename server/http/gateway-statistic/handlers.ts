import { isZone } from '#gateway/lib/times/is-zone.ts'
import type { operations } from '#schemas/generated/api/gateway_statistic.ts'
import { invalid } from '../../lib/refusal.ts'
import { USUAL_ZONE } from '../../lib/zone.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { findGateway } from '../udm/find.ts'

/** /gateway_statistic: how one gateway does, for administrators (spec 3 §7). */
export function gatewayStatisticHandlers({
  store,
  statistics,
  settings,
}: Pick<Parts, 'store' | 'statistics' | 'settings'>): HandlersOf<operations> {
  return {
    gatewayStatistic: async ({ params: { sn } }) => statistics.of(await findGateway({ store }, sn)),

    async gatewayStatisticTimestamps({ params: { sn } }) {
      await findGateway({ store }, sn)
      return { timestamps: await statistics.timestamps(sn) }
    },

    async gatewayStatisticSaved({ params: { sn }, query: { page = 1, limit = 10 } }) {
      await findGateway({ store }, sn)
      return statistics.saved(sn, page, limit)
    },

    gatewayStatisticPdf: ({ params: { sn }, query, host }) =>
      reportOf({ store, statistics, settings }, sn, query, host),
  }
}

/** The same report by either of its calls (spec 3 §7). */
export async function reportOf(
  { store, statistics, settings }: Pick<Parts, 'store' | 'statistics' | 'settings'>,
  serialNumber: string,
  { language = 'ch_DE', zone = USUAL_ZONE }: { language?: 'ch_DE' | 'ch_EN'; zone?: string },
  host: string,
) {
  if (!isZone(zone)) throw invalid('/query/zone')
  const gateway = await findGateway({ store }, serialNumber)
  return statistics.report(gateway, language, zone, settings.of(host).flags.KPI_ANALYTICS === true)
}
