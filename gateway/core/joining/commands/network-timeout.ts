import { network_timeout as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const networkTimeout = defineCommand({
  name: 'network_timeout',
  accepts,
  changes: false,
  run: (_params, { network }) => network.detailed(),
})
