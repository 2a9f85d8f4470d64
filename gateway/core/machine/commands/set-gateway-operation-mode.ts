import { defineCommand } from '../../command.ts'
import type { MachineContext } from '../context.ts'
import { operate } from '../machine.ts'

export const setGatewayOperationMode = defineCommand(
  'set_gateway_operation_mode',
  (mode, { machine: { setMode } }: MachineContext) => operate(setMode && (() => setMode(mode))),
)
