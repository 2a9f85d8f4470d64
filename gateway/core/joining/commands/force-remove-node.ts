import { force_remove_node as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { remove } from '../leaving.ts'

export const forceRemoveNode = defineCommand({
  name: 'force_remove_node',
  accepts,
  changes: true,
  async run({ device_id }, reach) {
    await remove(device_id, true, reach)
    return {}
  },
})
