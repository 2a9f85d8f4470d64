import { set_service_property_value as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../command.ts'
import { assertEnabled } from '../enabled.ts'
import { CommandError, codes } from '../errors.ts'
import { check, describedBy } from '../value-check.ts'
import { deviceOf, propertyOf } from './find.ts'

export const setServicePropertyValue = defineCommand({
  name: 'set_service_property_value',
  accepts,
  changes: true,
  async run(
    { device_id, service_name, property_name, property_value },
    { devices, driverOf, marks },
    { id },
  ) {
    const held = deviceOf(devices, device_id)
    const { property } = propertyOf(held, service_name, property_name)
    if (property.readonly) throw new CommandError(codes.readOnly, 'The property can only be read')
    assertEnabled(held.view, marks(held.view, service_name, property))
    const checked = check(property_value, describedBy(property))
    if (!checked.ok) throw new CommandError(codes.invalid, `The value ${checked.message}`)
    const driver = driverOf(device_id)
    if (!driver) throw new CommandError(codes.disabled, 'The device is not connected')
    await driver.set({
      id,
      device: device_id,
      service: service_name,
      property: property_name,
      value: checked.value,
    })
    return {}
  },
})
