import { set_service_property_value as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import { byPerson, orderFor } from '../order-for.ts'

export const setServicePropertyValue = defineCommand({
  name: 'set_service_property_value',
  accepts,
  changes: true,
  async run({ device_id, service_name, property_name, property_value }, reach, request) {
    const wanted = { service: service_name, property: property_name, value: property_value }
    await orderFor(deviceOf(reach.devices, device_id), wanted, reach, byPerson(request))()
    return {}
  },
})
