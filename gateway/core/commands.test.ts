import { describe, expect, test } from 'vitest'
import { HandDriver, homeWith, lamp } from '../../tests/gateway/kit.ts'
import type { NetworkDriver } from './network-driver.ts'

describe('delete_device', () => {
  test.each([
    [1, false],
    [2, false],
    [3, true],
    [5, true],
  ] as const)('asks a device of status %i to leave, or forces it out: %s', async (status, force) => {
    const asked: unknown[] = []
    const network: NetworkDriver = {
      serves: ['zigbee'],
      open: async () => {},
      close: async () => {},
      remove: async (...order) => void asked.push(order),
    }
    const driver = Object.assign(new HandDriver(), { network })
    const { ask, home } = await homeWith([lamp({ status })], { driver })
    expect(await ask('delete_device', { device_id: 'lamp' })).toMatchObject({ code: 0 })
    expect(asked).toEqual([['lamp', force]])
    expect(home.devices()).toEqual([])
  })

  test('of a device without a network is possible only when it cannot answer', async () => {
    const here = await homeWith([lamp({ status: 2 })])
    expect(await here.ask('delete_device', { device_id: 'lamp' })).toMatchObject({ code: 501 })
    const away = await homeWith([lamp({ status: 5 })])
    expect(await away.ask('delete_device', { device_id: 'lamp' })).toMatchObject({ code: 0 })
    expect(await away.ask('delete_device', { device_id: 'lamp' })).toMatchObject({ code: 404 })
  })
})

describe('send_default_command', () => {
  const send = async (payload: object) => {
    const { ask, driver } = await homeWith([lamp()])
    const { code } = await ask('send_default_command', { device_id: 'lamp', payload })
    return [code, driver.orders.map(({ service, property, value }) => [service, property, value])]
  }

  test('takes properties alone, or by their service', async () => {
    expect(await send({ brightness: 5 })).toEqual([0, [['LightService', 'brightness', 5]]])
    expect(await send({ LightService: { brightness: 5, state: 'ON' } })).toEqual([
      0,
      [
        ['LightService', 'brightness', 5],
        ['LightService', 'state', 'ON'],
      ],
    ])
  })

  test.each([null, 5, 'text', true, [1], []])(
    'a service with %j in it is none, and nothing is sent',
    async (value) => {
      expect(await send({ LightService: value })).toEqual([404, []])
      expect(await send({ brightness: 5, LightService: value })).toEqual([404, []])
    },
  )

  test('a colour has parts and is a property all the same', async () => {
    expect(await send({ color: { x: 0.3, y: 0.3 } })).toEqual([
      0,
      [['LightService', 'color', { x: 0.3, y: 0.3 }]],
    ])
  })
})
