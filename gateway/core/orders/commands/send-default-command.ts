import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { HeldDevice } from '../../devices/held-device.ts'
import { CommandError, codes } from '../../errors.ts'
import type { OrdersContext } from '../context.ts'
import { byPerson, orderFor } from '../order-for.ts'

export const sendDefaultCommand = defineCommand(
  'send_default_command',
  async ({ device_id, payload }, context: OrdersContext, request) => {
    const held = deviceOf(context.devices, device_id)
    // All of it is looked at before any of it is done.
    const orders = Object.entries(payload)
      .flatMap(([name, value]) => wantedOf(held, name, value))
      .map((wanted) => orderFor(held, wanted, context, byPerson(request)))
    for (const carryOut of orders) await carryOut()
    return {}
  },
)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{ "Service": { "property": value } }`, or `{ "property": value }` where one service alone has such a property. */
function wantedOf(held: HeldDevice, name: string, value: unknown) {
  const { service_list: services } = held.view
  if (isRecord(value) && services.some((service) => service.name === name))
    return Object.entries(value).map(([property, one]) => ({ service: name, property, value: one }))
  const [service, ...others] = services.filter(({ property_list }) =>
    property_list.some((property) => property.name === name),
  )
  if (!service) throw new CommandError(codes.unknown, `The device has no property ${name}`)
  if (others.length > 0)
    throw new CommandError(codes.invalid, `Several services have a property ${name}: name the service`)
  return [{ service: service.name, property: name, value }]
}
