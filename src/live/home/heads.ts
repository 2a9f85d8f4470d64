import type { DeviceHead, FloorFacts } from '#engine/ports.ts'
import type { FloorLayout } from '#schemas/generated/entities/floor-layout.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { DeviceFacts } from '../channel/protocol.ts'

export type RoomFacts = {
  id: string
  name: string
  floor: string
  floorId: string
  devices: readonly string[]
}

/** Devices of the home without their values, in the person's order and by name; a head keeps its identity until one of its fields changes. */
export class Heads {
  readonly #facts = new Map<string, DeviceFacts>()
  readonly #heads = new Map<string, DeviceHead>()
  readonly #layoutOf: (device: string) => DeviceLayout | undefined
  readonly #language: string
  #compare: ((a: string, b: string) => number) | undefined
  #order: readonly string[] = []
  #floors: readonly FloorFacts[] | undefined
  #rooms: readonly RoomFacts[] = []
  #roomOf = new Map<string, NonNullable<DeviceHead['room']>>()
  #sorted: readonly DeviceHead[] | undefined
  /** Whether the devices came in their order, as those of a first snapshot do. */
  #inOrder = true

  constructor(layoutOf: (device: string) => DeviceLayout | undefined, language: string) {
    this.#layoutOf = layoutOf
    this.#language = language
  }

  get size(): number {
    return this.#heads.size
  }

  get order(): readonly string[] {
    return this.#order
  }

  get floors(): readonly FloorFacts[] | undefined {
    return this.#floors
  }

  get rooms(): readonly RoomFacts[] {
    return this.#rooms
  }

  ids(): string[] {
    return [...this.#facts.keys()]
  }

  head(id: string): DeviceHead | undefined {
    return this.#heads.get(id)
  }

  sorted(): readonly DeviceHead[] {
    this.#sorted ??= this.#inOrder ? [...this.#heads.values()] : this.#sort()
    return this.#sorted
  }

  /** The rules of a language take long to load: the first tiles do without. */
  #sort(): DeviceHead[] {
    this.#compare ??= new Intl.Collator(this.#language, { numeric: true }).compare
    const compare = this.#compare
    const places = new Map(this.#order.map((id, place) => [id, place]))
    const placeOf = ({ id }: DeviceHead): number => places.get(id) ?? this.#order.length
    return [...this.#heads.values()].sort((a, b) => placeOf(a) - placeOf(b) || compare(a.name, b.name))
  }

  /** Devices that come first; the others follow by name. */
  arrange(order: readonly string[]): void {
    this.#order = order
    this.#inOrder = false
    this.#sorted = undefined
  }

  /** The first devices of a home, in their order. */
  begin(facts: readonly DeviceFacts[]): void {
    const inOrder = this.#facts.size === 0
    this.update(facts, [])
    this.#inOrder = inOrder
  }

  update(facts: readonly DeviceFacts[], removed: readonly string[]): void {
    this.#inOrder = false
    for (const id of removed) {
      this.#facts.delete(id)
      this.#heads.delete(id)
    }
    for (const one of facts) {
      this.#facts.set(one.id, one)
      this.#make(one)
    }
    this.#sorted = undefined
  }

  setFloors(floors: FloorLayout['floors']): void {
    this.#floors = floors.map(({ floor_id, floor_name, rooms }) => ({
      id: floor_id,
      name: floor_name,
      rooms: rooms.map(({ room_id, room_name, ...room }) => ({ id: room_id, name: room_name, ...room })),
    }))
    this.#rooms = this.#floors.flatMap(({ id: floorId, name: floor, rooms }) =>
      rooms.map(({ id, name, devices }) => ({ id, name, floor, floorId, devices })),
    )
    this.#roomOf = new Map(
      this.#rooms.flatMap((room) =>
        room.devices.map((id) => [id, { id: room.id, name: room.name, floorId: room.floorId }] as const),
      ),
    )
    this.refresh([...this.#facts.keys()])
  }

  /** Makes the heads of these devices anew, because their layout or room changed. */
  refresh(ids: readonly string[]): void {
    for (const id of ids) {
      const facts = this.#facts.get(id)
      if (facts) this.#make(facts)
    }
    this.#sorted = undefined
  }

  #make(facts: DeviceFacts): void {
    const layout = this.#layoutOf(facts.id)
    const head: DeviceHead = {
      ...facts,
      manufacturer: facts.manufacturer ?? layout?.manufacturer,
      type: layout?.type ?? 'Generic',
      icon: layout?.icon ?? 'device',
      room: this.#roomOf.get(facts.id),
      layout,
    }
    const before = this.#heads.get(facts.id)
    if (!before || !sameHead(before, head)) this.#heads.set(facts.id, head)
  }
}

const sameHead = (a: DeviceHead, b: DeviceHead): boolean =>
  (Object.keys(b) as (keyof DeviceHead)[]).every((field) =>
    field === 'room' ? a.room?.id === b.room?.id && a.room?.name === b.room?.name : a[field] === b[field],
  )
