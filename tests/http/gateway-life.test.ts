import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { demoPin, demoSecureId } from '#server/demo/life.ts'
import { WAIT } from '../channel/peer.ts'
import { callerOf, device, Listener, quickSite, settled } from './gateway-kit.ts'
import type { Site } from './kit.ts'
import { settingsFile } from './oauth-kit.ts'

type Caller = Awaited<ReturnType<typeof callerOf>>

let site: Site
let home: Caller
let guest: Caller
let admin: Caller
let other: Caller
beforeAll(async () => {
  site = await quickSite()
  ;[home, guest, admin, other] = (await Promise.all(
    ['demo-home', 'demo-guest', 'demo-admin', 'demo-owner-0'].map((id) => callerOf(site, id)),
  )) as [Caller, Caller, Caller, Caller]
})
afterAll(() => site.close())

const record = async (serialNumber = SN): Promise<Gateway> => {
  const gateway = await site.store.gateways.find(serialNumber)
  if (!gateway) throw new Error(`${serialNumber} is gone`)
  return gateway
}
const snapshot = async (caller: Caller, serialNumber = SN): Promise<HomeSnapshot> =>
  (await caller('GET', `/home/${serialNumber}/snapshot?first=1`)).json<HomeSnapshot>()

describe('a gateway that lives in the server restarts', () => {
  beforeEach(() => settled(site))
  // 1.7-045 1.4-074
  test('reboot: it is offline, refuses orders, comes back with the same devices, and everybody entitled hears of both', async () => {
    const [owner, linked, chief, stranger] = (await Promise.all(
      ['demo-home', 'demo-guest', 'demo-admin', 'demo-owner-0'].map((id) => Listener.of(site, id)),
    )) as [Listener, Listener, Listener, Listener]
    const before = await snapshot(home)
    expect((await home('POST', device('/reboot'))).status).toBe(202)
    for (const listener of [owner, linked]) {
      const heard = await listener.heard('gateway_connection_changed', 2)
      expect(heard.map(({ data }) => data)).toMatchObject([
        { serialNumber: SN, connectionStatus: 'offline' },
        { serialNumber: SN, connectionStatus: 'online' },
      ])
    }
    await vi.waitFor(() => expect(chief.admins('gateway_connection_changed')).toHaveLength(2), WAIT)
    await stranger.quiet()
    expect(stranger.own()).toEqual([])
    expect(stranger.admins()).toEqual([])
    await settled(site)
    expect((await snapshot(home)).total).toBe(before.total)
  })

  test('a member who is not the owner reboots nothing', async () => {
    const answer = await guest('POST', device('/reboot'))
    expect(answer.status).toBe(403)
    expect(answer.json()).toMatchObject([{ errorCode: 'UDM_NOT_YOUR_DEVICE' }])
    expect((await record()).connectionStatus).toBe('online')
  })

  test('what had begun when the server went down is brought to its end', async () => {
    const slow = await quickSite({ reboot: 3_600_000 })
    const caller = await callerOf(slow, 'demo-home')
    expect((await caller('POST', device('/reboot'))).status).toBe(202)
    const status = async (where: Site) => (await where.store.gateways.find(SN))?.connectionStatus
    await vi.waitFor(async () => expect(await status(slow)).toBe('offline'), WAIT)
    await slow.stop()
    const again = await quickSite({}, {}, slow.data)
    await settled(again)
    expect(await status(again)).toBe('online')
    await again.close()
  })
})

