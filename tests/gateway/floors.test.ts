import { beforeEach, describe, expect, test } from 'vitest'
import type { Response } from '#schemas/generated/channel.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'
import { homeWith, lamp, MemoryStore } from './kit.ts'

const floors: readonly Floor[] = [
  {
    floor_id: 'ground',
    floor_name: 'Erdgeschoss',
    rooms: [
      { room_id: 'kitchen', room_name: 'Küche', icon: 'cooking', devices: ['a', 'b'] },
      { room_id: 'bath', room_name: 'Bad', devices: [] },
    ],
  },
  { floor_id: 'upper', floor_name: 'Obergeschoss', rooms: [] },
]
const devices = ['a', 'b', 'c'].map((id) => lamp({ id }))

let opened: Awaited<ReturnType<typeof homeWith>>
beforeEach(async () => {
  opened = await homeWith(devices, { floors })
})

const ask = (command: string, params: object) => opened.ask(command, params)
const layout = () => opened.home.layout().floors
const names = () =>
  layout().map(({ floor_name, rooms }) => [floor_name, rooms.map(({ room_name }) => room_name)])
const idOf = ({ data }: Response, field: string) => String((data as Record<string, unknown>)[field])
/** What was told since. */
const told = async (work: () => Promise<Response>) => {
  const before = opened.events.length
  expect((await work()).code).toBe(0)
  return opened.events.slice(before).map(({ event, data }) => [event, data])
}

describe('spec 2 §4, §7 floors and rooms are added, renamed and removed', () => {
  // 2.1-010 2.7-047 2.4-034
  test('add_floor adds a floor, and tells it', async () => {
    let answer: Response | undefined
    const events = await told(async () => {
      answer = await ask('add_floor', { floor_name: 'Keller' })
      return answer
    })
    const floor_id = idOf(answer ?? { id: '', code: 0, message: '' }, 'floor_id')
    expect(events).toEqual([['floor_added', { floor_id, floor_name: 'Keller' }]])
    expect(names().at(-1)).toEqual(['Keller', []])
  })

  // 2.7-050 2.4-037
  test('add_room adds a room on a floor, with its icon', async () => {
    const events = await told(() =>
      ask('add_room', { floor_id: 'upper', room_name: 'Estrich', icon: 'attic' }),
    )
    const room = layout()[1]?.rooms[0]
    expect(room).toMatchObject({ room_name: 'Estrich', icon: 'attic', devices: [] })
    expect(events).toEqual([
      ['room_added', { floor_id: 'upper', room_id: room?.room_id, room_name: 'Estrich', icon: 'attic' }],
    ])
  })

  test.each([
    // 2.7-049 2.4-036
    ['rename_floor', { floor_id: 'upper', floor_name: 'Dach' }, 'floor_renamed'],
    // 2.7-052 2.4-039
    ['rename_room', { floor_id: 'ground', room_id: 'bath', room_name: 'Dusche' }, 'room_renamed'],
    // 2.7-048 2.4-035
    ['remove_floor', { floor_id: 'upper' }, 'floor_removed'],
    // 2.7-051 2.4-038
    ['remove_room', { floor_id: 'ground', room_id: 'bath' }, 'room_removed'],
  ] as const)('%s is told with what was given', async (command, params, event) => {
    expect(await told(() => ask(command, params))).toEqual([[event, params]])
  })

  // 2.4-040 2.4-041
  test('a device that changes rooms leaves the one and comes into the other; adding it again is nothing', async () => {
    const params = { floor_id: 'ground', room_id: 'bath', device_ids: ['a'] }
    expect(await told(() => ask('add_device_to_room', params))).toEqual([
      ['device_removed_from_room', { floor_id: 'ground', room_id: 'kitchen', device_ids: ['a'] }],
      ['device_added_to_room', params],
    ])
    expect(await told(() => ask('add_device_to_room', params))).toEqual([])
    expect(await told(() => ask('remove_device_from_room', params))).toEqual([
      ['device_removed_from_room', params],
    ])
  })

  test('a floor takes its rooms along; their devices stay, in no room', async () => {
    await ask('remove_floor', { floor_id: 'ground' })
    expect(names()).toEqual([['Obergeschoss', []]])
    expect(opened.home.devices()).toHaveLength(3)
  })

  test('an icon is told as a change of the layout; an empty one is none', async () => {
    const place = { floor_id: 'ground', room_id: 'kitchen' }
    expect(await told(() => ask('set_room_icon', { ...place, icon: 'dining' }))).toEqual([
      ['layout_changed', {}],
    ])
    await ask('set_room_icon', { ...place, icon: '' })
    expect(layout()[0]?.rooms[0]).not.toHaveProperty('icon')
  })

  test('every event is one that the channel describes', async () => {
    const ajv = ajvWithSchemas()
    const { components } = (await import('#schemas/channel/asyncapi.json', { with: { type: 'json' } }))
      .default
    const messages = components.messages as unknown as Record<string, { payload: object }>
    await ask('add_zone', { type: 'room', name: 'Wohnen', floor_id: 'upper' })
    await ask('add_device_to_room', { floor_id: 'ground', room_id: 'bath', device_ids: ['a'] })
    await ask('remove_floor', { floor_id: 'upper' })
    const events = opened.events.filter(({ event }) => /room|floor/.test(event))
    expect(events.length).toBeGreaterThanOrEqual(4)
    for (const { event, data } of events)
      expect([event, ajv.validate(messages[event]?.payload ?? {}, data)]).toEqual([event, true])
  })
})

