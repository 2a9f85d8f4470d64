import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { OrdersContext } from '../context.ts'
import { byPerson, orderFor } from '../order-for.ts'

export const setServicePropertyValue = defineCommand(
  'set_service_property_value',
  async ({ device_id, service_name, property_name, property_value }, context: OrdersContext, request) => {
    if (context.updates.isOwn(device_id)) {
      await context.updates.set(service_name, property_name, property_value)
      return {}
    }
    const wanted = { service: service_name, property: property_name, value: property_value }
    await orderFor(deviceOf(context.devices, device_id), wanted, context, byPerson(request))()
    return {}
  },
)
