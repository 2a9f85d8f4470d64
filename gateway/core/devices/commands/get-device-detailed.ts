import { get_device_detailed as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../find.ts'

export const getDeviceDetailed = defineCommand({
  name: 'get_device_detailed',
  accepts,
  changes: false,
  run: ({ device_id }, { devices }) => deviceOf(devices, device_id).view,
})
