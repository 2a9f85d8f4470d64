import { remove_failed_node as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { remove } from '../leaving.ts'

export const removeFailedNode = defineCommand({
  name: 'remove_failed_node',
  accepts,
  changes: true,
  async run({ device_id }, reach) {
    await remove(device_id, false, reach)
    return {}
  },
})
