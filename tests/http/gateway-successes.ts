import { readFileSync } from 'node:fs'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import { demoPin, demoSecureId } from '#server/demo/life.ts'
import { orderedId } from '#server/store/ordered-id.ts'
import { settled } from './gateway-kit.ts'
import { type Site, stranger } from './kit.ts'

export interface Success {
  ids?: Record<string, string>
  body?: unknown
  /** In place of a body that is JSON. */
  raw?: Buffer
  headers?: Readonly<Record<string, string>>
  query?: string
}

const serialNumber = demoSerialNumber
const campaign = { gatewayID: 'demo-gateway', campaignID: 'autumn-doc400' }

const freeGateway = async (site: Site): Promise<string> => {
  const { data } = await site.store.gateways.query({ page: 1, limit: 1, unassigned: true })
  return data[0]?.serialNumber ?? ''
}

/** How a call about gateways succeeds, after what it needs was prepared; undefined for other calls. */
export async function gatewaySuccess(site: Site, id: string): Promise<Success | undefined> {
  const { gateways, gatewayPins, gatewayLife, subscriptions } = site.store
  const known = successes[id]
  if (!known) return undefined
  await settled(site)
  await gatewayPins.unlock(serialNumber)
  await gatewayPins.setHash(serialNumber, await hashPassword(demoPin))
  await gatewayLife.endPrivilege(serialNumber)
  await gateways.setState(serialNumber, {
    currentFWVersion: '4.21.3',
    subscriptionLockMode: 0,
    operationMode: 0,
  })
  await subscriptions.put({ serialNumber, plan: 'Comfort', since: site.now })
  return known(site)
}

/** It never joins, so that nothing is midway when the network is closed again. */
const silentDevice = '00000000dead'

async function pairing(site: Site, body: object): Promise<Success> {
  const sessionId = await site.sessionOf('demo-home')
  await site.call('DELETE', `/api/wise/cancelpairing/${serialNumber}`, { headers: { sessionId } })
  return { body: { gatewayId: serialNumber, ...body } }
}

const wish = { userId: 'demo-home', serialNumber, type: 'manual', snapshotName: 'Vor dem Umbau' }

/** A backup of the home of the demo, to do something with. */
async function backupOf(site: Site): Promise<string> {
  const headers = { sessionId: await site.sessionOf('demo-home'), 'x-forwarded-for': stranger() }
  const answer = await site.call('POST', '/api/backup/saveBackup', { headers, body: wish })
  return answer.json<{ _id: string }>()._id
}

async function form(site: Site): Promise<Success> {
  const file = await site.store.backups.fileOf(await backupOf(site))
  const data = new FormData()
  data.set('file', new File([new Uint8Array(file ?? [])], 'home.zip'))
  for (const [field, value] of Object.entries({
    fileName: 'home.zip',
    userId: 'demo-home',
    gtwSN: serialNumber,
  }))
    data.set(field, value)
  const packed = new Response(data)
  return {
    raw: Buffer.from(await packed.arrayBuffer()),
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
  }
}

const somewhere = {
  ...{ address: { line1: 'Lindenweg 14' }, city: 'Bern', zip: '3011' },
  ...{ country: 'Schweiz', alpha2Code: 'CH' },
}

/** What somebody made in a twin. */
const tried: Success = {
  body: {
    changes: [
      { kind: 'status', id: 'tried', name: 'Tried', after: { resource_id: 'tried', name: 'Tried', icon: 1 } },
    ],
  },
}

