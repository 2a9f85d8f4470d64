import limits from '#catalogue/limits.json' with { type: 'json' }
import type { operations } from '#schemas/generated/api/location.ts'
import type { BulkGateway } from '#schemas/generated/entities/bulk-gateway.ts'
import type { Centre } from '#schemas/generated/entities/centre.ts'
import { gatewaysNamed } from '../../bulk/locations.ts'
import { invalid } from '../../lib/refusal.ts'
import type { PlacedGateway } from '../../store/fleet/centres.ts'
import type { PlaceFilter } from '../../store/gateways/matching-gateways.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

type Calls = 'listRegions' | 'listStates' | 'listCentres' | 'listPoints' | 'filterGateways' | 'selectGateways'

const { bulkFilterRows } = limits.limits

/** /location: regions, states and centres, and the gateways that stand there (spec 3 §7). */
export function centresHandlers({ store }: Parts): Pick<HandlersOf<operations>, Calls> {
  const { centres } = store
  return {
    listRegions: async () => [...(await centres.regions())],

    listStates: async ({ query: { region } }) => [...(await centres.states(region))],

    listCentres: async ({ query: { region, state } }) =>
      (await centres.inState(region, state)).map(
        ({ code, name, ...place }): Centre => ({ jc: code, jcName: name, ...place }),
      ),

    listPoints: async ({ query: { jc } }) =>
      (await centres.points(jc)).map(({ serialNumber, point }) => ({ jpCode: point, serialNumber })),

    async filterGateways({ query }) {
      const { page = 1, limit = 10, reglist, statelist, jcenterlist, group, searchText } = query
      const filters = reglist === undefined ? undefined : filtersOf(reglist, statelist, jcenterlist)
      const [{ data, count }, each] = await Promise.all([
        centres.gateways({ places: filters, group, searchText, page, limit }),
        Promise.all((filters ?? []).map((filter) => centres.count({ places: [filter] }))),
      ])
      return { data: data.map(gatewayOf), count, filters: each }
    },

    async selectGateways({ body: { devices } }) {
      const wanted = devices.map((given) => given.trim().toUpperCase())
      const found = await gatewaysNamed(centres, wanted)
      const seen = new Set<string>()
      const lines = devices.map((given, at) => {
        const gateway = found.get(wanted[at] ?? '')
        const twice = gateway !== undefined && seen.has(gateway.serialNumber)
        if (gateway) seen.add(gateway.serialNumber)
        return { given, ...(gateway && { gateway: gatewayOf(gateway) }), ...(twice && { twice }) }
      })
      return { lines }
    },
  }
}

/** Row by row: region, state, centre; an empty part stands for all. */
function filtersOf(regions: string, states = '', centres = ''): PlaceFilter[] {
  const [stateOf, centreOf] = [states.split(','), centres.split(',')]
  const filters = regions.split(',').map((region, at) => ({
    region,
    state: stateOf[at] || undefined,
    centre: centreOf[at] || undefined,
  }))
  if (filters.length > bulkFilterRows.value)
    throw invalid('/reglist', undefined, 'ADDING_FILTERS_BULK_MESSAGE')
  if (new Set(filters.map((one) => JSON.stringify(one))).size < filters.length)
    throw invalid('/reglist', undefined, 'FILTER_EXISTS')
  return filters
}

function gatewayOf({ centre, ...gateway }: PlacedGateway): BulkGateway {
  if (!centre) return gateway
  const jpDetails = { jpCode: centre.point, serialNumber: gateway.serialNumber }
  return { ...gateway, jioCenter: { jc: centre.code, jcName: centre.name, jpDetails } }
}
