import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'

export const undoReplacement = defineCommand(
  'undo_replacement',
  async ({ device_id }, { replacement }: JoiningContext) => {
    await replacement.undo(device_id)
    return {}
  },
)
