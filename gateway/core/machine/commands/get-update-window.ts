import { defineCommand } from '../../command.ts'
import type { MachineContext } from '../context.ts'

export const getUpdateWindow = defineCommand('get_update_window', (_params, { updates }: MachineContext) =>
  updates.told(),
)
