import { describe, expect, test } from 'vitest'
import { commands } from '#gateway/core/commands.ts'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { answers } from './contract.ts'
import { homeWith, lamp } from './kit.ts'

describe('commands of the message channel', () => {
  // 3.7-199
  test.each([
    ['get_object_list_by_type_detailed', { type: 'device' }],
    ['get_object_list_by_type_detailed', { type: 'device', page: { limit: 10 } }],
    ['get_device_detailed', { device_id: 'lamp' }],
    ['get_device_property', { device_id: 'lamp', service_name: 'LightService', property_name: 'state' }],
    [
      'set_service_property_value',
      { device_id: 'lamp', service_name: 'LightService', property_name: 'brightness', property_value: 9 },
    ],
    ['get_layout', {}],
    ['set_device_name', { device_id: 'lamp', name: 'Stehlampe' }],
    ['send_default_command', { device_id: 'lamp', payload: { brightness: 9 } }],
    ['get_platform_info', {}],
    ['ping', {}],
  ])('%s answers with code 0 and what its schema promises', async (command, params) => {
    const { ask } = await homeWith([lamp()])
    const { code, data } = await ask(command, params)
    expect(code).toBe(0)
    expect(answers(data, command)).toBe(true)
  })

  test('every command of the channel description can be answered', () => {
    const described = Object.values(asyncapi.components.messages)
      .filter((message) => message['x-kind'] === 'command' && !('x-answered-by' in message))
      .map(({ name }) => name)
    expect(Object.keys(commands).sort()).toEqual(described.sort())
  })

  // 2.7-029
  test('get_object_list_by_type_detailed with type device answers every device', async () => {
    const { ask } = await homeWith([lamp(), lamp({ id: 'second' })])
    const { data } = await ask('get_object_list_by_type_detailed', { type: 'device' })
    expect(data).toMatchObject({ objects: [{ id: 'lamp' }, { id: 'second' }] })
  })

  // 2.7-043
  test('get_layout answers floors with rooms, whose devices are ids of this home', async () => {
    const { ask } = await homeWith([lamp()], {
      floors: [
        {
          floor_id: 'f1',
          floor_name: 'Erdgeschoss',
          rooms: [{ room_id: 'r1', room_name: 'Küche', devices: ['lamp', 'gone'] }],
        },
      ],
    })
    const { data } = await ask('get_layout')
    expect(data).toEqual({
      floors: [
        {
          floor_id: 'f1',
          floor_name: 'Erdgeschoss',
          rooms: [{ room_id: 'r1', room_name: 'Küche', devices: ['lamp'] }],
        },
      ],
    })
  })

  // 2.7-103
  test('a response has id, code, message and data, and code 0 is success', async () => {
    const { home } = await homeWith([lamp()])
    const request = { id: 'a'.repeat(32), session: 's1', command: 'ping', params: {}, version: 'v2.18.8' }
    const answer = await home.handle(request, { userId: 'anna' })
    expect(answer).toEqual({ id: 'a'.repeat(32), code: 0, message: 'OK', data: {} })
  })

  // 2.7-031
  test('get_device_detailed gets one device in detail', async () => {
    const { ask } = await homeWith([lamp(), lamp({ id: 'second' })])
    const { data } = await ask('get_device_detailed', { device_id: 'second' })
    expect(data).toMatchObject({ id: 'second', service_list: [{ name: 'LightService' }, {}, {}] })
  })

  // 2.7-033
  test('set_service_property_value takes device_id, service_name, property_name and property_value', async () => {
    const { ask, driver } = await homeWith([lamp()])
    const params = {
      device_id: 'lamp',
      service_name: 'LightService',
      property_name: 'brightness',
      property_value: 9,
    }
    expect(await ask('set_service_property_value', params)).toMatchObject({ code: 0 })
    expect(driver.orders).toMatchObject([
      { device: 'lamp', service: 'LightService', property: 'brightness', value: 9 },
    ])
  })

  // 2.7-055
  test('set_device_name renames a device', async () => {
    const { ask, home } = await homeWith([lamp()])
    expect(await ask('set_device_name', { device_id: 'lamp', name: 'Stehlampe' })).toMatchObject({ code: 0 })
    expect(home.devices()[0]?.device_name).toBe('Stehlampe')
  })

  test.each(['   ', 'a\u0000b', '', '\u202e\u200b', 'D#E#L#A#Y', ' d#e#l#a#y '])(
    'V-12 set_device_name refuses the name %j',
    async (name) => {
      const { ask, home } = await homeWith([lamp()])
      expect(await ask('set_device_name', { device_id: 'lamp', name })).toMatchObject({ code: 400 })
      expect(home.devices()[0]?.device_name).toBe('Lamp')
    },
  )

  test('an unknown command is answered, not dropped', async () => {
    const { ask } = await homeWith([lamp()])
    expect(await ask('make_coffee')).toMatchObject({ code: 404, message: 'There is no such command' })
  })

  test('a command named like something that every object has is unknown', async () => {
    const { ask } = await homeWith([lamp()])
    expect(await ask('constructor')).toMatchObject({ code: 404 })
  })

  test.each([
    ['a missing field', { device_id: 'lamp' }],
    [
      'a field too many',
      { device_id: 'lamp', service_name: 'a', property_name: 'b', property_value: 1, extra: 1 },
    ],
    [
      'a device id that is none',
      { device_id: 'la/mp', service_name: 'a', property_name: 'b', property_value: 1 },
    ],
    ['no object', 'lamp'],
  ])('params with %s are refused with what is wrong', async (_what, params) => {
    const { ask, driver } = await homeWith([lamp()])
    const { code, message } = await ask('set_service_property_value', params)
    expect(code).toBe(400)
    expect(message).not.toBe('')
    expect(driver.orders).toEqual([])
  })

  test.each([[undefined], ['text'], [{}], [{ id: 'short', command: 'ping', session: 's', params: {} }]])(
    'a request that is none is answered with a code: %j',
    async (request) => {
      const { home } = await homeWith([])
      expect(await home.handle(request, { userId: 'anna' })).toMatchObject({ code: 400 })
    },
  )

  test('a failure inside the driver is answered without its details', async () => {
    const { set, driver, logged } = await homeWith([lamp()])
    driver.onSet = async () => {
      throw new Error('secret path /dev/ttyUSB0')
    }
    const answer = await set('LightService/state', 'ON')
    expect(answer.code).toBe(500)
    expect(answer.message).not.toContain('ttyUSB0')
    expect(logged.some(({ level }) => level === 'error')).toBe(true)
  })

  // 2.7-032
  test('get_device_property asks the device and answers the last known value', async () => {
    const { ask, reports, driver } = await homeWith([lamp()])
    reports('LightService/brightness', 120)
    const params = { device_id: 'lamp', service_name: 'LightService', property_name: 'brightness' }
    expect(await ask('get_device_property', params)).toMatchObject({ data: { property_value: 120 } })
    expect(driver.asked).toEqual([{ device: 'lamp', service: 'LightService', property: 'brightness' }])
  })

  test('a device that is not there and a property that it lacks are answered', async () => {
    const { set } = await homeWith([lamp()])
    expect(await set('LightService/state', 'ON', { device: 'other' })).toMatchObject({ code: 404 })
    expect(await set('LightService/colour', 'ON')).toMatchObject({ code: 404 })
  })

  test('the gateway’s condition refuses what changes something, and nothing else', async () => {
    const { set, ask, driver } = await homeWith([lamp()], {
      conditions: () => ({ code: -1, message: 'Privileged mode is active' }),
    })
    expect(await set('LightService/state', 'ON')).toMatchObject({
      code: -1,
      message: 'Privileged mode is active',
    })
    expect(driver.orders).toEqual([])
    expect(await ask('get_device_detailed', { device_id: 'lamp' })).toMatchObject({ code: 0 })
  })
})
