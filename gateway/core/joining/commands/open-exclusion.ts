import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import type { JoiningContext } from '../context.ts'
import { deviceFor } from '../leaving.ts'

export const openExclusion = defineCommand('open_exclusion', ({ device_id }, context: JoiningContext) => {
  const { networkType } = deviceFor('exclude', device_id, context).view
  if (networkType === 'virtual') throw new CommandError(codes.impossible, 'The device has no network')
  return context.network.open({ type: 'exclusion', network: networkType, device: device_id })
})
