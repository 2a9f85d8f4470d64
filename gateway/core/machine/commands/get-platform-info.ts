import { get_platform_info as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const getPlatformInfo = defineCommand({
  name: 'get_platform_info',
  accepts,
  changes: false,
  run: (_params, { platform }) => platform(),
})
