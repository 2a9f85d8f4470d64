import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { JoiningContext } from '../context.ts'
import { deviceFor } from '../leaving.ts'

export const applyReplacement = defineCommand(
  'apply_replacement',
  async ({ device_id, new_device_id }, context: JoiningContext) => {
    await context.replacement.apply(
      deviceFor('replace', device_id, context),
      deviceOf(context.devices, new_device_id),
    )
    return {}
  },
)
