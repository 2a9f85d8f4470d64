import { enabled, type Marks } from '#gateway/lib/gateways/enablement.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { CommandError, codes } from '../errors.ts'

/** spec 2 §4: which status lets a property be set. Throws what the refusal is. */
export function assertEnabled(device: Device, marks: Marks): void {
  if (enabled(device.status, marks)) return
  if (device.status === 7) throw new CommandError(device.status_reason ?? 700, 'The device is restricted')
  throw new CommandError(
    codes.disabled,
    device.status === 5 ? 'The device is offline' : 'The device is not ready',
  )
}
