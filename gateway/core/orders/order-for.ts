import { enabled, type Marks } from '#gateway/lib/gateways/enablement.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { Asked } from '../command.ts'
import { propertyOf } from '../devices/find.ts'
import type { HeldDevice } from '../devices/held-device.ts'
import { check, describedBy } from '../devices/value-check.ts'
import { CommandError, codes } from '../errors.ts'
import type { Driver, Order } from '../ports.ts'
import type { OrderBook, OrderEnd } from './order-book.ts'

interface UncheckedOrder {
  service: string
  property: string
  value: unknown
}

interface Given {
  /** Of the request, or of the step of a rule's run. */
  id: string
  cause: Cause
  /** How the device has answered, or that it has not. */
  ended?: (end: OrderEnd) => void
}

export function byPerson({ id, userId, until }: Asked): Given {
  const { promise, resolve } = Promise.withResolvers<OrderEnd>()
  until(promise)
  return { id, cause: { kind: 'person', user_id: userId }, ended: resolve }
}

/** The way of an order to its device. */
export interface OrderWay {
  driverOf(device: string): Driver | undefined
  marks(device: Device, service: string, property: Property): Marks
  orders: Pick<OrderBook, 'inTurn' | 'place' | 'taken' | 'withdraw'>
  /** By the driver, or by the gateway itself where it adds something to the device. */
  send(held: HeldDevice, driver: Driver, order: Order): Promise<void>
}

/** An order that may be given to the device: throws why it may not, gives back what carries it out. */
export function orderFor(
  held: HeldDevice,
  { service, property: name, value }: UncheckedOrder,
  { driverOf, marks, orders, send }: OrderWay,
  { id, cause, ended }: Given,
): () => Promise<void> {
  const { property } = propertyOf(held, service, name)
  if (property.readonly) throw new CommandError(codes.readOnly, 'The property can only be read')
  assertEnabled(held.view, marks(held.view, service, property))
  const checked = check(value, describedBy(property))
  if (!checked.ok) throw new CommandError(codes.invalid, `The value ${checked.message}`)
  const driver = driverOf(held.id)
  if (!driver) throw new CommandError(codes.disabled, 'The device is not connected')
  const order = { id, device: held.id, service, property: name, value: checked.value }
  return () =>
    orders.inTurn(order, property, async () => {
      orders.place(order, { described: property, cause, before: held.value(service, name), ended })
      try {
        await send(held, driver, order)
        orders.taken(id, held.id)
      } catch (error) {
        orders.withdraw(id, held.id)
        throw error
      }
    })
}

/** spec 2 §4: which status lets a property be set. Throws what the refusal is. */
function assertEnabled(device: Device, marks: Marks): void {
  if (enabled(device.status, marks)) return
  if (device.status === 7) throw new CommandError(device.status_reason ?? 700, 'The device is restricted')
  throw new CommandError(
    codes.disabled,
    device.status === 5 ? 'The device is offline' : 'The device is not ready',
  )
}
