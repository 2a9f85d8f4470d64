import type { AutomaticUpdates } from '../machine/automatic-updates.ts'
import type { Driver } from '../ports.ts'
import type { Bridges } from './bridges.ts'
import type { Devices } from './devices.ts'

/** What commands about devices reach. */
export interface DevicesContext {
  devices: Pick<Devices, 'all' | 'get' | 'held' | 'rename'>
  bridges: Pick<Bridges, 'all'>
  driverOf(device: string): Driver | undefined
  /** What the gateway itself is set to. */
  updates: Pick<AutomaticUpdates, 'isOwn' | 'value'>
  /** IANA name of the zone in which the home lives. */
  zone(): string
  /** Number of the last event. */
  seq(): number
  /** Something failed beside the command. */
  trouble(message: string, error: unknown): void
}
