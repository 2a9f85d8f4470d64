import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'
import { remove } from '../leaving.ts'

export const forceRemoveNode = defineCommand(
  'force_remove_node',
  async ({ device_id }, context: JoiningContext) => {
    await remove(device_id, true, context)
    return {}
  },
)
