import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'

export const mapNetwork = defineCommand('map_network', (_params, { network }: JoiningContext) => {
  network.map()
  return {}
})
