import type { DriverHost } from '#gateway/core/ports.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { VirtualDevice } from './device.ts'
import { randomOf } from './random.ts'

/** What virtual devices show before anything has happened to them; the same seed makes the same. */
export function beginningsOf(devices: readonly Device[], seed: number): Device[] {
  return devices.map((device) => {
    let begun = device
    // A device that stands still tells its host nothing but how it begins.
    const host: Pick<DriverHost, 'last' | 'upsert'> = {
      last: () => null,
      upsert: (told) => {
        begun = told
      },
    }
    new VirtualDevice(device, host as DriverHost, randomOf(seed, device.id), 0, {}).start()
    return begun
  })
}
