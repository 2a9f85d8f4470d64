import type { DeviceTrigger } from '#schemas/generated/entities/rule.ts'
import type { Devices } from '../devices/devices.ts'

/** What a trigger waits for, as its device describes it. */
export const propertyOf = (
  { event_source, service_name, property_name }: DeviceTrigger,
  devices: Pick<Devices, 'get'>,
) => devices.get(event_source)?.find(service_name, property_name)?.property
