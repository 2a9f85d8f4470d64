import { set_infrared_code as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'

export const setInfraredCode = defineCommand({
  name: 'set_infrared_code',
  accepts,
  changes: true,
  async run({ device_id, device_type, command, code }, { devices, infrared }) {
    await infrared.change(deviceOf(devices, device_id), { device_type, command, code })
    return {}
  },
})