describe('spec 2 §7 zones', () => {
  // 2.3-069
  test('get_zones lists floors and rooms with zone_id, name and type', async () => {
    expect((await ask('get_zones', {})).data).toEqual({
      zones: [
        { zone_id: 'ground', name: 'Erdgeschoss', type: 'floor' },
        { zone_id: 'kitchen', name: 'Küche', type: 'room', floor_id: 'ground' },
        { zone_id: 'bath', name: 'Bad', type: 'room', floor_id: 'ground' },
        { zone_id: 'upper', name: 'Obergeschoss', type: 'floor' },
      ],
    })
  })

  // 2.7-044 2.7-045 2.7-046
  test('a zone is added, renamed and removed like the floor or room that it is', async () => {
    const zone_id = idOf(await ask('add_zone', { type: 'room', floor_id: 'upper', name: 'Büro' }), 'zone_id')
    await ask('rename_zone', { zone_id, name: 'Arbeiten' })
    await ask('rename_zone', { zone_id: 'ground', name: 'Parterre' })
    expect(names()).toEqual([
      ['Parterre', ['Küche', 'Bad']],
      ['Obergeschoss', ['Arbeiten']],
    ])
    await ask('remove_zone', { zone_id })
    await ask('remove_zone', { zone_id: 'ground' })
    expect(names()).toEqual([['Obergeschoss', []]])
    expect((await ask('add_zone', { type: 'room', name: 'Ohne Stock' })).code).toBe(400)
    expect((await ask('add_zone', { type: 'floor', name: 'Keller' })).code).toBe(0)
  })
})

