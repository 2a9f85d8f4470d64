import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { InfraredContext } from '../context.ts'

export const setInfraredCode = defineCommand(
  'set_infrared_code',
  async ({ device_id, device_type, command, code }, { devices, infrared }: InfraredContext) => {
    await infrared.change(deviceOf(devices, device_id), { device_type, command, code })
    return {}
  },
)