const successes: Readonly<Record<string, (site: Site) => Success | Promise<Success>>> = {
  async fetchAggregatedData({ store }) {
    const { data } = await store.networkSnapshots.spans(serialNumber, { page: 1, limit: 1 })
    return { ids: { at: String(data[0]?.at) } }
  },
  saveBackup: () => ({ body: wish }),
  previewBackup: async (site) => ({ ids: { backupId: await backupOf(site) }, body: {} }),
  planHomeChanges: () => tried,
  async bringHomeChanges(site) {
    await settled(site)
    return tried
  },
  async restoreBackup(site) {
    return { body: { userId: 'demo-home', serialNumber, backupId: await backupOf(site) } }
  },
  readRestore: () => ({}),
  async cancelRestore({ store, now: beganAt }) {
    const facts = { target: 'none', base: 'none', snapshotName: 'x', userId: 'demo-home', stage: 'waiting' }
    await store.gatewayJobs.begin({ id: 'to-call-off', serialNumber, kind: 'restore', facts, beganAt })
    return {}
  },
  deleteBackup: async (site) => ({ ids: { backupId: await backupOf(site) } }),
  exportBackup: async (site) => ({ ids: { backupId: await backupOf(site) } }),
  async readBackupRadio({ store, now: createdAt }) {
    const id = orderedId(createdAt)
    const file = new Uint8Array(readFileSync('tests/fixtures/backups/2-history-and-radios.zip'))
    await store.backups.keep({
      ...{ id, serialNumber, userId: 'demo-home', type: 'manual', status: 'success', snapshotName: 'x' },
      ...{ createdAt, file, size: file.length, devices: 0, rooms: 0, scenes: 0, radios: true },
    })
    return { ids: { backupId: id }, body: { name: 'zigbee2mqtt' } }
  },
  importBackup: form,
  rebootGateway: () => ({}),
  repairGateway: () => ({}),
  factoryReset: () => ({ body: { serialNumber } }),
  activatePrivilege: () => ({}),
  async getAssignedAddress({ store }) {
    await store.gatewayLife.setAddress(serialNumber, somewhere)
    return {}
  },
  removeGatewayAddress: () => ({}),
  searchByCityName: () => ({ query: 'name=Bern' }),
  checkConnections: () => ({ query: `serialNumbers=${serialNumber}` }),
  homeAt: () => ({ query: `at=${Date.now()}` }),
  homeChanges: () => ({ query: `from=${Date.now() - 3_600_000}&to=${Date.now()}` }),
  homeNumbers: () => ({ query: `from=${Date.now() - 3_600_000}&to=${Date.now()}` }),
  readEnergy: () => ({ query: `from=${Date.now() - 86_400_000}&to=${Date.now()}&step=day` }),
  async keepEnergyTariffs({ store }) {
    return { body: await store.energyTariffs.of(serialNumber) }
  },
  async keepEnergyMeters({ store }) {
    return { body: await store.energyMeters.of(serialNumber) }
  },
  enterPin: () => ({ body: { pin: demoPin } }),
  activatePinLock: () => ({ body: {} }),
  async deactivatePinLock(site) {
    await site.store.gatewayPins.lock({ serialNumber, remaining: undefined, byFailure: false })
    return { body: { pin: demoPin } }
  },
  setPin: () => ({ body: { currentPin: demoPin, pin: demoPin } }),
  disconnectUser: () => ({ body: { serialNumber, userId: 'demo-guest' } }),
  async assignGateway(site) {
    const free = await freeGateway(site)
    const body = { serialNumber: free, userId: 'demo-home', name: 'Ferienhaus', secureId: demoSecureId }
    return { ids: { sn: free }, body }
  },
  createVirtualGateway: () => ({
    body: { hardwareModel: 'VOC200', firmwareModel: '4.21.3', creatorId: 'demo-admin' },
  }),
  registerGateway: () => ({ body: { serialNumber: 'BUILT-1', secureId: 'SECURE-1', model: 'DOC400' } }),
  announceGateway: () => ({ body: { serialNumber, secureId: demoSecureId } }),
  readSoftware: () => ({ ids: { id: 'autumn-doc400' } }),
  createSoftware: () => ({
    body: { model: 'DOC400', softwareVersion: '4.23.1', german: 'Neu', english: 'New' },
  }),
  confirmCampaign: () => ({ body: campaign }),
  checkFirmware: () => ({}),
  confirmFirmware: () => ({ body: campaign }),
  async cancelFirmware(site) {
    await site.store.gatewayJobs.begin({
      id: 'to-cancel',
      serialNumber,
      kind: 'firmware',
      facts: { campaignId: campaign.campaignID, version: '4.22.0', stage: 0 },
      beganAt: site.now,
    })
    return {}
  },
  /** Of a gateway that the operations behind it do not need: it stays offline. */
  async createReplacement(site) {
    const gateway = {
      name: 'Neu',
      model: 'DOC400',
      type: 'vg',
      connectionStatus: 'online',
      currentFWVersion: '4.22.0',
      operationMode: 0,
      subscriptionLockMode: 0,
    } as const
    for (const [sn, userId] of [
      ['REPLACED-1', 'demo-home'],
      ['REPLACING-1', null],
    ] as const)
      await site.store.gateways.create({ ...gateway, _id: sn, serialNumber: sn, userId })
    // The home of the demo is always there: a file of another gateway is a backup like any other.
    const file = await site.store.backups.fileOf(await backupOf(site))
    await site.store.backups.keep({
      ...{ id: 'replacing-point', serialNumber: 'REPLACED-1', status: 'success', type: 'manual' },
      ...{ snapshotName: 'Punkt', createdAt: site.now, size: 1, devices: 0, rooms: 0, scenes: 0 },
      file: file ?? new Uint8Array(),
    })
    const asked = { failedGtwSN: 'REPLACED-1', newGtwSN: 'REPLACING-1', restorePoint: 'replacing-point' }
    return { body: { ...asked, userId: 'demo-home', automaticFactoryReset: false } }
  },
  deactivateSubscription: () => ({ body: { serialNumber } }),
  licenceKeyForUser: () => ({
    body: { serial: serialNumber, username: 'gast', email: 'gast@gatehouse.test' },
  }),
  setGatewayAddress: () => ({
    body: {
      address: { line1: 'Lindenweg 14' },
      city: 'Winterthur',
      zip: '8400',
      country: 'Switzerland',
      alpha2Code: 'CH',
    },
  }),
  listInstallable: () => ({ query: 'kind=zigbee' }),
  authorizeWise: (site) => pairing(site, { deviceId: silentDevice }),
  initializeRemoteDevice: (site) => pairing(site, { deviceId: `0000${silentDevice}`, userId: 'demo-home' }),
  authorizeWiseBulk: (site) =>
    pairing(site, { devices: [{ deviceId: silentDevice, deviceName: 'Ventil', deviceType: 'VLV100' }] }),
  addressByCoordinates: () => ({ query: 'latitude=47.05&longitude=8.31' }),
}
