import { reboot as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { operate } from '../machine.ts'

export const reboot = defineCommand({
  name: 'reboot',
  accepts,
  changes: true,
  run: (_params, { machine }) => operate(machine.reboot),
})