describe('firmware', () => {
  const campaign = { gatewayID: 'demo-gateway', campaignID: 'autumn-doc400' }
  beforeEach(async () => {
    await settled(site)
    await site.store.gateways.setState(SN, { currentFWVersion: '4.21.3' })
  })

  // 1.4-050 1.7-071 1.7-072
  test('an upgrade goes through its statuses with growing progress, and ends with the new version', async () => {
    const listener = await Listener.of(site, 'demo-guest')
    expect((await guest('GET', device('/firmware'))).json()).toMatchObject({
      campaignID: 'autumn-doc400',
      softwareVersion: '4.22.0',
    })
    expect((await home('POST', device('/firmware'), campaign)).status).toBe(202)
    await vi.waitFor(
      () => expect(listener.own('firmware_progress').at(-1)?.data).toMatchObject({ status: 'installed' }),
      WAIT,
    )
    const told = listener
      .own('firmware_progress')
      .map(({ data }) => data as { status: string; progress: number })
    expect([...new Set(told.map(({ status }) => status))]).toEqual([
      'accepted',
      'delivering',
      'delivered',
      'downloading',
      'installing',
      'installed',
    ])
    const progress = told.map(({ progress: share }) => share)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(100)
    await settled(site)
    const after = await record()
    expect(after).toMatchObject({ currentFWVersion: '4.22.0', firmwareUpgradeInProgress: false })
    expect(after.installations?.at(-1)?.history.map(({ status }) => status)).toContain('installed')
    expect((await home('GET', device('/firmware'))).json()).toMatchObject([
      { errorCode: 'NO_FIRMWARE_UPGRADE' },
    ])
  })

  test('Z-09 of fifty confirmations at once one upgrade begins; while it runs nothing else does', async () => {
    const slow = await quickSite({ firmwareStep: 3_600_000 })
    try {
      const caller = await callerOf(slow, 'demo-home')
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => caller('POST', device('/firmware'), campaign)),
      )
      expect(answers.filter(({ status }) => status !== 202 && status !== 409)).toEqual([])
      const history = async () =>
        (await slow.store.gateways.find(SN))?.installations?.at(-1)?.history.map(({ status }) => status)
      await vi.waitFor(async () => expect(await history()).toEqual(['accepted']), WAIT)
      for (const path of ['/reboot', '/firmware']) {
        const answer = await caller('POST', device(path), path === '/firmware' ? campaign : undefined)
        expect(answer.json()).toMatchObject([{ errorCode: 'GATEWAY_BUSY' }])
      }
      expect(await history()).toEqual(['accepted'])
    } finally {
      await slow.close()
    }
  })

  test('an upgrade is canceled until it is being installed; the version stays', async () => {
    const slow = await quickSite({ firmwareStep: 3_600_000 })
    try {
      const caller = await callerOf(slow, 'demo-home')
      const listener = await Listener.of(slow, 'demo-home')
      await caller('POST', device('/firmware'), campaign)
      await listener.heard('firmware_progress')
      expect((await caller('DELETE', device('/firmware'))).status).toBe(202)
      await vi.waitFor(
        () => expect(listener.own('firmware_progress').at(-1)?.data).toMatchObject({ status: 'canceled' }),
        WAIT,
      )
      expect(await slow.store.gateways.find(SN)).toMatchObject({
        currentFWVersion: '4.21.3',
        firmwareUpgradeInProgress: false,
      })
      expect((await caller('DELETE', device('/firmware'))).status).toBe(404)
    } finally {
      await slow.close()
    }
  })

  test.each([
    ['4.9.0', true],
    ['4.21.3', true],
    ['4.22.0', false],
    ['4.22', false],
    ['4.100.0', false],
    ['10.0.0', false],
    ['', true],
  ])('V-12 for a gateway with version %j an upgrade to 4.22.0 is offered: %s', async (version, offered) => {
    await site.store.gateways.setState(SN, { currentFWVersion: version })
    expect((await home('GET', device('/firmware'))).status).toBe(offered ? 200 : 404)
    const confirmed = await site.store.firmware.find('autumn-doc400')
    expect(confirmed?.version).toBe('4.22.0')
  })

  // 1.7-063
  test('a campaign of another model, or for another gateway, is none', async () => {
    for (const body of [
      { ...campaign, campaignID: 'autumn-ha101' },
      { ...campaign, gatewayID: 'demo-gateway-1' },
    ])
      for (const path of [device('/firmware'), '/udm/admin/campaign/confirm'])
        expect((await home('POST', path, body)).status).toBe(404)
    expect((await record()).firmwareUpgradeInProgress).toBe(false)
  })
})

