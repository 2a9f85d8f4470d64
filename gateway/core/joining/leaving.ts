import { type Ability, refusedAbility } from '#gateway/lib/gateways/abilities.ts'
import { deviceOf } from '../devices/find.ts'
import type { HeldDevice } from '../devices/held-device.ts'
import { CommandError, codes } from '../errors.ts'
import type { JoiningContext } from './context.ts'

/** The device, as long as the configuration lets this be done to devices like it (spec 2 §5). */
export function deviceFor(
  what: Ability,
  id: string,
  { devices, may }: Pick<JoiningContext, 'devices' | 'may'>,
): HeldDevice {
  const held = deviceOf(devices, id)
  if (!may(what, held.view)) throw new CommandError(codes.readOnly, refusedAbility(what))
  return held
}

/** Out of its network first, then out of the home. */
export async function remove(id: string, force: boolean, context: JoiningContext): Promise<void> {
  deviceFor('exclude', id, context)
  const driver = context.driverOf(id)
  if (driver?.network) await driver.network.remove(id, force)
  else if (driver && !force)
    throw new CommandError(codes.impossible, 'The device has no network that it could leave')
  await context.devices.forget(id)
}
