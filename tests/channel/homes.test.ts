import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { homeSnapshot as isSnapshot } from '#schemas/generated/validate.js'
import { topics } from '#server/lib/channel/topics.ts'
import { Browser, deviceOf, Street } from './homes-kit.ts'
import { requestOf, WAIT } from './peer.ts'

let street: Street
beforeAll(async () => {
  street = await Street.open()
})
afterAll(() => street.close())

const switched = (device: string, value: boolean) => ({
  device,
  service: 'SwitchService',
  property: 'state',
  value,
})

describe('a home inside the server', () => {
  // 2.7-029 2.7-103 2.1-003
  test('get_object_list_by_type_detailed answers { objects } with code 0', async () => {
    const { serialNumber, owner } = await street.home([deviceOf('SWI100', 'lamp')])
    const browser = await Browser.at(street.world, owner, serialNumber)
    const answer = await browser.ask('get_object_list_by_type_detailed', { type: 'device' })
    expect(answer).toMatchObject({ code: 0, data: { objects: [{ id: 'lamp', class: 'SWI100' }] } })
  })

  // 2.7-022
  test('an answer goes to the session that asked and to no other', async () => {
    const { serialNumber, owner } = await street.home([])
    const [one, other] = [
      await Browser.at(street.world, owner, serialNumber),
      await Browser.at(street.world, owner, serialNumber),
    ]
    expect((await one.ask('ping')).code).toBe(0)
    await other.peer.settled()
    expect(other.peer.on(one.answers)).toEqual([])
    expect(other.peer.on(other.answers)).toEqual([])
  })

  // 2.7-099 2.7-101
  test('what a device reports is an event with a number, for everybody who looks', async () => {
    const { serialNumber, owner, driver } = await street.home([deviceOf('SWI100', 'lamp')])
    const browser = await Browser.at(street.world, owner, serialNumber)
    driver.host.report(switched('lamp', true))
    driver.host.report(switched('lamp', false))
    await vi.waitFor(() => expect(browser.events()).toHaveLength(2), WAIT)
    const [first, second] = browser.events()
    expect(first).toMatchObject({
      event: 'device_lamp_property_changed',
      data: {
        device_id: 'lamp',
        service_name: 'SwitchService',
        property_name: 'state',
        property_value: true,
      },
    })
    expect(second?.seq).toBe((first?.seq ?? 0) + 1)
    expect(Date.parse(first?.at ?? '')).toBeCloseTo(Date.now(), -5)
  })

  // 2.7-100
  test('a changed device status is an event for everybody who looks', async () => {
    const { serialNumber, owner, driver } = await street.home([deviceOf('SWI100', 'lamp')])
    const browser = await Browser.at(street.world, owner, serialNumber)
    driver.host.status({ device: 'lamp', status: 5 })
    await vi.waitFor(() => expect(browser.events()).toHaveLength(1), WAIT)
    expect(browser.events()[0]).toMatchObject({
      event: 'device_status_changed',
      data: { device_id: 'lamp', status: 5 },
    })
  })

  // 2.7-033
  test('an order reaches the driver once', async () => {
    const { serialNumber, owner, driver } = await street.home([deviceOf('SWI100', 'lamp')])
    const browser = await Browser.at(street.world, owner, serialNumber)
    const params = {
      device_id: 'lamp',
      service_name: 'SwitchService',
      property_name: 'state',
      property_value: true,
    }
    expect((await browser.ask('set_service_property_value', params)).code).toBe(0)
    expect(driver.orders).toMatchObject([
      { device: 'lamp', service: 'SwitchService', property: 'state', value: true },
    ])
  })

  test('it is made when somebody first asks for it, and not before', async () => {
    const owner = await street.world.user()
    const serialNumber = await street.world.gateway(owner, { type: 'vg' })
    expect(() => street.driverOf(serialNumber)).toThrow('not hosted')
    await street.world
      .enter(await street.world.visitor(owner))
      .then((peer) => peer.subscribe(topics.events(serialNumber)))
    await vi.waitFor(() => expect(street.driverOf(serialNumber).host).toBeDefined(), WAIT)
  })

  test('one that is marked offline is not hosted: it is said so at once', async () => {
    const owner = await street.world.user()
    const serialNumber = await street.world.gateway(owner, { type: 'vg', connectionStatus: 'offline' })
    const browser = await Browser.at(street.world, owner, serialNumber)
    expect(await browser.ask('ping')).toMatchObject({ code: 503 })
    expect(() => street.driverOf(serialNumber)).toThrow('not hosted')
    expect(await street.homes.snapshot(serialNumber)).toMatchObject({ online: false, total: 0, devices: [] })
  })

  test('a message that is no request is dropped, counted, and named once', async () => {
    const { serialNumber, owner } = await street.home([])
    const browser = await Browser.at(street.world, owner, serialNumber)
    const topic = topics.requests(serialNumber, owner)
    const { noted, counted } = street.world
    const before = counted.get('channel_malformed') ?? 0
    const request = requestOf(browser.visitor.sessionKey)
    const nonsense = [
      '',
      '{',
      'null',
      '[]',
      '{}',
      { ...request, more: 1 },
      { ...request, id: 'x' },
      '{"id":'.repeat(99),
    ]
    for (const one of nonsense) browser.peer.publish(topic, one)
    await browser.peer.settled()
    expect(counted.get('channel_malformed')).toBe(before + nonsense.length)
    expect(noted.filter(({ facts }) => facts.who === owner)).toHaveLength(1)
    expect(browser.peer.on(browser.answers)).toEqual([])
  })

  test.each([
    ['33 levels deep', () => `{"a":${'['.repeat(33)}${']'.repeat(33)}}`],
    ['broader than 10,000', () => `{"a":[${'1,'.repeat(10_000)}1]}`],
    ['with a prototype', () => '{"a":{"__proto__":{"admin":true}}}'],
  ])('V-03 V-04 params %s are dropped', async (_name, params) => {
    const { serialNumber, owner } = await street.home([])
    const browser = await Browser.at(street.world, owner, serialNumber)
    const before = street.world.counted.get('channel_malformed') ?? 0
    const { params: _params, ...request } = requestOf(browser.visitor.sessionKey)
    const text = `${JSON.stringify(request).slice(0, -1)},"params":${params()}}`
    browser.peer.publish(topics.requests(serialNumber, owner), text)
    await browser.peer.settled()
    expect(street.world.counted.get('channel_malformed')).toBe(before + 1)
    expect(browser.peer.on(browser.answers)).toEqual([])
  })
})

