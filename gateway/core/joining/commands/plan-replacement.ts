import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { JoiningContext } from '../context.ts'
import { deviceFor } from '../leaving.ts'

export const planReplacement = defineCommand(
  'plan_replacement',
  ({ device_id, new_device_id }, context: JoiningContext) =>
    context.replacement.plan(
      deviceFor('replace', device_id, context),
      deviceOf(context.devices, new_device_id),
    ),
)
