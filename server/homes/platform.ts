import { isLocked } from '#gateway/lib/gateways/lock-status.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import { platformInfo as isPlatformInfo } from '#schemas/generated/validate-commands.js'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import type { Store } from '#server/store/store.ts'
import { placeOf } from '../gateways/places.ts'
import type { Asker } from './asker.ts'

type Mode = Commands['set_gateway_operation_mode']['params']

interface Parts {
  store: Pick<Store, 'gateways' | 'gatewayLife' | 'gatewayPins'>
  asker: Asker
  log: ChannelLog
}

/** What a gateway of its own is told of the mode in which it works. */
export const modeOf = ({ operationMode, connectionType }: Gateway): Mode => ({
  mode: operationMode,
  ...(connectionType !== undefined && { connectionType }),
})

/** Of the parts of its software that the record names; undefined when it tells of none. */
function versionsOf({ ohm_version, zigbee_version }: PlatformInfo['gateway']): Gateway['swVersions'] {
  if (ohm_version === undefined && zigbee_version === undefined) return undefined
  return {
    ...(ohm_version !== undefined && { ohmVersion: ohm_version }),
    ...(zigbee_version !== undefined && { zigbeeVersion: zigbee_version }),
  }
}

/** A gateway of its own came: what it says of its software, network and lock goes into its record. */
export async function learnPlatform({ store, asker, log }: Parts, serialNumber: string): Promise<void> {
  try {
    const answer = await asker.ask(serialNumber, 'get_platform_info', {})
    if (!isPlatformInfo(answer)) return
    const { gateway, network, lock_status } = answer as PlatformInfo
    const versions = versionsOf(gateway)
    await store.gateways.setState(serialNumber, {
      ...(gateway.app_version !== undefined && { currentFWVersion: gateway.app_version }),
      ...(versions && { swVersions: versions }),
      ...(network.type !== undefined && { connectionType: network.type }),
    })
    // It was away, or new, when its mode changed.
    const record = await store.gateways.find(serialNumber)
    if (record && gateway.operation_mode !== undefined && gateway.operation_mode !== record.operationMode)
      await asker.ask(serialNumber, 'set_gateway_operation_mode', modeOf(record))
    // A lock of ours is ours to end.
    if (isLocked(lock_status))
      await store.gatewayPins.lock({ serialNumber, remaining: undefined, byFailure: false })
    // Its address may have been given while it was away.
    const address = await store.gatewayLife.address(serialNumber)
    const place = address && placeOf(address)
    if (place) await asker.ask(serialNumber, 'set_place', place)
  } catch (error) {
    log.warn({ serialNumber, error: String(error) }, 'What a gateway says of itself was not stored')
  }
}
