import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { abilityFor } from '#gateway/lib/gateways/abilities.ts'
import type { Request } from '#schemas/generated/channel.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { mayBy } from '#server/homes/abilities.ts'
import { Browser, deviceOf, remoteGateway, Street } from '../homes-kit.ts'
import { WAIT } from '../peer.ts'

const flags: Record<string, unknown> = {}
let street: Street

beforeAll(async () => {
  const catalogue = await openCatalogue('catalogue')
  street = await Street.open({ may: (what, device) => mayBy(catalogue, flags)(what, device) })
})
afterAll(() => street.close())

/** A gateway elsewhere with a switch and a dimmer, and somebody who uses it. */
async function elsewhere() {
  const { world } = street
  const owner = await world.user()
  const serialNumber = await world.gateway(owner, { connectionStatus: 'offline' })
  const gateway = await remoteGateway(world, serialNumber, [
    deviceOf('SWI100', 'lamp'),
    deviceOf('SWI100', 'next'),
    deviceOf('DIM200', 'spot'),
  ])
  await vi.waitFor(async () => expect(await street.homes.deviceCount(serialNumber)).toBe(3), WAIT)
  return { ...gateway, owner, serialNumber, browser: await Browser.at(world, owner, serialNumber) }
}

describe('a gateway of its own knows nothing of the configuration of Gatehouse', () => {
  // 2.5-055 3.6-068: disabled for a class or a type.
  test.each([
    ['open_exclusion', { EXCLUDE_OFF_FOR: ['SWI100'] }],
    ['remove_failed_node', { EXCLUDE_OFF_FOR: ['SWI100'] }],
    ['force_remove_node', { DEVICE_EXCLUDE: false }],
    ['delete_device', { EXCLUDE_OFF_FOR: ['SWI100'] }],
    ['replace_device', { REPLACE_OFF_FOR: ['SWI100'] }],
    ['apply_replacement', { REPLACE_DEVICE: false }],
  ])('%s is not passed on to it where %j forbids it, and is otherwise', async (command, off) => {
    const { browser, client, core } = await elsewhere()
    const params = {
      device_id: 'lamp',
      ...(command.endsWith('replacement') && { new_device_id: 'next' }),
    }
    const handle = vi.spyOn(core, 'handle')
    const handled = () => handle.mock.calls.filter(([request]) => (request as Request).command === command)
    Object.assign(flags, off)
    expect(await browser.ask(command, params)).toMatchObject({
      code: 403,
      message: expect.stringMatching(/^Devices of this kind cannot be (excluded|replaced)$/),
    })
    expect(handled()).toEqual([])
    for (const name of Object.keys(off)) delete flags[name]
    await browser.ask(command, params)
    expect(handled()).toHaveLength(1)
    await client.endAsync()
  })

  test('devices of other kinds are not meant, nor is a device that nobody knows', async () => {
    const { browser, client } = await elsewhere()
    flags.EXCLUDE_OFF_FOR = ['SWI100']
    expect((await browser.ask('delete_device', { device_id: 'spot' })).code).not.toBe(403)
    expect((await browser.ask('delete_device', { device_id: 'nobody' })).code).toBe(404)
    delete flags.EXCLUDE_OFF_FOR
    await client.endAsync()
  })

  test('what no ability is needed for is none of it', () => {
    expect(abilityFor('ping')).toBeUndefined()
    expect(abilityFor('toString')).toBeUndefined()
  })

  test('a device that has taken the place of another one stands in its place among the tiles', async () => {
    const { browser, owner, serialNumber, client } = await elsewhere()
    const { tileOrders } = street.world.store
    await tileOrders.keep(owner, serialNumber, ['spot', 'lamp'])
    expect(
      await browser.ask('apply_replacement', { device_id: 'lamp', new_device_id: 'next' }),
    ).toMatchObject({ code: 0 })
    await vi.waitFor(async () => {
      const order = await tileOrders.of(owner, serialNumber)
      expect(order.filter((id) => id !== 'lamp')).toEqual(['spot', 'next'])
    }, WAIT)
    await client.endAsync()
  })
})
