import { delete_device as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import { remove } from '../leaving.ts'

export const deleteDevice = defineCommand({
  name: 'delete_device',
  accepts,
  changes: true,
  async run({ device_id }, reach) {
    const { status } = deviceOf(reach.devices, device_id).view
    // One that cannot answer is not asked to leave.
    await remove(device_id, status !== 1 && status !== 2, reach)
    return {}
  },
})
