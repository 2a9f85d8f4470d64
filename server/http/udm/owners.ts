import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/udm.ts'
import { issueGatewaySecret } from '../../auth/gateway-secret.ts'
import { shownBy } from '../../gateways/shown.ts'
import { invalid, notAllowed, notFound, notYourDevice } from '../../lib/refusal.ts'
import { whence } from '../../lib/whence.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { findGateway } from './find.ts'
import { notedIn } from './noted.ts'

type Own =
  | 'assignGateway'
  | 'unassignGateway'
  | 'removeGateway'
  | 'renameGateway'
  | 'issueGatewaySecret'
  | 'generateSerialNumber'
  | 'createVirtualGateway'
  | 'registerGateway'
  | 'announceGateway'

/** How gateways come to people, and leave them. */
export function ownerHandlers(parts: Parts): Pick<HandlersOf<operations>, Own> {
  const { store, gateways, channel, settings, now } = parts
  const shown = shownBy(settings)
  const note = notedIn(parts)

  return {
    async assignGateway({ params, body, session, address }) {
      // Z-03: nobody assigns another gateway than the one that was asked about.
      if (
        body.serialNumber.toUpperCase() !== params.sn.toUpperCase() ||
        !(await parts.rights.hasRole(session.userId))
      ) {
        await store.audit.append({
          who: session.userId,
          what: 'assignGateway',
          at: now(),
          gateway: params.sn,
          result: 'refused',
          facts: whence(session),
        })
        throw notAllowed()
      }
      const gateway = await gateways.assignments.assign(session.userId, body, address)
      await note(session, 'assignGateway', gateway.serialNumber)
      return shown(gateway)
    },

    async unassignGateway({ params, session }) {
      const admin = await parts.rights.isAdmin(session.userId)
      const owner = admin ? undefined : session.userId
      if (!(await gateways.assignments.release(params.sn, 'gateway_unassigned', owner)) && !admin)
        throw notYourDevice()
      await note(session, 'unassignGateway', params.sn)
      return undefined
    },

    async removeGateway({ params, session }) {
      // Between policy and here it may have found another owner: then nothing is taken from him.
      if (!(await gateways.assignments.release(params.sn, 'gateway_removed', session.userId)))
        throw notYourDevice()
      await note(session, 'removeGateway', params.sn)
      return undefined
    },

    async renameGateway({ params, body, session }) {
      const name = cleanName(body.name)
      if (name === '') throw invalid('/name')
      if (!(await store.gateways.rename(params.sn, name))) throw notFound()
      await note(session, 'renameGateway', params.sn)
      gateways.news.changed(params.sn, 'gateway_changed')
      return shown(await findGateway(parts, params.sn))
    },

    async issueGatewaySecret({ params, session }) {
      const { serialNumber } = await findGateway(parts, params.sn)
      const secret = await issueGatewaySecret(store.gateways, serialNumber)
      // Whoever is connected with the secret before this one has to come back with this one.
      channel.cutGateway(serialNumber)
      await note(session, 'issueGatewaySecret', serialNumber)
      return { secret }
    },

    generateSerialNumber: ({ session }) => gateways.numbers.of(session.userId),

    async createVirtualGateway({ body, session }) {
      const imported = await gateways.registry.createVirtual(session.userId, body)
      await note(session, 'createVirtualGateway', imported.serialNumber)
      return imported
    },

    async registerGateway({ body, session }) {
      const imported = await gateways.registry.register(body)
      await note(session, 'registerGateway', imported.serialNumber)
      return imported
    },

    async announceGateway({ body, address }) {
      const answer = await gateways.registry.announce(body.serialNumber, body.secureId, address)
      if (answer.secret !== undefined)
        await note(
          { userId: `gateway:${body.serialNumber.toUpperCase()}` },
          'announceGateway',
          body.serialNumber,
        )
      return answer
    },
  }
}
