import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { isDefined } from '../shared/fields.ts'
import { type Mapped, mapDevice, nameOf } from './device.ts'
import { mapGroup } from './groups.ts'
import { managementOf } from './managed/all.ts'
import { isBindable } from './managed/bindings.ts'
import { groupId, type Neighbour } from './managed/neighbours.ts'
import { type BridgeDevice, type BridgeGroup, bridgeDevice, bridgeGroup } from './wire.ts'

export interface Difference {
  /** New, or described anew. */
  changed: Mapped[]
  removed: Mapped[]
  /** Entries that could not be read. */
  unreadable: number
}

/** Devices and groups of the bridge by their address; names are only what they are called, and may hold slashes. */
export class KnownDevices {
  readonly #rules: CatalogueRules
  #devices: { bridge: BridgeDevice; raw: string }[] | undefined
  #groups: BridgeGroup[] | undefined
  readonly #byId = new Map<string, Mapped & { raw: string }>()
  readonly #byName = new Map<string, Mapped>()

  constructor(rules: CatalogueRules) {
    this.#rules = rules
  }

  get(id: string): Mapped | undefined {
    return this.#byId.get(id)
  }

  named(name: string): Mapped | undefined {
    return this.#byName.get(name)
  }

  all(): Iterable<Mapped> {
    return this.#byId.values()
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()]
  }

  /** Devices and groups have both been told of. */
  get complete(): boolean {
    return this.#devices !== undefined && this.#groups !== undefined
  }

  /** Takes in bridge/devices, which comes whole on every change, and says what is different. */
  take(payload: unknown): Difference {
    let unreadable = 0
    this.#devices = listed(payload).flatMap((entry) => {
      const bridge = bridgeDevice(entry)
      if (!bridge) unreadable += 1
      return bridge && bridge.type !== 'Coordinator' ? [{ bridge, raw: JSON.stringify(entry) }] : []
    })
    return { ...this.#difference(), unreadable }
  }

  /** The same for bridge/groups. */
  takeGroups(payload: unknown): Difference {
    const groups = listed(payload).map(bridgeGroup)
    this.#groups = groups.filter(isDefined)
    return { ...this.#difference(), unreadable: groups.length - this.#groups.length }
  }

  #difference(): Omit<Difference, 'unreadable'> {
    const changed: Mapped[] = []
    const seen = new Set<string>()
    const take = (id: string, raw: string, map: () => Mapped): void => {
      seen.add(id)
      if (this.#byId.get(id)?.raw === raw) return
      const mapped = { ...map(), raw }
      this.#byId.set(id, mapped)
      changed.push(mapped)
    }
    const devices = this.#devices ?? []
    const members = devices.map(({ bridge }): Neighbour => ({ id: bridge.ieee, name: nameOf(bridge) }))
    const neighbours = [
      ...members,
      ...(this.#groups ?? []).map((one): Neighbour => ({ id: groupId(one.id), name: one.name })),
    ]
    const around = JSON.stringify(neighbours)
    for (const { bridge, raw } of devices)
      take(bridge.ieee, isBindable(bridge) ? raw + around : raw, () => this.#device(bridge, neighbours))
    for (const group of this.#groups ?? []) {
      const inside = devices.filter(({ bridge }) => group.members.includes(bridge.ieee))
      const raw = JSON.stringify([group, members, inside.map((one) => one.bridge.definition?.model)])
      take(groupId(group.id), raw, () =>
        mapGroup(
          group,
          inside.map(({ bridge }) => bridge),
          members,
          this.#rules,
        ),
      )
    }
    const removed = [...this.#byId.values()].filter(({ bridge }) => !seen.has(bridge.ieee))
    for (const { bridge } of removed) this.#byId.delete(bridge.ieee)
    this.#byName.clear()
    for (const mapped of this.#byId.values()) this.#byName.set(mapped.bridge.name, mapped)
    return { changed, removed }
  }

  /** What it can do itself, then what the bridge keeps for it; a name that both use is the device's. */
  #device(bridge: BridgeDevice, neighbours: readonly Neighbour[]): Mapped {
    const mapped = mapDevice(bridge, this.#rules)
    const managed = managementOf(bridge, neighbours, this.#rules)
    const taken = new Set(mapped.addresses.map(({ service, property }) => `${service}/${property}`))
    const services = new Map(
      mapped.device.service_list.map((one) => [one.name, { ...one, property_list: [...one.property_list] }]),
    )
    for (const { property_list, ...service } of managed.services) {
      const free = property_list.filter(({ name }) => !taken.has(`${service.name}/${name}`))
      const held = services.get(service.name) ?? { ...service, property_list: [] }
      held.property_list.push(...free)
      if (held.property_list.length > 0) services.set(service.name, held)
    }
    return {
      ...mapped,
      device: { ...mapped.device, service_list: [...services.values()] },
      addresses: [...mapped.addresses, ...managed.addresses.filter(({ key }) => !taken.has(key))],
    }
  }
}

function listed(payload: unknown): readonly unknown[] {
  if (!Array.isArray(payload)) throw new Error('not a list')
  return payload
}
