import { map_network as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const mapNetwork = defineCommand({
  name: 'map_network',
  accepts,
  changes: true,
  run(_params, { network }) {
    network.map()
    return {}
  },
})
