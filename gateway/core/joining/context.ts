import type { Ability } from '#gateway/lib/gateways/abilities.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Devices } from '../devices/devices.ts'
import type { Driver } from '../ports.ts'
import type { Network } from './network.ts'
import type { Replacement } from './replacement.ts'

/** What commands reach by which devices come, leave, and take the place of others. */
export interface JoiningContext {
  devices: Pick<Devices, 'get' | 'forget'>
  driverOf(device: string): Driver | undefined
  network: Pick<Network, 'ableToBackUp' | 'close' | 'detailed' | 'map' | 'open'>
  replacement: Pick<Replacement, 'apply' | 'awaits' | 'begin' | 'plan' | 'undo'>
  /** Whether devices like this one may be excluded or replaced here. */
  may(what: Ability, device: Device): boolean
}
