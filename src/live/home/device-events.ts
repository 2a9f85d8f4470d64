import type { Device } from '#schemas/generated/entities/device.ts'

/**
 * What each live event of spec 2 §4 does to what is known of the home. `fetch`: the device is asked for, after the named
 * limit where it is still being described when it is announced; `forget`: it is gone; `patch`: the event says all of it.
 */
type Rule =
  | { does: 'fetch'; after: 'deviceAddedDelay' | undefined }
  | { does: 'forget' }
  | { does: 'patch'; part(data: Told, at: string): Partial<Device> | undefined }
  | { does: 'floors' }

export type Told = Readonly<Record<string, unknown>>

const rules: Readonly<Record<string, Rule>> = {
  device_added: { does: 'fetch', after: 'deviceAddedDelay' },
  multiple_device_added: { does: 'fetch', after: 'deviceAddedDelay' },
  device_changed: { does: 'fetch', after: undefined },
  device_removed: { does: 'forget' },
  multiple_device_removed: { does: 'forget' },
  device_renamed: {
    does: 'patch',
    part: ({ device_name: name }) => (typeof name === 'string' ? { device_name: name } : undefined),
  },
  device_status_changed: {
    does: 'patch',
    part: ({ status, status_reason: reason, status_since: since }, at) => ({
      status: status as Device['status'],
      status_reason: reason as Device['status_reason'],
      status_since: typeof since === 'string' ? since : at,
    }),
  },
  layout_changed: { does: 'floors' },
  floor_added: { does: 'floors' },
  floor_renamed: { does: 'floors' },
  floor_removed: { does: 'floors' },
  room_added: { does: 'floors' },
  room_renamed: { does: 'floors' },
  room_removed: { does: 'floors' },
  device_added_to_room: { does: 'floors' },
  device_removed_from_room: { does: 'floors' },
}

export const ruleOf = (event: string): Rule | undefined =>
  Object.hasOwn(rules, event) ? rules[event] : undefined

/** The devices that an event is about: one, or several at once. */
export function devicesOf({ device_id: one, device_ids: several }: Told): readonly string[] {
  const ids: readonly unknown[] = Array.isArray(several) ? several : [one]
  return ids.filter((id): id is string => typeof id === 'string')
}