describe('the first page of a home', () => {
  test('it holds the first devices by name with their layouts, and how many there are', async () => {
    const { serialNumber } = await street.home([
      deviceOf('SWI100', 'c', { device_name: 'Lampe 10' }),
      deviceOf('DIM200', 'a', { device_name: 'Zimmer' }),
      deviceOf('SWI100', 'b', { device_name: 'Lampe 9' }),
      deviceOf('SWI100', 'd', { device_name: 'Ärmel', status: 5 }),
      deviceOf('SWI100', 'e', { device_name: 'Bad', status: 4 }),
    ])
    const page = await street.homes.snapshot(serialNumber, { first: 4 })
    expect(isSnapshot(page)).toBe(true)
    expect(page?.devices.map(({ device }) => device.device_name)).toEqual([
      'Ärmel',
      'Bad',
      'Lampe 9',
      'Lampe 10',
    ])
    expect(page).toMatchObject({ serialNumber, online: true, total: 5 })
    expect(Object.keys(page?.layouts ?? {})).toHaveLength(1)
    for (const { layout } of page?.devices ?? []) expect(page?.layouts[layout]?.model).toBe('SWI100')
  })

  test('what comes after it is asked for in further pages, none twice and none left out', async () => {
    const names = Array.from({ length: 25 }, (_, at) => `Lampe ${at + 1}`)
    const { serialNumber } = await street.home(
      names.map((device_name, at) => deviceOf('SWI100', `d${at}`, { device_name })),
    )
    const found: string[] = []
    for (const skip of [0, 10, 20, 30]) {
      const page = await street.homes.snapshot(serialNumber, { first: 10, skip })
      expect(isSnapshot(page)).toBe(true)
      expect(page?.total).toBe(25)
      found.push(...(page?.devices.map(({ device }) => device.device_name) ?? []))
    }
    expect(found).toEqual(names)
  })

  test('its number is that of the last event that it contains', async () => {
    const { serialNumber, owner, driver } = await street.home([deviceOf('SWI100', 'lamp')])
    const browser = await Browser.at(street.world, owner, serialNumber)
    driver.host.report(switched('lamp', true))
    await vi.waitFor(() => expect(browser.events()).toHaveLength(1), WAIT)
    expect((await street.homes.snapshot(serialNumber))?.seq).toBe(browser.events()[0]?.seq)
  })

  test('nobody learns the address of a value on its bridge', async () => {
    const { serialNumber } = await street.home([])
    const device = deviceOf('SWI100', 'lamp')
    const [property] = device.service_list[0]?.property_list ?? []
    if (property) property.fields = { x: { kind: 'number', access: ['read'], source: { topic: 'canary' } } }
    street.driverOf(serialNumber).host.upsert(device)
    const page = await street.homes.snapshot(serialNumber)
    expect(page?.devices[0]?.device.service_list[0]?.property_list[0]?.fields).toEqual({
      x: { kind: 'number', access: ['read'] },
    })
    expect(JSON.stringify(page?.devices)).not.toContain('canary')
  })

  test('layouts are known by device, and nothing is known of a gateway that does not exist', async () => {
    const { serialNumber } = await street.home([deviceOf('SWI100', 'lamp'), deviceOf('DIM200', 'spot')])
    const layouts = await street.homes.layouts(serialNumber)
    expect(Object.keys(layouts).toSorted()).toEqual(['lamp', 'spot'])
    expect(street.catalogue.byHash(layouts.lamp ?? '')?.model).toBe('SWI100')
    expect(await street.homes.deviceCount(serialNumber)).toBe(2)
    expect(await street.homes.snapshot('NOBODY')).toBeUndefined()
    expect(await street.homes.layouts('NOBODY')).toEqual({})
  })
})

