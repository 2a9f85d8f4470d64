import type { Value } from '#schemas/generated/definitions/value.ts'
import type { DeviceStatus } from '#schemas/generated/entities/device.ts'

export type Marks = Pick<Value, 'doNotDisable' | 'enabledWhenRestricted'>

const ENABLED: Readonly<Record<DeviceStatus, (marks: Marks) => boolean>> = {
  0: () => false,
  1: () => true,
  2: () => true,
  3: () => false,
  4: () => false,
  5: ({ doNotDisable }) => doNotDisable === true,
  6: () => false,
  7: ({ enabledWhenRestricted }) => enabledWhenRestricted === true,
}

/** spec 2 §4: whether the status of its device lets a property be set. */
export const enabled = (status: DeviceStatus, marks: Marks): boolean => ENABLED[status](marks)
