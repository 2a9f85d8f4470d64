import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import { Browser, deviceOf, remoteGateway, Street } from '../homes-kit.ts'
import { WAIT } from '../peer.ts'

let street: Street
beforeAll(async () => {
  street = await Street.open()
})
afterAll(() => street.close())

/** A gateway elsewhere with two devices, its owner, and somebody who is given one of them. */
async function shared(limits: Partial<LinkLimits> = {}) {
  const { world } = street
  const owner = await world.user()
  const guest = await world.user()
  const serialNumber = await world.gateway(owner, { connectionStatus: 'offline' })
  const gateway = await remoteGateway(world, serialNumber, [
    deviceOf('SWI100', 'lamp'),
    deviceOf('SWI100', 'secret', { route: ['lamp'] }),
  ])
  const link = `link-${serialNumber}`
  await world.store.memberships.link({
    ...{ _id: link, masterAccountId: owner, secondaryAccountId: guest },
    ...{ isSupport: false, verified: true, at: 1 },
  })
  await world.store.linkLimits.set(link, serialNumber, {
    ...{ everything: false, rooms: [], devices: ['lamp'], hours: [] },
    ...limits,
  })
  await vi.waitFor(async () => expect((await street.homes.snapshot(serialNumber))?.total).toBe(2), WAIT)
  return { owner, guest, serialNumber, link, ...gateway }
}

const set = (device: string) => ({
  ...{ device_id: device, service_name: 'SwitchService', property_name: 'state', property_value: true },
})
const report = (device: string, value: boolean) => ({
  ...{ device, service: 'SwitchService', property: 'state', value },
})

test('M-05 a gateway elsewhere hears nothing of what is outside the limits of who asks', async () => {
  const { guest, serialNumber, client, driver } = await shared()
  const browser = await Browser.at(street.world, guest, serialNumber)
  expect(await browser.ask('set_service_property_value', set('secret'))).toMatchObject({
    code: 403,
    message: 'The owner of this home has not shared this with you',
  })
  expect((await browser.ask('set_service_property_value', set('lamp'))).code).toBe(0)
  expect(driver.orders).toHaveLength(1)
  for (const command of ['get_device_detailed', 'get_device_property', 'get_node_history'])
    expect((await browser.ask(command, { ...set('secret') })).code).toBeGreaterThanOrEqual(400)
  expect(
    await browser.ask('get_object_list_by_type_detailed', { type: 'device', page: { limit: 100 } }),
  ).toMatchObject({ code: 0, data: { objects: [{ id: 'lamp' }] } })
  await client.endAsync()
})

test('M-02 of its events one who is limited is delivered those within his limits, numbered by themselves', async () => {
  const { owner, guest, serialNumber, client, driver } = await shared()
  const browser = await Browser.at(street.world, guest, serialNumber)
  const his = await Browser.at(street.world, owner, serialNumber)
  driver.host.report(report('lamp', true))
  driver.host.report(report('secret', true))
  driver.host.report(report('secret', false))
  driver.host.report(report('lamp', false))
  await vi.waitFor(() => expect(his.events()).toHaveLength(4), WAIT)
  await vi.waitFor(() => expect(browser.events()).toHaveLength(2), WAIT)
  await browser.peer.settled()
  expect(browser.events().map(({ event, seq }) => [event, seq])).toEqual([
    ['device_lamp_property_changed', 1],
    ['device_lamp_property_changed', 2],
  ])
  expect(JSON.stringify(browser.events())).not.toContain('secret')
  await client.endAsync()
})

test('M-02 a list that is asked for while events come says which of them it holds', async () => {
  const { guest, serialNumber, client, driver } = await shared()
  const browser = await Browser.at(street.world, guest, serialNumber)
  for (const value of [true, false, true]) driver.host.report(report('lamp', value))
  const list = async () =>
    (await browser.ask('get_object_list_by_type_detailed', { type: 'device' })).data as {
      objects: { service_list: { property_list: { name: string; value: unknown }[] }[]; route?: unknown }[]
      seq: number
    }
  await vi.waitFor(() => expect(browser.events()).toHaveLength(3), WAIT)
  const { seq, objects } = await list()
  expect(seq).toBe(3)
  const properties = objects.flatMap((one) => one.service_list.flatMap((service) => service.property_list))
  expect(properties.find(({ name }) => name === 'state')?.value).toBe(true)
  await client.endAsync()
})

test('what a link gives of a home goes with the link, and never holds for somebody else', async () => {
  const { guest, serialNumber, link, client } = await shared()
  const { reaches, store } = street.world
  expect(await reaches.of(guest, serialNumber)).toMatchObject({ devices: new Set(['lamp']) })
  await store.memberships.unlink(link)
  expect(await reaches.of(guest, serialNumber)).toBe('none')
  expect(await store.linkLimits.ofLink(link)).toEqual(new Map())
  await client.endAsync()
})
