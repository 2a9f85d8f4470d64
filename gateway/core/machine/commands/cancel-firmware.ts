import { defineCommand } from '../../command.ts'
import type { MachineContext } from '../context.ts'
import { operate } from '../machine.ts'

export const cancelFirmware = defineCommand('cancel_firmware', (_params, { machine }: MachineContext) =>
  operate(machine.cancelUpgrade),
)
