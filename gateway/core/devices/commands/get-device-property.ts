import { defineCommand } from '../../command.ts'
import type { DevicesContext } from '../context.ts'
import { deviceOf, propertyOf } from '../find.ts'

export const getDeviceProperty = defineCommand(
  'get_device_property',
  ({ device_id, service_name, property_name }, { devices, driverOf, updates, trouble }: DevicesContext) => {
    if (updates.isOwn(device_id)) return { property_value: updates.value(service_name, property_name) }
    const held = deviceOf(devices, device_id)
    const { property } = propertyOf(held, service_name, property_name)
    // The answer is the last known value; what the device says comes as its report.
    if (property.access?.includes('get')) {
      driverOf(device_id)
        ?.get?.({ device: device_id, service: service_name, property: property_name })
        .catch((error: unknown) => trouble('A device could not be asked for a value', error))
    }
    return { property_value: held.value(service_name, property_name) }
  },
)
