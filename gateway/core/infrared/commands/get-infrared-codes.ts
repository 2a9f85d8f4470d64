import { get_infrared_codes as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'

export const getInfraredCodes = defineCommand({
  name: 'get_infrared_codes',
  accepts,
  changes: false,
  run({ device_id }, { devices, infrared }) {
    return { codes: infrared.codesOf(deviceOf(devices, device_id).id) }
  },
})
