import { replace_device as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import { deviceFor } from '../leaving.ts'

export const replaceDevice = defineCommand({
  name: 'replace_device',
  accepts,
  changes: true,
  run({ device_id, new_device_id, model }, reach) {
    const old = deviceFor('replace', device_id, reach)
    const successor = new_device_id === undefined ? undefined : deviceOf(reach.devices, new_device_id)
    return reach.replacement.begin(old, successor, model)
  },
})
