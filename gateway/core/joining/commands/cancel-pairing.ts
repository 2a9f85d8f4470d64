import { cancel_pairing as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const cancelPairing = defineCommand({
  name: 'cancel_pairing',
  accepts,
  changes: true,
  run(_params, { network }) {
    void network.close()
    return {}
  },
})
