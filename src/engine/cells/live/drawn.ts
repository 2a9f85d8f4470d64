export { DeviceAge } from './DeviceAge.tsx'
export { DeviceBadge } from './DeviceBadge.tsx'
export { DeviceReading } from './DeviceReading.tsx'
export { DeviceStatus } from './DeviceStatus.tsx'
