import { isRestricted, REMOTE_BRIDGE, RESTRICTED, withBit } from '#gateway/lib/gateways/operation-mode.ts'
import type { operations } from '#schemas/generated/api/udm.ts'
import { offered } from '../../gateways/firmware.ts'
import { shownBy } from '../../gateways/shown.ts'
import { invalid, notFound } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { assertOwner, findGateway } from './find.ts'
import { notedIn } from './noted.ts'

type Own =
  | 'rebootGateway'
  | 'factoryReset'
  | 'repairGateway'
  | 'setOperationMode'
  | 'restrictGateway'
  | 'confirmCampaign'
  | 'checkFirmware'
  | 'confirmFirmware'
  | 'cancelFirmware'

/** What is done to a gateway as a machine. */
export function operateHandlers(parts: Parts): Pick<HandlersOf<operations>, Own> {
  const { store, gateways, settings } = parts
  const shown = shownBy(settings)
  const note = notedIn(parts)

  const setMode = async (serialNumber: string, operationMode: number) => {
    await store.gateways.setState(serialNumber, { operationMode })
    gateways.news.changed(serialNumber, 'gateway_mode_changed')
    await gateways.machine.tellMode(serialNumber)
    return shown(await findGateway(parts, serialNumber))
  }
  const confirm = async (
    session: { userId: string },
    { gatewayID, campaignID }: { gatewayID: string; campaignID: string },
    serialNumber: string,
  ): Promise<undefined> => {
    const gateway = await findGateway(parts, serialNumber)
    if (gateway._id !== gatewayID) throw notFound()
    await gateways.firmware.confirm(gateways.jobs, gateway, campaignID, session.userId)
    await note(session, 'confirmFirmware', serialNumber, { campaignID })
    return undefined
  }

  return {
    async rebootGateway({ params, session }) {
      await gateways.machine.reboot(gateways.jobs, params.sn, session.userId)
      await note(session, 'rebootGateway', params.sn)
      return undefined
    },

    async factoryReset({ params, body, session }) {
      if (body.serialNumber.toUpperCase() !== params.sn.toUpperCase()) throw invalid('/serialNumber')
      await gateways.machine.factoryReset(gateways.jobs, params.sn, session.userId)
      await note(session, 'factoryReset', params.sn)
      return undefined
    },

    async repairGateway({ params, session }) {
      await findGateway(parts, params.sn)
      await gateways.repairs.begin(gateways.jobs, params.sn)
      await note(session, 'repairGateway', params.sn)
      return undefined
    },

    async setOperationMode({ params, body, session }) {
      const { operationMode, model } = await findGateway(parts, params.sn)
      if (isRestricted(operationMode)) throw new Failure(409, [{ errorCode: 'RESTRICTED_MODE' }])
      const models = settings.flags.ALLOW_MODELS_GTW_BRIDGE
      if (!Array.isArray(models) || !models.some((one) => String(one).toUpperCase() === model.toUpperCase()))
        throw new Failure(409, [{ errorCode: 'BRIDGE_NOT_SUPPORTED' }])
      const gateway = await setMode(params.sn, withBit(operationMode, REMOTE_BRIDGE, body.remoteBridge === 1))
      await note(session, 'setOperationMode', params.sn, body)
      return gateway
    },

    async restrictGateway({ params, body, session }) {
      const { operationMode } = await findGateway(parts, params.sn)
      const gateway = await setMode(params.sn, withBit(operationMode, RESTRICTED, body.restricted))
      await note(session, 'restrictGateway', params.sn, body)
      return gateway
    },

    async confirmCampaign({ body, session }) {
      const isAdmin = await parts.rights.isAdmin(session.userId)
      const gateway = isAdmin
        ? await store.gateways.findById(body.gatewayID)
        : (await store.gateways.ofUser(session.userId)).find(({ _id }) => _id === body.gatewayID)
      if (!gateway) throw notFound()
      if (!isAdmin) await assertOwner(parts, session.userId, gateway.serialNumber)
      return confirm(session, body, gateway.serialNumber)
    },

    async checkFirmware({ params, language }) {
      const offer = await gateways.firmware.offer(await findGateway(parts, params.sn))
      if (!offer) throw new Failure(404, [{ errorCode: 'NO_FIRMWARE_UPGRADE' }])
      return offered(offer, language)
    },

    confirmFirmware: ({ params, body, session }) => confirm(session, body, params.sn),

    async cancelFirmware({ params, session }) {
      await gateways.firmware.cancel(params.sn)
      await note(session, 'cancelFirmware', params.sn)
      return undefined
    },
  }
}