describe('spec 2 §5 names of floors and rooms', () => {
  // 2.5-015 2.5-017
  test.each([
    ['as it is', 'Obergeschoss'],
    ['in another case', 'OBERGESCHOSS'],
    ['with spaces around it', '  Obergeschoss '],
    ['with characters that nobody sees', 'Ober\u200bgeschoss'],
  ])("a floor's name must not already exist: %s", async (_how, floor_name) => {
    const refused = { code: 409, message: 'floorNameExists' }
    expect(await ask('add_floor', { floor_name })).toMatchObject(refused)
    expect(await ask('add_zone', { type: 'floor', name: floor_name })).toMatchObject(refused)
    expect(await ask('rename_floor', { floor_id: 'ground', floor_name })).toMatchObject(refused)
    expect(await ask('rename_zone', { zone_id: 'ground', name: floor_name })).toMatchObject(refused)
    expect(names().map(([name]) => name)).toEqual(['Erdgeschoss', 'Obergeschoss'])
  })

  // 2.5-016 2.5-018
  test.each([
    ['as it is', 'Küche'],
    ['in another case', 'küche'],
    ['composed otherwise', 'Ku\u0308che'],
  ])("a room's name must not already exist on that floor: %s", async (_how, room_name) => {
    const refused = { code: 409, message: 'roomNameExists' }
    expect(await ask('add_room', { floor_id: 'ground', room_name })).toMatchObject(refused)
    expect(await ask('rename_room', { floor_id: 'ground', room_id: 'bath', room_name })).toMatchObject(
      refused,
    )
    expect(await ask('rename_zone', { zone_id: 'bath', name: room_name })).toMatchObject(refused)
    expect((await ask('add_room', { floor_id: 'upper', room_name })).code).toBe(0)
  })

  test('its own name is no other one: it may be written anew', async () => {
    expect((await ask('rename_floor', { floor_id: 'upper', floor_name: 'OberGeschoss' })).code).toBe(0)
    expect((await ask('rename_room', { floor_id: 'ground', room_id: 'bath', room_name: 'BAD' })).code).toBe(0)
  })

  test.each(['\u200b', '  ', 'D#E#L#A#Y'])('V-12 %j is no name', async (name) => {
    expect((await ask('add_floor', { floor_name: name })).code).toBe(400)
    expect((await ask('add_room', { floor_id: 'upper', room_name: name })).code).toBe(400)
    expect((await ask('rename_room', { floor_id: 'ground', room_id: 'bath', room_name: name })).code).toBe(
      400,
    )
  })

  test('V-12 names are kept without characters that nobody sees', async () => {
    await ask('add_floor', { floor_name: ' Kel\u202eler\u0007 ' })
    expect(names().at(-1)).toEqual(['Keller', []])
  })

  test.each([
    ['rename_floor', { floor_id: 'none', floor_name: 'x' }],
    ['remove_floor', { floor_id: 'none' }],
    ['add_room', { floor_id: 'none', room_name: 'x' }],
    ['rename_room', { floor_id: 'upper', room_id: 'bath', room_name: 'x' }],
    ['remove_room', { floor_id: 'upper', room_id: 'bath' }],
    ['set_room_icon', { floor_id: 'upper', room_id: 'bath', icon: 'bed' }],
    ['remove_zone', { zone_id: 'none' }],
  ])('%s of something that is not there is refused', async (command, params) => {
    expect((await ask(command, params)).code).toBe(404)
  })

  test('there is an end to floors and rooms', async () => {
    const room = (at: number) => ({ room_id: `r${at}`, room_name: `R${at}`, devices: [] })
    const full = await homeWith([], {
      floors: Array.from({ length: 100 }, (_, at) => ({
        floor_id: `f${at}`,
        floor_name: `F${at}`,
        rooms: at === 0 ? Array.from({ length: 500 }, (_, number) => room(number)) : [],
      })),
    })
    expect(await full.ask('add_floor', { floor_name: 'x' })).toMatchObject({ message: 'tooManyFloors' })
    expect(await full.ask('add_room', { floor_id: 'f1', room_name: 'x' })).toMatchObject({
      message: 'tooManyRooms',
    })
  })
})

describe('Z-09 races', () => {
  test.each([
    ['add_floor', { floor_name: 'Neu' }, 'floorNameExists'],
    ['add_room', { floor_id: 'upper', room_name: 'Neu' }, 'roomNameExists'],
    ['add_zone', { type: 'room', floor_id: 'upper', name: 'Neu' }, 'roomNameExists'],
  ])(
    'Z-09 of 50 that add the same name at once by %s one wins, the others are told',
    async (command, params, flag) => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => opened.ask(command, params, { userId: `user-${at}` })),
      )
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
      expect(answers.filter(({ message }) => message === flag)).toHaveLength(49)
      expect(JSON.stringify(layout()).match(/"Neu"/g)).toHaveLength(1)
    },
  )

  test('Z-09 what is removed while it is renamed is removed or renamed, never half', async () => {
    const place = { floor_id: 'ground', room_id: 'bath' }
    const answers = await Promise.all([
      ask('remove_room', place),
      ask('rename_room', { ...place, room_name: 'Neu' }),
      ask('remove_room', place),
    ])
    expect(answers.map(({ code }) => code)).toEqual([0, 404, 404])
  })

  test('what could not be stored has not happened, and is told to nobody', async () => {
    const before = opened.events.length
    opened.store.broken = true
    expect((await ask('add_floor', { floor_name: 'Keller' })).code).toBe(500)
    opened.store.broken = false
    expect(names()).toHaveLength(2)
    expect(opened.events.slice(before).filter(({ event }) => event.startsWith('floor'))).toEqual([])
  })
})

