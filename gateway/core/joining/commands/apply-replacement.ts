import { apply_replacement as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import { deviceFor } from '../leaving.ts'

export const applyReplacement = defineCommand({
  name: 'apply_replacement',
  accepts,
  changes: true,
  async run({ device_id, new_device_id }, reach) {
    await reach.replacement.apply(
      deviceFor('replace', device_id, reach),
      deviceOf(reach.devices, new_device_id),
    )
    return {}
  },
})
