import { factory_reset as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { operate } from '../machine.ts'

export const factoryReset = defineCommand({
  name: 'factory_reset',
  accepts,
  changes: true,
  run: (_params, { machine }) => operate(machine.factoryReset),
})
