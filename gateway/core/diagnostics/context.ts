import type { Devices } from '../devices/devices.ts'
import type { Ways } from './ways.ts'

/** What commands reach that look into the network. */
export interface DiagnosticsContext {
  devices: Pick<Devices, 'get'>
  ways: Pick<Ways, 'all' | 'ask'>
}
