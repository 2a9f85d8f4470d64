import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { InfraredContext } from '../context.ts'

export const removeInfraredCode = defineCommand(
  'remove_infrared_code',
  async ({ device_id, device_type, command }, { devices, infrared }: InfraredContext) => {
    await infrared.change(deviceOf(devices, device_id), { device_type, command })
    return {}
  },
)
