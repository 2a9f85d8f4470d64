import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { JoiningContext } from '../context.ts'
import { remove } from '../leaving.ts'

export const deleteDevice = defineCommand('delete_device', async ({ device_id }, context: JoiningContext) => {
  const { status } = deviceOf(context.devices, device_id).view
  // One that cannot answer is not asked to leave.
  await remove(device_id, status !== 1 && status !== 2, context)
  return {}
})
