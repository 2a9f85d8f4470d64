import { defineCommand } from '../../command.ts'
import type { MachineContext } from '../context.ts'
import { operate } from '../machine.ts'

export const factoryReset = defineCommand('factory_reset', (_params, { machine }: MachineContext) =>
  operate(machine.factoryReset),
)
