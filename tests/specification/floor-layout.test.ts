import { describe, expect, test } from 'vitest'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'
import { homeWith, lamp } from '../gateway/kit.ts'

type Fields = Record<string, unknown>

const floors: Floor[] = [
  {
    floor_id: 'ground',
    floor_name: 'Erdgeschoss',
    rooms: [{ room_id: 'kitchen', room_name: 'Küche', devices: ['lamp'] }],
  },
]

const ajv = ajvWithSchemas()
const fits = (layout: unknown) => ajv.validate('entities/floor-layout.json', layout)

/** The floor layout as the gateway answers it on the channel: the whole, its floor, its room. */
async function answered(): Promise<{ layout: Fields; floor: Fields; room: Fields }> {
  const { ask } = await homeWith([lamp()], { floors })
  const layout = structuredClone((await ask('get_layout')).data) as Fields
  const [floor = {}] = layout.floors as Fields[]
  const [room = {}] = floor.rooms as Fields[]
  return { layout, floor, room }
}

describe('spec 2 §3 the floor layout', () => {
  test.each([
    ['2.3-060', 'layout', 'floors', floors],
    ['2.3-061', 'floor', 'floor_id', 'ground'],
    ['2.3-062', 'floor', 'floor_name', 'Erdgeschoss'],
    ['2.3-063', 'floor', 'rooms', floors[0]?.rooms],
    ['2.3-064', 'room', 'room_id', 'kitchen'],
    ['2.3-065', 'room', 'room_name', 'Küche'],
    ['2.3-066', 'room', 'devices', ['lamp']],
  ] as const)('%s: the %s has the field %s, and cannot do without', async (_atom, part, field, value) => {
    const answer = await answered()
    expect(answer[part][field]).toEqual(value)
    expect(fits(answer.layout)).toBe(true)
    delete answer[part][field]
    expect(fits(answer.layout)).toBe(false)
  })

  // 2.3-067
  test("a room's devices are a list of ids of this home", async () => {
    const { layout, room } = await answered()
    expect(room.devices).toEqual(['lamp'])
    room.devices = [1]
    expect(fits(layout)).toBe(false)
  })
})