describe('Z-08 the condition of the gateway', () => {
  test.each([
    ['add_zone', { type: 'floor', name: 'x' }],
    ['remove_zone', { zone_id: 'bath' }],
    ['rename_zone', { zone_id: 'bath', name: 'x' }],
    ['add_floor', { floor_name: 'x' }],
    ['remove_floor', { floor_id: 'ground' }],
    ['rename_floor', { floor_id: 'ground', floor_name: 'x' }],
    ['add_room', { floor_id: 'ground', room_name: 'x' }],
    ['remove_room', { floor_id: 'ground', room_id: 'bath' }],
    ['rename_room', { floor_id: 'ground', room_id: 'bath', room_name: 'x' }],
    ['set_room_icon', { floor_id: 'ground', room_id: 'bath', icon: 'bed' }],
    ['add_device_to_room', { floor_id: 'ground', room_id: 'bath', device_ids: ['a'] }],
    ['remove_device_from_room', { floor_id: 'ground', room_id: 'kitchen', device_ids: ['a'] }],
  ])('Z-08 %s is refused while it holds, and changes nothing', async (command, params) => {
    const refusal = { code: -1, message: 'Privileged mode is active' }
    const locked = await homeWith(devices, { floors, conditions: () => refusal })
    expect(await locked.ask(command, params)).toMatchObject(refusal)
    expect(locked.home.layout().floors).toEqual(floors)
    expect((await locked.ask('get_zones', {})).code).toBe(0)
  })
})

describe('what was done is taken back over the channel', () => {
  test('a removed floor is among what was deleted, and comes back whole', async () => {
    await ask('remove_floor', { floor_id: 'ground' })
    const { objects } = (await ask('get_deleted_objects', { kind: 'floor' })).data as {
      objects: { id: string; version: number; name: string; user_id: string }[]
    }
    expect(objects).toMatchObject([{ id: 'ground', name: 'Erdgeschoss', user_id: 'anna' }])
    const params = { kind: 'floor', id: 'ground', version: objects[0]?.version }
    expect(await told(() => ask('restore_object', params))).toEqual([['layout_changed', {}]])
    expect(names()).toEqual([
      ['Obergeschoss', []],
      ['Erdgeschoss', ['Küche', 'Bad']],
    ])
    expect(layout()[1]?.rooms[0]?.devices).toEqual(['a', 'b'])
  })

  test('floors of a file are taken in, all or none', async () => {
    const twice = [{ floor_id: 'upper', floor_name: 'Erdgeschoss', rooms: [] }]
    expect(await ask('import_objects', { floors: twice })).toMatchObject({ message: 'floorNameExists' })
    const file = [
      { floor_id: 'x', floor_name: 'Keller', rooms: [{ room_id: 'y', room_name: 'Wein', devices: ['c'] }] },
    ]
    expect((await ask('import_objects', { floors: file })).data).toEqual({ created: 2, changed: 0 })
    expect(names().at(-1)).toEqual(['Keller', ['Wein']])
  })
})

describe('after a restart', () => {
  test('floors, rooms and their history are as they were', async () => {
    const store = new MemoryStore()
    const first = await homeWith(devices, { floors, store })
    await first.ask('add_floor', { floor_name: 'Keller' })
    await first.ask('remove_room', { floor_id: 'ground', room_id: 'bath' })
    const again = await homeWith(devices, { floors, store })
    expect(again.home.layout()).toEqual(first.home.layout())
  })
})
