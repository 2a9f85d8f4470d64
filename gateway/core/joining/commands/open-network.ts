import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'

export const openNetwork = defineCommand(
  'open_network',
  ({ type, network: kind, model, id }, { network }: JoiningContext) =>
    network.open({
      type,
      network: kind,
      ...(model !== undefined && { model }),
      ...(id !== undefined && { expected: [{ id, ...(model !== undefined && { type: model }) }] }),
    }),
)
