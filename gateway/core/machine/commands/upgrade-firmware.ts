import { defineCommand } from '../../command.ts'
import type { MachineContext } from '../context.ts'
import { operate } from '../machine.ts'

export const upgradeFirmware = defineCommand(
  'upgrade_firmware',
  ({ version }, { machine: { upgrade } }: MachineContext) => operate(upgrade && (() => upgrade(version))),
)
