import { cancel_firmware as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { operate } from '../machine.ts'

export const cancelFirmware = defineCommand({
  name: 'cancel_firmware',
  accepts,
  changes: true,
  run: (_params, { machine }) => operate(machine.cancelUpgrade),
})
