import { expect, onTestFinished, test, vi } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import type { NewGateway } from '#server/store/gateways/gateways.ts'
import { WAIT } from '../../channel/peer.ts'
import { account } from '../../store/samples.ts'
import { callerOf, device, quickSite, recordOf, settled, snapshotFor } from '../gateway-kit.ts'
import { demoFolder } from '../kit.ts'
import { settingsFile } from '../oauth-kit.ts'

const settings = { GATEHOUSE_SETTINGS: settingsFile({ RPL_GTW: true }) }
const free: NewGateway = {
  ...{ _id: 'NEW-1', serialNumber: 'NEW-1', name: 'Ersatz', model: 'DOC400', type: 'vg', userId: null },
  connectionStatus: 'online',
  ...{ currentFWVersion: '4.22.0', operationMode: 0, subscriptionLockMode: 0 },
}

// 3.4-067 3.4-068 3.4-070 3.7-194 3.7-195
test('a replacement is polled by serial number of either gateway, and goes on to its end after the server has stopped', async () => {
  const data = demoFolder()
  const slow = await quickSite({ replacement: 3_600_000 }, settings, data)
  const [home, admin] = [await callerOf(slow, 'demo-home'), await callerOf(slow, 'demo-admin')]
  await slow.store.gateways.create(free)
  const wish = { userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Ausfall' }
  const restorePoint = (await home('POST', '/backup/saveBackup', wish)).json<{ _id: string }>()._id
  const { total } = await snapshotFor(home)
  const asked = { failedGtwSN: SN, newGtwSN: 'NEW-1', restorePoint, userId: 'demo-home' }
  const begin = () => admin('POST', '/replace/gw', { ...asked, automaticFactoryReset: false })
  expect((await begin()).status).toBe(202)
  // A second press finds both taken.
  expect((await begin()).json()).toMatchObject([{ errorCode: 'REPLACE_GTW_ERROR' }])
  const check = async (sn: string) => (await admin('GET', `/replace/gw/check/${sn}`)).json()
  expect(await check(SN)).toEqual({ inProgress: true, finished: false, with: 'NEW-1' })
  expect(await check('NEW-1')).toEqual({ inProgress: true, finished: false, with: SN })
  expect((await admin('GET', '/replace/gw/log')).json()).toMatchObject({
    data: [{ failedGtwSN: SN, newGtwSN: 'NEW-1', state: 'inProgress' }],
    count: 1,
  })
  // Whatever becomes of the backup meanwhile.
  await slow.store.backups.remove(restorePoint)
  await slow.stop()

  const site = await quickSite({}, settings, data)
  onTestFinished(() => site.close())
  await vi.waitFor(async () => expect((await recordOf(site, 'NEW-1')).userId).toBe('demo-home'), WAIT)
  await settled(site)
  await settled(site, 'NEW-1')
  const [later, chief] = [await callerOf(site, 'demo-home'), await callerOf(site, 'demo-admin')]
  for (const [one, other] of [
    [SN, 'NEW-1'],
    ['NEW-1', SN],
  ] as const)
    expect((await chief('GET', `/replace/gw/check/${one}`)).json()).toEqual({
      ...{ inProgress: false, finished: true },
      with: other,
    })
  expect((await snapshotFor(later, 'NEW-1')).total).toBe(total)
  expect((await chief('GET', '/replace/gw/log')).json()).toMatchObject({
    data: [{ state: 'finished', finishedAt: expect.any(String) }],
    count: 1,
  })
})

test('whose the new gateway will be follows from the old one; who may not serve its owner replaces nothing', async () => {
  const site = await quickSite({}, settings)
  onTestFinished(() => site.close())
  const [home, admin] = [await callerOf(site, 'demo-home'), await callerOf(site, 'demo-admin')]
  await site.store.gateways.create(free)
  const wish = { userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Ausfall' }
  const restorePoint = (await home('POST', '/backup/saveBackup', wish)).json<{ _id: string }>()._id
  const asked = { failedGtwSN: SN, newGtwSN: 'NEW-1', restorePoint, automaticFactoryReset: false }
  await site.store.accounts.create(account('looker', { groups: ['admin', 'viewer'] }), {
    ...{ passwordHash: null, at: site.now, activated: true },
  })
  const looker = await callerOf(site, 'looker')
  for (const body of [asked, { ...asked, userId: 'demo-home' }])
    expect((await looker('POST', '/replace/gw', body)).status).toBe(403)
  expect((await admin('POST', '/replace/gw', { ...asked, userId: 'demo-guest' })).status).toBe(409)
  expect((await admin('POST', '/replace/gw', asked)).status).toBe(202)
  await vi.waitFor(async () => expect((await recordOf(site, 'NEW-1')).userId).toBe('demo-home'), WAIT)
})

test('the new gateway is in the groups of the old one and stands at its centre, and keeps its own groups', async () => {
  const site = await quickSite({}, settings)
  onTestFinished(() => site.close())
  const [home, admin] = [await callerOf(site, 'demo-home'), await callerOf(site, 'demo-admin')]
  const { groups, centres, gateways } = site.store
  await gateways.create(free)
  const at = site.now
  const [old, other] = [
    { kind: 'gateway', id: SN },
    { kind: 'gateway', id: 'NEW-1' },
  ] as const
  for (const [_id, members] of [
    ['estate', [old]],
    ['both', [old, other]],
    ['spares', [other]],
  ] as const) {
    await groups.create({ _id, groupName: _id, description: _id, at })
    await groups.add(_id, members)
  }
  const centre = { code: 'C1', name: 'Centre', region: 'N', state: 'ZH' }
  const store = { ...centre, code: 'C2', name: 'Store' }
  await centres.put(
    [centre, store],
    [
      { serialNumber: SN, centre: 'C1', point: '7' },
      { serialNumber: 'NEW-1', centre: 'C2', point: '1' },
    ],
  )
  const wish = { userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Ausfall' }
  const restorePoint = (await home('POST', '/backup/saveBackup', wish)).json<{ _id: string }>()._id
  const asked = { failedGtwSN: SN, newGtwSN: 'NEW-1', restorePoint, automaticFactoryReset: false }
  expect((await admin('POST', '/replace/gw', asked)).status).toBe(202)
  await settled(site)
  await settled(site, 'NEW-1')

  const inIt = async (id: string) => (await groups.members(id, { page: 1, limit: 10, order: 'name' })).data
  for (const id of ['estate', 'both', 'spares']) expect(await inIt(id)).toEqual([other])
  expect(await centres.points('C1')).toEqual([{ serialNumber: 'NEW-1', point: '7' }])
  expect(await centres.points('C2')).toEqual([])
})

// 3.4-075
test('while RPL_GTW is off nothing is replaced', async () => {
  const site = await quickSite()
  onTestFinished(() => site.close())
  const [home, admin] = [await callerOf(site, 'demo-home'), await callerOf(site, 'demo-admin')]
  await site.store.gateways.create(free)
  const wish = { userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Ausfall' }
  const restorePoint = (await home('POST', '/backup/saveBackup', wish)).json<{ _id: string }>()._id
  const asked = { failedGtwSN: SN, newGtwSN: 'NEW-1', restorePoint, userId: 'demo-home' }
  const answer = await admin('POST', '/replace/gw', { ...asked, automaticFactoryReset: false })
  expect([answer.status, answer.json()]).toMatchObject([409, [{ errorCode: 'REPLACE_GTW_ERROR' }]])
})

// 1.1-009
test('an administrator repairs, replaces and removes gateways and makes virtual ones; an owner only removes his own', async () => {
  const site = await quickSite({}, settings)
  onTestFinished(() => site.close())
  const [home, admin] = [await callerOf(site, 'demo-home'), await callerOf(site, 'demo-admin')]
  await site.store.gateways.create(free)
  const wish = { userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Ausfall' }
  const restorePoint = (await home('POST', '/backup/saveBackup', wish)).json<{ _id: string }>()._id
  const replacement = {
    ...{
      failedGtwSN: SN,
      newGtwSN: 'NEW-1',
      restorePoint,
      userId: 'demo-home',
      automaticFactoryReset: false,
    },
  }
  const virtual = (creatorId: string) => ({ hardwareModel: 'VOC200', firmwareModel: '4.21.3', creatorId })
  for (const [path, body] of [
    [device('/repair'), undefined],
    ['/replace/gw', replacement],
    ['/udm/device/upload/one/vg', virtual('demo-home')],
  ] as const)
    expect([path, (await home('POST', path, body)).status]).toEqual([path, 403])

  expect((await admin('POST', device('/repair'))).status).toBe(202)
  await settled(site)
  expect((await admin('POST', '/replace/gw', replacement)).status).toBe(202)
  await settled(site)
  await settled(site, 'NEW-1')
  expect((await recordOf(site, 'NEW-1')).userId).toBe('demo-home')
  expect((await admin('PUT', device('/unassign', 'NEW-1'))).status).toBeLessThan(300)
  expect((await recordOf(site, 'NEW-1')).userId).toBeNull()
  const made = await admin('POST', '/udm/device/upload/one/vg', virtual('demo-admin'))
  expect(made.json()).toMatchObject({ imported: 1 })
})
