import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome } from '#gateway/core/home.ts'
import { openUplink } from '#gateway/node/uplink.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import { homeSnapshot as isSnapshot } from '#schemas/generated/validate.js'
import { defaultLimits } from '#server/channel/limits.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { systemClock } from '#server/lib/clock.ts'
import { HandDriver, MemoryStore } from '../gateway/kit.ts'
import { Browser, deviceOf, remoteGateway, Street, wordyDevice } from './homes-kit.ts'
import { requestOf, WAIT } from './peer.ts'

let street: Street
beforeAll(async () => {
  street = await Street.open()
})
afterAll(() => street.close())

const report = (value: boolean) => ({ device: 'lamp', service: 'SwitchService', property: 'state', value })

/** A gateway elsewhere that is known to the server, and its owner. */
async function elsewhere(devices = [deviceOf('SWI100', 'lamp')], zone?: string) {
  const { world } = street
  const owner = await world.user()
  const serialNumber = await world.gateway(owner, { connectionStatus: 'offline' })
  const gateway = await remoteGateway(world, serialNumber, devices, {}, zone)
  return { owner, serialNumber, ...gateway }
}

describe('a gateway of its own signs in over TCP with serial number and secret', () => {
  test('browsers ask it and get its answers', async () => {
    const { owner, serialNumber, client, driver } = await elsewhere()
    const browser = await Browser.at(street.world, owner, serialNumber)
    expect(await browser.ask('get_object_list_by_type_detailed', { type: 'device' })).toMatchObject({
      code: 0,
      data: { objects: [{ id: 'lamp' }] },
    })
    const params = {
      device_id: 'lamp',
      service_name: 'SwitchService',
      property_name: 'state',
      property_value: true,
    }
    expect((await browser.ask('set_service_property_value', params)).code).toBe(0)
    expect(driver.orders).toHaveLength(1)
    await client.endAsync()
  })

  test('all its devices are known, also when their list is larger than a packet may be', async () => {
    const many = Array.from({ length: 800 }, (_, at) => wordyDevice('DIM200', `d${at}`))
    expect(JSON.stringify(many).length).toBeGreaterThan(defaultLimits.gatewayPacketBytes)
    const { serialNumber, client } = await elsewhere(many)
    const known = async () => (await street.homes.snapshot(serialNumber))?.total
    await vi.waitFor(async () => expect(await known()).toBe(800), WAIT)
    await client.endAsync()
  })

  test('its events reach who may use it, and nobody else', async () => {
    const { owner, serialNumber, client, driver } = await elsewhere()
    const browser = await Browser.at(street.world, owner, serialNumber)
    const stranger = await street.world.enter(await street.world.visitor())
    expect(await stranger.subscribe(topics.events(serialNumber))).toEqual([128])
    driver.host.report(report(true))
    await vi.waitFor(
      () => expect(browser.events().map(({ event }) => event)).toContain('device_lamp_property_changed'),
      WAIT,
    )
    await stranger.settled()
    expect(stranger.messages()).toEqual([])
    await client.endAsync()
  })

  test('the server keeps a shadow: a first page without asking, as new as the last event', async () => {
    const { serialNumber, owner, client, driver, core } = await elsewhere([
      deviceOf('SWI100', 'lamp'),
      deviceOf('DIM200', 'spot', { device_name: 'Spot' }),
    ])
    await vi.waitFor(async () => expect((await street.homes.snapshot(serialNumber))?.total).toBe(2), WAIT)
    const browser = await Browser.at(street.world, owner, serialNumber)
    driver.host.report(report(true))
    driver.host.status({ device: 'spot', status: 5 })
    await vi.waitFor(() => expect(browser.events().at(-1)?.seq).toBe(core.seq()), WAIT)
    const page = await street.homes.snapshot(serialNumber, { first: 1 })
    expect(isSnapshot(page)).toBe(true)
    expect(page).toMatchObject({
      seq: core.seq(),
      online: true,
      total: 2,
    })
    const lamp = page?.devices[0]?.device.service_list.find(({ name }) => name === 'SwitchService')
    expect(lamp?.property_list.find(({ name }) => name === 'state')?.value).toBe(true)
    expect(Object.keys(await street.homes.layouts(serialNumber)).toSorted()).toEqual(['lamp', 'spot'])
    await client.endAsync()
  })

  test.each([
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['Nowhere/At_All', undefined],
  ])('it lives by the clocks that it names, if there are such: %s', async (zone, known) => {
    const { serialNumber, client } = await elsewhere(undefined, zone)
    await vi.waitFor(async () => expect((await street.homes.snapshot(serialNumber))?.total).toBe(1), WAIT)
    expect((await street.homes.snapshot(serialNumber))?.zone).toBe(known)
    await client.endAsync()
  })

  test('the uplink of the gateway program is understood: presence, requests, events, goodbye', async () => {
    const { world } = street
    const owner = await world.user()
    const serialNumber = await world.gateway(owner)
    const driver = new HandDriver()
    const uplink = openUplink({
      broker: `mqtt://127.0.0.1:${world.broker.tcp?.port}`,
      serialNumber,
      secret: await world.gatewaySecret(serialNumber),
      log: () => undefined,
    })
    const core = createHome({
      serialNumber,
      scenes: vocabulary as SceneVocabulary,
      clock: systemClock,
      store: new MemoryStore(),
      drivers: [driver],
      transport: uplink,
    })
    await core.start()
    driver.host.upsert(deviceOf('SWI100', 'lamp'))
    uplink.serve(core)
    await vi.waitFor(async () => expect(await street.homes.deviceCount(serialNumber)).toBe(1), WAIT)
    const browser = await Browser.at(world, owner, serialNumber)
    await vi.waitFor(() => expect(browser.presence()).toBe('online'), WAIT)
    expect((await browser.ask('ping')).code).toBe(0)
    driver.host.report(report(true))
    await vi.waitFor(() => expect(browser.events().at(-1)?.seq).toBe(core.seq()), WAIT)
    await uplink.close()
    await vi.waitFor(() => expect(browser.presence()).toBe('offline'), WAIT)
    await core.stop()
  })

  test('a device that joins is in the next first page', async () => {
    const { serialNumber, client, driver } = await elsewhere()
    await vi.waitFor(async () => expect(await street.homes.deviceCount(serialNumber)).toBe(1), WAIT)
    driver.host.upsert(deviceOf('DIM200', 'spot'))
    await vi.waitFor(async () => expect(await street.homes.deviceCount(serialNumber)).toBe(2), WAIT)
    await client.endAsync()
  })

  test('one that left without an answer is asked again when it is back', async () => {
    const { world } = street
    const serialNumber = await world.gateway(await world.user())
    const silent = await world.gatewayEnters(serialNumber, await world.gatewaySecret(serialNumber))
    const requests = topics.requests(serialNumber, 'server')
    await silent.subscribe(`gatehouse/v1/gateways/${serialNumber}/users/+/requests`)
    await vi.waitFor(() => expect(silent.on(requests).length).toBeGreaterThanOrEqual(2), WAIT)
    silent.kill()
    const { client } = await remoteGateway(world, serialNumber, [deviceOf('SWI100', 'lamp')])
    await vi.waitFor(async () => expect(await street.homes.deviceCount(serialNumber)).toBe(1), WAIT)
    await client.endAsync()
  })

  test('events that were lost are made up for', async () => {
    const { serialNumber, client, driver, core } = await elsewhere()
    await vi.waitFor(async () => expect(await street.homes.deviceCount(serialNumber)).toBe(1), WAIT)
    const publish = client.publish.bind(client)
    client.publish = (() => client) as typeof client.publish
    driver.host.report(report(true))
    client.publish = publish
    driver.host.status({ device: 'lamp', status: 4 })
    await vi.waitFor(async () => {
      const page = await street.homes.snapshot(serialNumber)
      const service = page?.devices[0]?.device.service_list.find(({ name }) => name === 'SwitchService')
      expect(service?.property_list.find(({ name }) => name === 'state')?.value).toBe(true)
      expect(page?.seq).toBe(core.seq())
    }, WAIT)
    await client.endAsync()
  })

  test.each([
    ['says goodbye', false],
    ['is cut off', true],
  ])(
    'when it %s it is offline for everybody: presence, store, owner and administrators',
    async (_name, abrupt) => {
      const { world } = street
      const { owner, serialNumber, client } = await elsewhere()
      const admin = await world.enter(await world.visitor(await world.user('admin')))
      await admin.subscribe(topics.adminEvents)
      const browser = await Browser.at(world, owner, serialNumber)
      await vi.waitFor(() => expect(browser.presence()).toBe('online'), WAIT)
      expect((await world.store.gateways.find(serialNumber))?.connectionStatus).toBe('online')

      if (abrupt) client.stream.destroy()
      else await client.endAsync()

      await vi.waitFor(() => expect(browser.presence()).toBe('offline'), WAIT)
      const changed = {
        event: 'gateway_connection_changed',
        data: { serialNumber, connectionStatus: 'offline', since: expect.any(String) },
      }
      await vi.waitFor(() => expect(browser.news().at(-1)).toMatchObject(changed), WAIT)
      await vi.waitFor(
        () =>
          expect(
            admin
              .on(topics.adminEvents)
              .map((text): { event: string } => JSON.parse(text))
              .findLast(({ event }) => event === 'gateway_connection_changed'),
          ).toMatchObject(changed),
        WAIT,
      )
      expect((await world.store.gateways.find(serialNumber))?.connectionStatus).toBe('offline')
      expect((await browser.ask('ping')).code).toBe(503)
      expect(await street.homes.snapshot(serialNumber)).toMatchObject({ online: false, total: 1 })
    },
  )

  test('Z-07 a gateway whose secret was taken away is cut and cannot come back', async () => {
    const { world } = street
    const { owner, serialNumber, client } = await elsewhere()
    const browser = await Browser.at(world, owner, serialNumber)
    await vi.waitFor(() => expect(browser.presence()).toBe('online'), WAIT)
    await world.store.gateways.unassign(serialNumber)
    await vi.waitFor(() => expect(world.broker.gatewayIsConnected(serialNumber)).toBe(false), WAIT)
    await expect(world.gatewayEnters(serialNumber, 'anything')).rejects.toThrow('refused with 5')
    await client.endAsync(true)
  })

  test('a newer connection of a gateway takes the place of the older, and it stays online', async () => {
    const { world } = street
    const owner = await world.user()
    const serialNumber = await world.gateway(owner)
    const secret = await world.gatewaySecret(serialNumber)
    const will = {
      topic: topics.presence(serialNumber),
      payload: Buffer.from('offline'),
      qos: 0 as const,
      retain: true,
    }
    const older = await world.gatewayEnters(serialNumber, secret, { will })
    const browser = await Browser.at(world, owner, serialNumber)
    await vi.waitFor(() => expect(browser.presence()).toBe('online'), WAIT)
    const newer = await world.gatewayEnters(serialNumber, secret, { will })
    await older.gone()
    await newer.settled()
    await browser.peer.settled()
    expect(browser.presence()).toBe('online')
    expect((await world.store.gateways.find(serialNumber))?.connectionStatus).toBe('online')
  })

  test.each([
    ['events', (sn: string) => topics.events(sn), '{"event":1}'],
    ['events', (sn: string) => topics.events(sn), 'no JSON'],
    ['answers', (sn: string, user: string, key: string) => topics.responses(sn, user, key), '{"id":"x"}'],
    ['presence', (sn: string) => topics.presence(sn), 'perhaps'],
  ])('%s of a gateway that cannot be read are dropped and counted: %3$s', async (_name, topic, payload) => {
    const { world } = street
    const owner = await world.user()
    const serialNumber = await world.gateway(owner)
    const gateway = await world.gatewayEnters(serialNumber, await world.gatewaySecret(serialNumber))
    const browser = await Browser.at(world, owner, serialNumber)
    await browser.peer.settled()
    const heard = browser.peer.messages().length
    const before = world.counted.get('channel_malformed') ?? 0
    gateway.publish(topic(serialNumber, owner, browser.visitor.sessionKey), payload)
    await vi.waitFor(() => expect(world.counted.get('channel_malformed')).toBe(before + 1), WAIT)
    await browser.peer.settled()
    expect(browser.peer.messages()).toHaveLength(heard)
    await gateway.settled()
  })

  test('a gateway cannot answer in the place of another', async () => {
    const { world } = street
    const { owner, serialNumber, client } = await elsewhere()
    const impostor = await world.gateway(owner)
    const peer = await world.gatewayEnters(impostor, await world.gatewaySecret(impostor))
    const browser = await Browser.at(world, owner, serialNumber)
    const request = requestOf(browser.visitor.sessionKey)
    peer.publish(browser.answers, { id: request.id, code: 0 })
    await peer.settled()
    await browser.peer.settled()
    expect(browser.peer.on(browser.answers)).toEqual([])
    await client.endAsync()
  })
})

describe('presence when the server starts', () => {
  test('hosted gateways are as they were, those elsewhere are offline until they come', async () => {
    const serials = { here: 'GW-here', away: 'GW-away', elsewhere: 'GW-elsewhere' }
    let owner = ''
    const place = await Street.open({
      before: async (world) => {
        owner = await world.user()
        await world.gateway(owner, { serialNumber: serials.here, type: 'vg' })
        await world.gateway(owner, { serialNumber: serials.away, type: 'vg', connectionStatus: 'offline' })
        await world.gateway(owner, { serialNumber: serials.elsewhere })
      },
    })
    const peer = await place.world.enter(await place.world.visitor(owner))
    await peer.subscribe(...Object.values(serials).map(topics.presence))
    const presence = (serialNumber: string) => peer.on(topics.presence(serialNumber)).at(-1)
    await vi.waitFor(() => {
      expect(presence(serials.here)).toBe('online')
      expect(presence(serials.away)).toBe('offline')
      expect(presence(serials.elsewhere)).toBe('offline')
    }, WAIT)
    expect((await place.world.store.gateways.find(serials.elsewhere))?.connectionStatus).toBe('offline')
    await place.close()
  })
})
