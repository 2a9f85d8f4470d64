import { isLocked } from '#gateway/lib/lock-status.ts'
import type { operations } from '#schemas/generated/api/udm.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { issueGatewaySecret } from '../../channel/gateway-secret.ts'
import type { HandlersOf } from '../call.ts'
import { invalid, notFound, notYourDevice } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { cleanName } from './clean-name.ts'
import { shownBy } from './shown.ts'

/** /udm: gateways. */
export function udmHandlers({ store, rights, channel, settings, now }: Parts): HandlersOf<operations> {
  const shown = shownBy(settings)
  const find = async (serialNumber: string): Promise<Gateway> => {
    const gateway = await store.gateways.find(serialNumber)
    if (!gateway) throw notFound()
    return shown(gateway)
  }

  return {
    async listOwnGateways({ session }) {
      const known = await rights.hasRole(session.userId)
      const data = known ? (await store.gateways.ofUser(session.userId)).map(shown) : []
      return { data, count: data.length }
    },

    async listGateways({ query: { page = 1, limit = 10_000, ...filter } }) {
      const { data, count } = await store.gateways.query({ ...filter, page, limit })
      return { data: data.map(shown), count }
    },

    countGateways: () => store.gateways.counts(),

    getGateway: ({ params }) => find(params.sn),

    async checkConnectionStatus({ params }) {
      const { connectionStatus, connectionStatusSince: since } = await find(params.sn)
      return { connectionStatus, since }
    },

    checkPrivilegeMode: async ({ params }) => ({ privileged: (await find(params.sn)).privileged === true }),

    checkPinLock: async ({ params }) => ({ locked: isLocked((await find(params.sn)).lockStatus ?? 0) }),

    async renameGateway({ params, body, session }) {
      const name = cleanName(body.name)
      if (name === '') throw invalid('/name')
      if (!(await store.gateways.rename(params.sn, name))) throw notFound()
      await store.audit.append({
        who: session.userId,
        what: 'renameGateway',
        at: now(),
        gateway: params.sn,
        result: 'ok',
      })
      return find(params.sn)
    },

    async issueGatewaySecret({ params, session }) {
      const { serialNumber } = await find(params.sn)
      const secret = await issueGatewaySecret(store.gateways, serialNumber)
      // Whoever is connected with the secret before this one has to come back with this one.
      channel.cutGateway(serialNumber)
      await store.audit.append({
        who: session.userId,
        what: 'issueGatewaySecret',
        at: now(),
        gateway: serialNumber,
        result: 'ok',
      })
      return { secret }
    },

    async removeGateway({ params, session }) {
      const users = await store.memberships.entitledUsers(params.sn)
      // Between policy and here it may have found another owner: then nothing is taken from him.
      const former = await store.atomically(async ({ gateways, memberships }) =>
        (await memberships.roleFor(session.userId, params.sn)) === 'owner'
          ? gateways.unassign(params.sn)
          : undefined,
      )
      if (former === undefined) throw notYourDevice()
      for (const { userId } of users) channel.recheck(userId)
      await store.audit.append({
        who: session.userId,
        what: 'removeGateway',
        at: now(),
        gateway: params.sn,
        result: 'ok',
      })
      return undefined
    },
  }
}
