import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import { CommandError, codes } from '../../errors.ts'
import type { JoiningContext } from '../context.ts'

export const createGroup = defineCommand(
  'create_group',
  async ({ name, device_ids }, { devices, driverOf }: JoiningContext) => {
    const members = device_ids.map((id) => deviceOf(devices, id).id)
    const [driver, ...others] = new Set(members.map((id) => driverOf(id)))
    if (others.length > 0) throw new CommandError(codes.invalid, 'The devices are of several networks')
    if (!driver?.network?.group)
      throw new CommandError(codes.impossible, 'The network of these devices has no groups')
    return { device_id: await driver.network.group(name.trim(), members) }
  },
)
