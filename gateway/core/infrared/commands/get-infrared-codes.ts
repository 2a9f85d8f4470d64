import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { InfraredContext } from '../context.ts'

export const getInfraredCodes = defineCommand(
  'get_infrared_codes',
  ({ device_id }, { devices, infrared }: InfraredContext) => {
    return { codes: infrared.codesOf(deviceOf(devices, device_id).id) }
  },
)
