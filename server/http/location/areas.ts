import limits from '#catalogue/limits.json' with { type: 'json' }
import type { operations } from '#schemas/generated/api/location.ts'
import type { LocationVerdict } from '#schemas/generated/entities/location-verdict.ts'
import { areasBelow, areasOfType, relationOf } from '../../bulk/areas.ts'
import { importLocations, listsIn, listsOf } from '../../bulk/locations.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import type { HandlersOf } from '../call.ts'
import { membersOf } from '../groups/members.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

type Calls =
  | 'importLocations'
  | 'importLocationFiles'
  | 'listAreas'
  | 'listSubareas'
  | 'readRelation'
  | 'getUsersWithGatewayInCities'

const { groupPageSize } = limits.limits

/** /location: the areas in which gateways stand, where they come from, and whose gateways are where (spec 3 §7). */
export function areasHandlers(parts: Parts): Pick<HandlersOf<operations>, Calls> {
  const { store } = parts
  const note = noteOf(parts)
  const noted = async (session: SessionRecord, verdict: LocationVerdict): Promise<LocationVerdict> => {
    const { imported, centres, gateways } = verdict
    if (imported) await note(session, 'importLocations', { centres, gateways })
    return verdict
  }
  return {
    importLocations: async ({ body, query: { trial }, session }) =>
      noted(session, await importLocations(store.centres, listsOf(body), trial)),

    async importLocationFiles({ body: { centresFile, gatewaysFile }, query: { trial }, session }) {
      const lists = await listsIn({ centres: centresFile, gateways: gatewaysFile })
      return noted(session, await importLocations(store.centres, lists, trial))
    },

    listAreas: ({ query: { type } }) => areasOfType(store.centres, type),
    listSubareas: ({ query: { type, code } }) => areasBelow(store.centres, type, code),
    readRelation: ({ query: { type, code } }) => relationOf(store.centres, type, code),

    async getUsersWithGatewayInCities({
      body: { cities },
      query: { page = 1, limit = groupPageSize.value },
      host,
    }) {
      const owners = await store.people.some(await store.recipients.ownersIn(cities))
      const ids = owners
        .toSorted((one, other) => (one.username < other.username ? -1 : 1))
        .map(({ id }) => ({ kind: 'user' as const, id }))
      const some = ids.slice((page - 1) * limit, page * limit)
      return { data: await membersOf(parts, host, some), count: ids.length }
    },
  }
}
