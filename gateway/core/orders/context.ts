import type { Devices } from '../devices/devices.ts'
import type { AutomaticUpdates } from '../machine/automatic-updates.ts'
import type { Causes } from './causes.ts'
import type { OrderWay } from './order-for.ts'

/** What commands reach that give orders, or ask who gave them. */
export interface OrdersContext extends OrderWay {
  devices: Pick<Devices, 'get'>
  causes: Pick<Causes, 'of'>
  /** What the gateway itself can be set to. */
  updates: Pick<AutomaticUpdates, 'isOwn' | 'set'>
}
