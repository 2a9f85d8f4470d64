import type { operations } from '#schemas/generated/api/cache.ts'
import type { NetworkSnapshot } from '#schemas/generated/entities/network-snapshot.ts'
import { summaryOf } from '../../homes/device-summary.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import { reportOf } from '../gateway-statistic/handlers.ts'
import type { Parts } from '../parts.ts'
import { findGateway } from '../udm/find.ts'

/** /cache: what is kept of a gateway, also while it is away (spec 2 §7, 3 §7). */
export function cacheHandlers({
  store,
  networks,
  statistics,
  settings,
  now,
}: Pick<Parts, 'store' | 'networks' | 'statistics' | 'settings' | 'now'>): HandlersOf<operations> {
  const imageOf = async (serialNumber: string, at: number): Promise<NetworkSnapshot> => {
    const found = await store.networkSnapshots.lastBefore(serialNumber, at)
    if (!found) throw new Refusal('missing', [{ errorCode: 'NO_NETWORK_SNAPSHOT' }])
    return found
  }

  return {
    cachedImage: ({ params: { sn }, query: { at = now() } }) => imageOf(sn, at),
    cachedHistory: ({ params: { sn }, query: { page = 1, limit = 10 } }) =>
      store.networkSnapshots.spans(sn, { page, limit }),
    deviceSummary: async ({ params: { sn }, query: { at = now() } }) => summaryOf(await imageOf(sn, at)),
    async createDeviceSummary({ params: { sn } }) {
      await findGateway({ store }, sn)
      const { at } = await networks.take(sn)
      return summaryOf(await imageOf(sn, at))
    },
    generateStatsPDF: ({ params: { sn }, query, host }) =>
      reportOf({ store, statistics, settings }, sn, query, host),
  }
}
