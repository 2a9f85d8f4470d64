import type {
  DeviceHead,
  DeviceLink,
  EnginePorts,
  Pace,
  PropertyAddress,
  PropertyState,
} from '#engine/ports.ts'
import { partKey } from '#engine/property/state/address.ts'
import type { RawValue } from '#engine/widget.ts'

type Scalar = string | number | boolean
const isScalar = (value: RawValue): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const stateOf = (value: Scalar): PropertyState => ({
  value,
  at: undefined,
  delivery: { phase: 'reported' },
})

/** A link that leads nowhere: widgets show what a scene will set, and what they send becomes that. */
export class DraftLink implements DeviceLink {
  readonly #now: DeviceLink
  readonly #listeners = new Set<() => void>()
  #key: string
  #state: PropertyState
  #take: (value: Scalar) => void = () => {}

  /** @param now what the device reports: values that the scene leaves alone. */
  constructor(now: DeviceLink, key: string, value: Scalar) {
    this.#now = now
    this.#key = key
    this.#state = stateOf(value)
  }

  /** What is to be shown as set, and who takes what is set next. */
  show(key: string, value: Scalar, take: (value: Scalar) => void): void {
    this.#take = take
    if (key === this.#key && value === this.#state.value) return
    this.#key = key
    this.#state = stateOf(value)
    for (const wake of [...this.#listeners]) wake()
  }

  get(address: PropertyAddress): PropertyState {
    return partKey(address) === this.#key ? this.#state : this.#now.get(address)
  }

  subscribe(address: PropertyAddress, wake: () => void, pace?: Pace): () => void {
    const end = this.#now.subscribe(address, wake, pace)
    this.#listeners.add(wake)
    return () => {
      this.#listeners.delete(wake)
      end()
    }
  }

  send(address: PropertyAddress, value: RawValue): void {
    // Scenes carry plain values only.
    if (partKey(address) === this.#key && isScalar(value)) this.#take(value)
  }

  dismiss(): void {}
}

/** Ports to one device as a scene sees it: reachable, whatever it is just now. */
export function draftPorts(ports: EnginePorts, link: DraftLink, head: DeviceHead): EnginePorts {
  const { home } = ports
  const live = { state: 'live' as const, since: 0, retry: () => {} }
  return {
    ...ports,
    link,
    home: {
      devices: () => home.devices(),
      device: (id) => (id === head.id ? head : home.device(id)),
      rooms: () => home.rooms(),
      floors: () => home.floors(),
      zone: () => home.zone(),
      order: () => home.order(),
      arrange: () => {},
      link: () => live,
      subscribe: (wake) => home.subscribe(wake),
    },
  }
}
