import { expect, onTestFinished, test, vi } from 'vitest'
import type { GatewayKpi } from '#schemas/generated/entities/gateway-kpi.ts'
import type { GatewayStatistic } from '#schemas/generated/entities/gateway-statistic.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import type { NewGateway } from '#server/store/gateways/gateways.ts'
import { WAIT } from '../../channel/peer.ts'
import { type Caller, callerOf, device, quickSite, settled, snapshotFor } from '../gateway-kit.ts'
import { settingsFile } from '../oauth-kit.ts'

const OTHER = 'NEW-1'
const free: NewGateway = {
  ...{ _id: OTHER, serialNumber: OTHER, name: 'Ersatz', model: 'DOC400', type: 'vg', userId: null },
  connectionStatus: 'online',
  ...{ currentFWVersion: '4.22.0', operationMode: 0, subscriptionLockMode: 0 },
}

const opened = async () => {
  const site = await quickSite(
    {},
    { GATEHOUSE_SETTINGS: settingsFile({ RPL_GTW: true, KPI_ANALYTICS: true }) },
  )
  onTestFinished(() => site.close())
  return { site, home: await callerOf(site, 'demo-home'), admin: await callerOf(site, 'demo-admin') }
}

/** What the page of a gateway says of its devices: by its last snapshot, and as it was counted. */
const told = async (admin: Caller, sn: string) => {
  const { devices } = (await admin('GET', `/gateway_statistic/${sn}`)).json<GatewayStatistic>()
  const kpi = (await admin('GET', `/kpi/data/gateway?serialNumber=${sn}`)).json<GatewayKpi>()
  return { snapshot: devices?.total, counted: kpi.devices }
}

test('a gateway that replaced another has what that one had, without anybody counting, and it counts once', async () => {
  const { site, home, admin } = await opened()
  await site.store.gateways.create(free)
  // It had a home of its own before.
  const nodes = [{ id: 'old-lamp' }, { id: 'old-plug' }, { id: 'old-blind' }] as never
  await site.store.networkSnapshots.keep(
    OTHER,
    { at: site.now - 1, byHand: true, total: 3, weak: [], lost: [], nodes },
    { scheduled: 9, byHand: 9 },
  )
  await site.store.statistics.count(OTHER, {
    at: site.now - 1,
    devices: 3,
    classes: new Map([['lights', 3]]),
  })
  await admin('POST', `/cache/${SN}/deviceSummary`)
  const { total } = await snapshotFor(home)
  expect(await told(admin, SN)).toEqual({ snapshot: total, counted: total })
  const wish = { userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Ausfall' }
  const restorePoint = (await home('POST', '/backup/saveBackup', wish)).json<{ _id: string }>()._id
  const asked = { failedGtwSN: SN, newGtwSN: OTHER, restorePoint, userId: 'demo-home' }
  const before = await site.store.statistics.totals(0)
  expect((await admin('POST', '/replace/gw', { ...asked, automaticFactoryReset: false })).status).toBe(202)
  await settled(site)

  expect(await told(admin, OTHER)).toEqual({ snapshot: total, counted: total })
  expect(await told(admin, SN)).toEqual({ snapshot: undefined, counted: undefined })
  expect((await site.store.statistics.totals(0)).devices).toBe(before.devices - 3)
})

test('a gateway that forgot its home is said to have nothing, and names no device of it', async () => {
  const { site, home, admin } = await opened()
  await admin('POST', `/cache/${SN}/deviceSummary`)
  expect((await told(admin, SN)).snapshot).toBeGreaterThan(3)
  await home('POST', device('/factoryReset'), { serialNumber: SN })
  await settled(site)
  expect(await told(admin, SN)).toEqual({ snapshot: undefined, counted: 0 })
})

test('how the devices of a home were reached is nobody’s business after its owner', async () => {
  const { admin } = await opened()
  await admin('POST', `/cache/${SN}/deviceSummary`)
  await admin('PUT', device('/unassign'))
  await vi.waitFor(async () => expect((await told(admin, SN)).snapshot).toBeUndefined(), WAIT)
})
