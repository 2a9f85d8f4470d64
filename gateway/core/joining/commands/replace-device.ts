import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { JoiningContext } from '../context.ts'
import { deviceFor } from '../leaving.ts'

export const replaceDevice = defineCommand(
  'replace_device',
  ({ device_id, new_device_id, model }, context: JoiningContext) => {
    const old = deviceFor('replace', device_id, context)
    const successor = new_device_id === undefined ? undefined : deviceOf(context.devices, new_device_id)
    return context.replacement.begin(old, successor, model)
  },
)
