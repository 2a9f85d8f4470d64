import { open_network as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const openNetwork = defineCommand({
  name: 'open_network',
  accepts,
  changes: true,
  run: ({ type, network: kind, model, id }, { network }) =>
    network.open({
      type,
      network: kind,
      ...(model !== undefined && { model }),
      ...(id !== undefined && { expected: [{ id, ...(model !== undefined && { type: model }) }] }),
    }),
})
