import { CommandError, codes } from '#gateway/core/errors.ts'
import type { NetworkDriver } from '#gateway/core/network-driver.ts'

/** The network of devices that join by themselves: nothing is opened for them, but they can be taken out. */
export const leavingOnly = (remove: (device: string) => void): NetworkDriver => ({
  serves: [],
  async open() {
    throw new CommandError(codes.impossible, 'Devices join here by themselves')
  },
  async close() {},
  async remove(device) {
    remove(device)
  },
})
