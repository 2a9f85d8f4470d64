import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import type { AutomaticUpdates } from './automatic-updates.ts'
import type { Machine } from './machine.ts'

/** What commands to the gateway itself reach. */
export interface MachineContext {
  machine: Machine
  platform(): PlatformInfo
  updates: Pick<AutomaticUpdates, 'told'>
}
