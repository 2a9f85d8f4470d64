import { open_exclusion as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import { deviceFor } from '../leaving.ts'

export const openExclusion = defineCommand({
  name: 'open_exclusion',
  accepts,
  changes: true,
  run({ device_id }, reach) {
    const { networkType } = deviceFor('exclude', device_id, reach).view
    if (networkType === 'virtual') throw new CommandError(codes.impossible, 'The device has no network')
    return reach.network.open({ type: 'exclusion', network: networkType, device: device_id })
  },
})
