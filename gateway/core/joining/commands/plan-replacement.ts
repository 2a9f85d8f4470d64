import { plan_replacement as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import { deviceFor } from '../leaving.ts'

export const planReplacement = defineCommand({
  name: 'plan_replacement',
  accepts,
  changes: false,
  run: ({ device_id, new_device_id }, reach) =>
    reach.replacement.plan(deviceFor('replace', device_id, reach), deviceOf(reach.devices, new_device_id)),
})
