import { type SignalLevel, signalLevel } from '#gateway/lib/network/signal.ts'
import type { DeviceHead } from '../../ports.ts'

/** Networks that need no radio between gateway and device. */
const WITHOUT_RADIO: ReadonlySet<string> = new Set(['ip', 'virtual'])

/** How well a device is heard; undefined for one that is not heard by radio. */
export function heardAt({ networkType, status, lqi }: DeviceHead): SignalLevel | undefined {
  if (WITHOUT_RADIO.has(networkType) && lqi === undefined) return undefined
  return status === 5 ? 0 : signalLevel(lqi)
}
