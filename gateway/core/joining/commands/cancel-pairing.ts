import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'

export const cancelPairing = defineCommand('cancel_pairing', (_params, { network }: JoiningContext) => {
  void network.close()
  return {}
})
