import { describe, expect, test } from 'vitest'
import { homeWith, lamp } from '../../../../tests/gateway/kit.ts'

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
