import { idOfPlace } from '#gateway/lib/scenes/targets.ts'
import { type Candidate, candidateOf } from '#gateway/rules/may.ts'
import type { Housed } from '#gateway/rules/targets/targets.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { FloorLayout } from '#schemas/generated/entities/floor-layout.ts'
import type { TargetPlace } from '#schemas/generated/entities/rule.ts'
import type { Devices } from '../devices/devices.ts'

/** The home, as far as targets look for devices in it. */
export interface Housing {
  devices: Pick<Devices, 'all' | 'get'>
  floors: { layout(): FloorLayout }
  /** What the catalogue knows of devices like this one. */
  kindOf(device: Device): Pick<Candidate, 'type' | 'capabilities'>
}

/** Descriptions of devices stay what they are as long as the device is the same. */
const known = new WeakMap<Device, Candidate>()

/** Every device with where it is now. */
export function housedIn({ devices, floors, kindOf }: Housing): Housed[] {
  const places = new Map(
    floors
      .layout()
      .floors.flatMap(({ floor_id, rooms }) =>
        rooms.flatMap((room) => room.devices.map((id) => [id, { floor_id, room_id: room.room_id }] as const)),
      ),
  )
  return devices.all().flatMap(({ id }) => {
    const held = devices.get(id)
    if (!held) return []
    const { description } = held
    const candidate = known.get(description) ?? candidateOf(description, kindOf(description))
    known.set(description, candidate)
    return [{ id, ...places.get(id), candidate }]
  })
}

/** What a room or floor is called now; undefined where there is none. */
export function placeIn({ floors }: Pick<Housing, 'floors'>, place: TargetPlace): string | undefined {
  const id = idOfPlace(place)
  const all = floors.layout().floors
  return 'floor_id' in place
    ? all.find(({ floor_id }) => floor_id === id)?.floor_name
    : all.flatMap(({ rooms }) => rooms).find(({ room_id }) => room_id === id)?.room_name
}
