import { undo_replacement as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const undoReplacement = defineCommand({
  name: 'undo_replacement',
  accepts,
  changes: true,
  async run({ device_id }, { replacement }) {
    await replacement.undo(device_id)
    return {}
  },
})
