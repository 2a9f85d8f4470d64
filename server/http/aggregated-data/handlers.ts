import type { operations } from '#schemas/generated/api/aggregated_data.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

const noSnapshot = (): Refusal => new Refusal('missing', [{ errorCode: 'NO_NETWORK_SNAPSHOT' }])

/** /aggregated_data: how the devices of a home were reached at earlier moments, also while it is away. */
export function aggregatedDataHandlers({ store, networks, now }: Parts): HandlersOf<operations> {
  return {
    getSpans: ({ params: { sn }, query: { page = 1, limit = 10 } }) =>
      store.networkSnapshots.spans(sn, { page, limit }),

    async fetchAggregatedData({ params: { sn, at } }) {
      const found = await store.networkSnapshots.find(sn, at)
      if (!found) throw noSnapshot()
      return found
    },

    async fetchNetworkHistoryImage({ params: { sn }, query: { at = now() } }) {
      const found = await store.networkSnapshots.lastBefore(sn, at)
      if (!found) throw noSnapshot()
      return found
    },

    createAggregatedData: ({ params: { sn }, body: { name } }) => networks.take(sn, name),
  }
}
