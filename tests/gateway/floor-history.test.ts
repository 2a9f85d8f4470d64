import { describe, expect, test } from 'vitest'
import { ObjectHistory } from '#gateway/core/history/object-history.ts'
import { Objects } from '#gateway/core/history/objects.ts'
import {
  withDevices,
  withFloorNamed,
  withIcon,
  withoutFloor,
  withoutRoom,
  withRoomNamed,
} from '#gateway/core/rooms/floor-plan.ts'
import { Floors } from '#gateway/core/rooms/floors.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'

const shipped: readonly Floor[] = [
  {
    floor_id: 'ground',
    floor_name: 'Erdgeschoss',
    rooms: [
      { room_id: 'kitchen', room_name: 'Küche', devices: ['a', 'b'] },
      { room_id: 'bath', room_name: 'Bad', devices: ['c'] },
    ],
  },
  { floor_id: 'upper', floor_name: 'Obergeschoss', rooms: [] },
]
const kitchen = { floor_id: 'ground', room_id: 'kitchen' }

function house(own: readonly Floor[] = shipped) {
  let now = 0
  let made = 0
  const stored = new Map<string, unknown>()
  const told: string[] = []
  const storage = {
    now: async (entries: ReadonlyMap<string, unknown>) => {
      for (const [key, value] of entries) stored.set(key, value)
    },
  }
  const history = new ObjectHistory({ clock: { now: () => (now += 1000) }, storage })
  const floors = new Floors({
    history,
    has: (id) => ['a', 'b', 'c'].includes(id),
    newId: () => `new${++made}`,
    emit: (event) => void told.push(event),
  })
  floors.open(own)
  const objects = new Objects(history, [floors.objects])
  const takeIn = (file: readonly Floor[]) => objects.import({ floors: [...file] }, 'anna')
  const devices = () =>
    Object.fromEntries(
      floors.layout().floors.flatMap(({ rooms }) => rooms.map((room) => [room.room_name, room.devices])),
    )
  const last = (kind: 'floor' | 'room', id: string) => history.of(kind, id)[0]?.version ?? 0
  return { floors, objects, takeIn, history, stored, told, devices, last }
}

describe('every change of a floor or room is kept as a version', () => {
  test('with what it was, who changed it, and when; stored with the change itself', async () => {
    const { floors, history, stored } = house()
    await floors.change('anna', (before) => withRoomNamed(before, kitchen, 'Kochen'))
    await floors.change('bert', (before) => withIcon(before, kitchen, 'dining'))
    await floors.change('bert', (before) => withoutRoom(before, kitchen))
    expect(
      history
        .of('room', 'kitchen')
        .map(({ change, name, user_id, version }) => [version, change, name, user_id]),
    ).toEqual([
      [4, 'deleted', 'Kochen', 'bert'],
      [3, 'updated', 'Kochen', 'bert'],
      [2, 'updated', 'Kochen', 'anna'],
      // As the home came with it.
      [1, 'created', 'Küche', undefined],
    ])
    expect(history.of('room', 'kitchen')[1]?.value).toMatchObject({ icon: 'dining', floor_id: 'ground' })
    expect(stored.get('history/room/kitchen')).toEqual(history.of('room', 'kitchen'))
  })

  test('what did not change makes no version', async () => {
    const { floors, history, told } = house()
    await floors.change('anna', (before) => withRoomNamed(before, kitchen, 'Küche'))
    expect(history.of('room', 'kitchen')).toEqual([])
    expect(told).toEqual([])
  })

  test('a home that is reset has no floors, and none to bring back', async () => {
    const { floors, history, stored, told } = house()
    await floors.change('anna', (before) => withoutRoom(before, kitchen))
    await floors.reset()
    expect([floors.layout().floors, history.of('room', 'kitchen'), history.deleted()]).toEqual([[], [], []])
    expect(stored.get('history/room/kitchen')).toBeUndefined()
    expect(told.at(-1)).toBe('layout_changed')
  })

  test('a removed floor is kept with its rooms, and each of them by itself', async () => {
    const { floors, history } = house()
    await floors.change('anna', (before) => withoutFloor(before, 'ground'))
    expect(
      history
        .deleted()
        .map(({ kind, name }) => `${kind} ${name}`)
        .toSorted(),
    ).toEqual(['floor Erdgeschoss', 'room Bad', 'room Küche'])
  })
})

