import type { AwayReason } from '#gateway/lib/gateways/away-reason.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { Matcher } from '#schemas/generated/definitions/matcher.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { known } from '../shared/fields.ts'
import { type BridgeAddress, describeExposes } from './describe.ts'
import type { BridgeDevice } from './wire.ts'

export interface Status {
  status: Device['status']
  reason?: Device['status_reason']
}

/** A device of the bridge with its description in our words. */
export interface Mapped {
  bridge: BridgeDevice
  device: Omit<Device, 'status' | 'status_reason'>
  addresses: readonly BridgeAddress[]
  /** Of a group: its devices. */
  members?: readonly string[]
}

export function mapDevice(bridge: BridgeDevice, rules: CatalogueRules): Mapped {
  const { definition, ieee, type, battery, networkAddress, manufacturer, modelId, firmware } = bridge
  const { services, addresses } = describeExposes(definition?.exposes ?? [], rules)
  const device = {
    id: ieee,
    device_name: nameOf(bridge).slice(0, 128),
    class: definition?.model || modelId || 'unknown',
    device_manufacturer: definition?.vendor || manufacturer,
    bus_id: 'zigbee2mqtt',
    firmwareVersion: firmware,
    networkType: 'zigbee' as const,
    address: networkAddress === undefined ? ieee : `0x${networkAddress.toString(16).padStart(4, '0')}`,
    role: type === 'Router' ? (2 as const) : (3 as const),
    // It listens now and then. Not status 3, which would disable its controls.
    sleeping: type === 'EndDevice' && battery ? true : undefined,
    match: matchersOf(bridge),
    groups: true as const,
    service_list: services,
  }
  return { bridge, device: known(device), addresses }
}

/** What it is called: as long as nobody has named it, by what the bridge says that it is, else by its maker and model. */
export function nameOf({ name, ieee, definition, manufacturer, modelId }: BridgeDevice): string {
  if (name !== ieee) return name
  if (definition?.description) return definition.description
  const told = definition ? [definition.vendor, definition.model] : [manufacturer, modelId]
  return told.filter(Boolean).join(' ') || ieee
}

function matchersOf({ definition, modelId, manufacturer }: BridgeDevice): Matcher[] {
  const matchers: Matcher[] = []
  if (definition?.model)
    matchers.push({ ecosystem: 'zigbee2mqtt', vendor: definition.vendor, model: definition.model })
  if (modelId)
    matchers.push({
      ecosystem: 'zigbee2mqtt',
      modelId,
      ...(manufacturer && { manufacturerName: manufacturer }),
    })
  return matchers
}

/** device-status of a device of the bridge. `away`: why none of them can be reached; `available` is undefined while the bridge doesn't say. */
export function statusOf(
  bridge: BridgeDevice,
  away: AwayReason | undefined,
  available: boolean | undefined,
): Status {
  if (away !== undefined) return { status: 5, reason: away }
  if (bridge.disabled) return { status: 3 }
  if (bridge.interview === 'FAILED') return { status: 4 }
  if (bridge.interview !== 'SUCCESSFUL') return { status: 0 }
  if (!bridge.supported && !bridge.definition?.exposes.length) return { status: 7, reason: 701 }
  if (available === undefined) return { status: 1 }
  return { status: available ? 2 : 5 }
}
