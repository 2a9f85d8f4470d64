import { get_layout as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const getLayout = defineCommand({
  name: 'get_layout',
  accepts,
  changes: false,
  run: (_params, { floors }) => floors.layout(),
})
