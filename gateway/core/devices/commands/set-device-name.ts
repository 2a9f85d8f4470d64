import { cleanName } from '#gateway/lib/names/clean-name.ts'
import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import type { DevicesContext } from '../context.ts'
import { deviceOf } from '../find.ts'

export const setDeviceName = defineCommand(
  'set_device_name',
  async ({ device_id, name }, { devices, driverOf }: DevicesContext) => {
    const held = deviceOf(devices, device_id)
    const wanted = cleanName(name)
    // spec 2 §5: a rename requires a valid non-empty name.
    if (wanted === '' || /\p{Cc}/u.test(name))
      throw new CommandError(codes.invalid, 'The name is empty or not valid')
    if (wanted === held.view.device_name) return {}
    const driver = driverOf(device_id)
    await driver?.rename?.(device_id, wanted)
    await devices.rename(device_id, wanted, driver?.rename !== undefined)
    return {}
  },
)
