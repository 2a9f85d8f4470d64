import { defineCommand } from '../../command.ts'
import type { MachineContext } from '../context.ts'
import { operate } from '../machine.ts'

export const reboot = defineCommand('reboot', (_params, { machine }: MachineContext) =>
  operate(machine.reboot),
)