describe('assigning', () => {
  const free = async (): Promise<string> => {
    const { data } = await site.store.gateways.query({ page: 1, limit: 1, unassigned: true })
    return data[0]?.serialNumber ?? ''
  }
  const wish = (serialNumber: string, userId: string, more = {}) => ({
    serialNumber,
    userId,
    name: 'Ferienhaus',
    secureId: demoSecureId,
    ...more,
  })

  // 1.5-023 1.5-024 1.7-051
  test('serial number and secure id count in any case; the user has the gateway and hears of it', async () => {
    const serialNumber = await free()
    const listener = await Listener.of(site, 'demo-home')
    const chief = await Listener.of(site, 'demo-admin')
    const lower = serialNumber.toLowerCase()
    const answer = await home(
      'PUT',
      device('/assign', lower),
      wish(lower, 'demo-home', { secureId: demoSecureId.toLowerCase() }),
    )
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ serialNumber, name: 'Ferienhaus', userId: 'demo-home' })
    expect(answer.json<Gateway>().secureId).toMatch(/^\*+$/)
    const [told] = await listener.heard('gateway_assigned')
    expect(told?.data).toMatchObject({ gateway: { serialNumber, userId: 'demo-home' } })
    expect(JSON.stringify(told)).not.toContain(demoSecureId)
    await vi.waitFor(
      async () =>
        expect(chief.admins('gateway_counts').at(-1)?.data).toEqual(await site.store.gateways.counts()),
      WAIT,
    )
    await home('PUT', device('/unassign', serialNumber))
  })

  test('Z-02 an unknown serial number is answered like a wrong secure id, also of a gateway that is taken', async () => {
    const serialNumber = await free()
    const answers = await Promise.all([
      home('PUT', device('/assign', serialNumber), wish(serialNumber, 'demo-home', { secureId: 'WRONG-ID' })),
      home('PUT', device('/assign', 'DOC4-0000-0000'), wish('DOC4-0000-0000', 'demo-home')),
      home('PUT', device('/assign', SN), wish(SN, 'demo-home', { secureId: 'WRONG-ID' })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const taken = await other('PUT', device('/assign', SN), wish(SN, 'demo-owner-0'))
    expect(taken.status).toBe(409)
    expect(taken.json()).toMatchObject([{ errorCode: 'ALREADY_ASSIGNED' }])
  })

  test.each([
    ['another user', (serialNumber: string) => wish(serialNumber, 'demo-guest')],
    ['another serial number', () => wish(SN, 'demo-home')],
  ])('Z-03 %s in the body is refused and noted', async (_what, bodyOf) => {
    const serialNumber = await free()
    for (const [caller, who] of [
      [home, 'demo-home'],
      [admin, 'demo-admin'],
    ] as const) {
      const body = { ...bodyOf(serialNumber), ...(_what === 'another serial number' && { userId: who }) }
      expect((await caller('PUT', device('/assign', serialNumber), body)).status).toBe(403)
      const rows = await site.store.audit.list({
        who,
        what: 'assignGateway',
        gateway: serialNumber,
        limit: 5,
      })
      expect(rows.map(({ result }) => result)).toContain('refused')
    }
    expect((await record(serialNumber)).userId).toBeNull()
  })

  test('Z-09 of fifty users who assign one gateway at once exactly one has it, the others are told that it is taken', async () => {
    const serialNumber = await free()
    const owners = Array.from({ length: 50 }, (_none, at) => `racer-${at}`)
    await Promise.all(
      owners.map((id) =>
        site.store.accounts.create(
          {
            id,
            username: `${id}@gatehouse.test`,
            groups: ['users'],
            preferredLanguage: 'ch_DE',
            contact: [],
          },
          { passwordHash: null, at: site.now },
        ),
      ),
    )
    const callers = await Promise.all(owners.map((id) => callerOf(site, id)))
    const answers = await Promise.all(
      callers.map((caller, at) =>
        caller('PUT', device('/assign', serialNumber), wish(serialNumber, owners[at] ?? '')),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    expect((await record(serialNumber)).userId).toBe(owners[statuses.indexOf(200)])
    await admin('PUT', device('/unassign', serialNumber))
    expect((await record(serialNumber)).userId).toBeNull()
  })

  // 1.5-019 1.5-022
  test('with LICENCE_SUPPORT a gateway needs its licence key, which is used up', async () => {
    const licensed = await quickSite({}, { GATEHOUSE_SETTINGS: settingsFile({ LICENCE_SUPPORT: true }) })
    try {
      const [chief, user] = [await callerOf(licensed, 'demo-admin'), await callerOf(licensed, 'demo-home')]
      const built = { serialNumber: 'BUILT-1', secureId: 'SECURE-1', model: 'DOC400' }
      const { licenceKey } = (await chief('POST', '/udm/device/upload/one', built)).json<{
        licenceKey: string
      }>()
      const ask = (key?: string) =>
        user('PUT', device('/assign', 'BUILT-1'), {
          ...wish('BUILT-1', 'demo-home', { secureId: 'SECURE-1' }),
          ...(key !== undefined && { licenceKey: key }),
        })
      for (const key of [undefined, 'short', 'ABCDE-ABCDE-ABCDE-ABCDE', licenceKey.replaceAll(/./g, '0')]) {
        const answer = await ask(key)
        expect(answer.status).toBe(400)
        expect(answer.json()).toMatchObject([{ errorCode: 'LICENCE_KEY_INVALID', field: '/licenceKey' }])
      }
      expect((await licensed.store.gateways.find('BUILT-1'))?.userId).toBeNull()
      expect(licenceKey).toMatch(/^(?:[A-NP-Z1-9]{5}-){3}[A-NP-Z1-9]{5}$/)
      expect((await ask(licenceKey)).status).toBe(200)
      await user('PUT', device('/unassign', 'BUILT-1'))
      expect((await ask(licenceKey)).status).toBe(400)
    } finally {
      await licensed.close()
    }
  })

  // 1.7-052
  test('PIN and mode of the one before are gone for the next owner', async () => {
    const serialNumber = await free()
    await home('PUT', device('/assign', serialNumber), wish(serialNumber, 'demo-home'))
    await home('PUT', device('/pin', serialNumber), { pin: '2468' })
    await home('POST', device('/activatePrivilege', serialNumber))
    await home('DELETE', device('', serialNumber))
    expect(await site.store.gatewayPins.hash(serialNumber)).toBeUndefined()
    expect((await record(serialNumber)).privileged).toBe(false)
    expect(demoPin).not.toBe('2468')
  })
})

describe('virtual gateways', () => {
  // 1.6-019 1.7-064 1.8-032 1.9-027
  test('a number is handed out until it is used, the gateway has a home at once, and can be assigned', async () => {
    const number = (await admin('GET', '/udm/admin/generate-sn-and-sid')).json<{
      serialNumber: string
      secureId: string
    }>()
    expect((await admin('GET', '/udm/admin/generate-sn-and-sid')).json()).toEqual(number)
    expect((await home('GET', '/udm/admin/generate-sn-and-sid')).json()).not.toEqual(number)
    const made = { hardwareModel: 'VOC200', firmwareModel: '4.21.3', creatorId: 'demo-admin' }
    expect(
      (await admin('POST', '/udm/device/upload/one/vg', { ...made, creatorId: 'demo-home' })).status,
    ).toBe(403)
    expect(
      (await home('POST', '/udm/device/upload/one/vg', { ...made, creatorId: 'demo-home' })).status,
    ).toBe(403)
    for (const wrong of [
      { hardwareModel: 'DOC400' },
      { firmwareModel: '1.0.0' },
      { serialNumber: SN },
      { secureId: 'OTHER' },
    ]) {
      const answer = await admin('POST', '/udm/device/upload/one/vg', { ...made, ...wrong })
      expect(answer.json()).toMatchObject([{ errorCode: 'ERROR_CREATING_VIRTUAL_GATEWAY' }])
    }
    const imported = (await admin('POST', '/udm/device/upload/one/vg', { ...made, ...number })).json()
    expect(imported).toEqual({ imported: 1, ...number })
    const assigned = await home('PUT', device('/assign', number.serialNumber), {
      serialNumber: number.serialNumber,
      userId: 'demo-home',
      name: 'Versuch',
      secureId: number.secureId,
    })
    expect(assigned.json()).toMatchObject({
      type: 'vg',
      connectionStatus: 'online',
      currentFWVersion: '4.21.3',
    })
    expect((await snapshot(home, number.serialNumber)).total).toBeGreaterThan(0)
    expect((await admin('GET', '/udm/admin/generate-sn-and-sid')).json()).not.toEqual(number)
    await home('DELETE', device('', number.serialNumber))
  })

  // 1.6-064 1.8-033
  test('with VIRTUAL_GTW off nothing is made nor handed out', async () => {
    const off = await quickSite({}, { GATEHOUSE_SETTINGS: settingsFile({ VIRTUAL_GTW: false }) })
    try {
      const chief = await callerOf(off, 'demo-admin')
      const made = { hardwareModel: 'VOC200', firmwareModel: '4.21.3', creatorId: 'demo-admin' }
      for (const answer of [
        await chief('GET', '/udm/admin/generate-sn-and-sid'),
        await chief('POST', '/udm/device/upload/one/vg', made),
      ]) {
        expect(answer.status).toBe(403)
        expect(answer.json()).toMatchObject([{ errorCode: 'VIRTUALGV_CREATION_SETTINGS' }])
      }
      expect((await off.store.gateways.counts()).count).toBe(251)
    } finally {
      await off.close()
    }
  })
})

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
  // 1.5-006 1.5-007 1.7-066
  test('an address is kept as the pattern allows it; what is not is named by its field', async () => {
    const address = {
      address: { line1: "Rue de l'Hôpital 3", line2: '' },
      city: 'Neuchâtel',
      zip: '2000',
      country: 'Switzerland',
      alpha2Code: 'CH',
    }
    expect((await guest('PUT', `/location/geolocation/${SN}`, address)).status).toBe(403)
    expect((await home('PUT', `/location/geolocation/${SN}`, address)).json()).toEqual({
      ...address,
      serial_number: SN,
    })
    expect((await guest('GET', `/location/geolocation/${SN}`)).json()).toMatchObject(address)
    for (const [field, wrong] of [
      ['/city', { ...address, city: '<b>Bern</b>' }],
      ['/zip', { ...address, zip: '' }],
      ['/address/line1', { ...address, address: { line1: '' } }],
      ['/alpha2Code', { ...address, alpha2Code: 'ch' }],
    ] as const) {
      const answer = await home('PUT', `/location/geolocation/${SN}`, wrong)
      expect(answer.status).toBe(400)
      expect(answer.json()).toMatchObject([{ errorCode: 'VALIDATION', field }])
    }
  })

  // 1.7-068 1.7-069
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

// Last: it empties the home.
// 1.7-046
test('factory reset: typed by hand, it takes devices, rooms and PIN, tells which are gone, and is kept', async () => {
  await settled(site)
  const listener = await Listener.of(site, 'demo-home', SN)
  const before = await snapshot(home)
  expect((await home('POST', device('/factoryReset'), { serialNumber: 'DOC4-0000-0000' })).status).toBe(400)
  expect((await home('POST', device('/factoryReset'), { serialNumber: SN.toLowerCase() })).status).toBe(202)
  await settled(site)
  expect(await snapshot(home)).toMatchObject({ total: 0, floors: [], online: true })
  expect(listener.ofHome(SN, 'device_removed')).toHaveLength(before.total)
  expect((await snapshot(home)).seq).toBeGreaterThanOrEqual(before.seq)
  expect(await site.store.gatewayPins.hash(SN)).toBeUndefined()
  expect(await record()).toMatchObject({ userId: 'demo-home', name: 'Lindenweg 14' })
  await home('POST', device('/reboot'))
  await settled(site)
  expect((await snapshot(home)).total).toBe(0)
})
