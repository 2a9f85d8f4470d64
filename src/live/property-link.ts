import type { DeviceLink, Pace, PropertyAddress, PropertyState } from '#engine/ports.ts'
import type { RawValue } from '#engine/widget.ts'
import { type Change, keyOf, type OrderEnded, type PropertyKey } from './channel/protocol.ts'
import { type OrderEffects, Orders } from './orders.ts'
import { PropertyStore, type Watching } from './property-store.ts'

interface Effects extends Omit<OrderEffects, 'wake'> {
  watching: Watching
  /** When what has arrived is put on the screen; once a frame where nothing else is said. */
  schedule?(flush: () => void): void
}

export const addressKey = ({ device, service, property }: PropertyAddress): PropertyKey =>
  keyOf(device, service, property)

/** A page's properties: the values that arrive, the orders that leave, and where each of them stands. */
export class PropertyLink implements DeviceLink {
  readonly #states = new Map<PropertyKey, PropertyState>()
  readonly #store: PropertyStore
  readonly #orders: Orders

  constructor({ watching, schedule, ...effects }: Effects) {
    this.#store = new PropertyStore(
      watching,
      (changed) => {
        for (const key of changed) this.#orders.reported(key)
      },
      schedule,
    )
    this.#orders = new Orders({
      ...effects,
      wake: (key) => this.#store.wake(key),
    })
  }

  /** What is known before anything arrives. */
  seed(values: readonly Change[]): void {
    this.#store.seed(values)
  }

  apply(changes: readonly Change[]): void {
    this.#store.apply(changes)
  }

  /** The gateway says how an order ended. What was reported before comes on the screen before. */
  ended(order: OrderEnded): void {
    const { device_id, service_name, property_name } = order
    this.#store.afterwards(() => this.#orders.ended(keyOf(device_id, service_name, property_name), order))
  }

  /** The same object until something of it changes: React compares identities. */
  get(address: PropertyAddress): PropertyState {
    const key = addressKey(address)
    const stored = this.#store.get(key)
    const delivery = this.#orders.delivery(key)
    const known = this.#states.get(key)
    const { value, at, recalled = false } = stored ?? {}
    const same = Object.is(known?.value, value) && known?.at === at && known?.recalled === recalled
    if (known && same && known.delivery === delivery) return known
    const next: PropertyState = { value, at, recalled, delivery }
    this.#states.set(key, next)
    return next
  }

  subscribe(address: PropertyAddress, wake: () => void, pace?: Pace): () => void {
    return this.#store.subscribe(addressKey(address), wake, pace)
  }

  send(address: PropertyAddress, value: RawValue): void {
    this.#orders.send(addressKey(address), value)
  }

  dismiss(address: PropertyAddress): void {
    this.#orders.dismiss(addressKey(address))
  }
}
