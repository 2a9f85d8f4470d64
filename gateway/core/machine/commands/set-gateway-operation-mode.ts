import { set_gateway_operation_mode as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { operate } from '../machine.ts'

export const setGatewayOperationMode = defineCommand({
  name: 'set_gateway_operation_mode',
  accepts,
  changes: true,
  run: (mode, { machine: { setMode } }) => operate(setMode && (() => setMode(mode))),
})
