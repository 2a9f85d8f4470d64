/**
 * What tells in a row how a device is: it needs the widgets, which most lists do without. A list of devices brings it before
 * it is drawn.
 */
import { lazy } from '#ui/parts/lazy.ts'

const drawn = () => import('./drawn.ts')

export const DeviceAge = lazy(async () => ({ default: (await drawn()).DeviceAge }))
export const DeviceBadge = lazy(async () => ({ default: (await drawn()).DeviceBadge }))
export const DeviceReading = lazy(async () => ({ default: (await drawn()).DeviceReading }))
export const DeviceStatus = lazy(async () => ({ default: (await drawn()).DeviceStatus }))

export const bringLiveCells = async (): Promise<void> =>
  void (await Promise.all([DeviceAge, DeviceBadge, DeviceReading, DeviceStatus].map((cell) => cell.load())))
