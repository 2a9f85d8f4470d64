import { defineCommand } from '../../command.ts'
import { deviceOf, propertyOf } from '../../devices/find.ts'
import type { OrdersContext } from '../context.ts'

export const getPropertyCauses = defineCommand(
  'get_property_causes',
  ({ device_id, service_name, property_name }, { devices, causes }: OrdersContext) => {
    propertyOf(deviceOf(devices, device_id), service_name, property_name)
    return { changes: [...causes.of(device_id, service_name, property_name)] }
  },
)
