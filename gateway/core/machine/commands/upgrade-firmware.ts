import { upgrade_firmware as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { operate } from '../machine.ts'

export const upgradeFirmware = defineCommand({
  name: 'upgrade_firmware',
  accepts,
  changes: true,
  run: ({ version }, { machine: { upgrade } }) => operate(upgrade && (() => upgrade(version))),
})
