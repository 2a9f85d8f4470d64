import { pair_devices as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const pairDevices = defineCommand({
  name: 'pair_devices',
  accepts,
  changes: true,
  run: ({ network: kind, devices }, { network }) =>
    network.open({ type: 'inclusion', network: kind, expected: devices }),
})
