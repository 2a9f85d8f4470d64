import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'

export const closeNetwork = defineCommand('close_network', (_params, { network }: JoiningContext) => {
  // Devices may still be in the midst of it: that it is closed is told by an event.
  void network.close()
  return {}
})
