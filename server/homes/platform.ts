import { isLocked } from '#gateway/lib/lock-status.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import { platformInfo as isPlatformInfo } from '#schemas/generated/validate-commands.js'
import type { ChannelLog } from '#server/channel/ports.ts'
import type { Store } from '#server/store/store.ts'
import type { Asker } from './asker.ts'

interface Parts {
  store: Pick<Store, 'gateways' | 'gatewayPins'>
  asker: Asker
  log: ChannelLog
}

/** A gateway of its own came: what it says of its software, network and lock goes into its record. */
export async function learnPlatform({ store, asker, log }: Parts, serialNumber: string): Promise<void> {
  try {
    const answer = await asker.ask(serialNumber, 'get_platform_info', {})
    if (!isPlatformInfo(answer)) return
    const { gateway, network, lock_status } = answer as PlatformInfo
    await store.gateways.setState(serialNumber, {
      ...(gateway.app_version !== undefined && { currentFWVersion: gateway.app_version }),
      ...(gateway.ohm_version !== undefined && { swVersions: { ohmVersion: gateway.ohm_version } }),
      ...(network.type !== undefined && { connectionType: network.type }),
    })
    // A lock of ours is ours to end.
    if (isLocked(lock_status))
      await store.gatewayPins.lock({ serialNumber, remaining: undefined, byFailure: false })
  } catch (error) {
    log.warn({ serialNumber, error: String(error) }, 'What a gateway says of itself was not stored')
  }
}
