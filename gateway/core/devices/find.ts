import type { Property, Service } from '#schemas/generated/entities/device.ts'
import { CommandError, codes } from '../errors.ts'
import type { Devices } from './devices.ts'
import type { HeldDevice } from './held-device.ts'

/** The device that a command names. */
export function deviceOf(devices: Pick<Devices, 'get'>, id: string): HeldDevice {
  const held = devices.get(id)
  if (!held) throw new CommandError(codes.unknown, 'There is no such device')
  return held
}

/** The property that a command names. */
export function propertyOf(
  held: HeldDevice,
  service: string,
  property: string,
): { service: Service; property: Property } {
  const found = held.find(service, property)
  if (!found) throw new CommandError(codes.unknown, 'The device has no such property')
  return found
}
