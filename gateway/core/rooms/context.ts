import type { Devices } from '../devices/devices.ts'
import type { Floors } from './floors.ts'

/** What commands about floors and rooms reach. */
export interface RoomsContext {
  devices: Pick<Devices, 'get'>
  floors: Pick<Floors, 'change' | 'layout' | 'newId'>
}
