import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'
import { remove } from '../leaving.ts'

export const removeFailedNode = defineCommand(
  'remove_failed_node',
  async ({ device_id }, context: JoiningContext) => {
    await remove(device_id, false, context)
    return {}
  },
)