describe('Z-08 a gateway that may take no orders takes none, whatever the screen allows', () => {
  const order = {
    device_id: 'lamp',
    service_name: 'SwitchService',
    property_name: 'state',
    property_value: true,
  }

  // 2.7-105
  test.each([
    ['privileged', { privileged: true }, -1, 'Privileged mode is active'],
    ['PIN locked', { lockStatus: 2_147_483_651 }, 403, 'PIN'],
    ['being replaced', { replacementInProgress: true }, 409, 'replaced'],
    ['being restored', { backupRestoreInProgress: true }, 409, 'restored'],
    ['being upgraded', { firmwareUpgradeInProgress: true }, 409, 'upgraded'],
    ['subscription locked', { subscriptionLockMode: 1 }, 403, 'subscription'],
    ['restricted by bit 2 of its mode', { operationMode: 2 }, 403, 'restricted'],
  ])('Z-08 %s', async (_name, state, code, words) => {
    const { serialNumber, owner, driver } = await street.home([deviceOf('SWI100', 'lamp')])
    const browser = await Browser.at(street.world, owner, serialNumber)
    await street.world.store.gateways.setState(serialNumber, state)
    const answer = await browser.ask('set_service_property_value', order)
    expect(answer.code).toBe(code)
    expect(answer.message?.toLowerCase()).toContain(words.toLowerCase())
    expect(driver.orders).toEqual([])
    expect((await browser.ask('get_layout')).code).toBe(0)
  })

  test('Z-08 offline', async () => {
    const { serialNumber, owner, driver } = await street.home([deviceOf('SWI100', 'lamp')])
    const browser = await Browser.at(street.world, owner, serialNumber)
    await street.world.store.gateways.setConnectionStatus(serialNumber, 'offline', Date.now())
    expect(await browser.ask('set_service_property_value', order)).toMatchObject({ code: 503 })
    expect(driver.orders).toEqual([])
  })

  test.each([
    { lockStatus: 4_294_967_295 },
    { lockStatus: 2_147_483_647 },
    { operationMode: 1 },
    { operationMode: 4 },
  ])('Z-08 %j is no lock', async (state) => {
    const { serialNumber, owner, driver } = await street.home([deviceOf('SWI100', 'lamp')])
    const browser = await Browser.at(street.world, owner, serialNumber)
    await street.world.store.gateways.setState(serialNumber, state)
    expect((await browser.ask('set_service_property_value', order)).code).toBe(0)
    expect(driver.orders).toHaveLength(1)
  })
})
