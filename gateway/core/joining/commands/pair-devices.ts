import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'

export const pairDevices = defineCommand(
  'pair_devices',
  ({ network: kind, devices }, { network }: JoiningContext) =>
    network.open({ type: 'inclusion', network: kind, expected: devices }),
)
