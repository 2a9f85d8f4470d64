import { describe, expect, test } from 'vitest'
import { HandDriver, homeWith, lamp } from '../../../../tests/gateway/kit.ts'
import type { NetworkDriver } from '../../network-driver.ts'

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
