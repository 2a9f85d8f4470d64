import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { operations } from '#schemas/generated/api/udm.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import { hardwareModels } from '../../gateways/numbers.ts'
import { shownBy, withoutPeople } from '../../gateways/shown.ts'
import { notFound } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { findGateway } from './find.ts'

type Own =
  | 'listOwnGateways'
  | 'listGateways'
  | 'countGateways'
  | 'listGatewaysWithoutUser'
  | 'listGatewayInfos'
  | 'getGateway'
  | 'getGatewayName'
  | 'checkConnectionStatus'
  | 'checkConnections'
  | 'listHardware'

const MOST = catalogue.limits.gatewayFetchLimit.value

/** Gateways to be looked at. */
export function listHandlers(parts: Parts): Pick<HandlersOf<operations>, Own> {
  const { store, rights, settings, gateways } = parts
  const shown = shownBy(settings)
  const ofUser = async (userId: string): Promise<readonly Gateway[]> =>
    (await rights.hasRole(userId)) ? store.gateways.ofUser(userId) : []

  return {
    async listOwnGateways({ session }) {
      const all = await ofUser(session.userId)
      const { serialNumber: only } = session
      const data =
        only === undefined
          ? all.map(shown)
          : all.filter(({ serialNumber }) => serialNumber === only).map(withoutPeople)
      return { data, count: data.length }
    },

    async listGateways({ query: { page = 1, limit = MOST, ...filter } }) {
      const { data, count } = await store.gateways.query({ ...placed(filter), page, limit })
      return { data: data.map(shown), count }
    },

    countGateways: ({ query }) => store.gateways.counts(placed(query)),

    async listGatewaysWithoutUser({ query: { page = 1, limit = 10, models, replaces } }) {
      if (replaces !== undefined) {
        const fit = await gateways.replacements.successors(await findGateway(parts, replaces))
        return { data: fit.slice((page - 1) * limit, page * limit).map(shown), count: fit.length }
      }
      const wanted = models?.split(',').map((model) => model.trim().toUpperCase())
      const { data, count } = await store.gateways.query({
        page,
        limit,
        unassigned: true,
        ...(wanted && { models: wanted }),
      })
      return { data: data.map(shown), count }
    },

    async listGatewayInfos({ session, query: { page = 1, limit = 10 } }) {
      const first = (page - 1) * limit
      if (await rights.isAdmin(session.userId)) {
        const { data, count } = await store.gateways.query({ page, limit })
        return { data: data.map(shown).map(withPlatform), count }
      }
      const own = await ofUser(session.userId)
      return {
        data: own
          .slice(first, first + limit)
          .map(shown)
          .map(withPlatform),
        count: own.length,
      }
    },

    async getGateway({ params, session }) {
      const gateway = await findGateway(parts, params.sn)
      return session.serialNumber === undefined ? shown(gateway) : withoutPeople(gateway)
    },

    getGatewayName: async ({ params }) => ({ name: (await findGateway(parts, params.sn)).name }),

    async checkConnectionStatus({ params }) {
      const gateway = await findGateway(parts, params.sn)
      const { connectionStatus, connectionStatusSince: since, connectionCause: cause } = gateway
      return { connectionStatus, since, cause }
    },

    async checkConnections({ session, query }) {
      const asked = [...new Set(query.serialNumbers.split(','))]
      const found = await Promise.all(
        asked.map(async (serialNumber) =>
          (await rights.entryOf(session.userId, serialNumber)) !== 'none'
            ? store.gateways.find(serialNumber)
            : undefined,
        ),
      )
      const data = found.flatMap((gateway) =>
        gateway ? [{ serialNumber: gateway.serialNumber, connectionStatus: gateway.connectionStatus }] : [],
      )
      if (data.length === 0) throw notFound()
      return { data, count: data.length }
    },

    listHardware: () => ({ data: hardwareModels, count: hardwareModels.length }),
  }
}

/** A region is one of the places that gateways are chosen by. */
const placed = <T extends { region?: string }>({ region, ...filter }: T) => ({
  ...filter,
  ...(region !== undefined && { places: [{ region }] }),
})

/** What the record knows of the platform; the gateway itself is asked for the rest over the channel. */
function withPlatform(gateway: Gateway): { gateway: Gateway; platform: PlatformInfo } {
  const { currentFWVersion, swVersions, model, connectionType, lockStatus = 0 } = gateway
  return {
    gateway,
    platform: {
      gateway: {
        model: model.toLowerCase(),
        ...(currentFWVersion !== undefined && { app_version: currentFWVersion }),
        ...(swVersions?.ohmVersion !== undefined && { ohm_version: swVersions.ohmVersion }),
        ...(swVersions?.zigbeeVersion !== undefined && { zigbee_version: swVersions.zigbeeVersion }),
      },
      network: { ...(connectionType !== undefined && { type: connectionType }) },
      lock_status: lockStatus,
    },
  }
}
