import { codes } from '#gateway/core/errors.ts'
import { compareVersions } from '#gateway/lib/gateways/versions.ts'
import type { operations } from '#schemas/generated/api/wise.ts'
import type { Commands, Response } from '#schemas/generated/channel.ts'
import type { BulkPairing } from '#schemas/generated/entities/bulk-pairing.ts'
import type { PairingBegun } from '#schemas/generated/entities/pairing-begun.ts'
import type { WiseRow } from '#schemas/generated/entities/wise-row.ts'
import { type Fault, invalid, notFound } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { notedIn } from '../udm/noted.ts'

/** spec 2 §6: bulk inclusion needs gateway software of at least this version. */
const BULK_MIN_VERSION = '4.19.0'
/** A device that is assigned already (spec 2 §4, §8). */
const ASSIGNED = 705

/** /wise: devices that are added by what stands on them. */
export function wiseHandlers(parts: Parts): HandlersOf<operations> {
  const { homes, rights, settings, store } = parts
  const note = notedIn(parts)

  /** The gateway stands in the body: whoever may not use it hears what somebody hears who invents one (Z-02). */
  async function assertMay(userId: string, serialNumber: string): Promise<void> {
    if (!(await rights.mayUseGateway(userId, serialNumber))) throw notFound()
  }

  const assertWiseId = (host: string, id: string, field: string): void => {
    const { WISE_DEVICE_ID_REGEX: pattern, WISE_DEVICE_ID_MAX_LENGTH: longest } = settings.of(host).flags
    if (id.length > Number(longest) || !new RegExp(String(pattern), 'u').test(id)) throw invalid(field)
  }

  const pair = async (
    userId: string,
    serialNumber: string,
    ...[first, ...more]: Commands['pair_devices']['params']['devices']
  ): Promise<PairingBegun> => {
    const devices = [first, ...more] as const
    return begun(
      await homes.order(serialNumber, userId, 'pair_devices', { network: 'wise', devices: [...devices] }),
    )
  }

  return {
    async authorizeWise({ body: { gatewayId, deviceId, deviceType }, session, host }) {
      await assertMay(session.userId, gatewayId)
      assertWiseId(host, deviceId, '/deviceId')
      const answer = await pair(session.userId, gatewayId, {
        id: deviceId,
        ...(deviceType && { type: deviceType }),
      })
      await note(session, 'authorizeWise', gatewayId, { deviceId })
      return answer
    },

    async initializeRemoteDevice({ body: { gatewayId, deviceId, deviceType }, session }) {
      await assertMay(session.userId, gatewayId)
      const answer = await pair(session.userId, gatewayId, {
        id: deviceId,
        ...(deviceType && { type: deviceType }),
      })
      await note(session, 'initializeRemoteDevice', gatewayId, { deviceId })
      return answer
    },

    async authorizeWiseBulk({ body: { gatewayId, devices }, session, host }) {
      await assertMay(session.userId, gatewayId)
      const gateway = await store.gateways.find(gatewayId)
      const newEnough = compareVersions(gateway?.currentFWVersion ?? '0', BULK_MIN_VERSION) >= 0
      if (settings.of(host).flags.BULK_INCLUSION_ENABLED !== true || !newEnough)
        throw new Failure(403, [{ errorCode: 'BULK_INCLUSION_OFF' }])
      const faults = repeated(devices)
      if (faults.length > 0) throw new Failure(400, faults)
      for (const [at, { deviceId }] of devices.entries())
        assertWiseId(host, deviceId, `/devices/${at}/deviceId`)
      const [first, ...more] = devices
      const answer = await pair(session.userId, gatewayId, expectedBy(first), ...more.map(expectedBy))
      await note(session, 'authorizeWiseBulk', gatewayId, { devices: devices.length })
      return answer
    },

    async cancelPairing({ params, session }) {
      begun(await homes.order(params.sn, session.userId, 'cancel_pairing', {}))
      await note(session, 'cancelPairing', params.sn)
      return undefined
    },
  }
}

const expectedBy = ({ deviceId, deviceName, deviceType }: WiseRow) => ({
  id: deviceId,
  name: deviceName,
  type: deviceType,
})

/** A device stands in the list once. */
function repeated(devices: BulkPairing['devices']): Fault[] {
  const known = new Set<string>()
  return devices.flatMap(({ deviceId }, at) => {
    const id = deviceId.toUpperCase()
    if (known.has(id)) return [{ errorCode: 'VALIDATION', field: `/devices/${at}/deviceId` }]
    known.add(id)
    return []
  })
}

/** What the gateway answered, as HTTP says it (spec 2 §8). */
function begun({ code, data }: Response): PairingBegun {
  switch (code) {
    case codes.ok:
      return data as PairingBegun
    case ASSIGNED:
      throw new Failure(409, [{ errorCode: '705' }])
    case codes.unknown:
      throw new Failure(404, [{ errorCode: 'REGISTER_DEVICE_REQUEST_FAIL' }])
    case codes.conflict:
      throw new Failure(409, [{ errorCode: 'GATEWAY_BUSY' }])
    case codes.refused:
      throw new Failure(409, [{ errorCode: 'PRIVILEGED' }])
    case codes.readOnly:
      throw new Failure(403, [{ errorCode: 'RESTRICTED_MODE' }])
    case codes.disabled:
      throw new Failure(503, [{ errorCode: 'GATEWAY_OFFLINE' }])
    default:
      throw new Failure(502, [{ errorCode: 'ERROR_WHILE_PAIRING_DEVICE' }])
  }
}
