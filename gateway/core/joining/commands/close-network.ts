import { close_network as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const closeNetwork = defineCommand({
  name: 'close_network',
  accepts,
  changes: true,
  run(_params, { network }) {
    // Devices may still be in the midst of it: that it is closed is told by an event.
    void network.close()
    return {}
  },
})
