import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { callerOf, device, Listener, quickSite } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

type Caller = Awaited<ReturnType<typeof callerOf>>

let site: Site
let home: Caller
let guest: Caller
let admin: Caller
beforeAll(async () => {
  site = await quickSite()
  home = await callerOf(site, 'demo-home')
  guest = await callerOf(site, 'demo-guest')
  admin = await callerOf(site, 'demo-admin')
})
afterAll(() => site.close())

describe('operation mode', () => {
  test('bridge choice sets bit 1 and leaves the others; the users hear of the mode', async () => {
    const listener = await Listener.of(site, 'demo-guest')
    await site.store.gateways.setState(SN, { operationMode: 4 })
    expect((await home('PUT', device('/operationMode'), { remoteBridge: 1 })).json()).toMatchObject({
      operationMode: 5,
    })
    expect((await home('PUT', device('/operationMode'), { remoteBridge: 1 })).json()).toMatchObject({
      operationMode: 5,
    })
    expect((await home('PUT', device('/operationMode'), { remoteBridge: 0 })).json()).toMatchObject({
      operationMode: 4,
    })
    const told = await listener.heard('gateway_mode_changed', 3)
    expect(told.at(-1)?.data).toMatchObject({ gateway: { serialNumber: SN, operationMode: 4 } })
    await site.store.gateways.setState(SN, { operationMode: 0 })
  })

  test('Z-08 in restricted mode, which administrators set, the owner changes nothing', async () => {
    expect((await home('PUT', device('/restricted'), { restricted: true })).status).toBe(403)
    expect((await admin('PUT', device('/restricted'), { restricted: true })).json()).toMatchObject({
      operationMode: 2,
    })
    for (const [method, path, body] of [
      ['PUT', '/operationMode', { remoteBridge: 1 }],
      ['POST', '/reboot', undefined],
      ['POST', '/factoryReset', { serialNumber: SN }],
      ['POST', '/firmware', { gatewayID: 'demo-gateway', campaignID: 'autumn-doc400' }],
    ] as const) {
      await site.store.gateways.setState(SN, { currentFWVersion: '4.21.3' })
      expect((await home(method, device(path), body)).json()).toMatchObject([
        { errorCode: 'RESTRICTED_MODE' },
      ])
    }
    expect((await admin('PUT', device('/restricted'), { restricted: false })).json()).toMatchObject({
      operationMode: 0,
    })
  })

  // 1.6-087
  test('only models of ALLOW_MODELS_GTW_BRIDGE can be a bridge', async () => {
    await site.store.gateways.create({
      _id: 'no-bridge',
      serialNumber: 'NO-BRIDGE',
      name: 'Haus',
      model: 'HA101',
      userId: 'demo-home',
      connectionStatus: 'offline',
      operationMode: 0,
      subscriptionLockMode: 0,
    })
    const answer = await home('PUT', device('/operationMode', 'NO-BRIDGE'), { remoteBridge: 1 })
    expect(answer.json()).toMatchObject([{ errorCode: 'BRIDGE_NOT_SUPPORTED' }])
    await home('DELETE', device('', 'NO-BRIDGE'))
  })
})

describe('address and subscription', () => {
  const address = {
    address: { line1: "Rue de l'Hôpital 3", line2: '2. Stock' },
    city: 'Neuchâtel',
    zip: '2000',
    country: 'Switzerland',
    alpha2Code: 'CH',
  }

  test.each([
    ['1.3-051', '/address/line1', 'Bahnhofstrasse 7', '<b>'],
    ['1.3-052', '/address/line2', '1. Stock', '<b>'],
    ['1.3-053', '/city', 'Chur', '<b>Bern</b>'],
    ['1.3-054', '/zip', '7000', ''],
    ['1.3-055', '/country', 'Liechtenstein', '<b>'],
    ['1.3-056', '/alpha2Code', 'LI', 'ch'],
  ])('%s: an address has the field %s, as %j and never as %j', async (_id, field, right, wrong) => {
    const [, outer = '', inner] = field.split('/')
    const having = (value: string) =>
      inner === undefined
        ? { ...address, [outer]: value }
        : { ...address, address: { ...address.address, [inner]: value } }
    const kept = await home('PUT', `/location/geolocation/${SN}`, having(right))
    expect(kept.json()).toMatchObject(having(right))
    const refused = await home('PUT', `/location/geolocation/${SN}`, having(wrong))
    expect(refused.status).toBe(400)
    expect(refused.json()).toMatchObject([{ errorCode: 'VALIDATION', field }])
  })

  // 1.5-006 1.5-007 1.7-066 1.3-057
  // decision 0173
  test('a gateway is told where its address is, so that scenes go by the sun there', async () => {
    const listener = await Listener.of(site, 'demo-home', SN)
    const place = async () => {
      const answer = await listener.ask(SN, 'get_recorded_changes', { from: 0, to: 0 })
      return (answer as unknown as { data: { place?: object } }).data.place
    }
    await home('PUT', `/location/geolocation/${SN}`, address)
    expect(await place()).toMatchObject({ name: 'Neuchâtel' })
    // Where it is then nobody knows: it stays where it was known to be.
    await home('PUT', `/location/geolocation/${SN}`, {
      ...address,
      city: 'Vaduz',
      zip: '9490',
      alpha2Code: 'LI',
    })
    expect(await place()).toMatchObject({ name: 'Neuchâtel' })
  })

  test('an address is kept as its owner gives it', async () => {
    expect((await guest('PUT', `/location/geolocation/${SN}`, address)).status).toBe(403)
    expect((await home('PUT', `/location/geolocation/${SN}`, address)).json()).toEqual({
      ...address,
      serial_number: SN,
    })
    expect((await guest('GET', `/location/geolocation/${SN}`)).json()).toMatchObject(address)
  })

  // 1.7-068 1.7-069 3.7-071 3.7-072
  test('a subscription that the owner ends, or whose time is over, locks the gateway', async () => {
    const listener = await Listener.of(site, 'demo-guest')
    expect((await guest('GET', `/subs/getSubForGateway/${SN}`)).json()).toMatchObject({
      state: 'active',
      lockMode: 0,
    })
    expect((await guest('POST', '/subs/deactivate', { serialNumber: SN })).status).toBe(403)
    expect((await home('POST', '/subs/deactivate', { serialNumber: SN })).status).toBe(204)
    expect((await home('POST', '/subs/deactivate', { serialNumber: SN })).status).toBe(409)
    expect((await listener.heard('subscription_changed'))[0]?.data).toEqual({
      serialNumber: SN,
      subscriptionLockMode: 1,
    })
    expect((await home('GET', `/subs/getSubForGateway/${SN}`)).json()).toMatchObject({
      state: 'deactivated',
      lockMode: 1,
    })
    expect((await home('POST', device('/reboot'))).json()).toMatchObject([
      { errorCode: 'SUBSCRIPTION_LOCKED' },
    ])
    await site.store.gateways.setState(SN, { subscriptionLockMode: 0 })
  })
})
