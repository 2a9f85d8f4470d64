import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Driver, DriverHost } from '#gateway/core/ports.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { type Faults, VirtualDevice } from './device.ts'
import { randomOf } from './random.ts'

export interface VirtualOptions {
  name?: string
  /** Devices with their descriptions; values that are null are made up. */
  devices: readonly { device: Device; faults?: Faults }[]
  /** The same seed and clock give the same home. */
  seed?: number
  /** Ms between two readings of a device, on average; 0 stands still. */
  pace?: number
}

export interface VirtualDriver extends Driver {
  /** Lets something go wrong, or right again. */
  disturb(device: string, faults: Faults): void
}

/** Simulates devices of any model. */
export function createVirtualDriver({
  name = 'virtual',
  devices,
  seed = 1,
  pace = 30_000,
}: VirtualOptions): VirtualDriver {
  const running = new Map<string, VirtualDevice>()
  const deviceOf = (id: string): VirtualDevice => {
    const device = running.get(id)
    if (!device) throw new CommandError(codes.unknown, 'There is no such device')
    return device
  }
  return {
    name,
    async start(host: DriverHost) {
      for (const { device, faults = {} } of devices)
        running.set(device.id, new VirtualDevice(device, host, randomOf(seed, device.id), pace, faults))
      for (const device of running.values()) device.start()
      host.inventory([...running.keys()])
    },
    async stop() {
      for (const device of running.values()) device.stop()
      running.clear()
    },
    async set(command) {
      deviceOf(command.device).set(command)
    },
    async get({ device, service, property }) {
      deviceOf(device).get(service, property)
    },
    disturb(device, faults) {
      deviceOf(device).faults = faults
    },
  }
}
