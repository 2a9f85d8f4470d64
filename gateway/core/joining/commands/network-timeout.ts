import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'

export const networkTimeout = defineCommand(
  'network_timeout',
  (_params, { network, replacement }: JoiningContext) => ({
    ...network.detailed(),
    replacing: replacement.awaits(),
  }),
)
