import { defineCommand } from '../../command.ts'
import type { DevicesContext } from '../context.ts'
import { deviceOf } from '../find.ts'

export const getDeviceDetailed = defineCommand(
  'get_device_detailed',
  ({ device_id }, { devices }: DevicesContext) => deviceOf(devices, device_id).view,
)
