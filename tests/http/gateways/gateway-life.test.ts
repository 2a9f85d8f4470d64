import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { WAIT } from '../../channel/peer.ts'
import {
  type Caller,
  callerOf,
  device,
  Listener,
  quickSite,
  recordOf,
  settled,
  snapshotFor,
} from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

let site: Site
let home: Caller
let guest: Caller
beforeAll(async () => {
  site = await quickSite()
  home = await callerOf(site, 'demo-home')
  guest = await callerOf(site, 'demo-guest')
})
afterAll(() => site.close())

describe('a gateway that lives in the server restarts', () => {
  beforeEach(() => settled(site))
  // 1.7-045 1.4-074 3.7-064
  test('reboot: it is offline, refuses orders, comes back with the same devices, and everybody entitled hears of both', async () => {
    const [owner, linked, chief, stranger] = (await Promise.all(
      ['demo-home', 'demo-guest', 'demo-admin', 'demo-owner-0'].map((id) => Listener.of(site, id)),
    )) as [Listener, Listener, Listener, Listener]
    const before = await snapshotFor(home)
    expect((await home('GET', device('/reboot'))).status).toBe(404)
    expect((await home('POST', device('/reboot'))).status).toBe(202)
    for (const listener of [owner, linked]) {
      const heard = await listener.heard('gateway_connection_changed', 2)
      expect(heard.map(({ data }) => data)).toMatchObject([
        { serialNumber: SN, connectionStatus: 'offline', cause: 'restart' },
        { serialNumber: SN, connectionStatus: 'online' },
      ])
      expect(heard[1]?.data).not.toHaveProperty('cause')
    }
    await vi.waitFor(() => expect(chief.admins('gateway_connection_changed')).toHaveLength(2), WAIT)
    await stranger.quiet()
    expect(stranger.own()).toEqual([])
    expect(stranger.admins()).toEqual([])
    await settled(site)
    expect((await snapshotFor(home)).total).toBe(before.total)
  })

  test('a member who is not the owner reboots nothing', async () => {
    const answer = await guest('POST', device('/reboot'))
    expect(answer.status).toBe(403)
    expect(answer.json()).toMatchObject([{ errorCode: 'UDM_NOT_YOUR_DEVICE' }])
    expect((await recordOf(site)).connectionStatus).toBe('online')
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

  test('what is new in it is told in the language of whoever asks', async () => {
    const sessionId = await site.sessionOf('demo-guest')
    const toldIn = async (language: string) => {
      const headers = { sessionId, 'accept-language': language }
      return (await site.call('GET', `/api${device('/firmware')}`, { headers })).json<{
        description: string
      }>()
    }
    expect((await toldIn('ch_DE')).description).toMatch(/^Startet schneller/)
    expect((await toldIn('en-GB')).description).toMatch(/^Faster start/)
  })

  // 3.8-010
  test('with nothing to upgrade it is said so', async () => {
    await site.store.gateways.setState(SN, { currentFWVersion: '4.22.0' })
    const headers = { sessionId: await site.sessionOf('demo-home'), 'accept-language': 'ch_EN' }
    expect((await site.call('GET', `/api${device('/firmware')}`, { headers })).json()).toMatchObject([
      { message: 'There is no firmware upgrade available.' },
    ])
  })

  // 1.4-050 1.7-071 1.7-072 3.1-006
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
    const after = await recordOf(site)
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
    expect((await recordOf(site)).firmwareUpgradeInProgress).toBe(false)
  })
})

// Last: it empties the home.
// 1.7-046 3.7-065
test('factory reset: typed by hand, it takes devices, rooms and PIN, tells which are gone, and is kept', async () => {
  await settled(site)
  const listener = await Listener.of(site, 'demo-home', SN)
  const before = await snapshotFor(home)
  expect((await home('GET', device('/factoryReset'))).status).toBe(404)
  expect((await home('POST', device('/factoryReset'), { serialNumber: 'DOC4-0000-0000' })).status).toBe(400)
  expect((await home('POST', device('/factoryReset'), { serialNumber: SN.toLowerCase() })).status).toBe(202)
  await settled(site)
  expect(await snapshotFor(home)).toMatchObject({ total: 0, floors: [], online: true })
  expect(listener.ofHome(SN, 'device_removed')).toHaveLength(before.total)
  expect((await snapshotFor(home)).seq).toBeGreaterThanOrEqual(before.seq)
  expect(await site.store.gatewayPins.hash(SN)).toBeUndefined()
  expect(await recordOf(site)).toMatchObject({ userId: 'demo-home', name: 'Lindenweg 14' })
  await home('POST', device('/reboot'))
  await settled(site)
  expect((await snapshotFor(home)).total).toBe(0)
})
