import { remove_infrared_code as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'

export const removeInfraredCode = defineCommand({
  name: 'remove_infrared_code',
  accepts,
  changes: true,
  async run({ device_id, device_type, command }, { devices, infrared }) {
    await infrared.change(deviceOf(devices, device_id), { device_type, command })
    return {}
  },
})
