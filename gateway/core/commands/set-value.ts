import type { Reach } from '../command.ts'
import { assertEnabled } from '../enabled.ts'
import { CommandError, codes } from '../errors.ts'
import type { HeldDevice } from '../held-device.ts'
import { check, describedBy } from '../value-check.ts'
import { propertyOf } from './find.ts'

interface Wanted {
  service: string
  property: string
  value: unknown
}

/** An order that may be given to the device: throws why it may not, gives back what carries it out. */
export function orderFor(
  held: HeldDevice,
  { service, property: name, value }: Wanted,
  { driverOf, infrared, marks }: Pick<Reach, 'driverOf' | 'infrared' | 'marks'>,
  id: string,
): () => Promise<void> {
  const { property } = propertyOf(held, service, name)
  if (property.readonly) throw new CommandError(codes.readOnly, 'The property can only be read')
  assertEnabled(held.view, marks(held.view, service, property))
  const checked = check(value, describedBy(property))
  if (!checked.ok) throw new CommandError(codes.invalid, `The value ${checked.message}`)
  const driver = driverOf(held.id)
  if (!driver) throw new CommandError(codes.disabled, 'The device is not connected')
  return () =>
    infrared.set(held, driver, { id, device: held.id, service, property: name, value: checked.value })
}
