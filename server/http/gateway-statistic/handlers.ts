import type { operations } from '#schemas/generated/api/gateway_statistic.ts'
import type { GatewayStatistic } from '#schemas/generated/entities/gateway-statistic.ts'
import { summaryOf } from '../../homes/device-summary.ts'
import { DAY, NONE } from '../../homes/history/points.ts'
import { reachedOf } from '../../homes/history/reached.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { findGateway } from '../udm/find.ts'

/** The month over which is told how long a gateway was there. */
const MONTH = 30 * DAY
/** More than are kept of a gateway. */
const ALL = 1000

/** /gateway_statistic: how one gateway does, for administrators (spec 3 §7). */
export function gatewayStatisticHandlers({
  store,
  homes,
  now,
}: Pick<Parts, 'store' | 'homes' | 'now'>): HandlersOf<operations> {
  const spans = (serialNumber: string, limit: number, page = 1) =>
    store.networkSnapshots.spans(serialNumber, { page, limit })

  return {
    async gatewayStatistic({ params: { sn } }): Promise<GatewayStatistic> {
      const gateway = await findGateway({ store }, sn)
      const range = { from: now() - MONTH, to: now() }
      const [told, last, { count }] = await Promise.all([
        homes.history(sn, { named: [''] }, range),
        store.networkSnapshots.lastBefore(sn, range.to),
        spans(sn, 1),
      ])
      const reached = reachedOf(told.get('') ?? NONE, range)
      const { serialNumber, name, model, connectionStatus, connectionStatusSince, currentFWVersion } = gateway
      return {
        ...{ serialNumber, name, model, connectionStatus, saved: count },
        ...(connectionStatusSince !== undefined && { connectionStatusSince }),
        ...(currentFWVersion !== undefined && { currentFWVersion }),
        ...(reached !== undefined && { reached }),
        ...(last && { devices: summaryOf(last) }),
      }
    },

    async gatewayStatisticTimestamps({ params: { sn } }) {
      await findGateway({ store }, sn)
      return { timestamps: (await spans(sn, ALL)).data.map(({ at }) => at) }
    },

    async gatewayStatisticSaved({ params: { sn }, query: { page = 1, limit = 10 } }) {
      await findGateway({ store }, sn)
      const { data, count } = await spans(sn, limit, page)
      return {
        count,
        data: data.map(({ weak, lost, ...span }) => ({ ...span, weak: weak.length, lost: lost.length })),
      }
    },
  }
}
