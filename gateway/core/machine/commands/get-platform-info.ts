import { defineCommand } from '../../command.ts'
import type { MachineContext } from '../context.ts'

export const getPlatformInfo = defineCommand('get_platform_info', (_params, { platform }: MachineContext) =>
  platform(),
)