describe('a version is made the present one again', () => {
  test('a removed room comes back with name, icon and devices', async () => {
    const { floors, objects, told, devices, last } = house()
    await floors.change('anna', (before) => withIcon(before, kitchen, 'dining'))
    await floors.change('anna', (before) => withoutRoom(before, kitchen))
    await objects.restore('room', 'kitchen', last('room', 'kitchen'), 'anna')
    expect(devices()).toEqual({ Bad: ['c'], Küche: ['a', 'b'] })
    expect(told.at(-1)).toBe('layout_changed')
  })

  test('what has been put elsewhere meanwhile stays there', async () => {
    const { floors, objects, devices, last } = house()
    await floors.change('anna', (before) => withoutRoom(before, kitchen))
    await floors.change('anna', (before) =>
      withDevices(before, (room) => (room.room_id === 'bath' ? ['c', 'a'] : room.devices)),
    )
    await objects.restore('room', 'kitchen', last('room', 'kitchen'), 'anna')
    expect(devices()).toEqual({ Bad: ['c', 'a'], Küche: ['b'] })
  })

  test('a removed floor comes back whole', async () => {
    const { floors, objects, devices, last } = house()
    await floors.change('anna', (before) => withoutFloor(before, 'ground'))
    await objects.restore('floor', 'ground', last('floor', 'ground'), 'anna')
    expect(devices()).toEqual({ Küche: ['a', 'b'], Bad: ['c'] })
    expect(floors.layout().floors.map(({ floor_id }) => floor_id)).toEqual(['upper', 'ground'])
  })

  test('a room whose floor is gone brings it along, and comes onto one of the same name', async () => {
    const { floors, objects, last } = house()
    await floors.change('anna', (before) => withoutFloor(before, 'ground'))
    await objects.restore('room', 'bath', last('room', 'bath'), 'anna')
    expect(floors.layout().floors.at(-1)).toMatchObject({
      floor_id: 'ground',
      floor_name: 'Erdgeschoss',
      rooms: [{ room_id: 'bath' }],
    })
    // The floor is there again: its other room comes to it.
    await objects.restore('room', 'kitchen', last('room', 'kitchen'), 'anna')
    expect(
      floors
        .layout()
        .floors.at(-1)
        ?.rooms.map(({ room_id }) => room_id),
    ).toEqual(['bath', 'kitchen'])
  })

  test('an earlier version of a room that is there', async () => {
    const { floors, objects, history, devices } = house()
    await floors.change('anna', (before) => withRoomNamed(before, kitchen, 'Kochen'))
    await floors.change('anna', (before) => withDevices(before, () => []))
    await objects.restore('room', 'kitchen', 2, 'bert')
    expect(devices()).toEqual({ Kochen: ['a', 'b'], Bad: [] })
    await objects.restore('room', 'kitchen', 1, 'bert')
    expect(devices()).toEqual({ Küche: ['a', 'b'], Bad: [] })
    expect(history.of('room', 'kitchen')[0]).toMatchObject({ change: 'restored', user_id: 'bert' })
  })

  test('a name that has been given away meanwhile keeps it from coming back', async () => {
    const { floors, objects, last } = house()
    await floors.change('anna', (before) => withFloorNamed(before, 'upper', 'Dach'))
    await floors.change('anna', (before) => withoutFloor(before, 'ground'))
    await floors.change('anna', (before) => withFloorNamed(before, 'upper', 'Erdgeschoss'))
    await expect(objects.restore('floor', 'ground', last('floor', 'ground'), 'anna')).rejects.toThrow(
      'floorNameExists',
    )
  })

  test('a version that is not there is refused', async () => {
    const { objects } = house()
    await expect(objects.restore('room', 'kitchen', 7, 'anna')).rejects.toThrow('no such version')
  })
})

describe('floors are taken in from a file', () => {
  test('the own ones again change nothing', async () => {
    const { floors, takeIn, told } = house()
    expect(await takeIn(shipped)).toEqual({ created: 0, changed: 0 })
    expect([floors.layout().floors, told]).toEqual([shipped, []])
  })

  test('into an empty home they are the same floors again', async () => {
    const { floors, takeIn, told } = house([])
    expect(await takeIn(shipped)).toEqual({ created: 4, changed: 0 })
    expect(floors.layout().floors).toEqual(shipped)
    expect(told).toEqual(['layout_changed'])
  })

  test("another home's are found by their names; devices that are not here are left out", async () => {
    const { floors, takeIn, devices } = house()
    await takeIn([
      {
        floor_id: 'other floor!',
        floor_name: 'erdgeschoss',
        rooms: [
          { room_id: 'x1', room_name: 'KÜCHE', icon: 'dining', devices: ['c', 'zz'] },
          { room_id: 'x 2', room_name: 'Büro', devices: ['c'] },
        ],
      },
    ])
    expect(floors.layout().floors).toHaveLength(2)
    expect(devices()).toEqual({ KÜCHE: ['a', 'b', 'c'], Bad: [], Büro: [] })
    expect(floors.layout().floors[0]?.rooms[2]?.room_id).toBe('new1')
  })

  test('nothing is taken in when a name would be there twice', async () => {
    const { floors, takeIn } = house()
    const twice = [{ floor_id: 'upper', floor_name: 'Erdgeschoss', rooms: [] }]
    await expect(takeIn(twice)).rejects.toThrow('floorNameExists')
    expect(floors.layout().floors).toEqual(shipped)
  })

  test('a room that the file has on another floor moves there with its devices', async () => {
    const { floors, takeIn, devices } = house()
    await takeIn([
      {
        floor_id: 'upper',
        floor_name: 'Obergeschoss',
        rooms: [{ room_id: 'kitchen', room_name: 'Küche', devices: ['a'] }],
      },
    ])
    expect(floors.layout().floors[1]?.rooms[0]?.room_id).toBe('kitchen')
    expect(devices()).toEqual({ Bad: ['c'], Küche: ['b', 'a'] })
  })
})
