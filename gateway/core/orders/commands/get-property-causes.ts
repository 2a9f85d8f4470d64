import { get_property_causes as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'
import { deviceOf, propertyOf } from '../../devices/find.ts'

export const getPropertyCauses = defineCommand({
  name: 'get_property_causes',
  accepts,
  changes: false,
  run({ device_id, service_name, property_name }, { devices, automation: { causes } }) {
    propertyOf(deviceOf(devices, device_id), service_name, property_name)
    return { changes: [...causes.of(device_id, service_name, property_name)] }
  },
})
