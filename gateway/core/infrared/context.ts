import type { Devices } from '../devices/devices.ts'
import type { Infrared } from './infrared.ts'

/** What commands about learnt infrared codes reach. */
export interface InfraredContext {
  devices: Pick<Devices, 'get'>
  infrared: Pick<Infrared, 'change' | 'codesOf'>
}
