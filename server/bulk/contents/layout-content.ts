import { sameName } from '#gateway/lib/names/clean-name.ts'
import type { BulkLayout } from '#schemas/generated/entities/bulk-content.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import type { Back, ContentKind, Row } from './content-kind.ts'

/** Floors and rooms: what is missing is added, what is there stays as it is. */
export const layoutContent: ContentKind<BulkLayout['params']> = {
  async look(reach, { floors: wanted }, id) {
    const { floors: there } = await reach.ask('get_layout', {})
    const [file, rooms, floors, rows]: [Floor[], Back[], Back[], Row[]] = [[], [], [], []]
    for (const { floor_name, rooms: names } of wanted) {
      const known = there.find((one) => sameName(one.floor_name, floor_name))
      const floor_id = known?.floor_id ?? id(`floor ${floor_name}`)
      const missing = names.filter(
        ({ room_name }) => !known?.rooms.some((room) => sameName(room.room_name, room_name)),
      )
      if (known && missing.length === 0) continue
      if (!known) floors.push({ kind: 'floor', id: floor_id, was: 0 })
      const added = missing.map((room) => ({
        ...room,
        room_id: id(`room ${floor_name} ${room.room_name}`),
        devices: [],
      }))
      rooms.push(
        ...added.map(({ room_id }) => ({ kind: 'room' as const, id: room_id, was: 0, floor: floor_id })),
      )
      file.push({ floor_id, floor_name: known?.floor_name ?? floor_name, rooms: added })
      const after = [...(known?.rooms ?? []), ...added].map(({ room_name }) => room_name).join(', ')
      const today = known?.rooms.map(({ room_name }) => room_name).join(', ')
      rows.push({ what: floor_name, ...(today !== undefined && { today }), after })
    }
    if (file.length === 0) return { says: 'same' }
    // Rooms first: a floor goes once it is empty.
    const back = [...rooms, ...floors]
    return { says: 'adds', rows, back, act: () => reach.ask('import_objects', { floors: file }, 'act') }
  },
}
