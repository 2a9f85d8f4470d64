import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import type { DeviceHead, DeviceLink, EnginePorts, PropertyAddress, PropertyState } from '../../ports.ts'
import { mainOf } from './address.ts'

/** What is said of a value that was only ever told. */
const REPORTED = { phase: 'reported' } as const
const UNKNOWN: PropertyState = { value: undefined, at: undefined, delivery: REPORTED }

const nothing = (): void => undefined
const never = () => nothing

/**
 * A home to be looked at: as it was, or as somebody else finds it. What draws devices draws it as ever; it neither changes
 * nor takes orders.
 * @param told what a value is, asked for once at most
 */
export function stillHome(
  heads: readonly DeviceHead[],
  told: (address: PropertyAddress) => Pick<PropertyState, 'value' | 'at'> | undefined,
  ports: EnginePorts,
): EnginePorts {
  const states = new Map<string, PropertyState>()
  const link: DeviceLink = {
    // The same state each time, or what draws it would never come to rest.
    get(address) {
      const key = `${address.device}/${address.service}/${address.property}`
      const value = states.has(key) ? undefined : told(address)
      const state = states.get(key) ?? (value ? { ...value, delivery: REPORTED } : UNKNOWN)
      states.set(key, state)
      return state
    },
    subscribe: never,
    send: nothing,
    dismiss: nothing,
  }
  const list = { heads, total: heads.length, complete: true }
  const live = { state: 'live', since: 0, retry: nothing } as const
  const home = {
    ...ports.home,
    devices: () => list,
    device: (id: string) => heads.find((head) => head.id === id),
    link: () => live,
    subscribe: never,
  }
  return { ...ports, link, home }
}

/** A layout whose tile has nothing to set: what it is operated by is read at its head. */
export function readOnlyTile(layout: DeviceLayout): DeviceLayout {
  const [main] = mainOf(layout.tile)
  const readOnly = (placed: Placed): Placed => ({ ...placed, value: { ...placed.value, access: ['read'] } })
  const { header: _, control: __, switches: ___, ...tile } = layout.tile
  return { ...layout, tile: { ...tile, ...(main && { header: readOnly(main) }), footer: [] } }
}
