import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { BackupPlan } from '#schemas/generated/entities/backup-plan.ts'
import type { RestoreState } from '#schemas/generated/entities/restore-state.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Backups } from '#server/gateways/backups/backups.ts'
import { Nights } from '#server/gateways/backups/nights.ts'
import { assertSupported } from '#server/gateways/backups/supported.ts'
import { type Caller, callerOf, Listener, quickSite, recordOf, settled } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

const wish = { userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Umbau' }
const codeIn = (body: { errorCode: string }[]): string | undefined => body[0]?.errorCode

describe('spec 3 §4 a restoration is followed, and called off while nothing is written', () => {
  let site: Site
  let owner: Caller
  let guest: Caller
  beforeAll(async () => {
    // Long enough that only a test ends it.
    site = await quickSite({ restore: 3_600_000 })
    owner = await callerOf(site, 'demo-home')
    guest = await callerOf(site, 'demo-guest')
  })
  afterAll(() => site.close())

  const path = `/backup/restore/${SN}`
  const backups = async (): Promise<Backup[]> =>
    (await owner('GET', `/backup/demo-home/list/${SN}`)).json<{ data: Backup[] }>().data
  const begun = async (listener: Listener) => {
    const backup = (await owner('POST', '/backup/saveBackup', wish)).json<Backup>()
    await listener.ask(SN, 'add_floor', { floor_name: 'Keller 2' })
    const plan = (await owner('POST', `/backup/preview/${backup._id}`, {})).json<BackupPlan>()
    const chosen = plan.items.map(({ kind, id }) => ({ kind, id }))
    const body = { userId: 'demo-home', serialNumber: SN, backupId: backup._id, chosen }
    expect((await owner('POST', '/backup/restoreBackup', body)).status).toBe(202)
    await listener.heard('backup_progress')
    return backup
  }

  test('while it waits it says so; called off, the home is as it was, nothing is left over and all are told', async () => {
    const listener = await Listener.of(site, 'demo-home', SN)
    expect((await owner('GET', path)).json<RestoreState>()).toEqual({ inProgress: false })
    const backup = await begun(listener)
    const target = String((await site.store.gatewayJobs.find(SN))?.facts.target)
    const waiting = { inProgress: true, snapshotName: 'Vor dem Umbau', stage: 'waiting' }
    expect((await owner('GET', path)).json<RestoreState>()).toEqual(waiting)
    expect((await guest('GET', path)).json<RestoreState>()).toEqual(waiting)
    expect((await guest('DELETE', path)).status).toBe(403)

    expect((await owner('DELETE', path)).status).toBe(204)
    expect((await listener.heard('backup_progress', 2)).at(-1)?.data).toEqual({
      ...{ serialNumber: SN, status: 'canceled', snapshotName: 'Vor dem Umbau' },
    })
    expect(await recordOf(site)).toMatchObject({ backupRestoreInProgress: false })
    expect(await site.store.gatewayJobs.find(SN)).toBeUndefined()
    expect(await site.store.backups.fileOf(target)).toBeUndefined()
    expect((await backups()).map(({ _id }) => _id)).toEqual([backup._id])
    const { floors } = (await owner('GET', `/home/${SN}/snapshot?first=1`)).json<{
      floors: { floor_id: string; floor_name: string }[]
    }>()
    const added = floors.find(({ floor_name }) => floor_name === 'Keller 2')
    expect(added).toBeDefined()
    expect(await listener.ask(SN, 'remove_floor', { floor_id: added?.floor_id })).toMatchObject({ code: 0 })
    const again = await owner('DELETE', path)
    expect([again.status, codeIn(again.json())]).toEqual([404, 'NO_RESTORE'])
  })

  test('S-02 the server is killed in the moment in which one is called off: the home is free all the same', async () => {
    const listener = await Listener.of(site, 'demo-home', SN)
    await begun(listener)
    const { target, base } = (await site.store.gatewayJobs.find(SN))?.facts ?? {}
    // Whatever would be written after the job has ended never is.
    const killed = () => Promise.reject(new Error('killed'))
    const state = vi.spyOn(site.store.gateways, 'setState').mockImplementation(killed)
    const removal = vi.spyOn(site.store.backups, 'remove').mockImplementation(killed)
    await owner('DELETE', path)
    state.mockRestore()
    removal.mockRestore()
    expect(await site.store.gatewayJobs.find(SN)).toBeUndefined()
    expect(await recordOf(site)).toMatchObject({ backupRestoreInProgress: false })
    for (const id of [target, base]) expect(await site.store.backups.fileOf(String(id))).toBeUndefined()
  })

  test('once it writes it is too late, and it is not called off', async () => {
    const listener = await Listener.of(site, 'demo-home', SN)
    await begun(listener)
    const job = await site.store.gatewayJobs.find(SN)
    if (!job) throw new Error('nothing goes on')
    await site.store.gatewayJobs.goOn(job.id, { ...job.facts, stage: 'writing' })
    const late = await owner('DELETE', path)
    expect([late.status, codeIn(late.json())]).toEqual([409, 'RESTORE_WRITES'])
    expect(await site.store.gatewayJobs.find(SN)).toBeDefined()
    await site.store.gatewayJobs.goOn(job.id, job.facts)
    expect((await owner('DELETE', path)).status).toBe(204)
  })
})

describe('spec 3 §1 when a home is backed up by itself, and how many stay, is chosen', () => {
  let site: Site
  let owner: Caller
  beforeAll(async () => {
    site = await quickSite()
    owner = await callerOf(site, 'demo-home')
  })
  afterAll(() => site.close())
  afterEach(async () => {
    await settled(site)
    for (const { _id } of await site.store.backups.of(SN)) await site.store.backups.remove(_id)
  })

  const path = `/backup/${SN}/automatically/demo-home`
  const list = async () => (await owner('GET', `/backup/demo-home/list/${SN}`)).json<{ nights: object }>()
  const content = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }
  const nightsAt = (now: () => number) => {
    const missed: { serialNumber: string; error: string }[] = []
    const parts = {
      store: site.store,
      clock: { now, after: () => () => undefined },
      homes: {
        order: async () => ({ id: 'x', code: 0, message: '', data: { content } }),
        snapshot: async () => undefined,
      },
      news: { tell: () => undefined, changed: () => undefined },
      log: { warn: (facts: (typeof missed)[number]) => void missed.push(facts) },
    } as unknown as ConstructorParameters<typeof Backups>[0]
    return { nights: new Nights(parts, new Backups(parts)), missed }
  }
  const names = async () =>
    (await site.store.backups.of(SN))
      .filter(({ type }) => type === 'automatic')
      .map(({ snapshotName }) => snapshotName)

  test('nobody has chosen: three at night, five stay; what is no time or no number is refused', async () => {
    expect((await list()).nights).toEqual({ at: '03:00', kept: 5 })
    for (const nights of [
      { at: '24:00', kept: 5 },
      { at: '3:00', kept: 5 },
      { at: '03:00', kept: 0 },
      { at: '03:00', kept: 10 },
      { at: '03:00', kept: 1.5 },
      { at: '03:00' },
    ])
      expect((await owner('POST', path, { isAutomaticallyBackup: true, nights })).status).toBe(400)
    expect((await list()).nights).toEqual({ at: '03:00', kept: 5 })
  })

  test('it is made at the chosen time by the clocks of the home, and as many stay as were chosen', async () => {
    const nights = { at: '22:45', kept: 2 }
    expect((await owner('POST', path, { isAutomaticallyBackup: true, nights })).status).toBe(204)
    expect((await list()).nights).toEqual(nights)
    // Switched off and on again it is what was chosen.
    for (const isAutomaticallyBackup of [false, true])
      expect((await owner('POST', path, { isAutomaticallyBackup })).status).toBe(204)
    expect((await list()).nights).toEqual(nights)

    // 22:44 in Zurich in winter: that of the evening before is made up for.
    let now = Date.UTC(2026, 10, 20, 21, 44)
    const watch = nightsAt(() => now)
    await watch.nights.look()
    expect(await names()).toEqual(['2026-11-19'])
    now += 60_000
    await watch.nights.look()
    expect(await names()).toEqual(['2026-11-20', '2026-11-19'])
    now += 86_400_000
    await watch.nights.look()
    expect(await names()).toEqual(['2026-11-21', '2026-11-20'])
    // One kind may be asked for; places are counted over all.
    expect((await owner('POST', '/backup/saveBackup', wish)).status).toBe(201)
    const ofKind = async (type: string) =>
      (await owner('GET', `/backup/demo-home/list/${SN}?type=${type}`)).json<{
        data: Backup[]
        count: number
        taken: number
      }>()
    expect(await ofKind('automatic')).toMatchObject({ count: 2, taken: 3 })
    expect((await ofKind('manual')).data.map(({ type }) => type)).toEqual(['manual'])
    expect((await owner('GET', `/backup/demo-home/list/${SN}?type=other`)).status).toBe(400)
  })

  test('whoever lives elsewhere is backed up by the clocks there', async () => {
    const chosen = { isAutomaticallyBackup: true, nights: { at: '22:45', kept: 2 } }
    expect((await owner('POST', path, chosen)).status).toBe(204)
    const hours = { active: false, from: 1320, until: 390 }
    await site.store.quietHours.set('demo-home', { ...hours, zone: 'Asia/Kathmandu' })
    try {
      // 22:45 in Kathmandu; in Zurich it is six in the evening.
      let now = Date.UTC(2026, 10, 20, 16, 59)
      const watch = nightsAt(() => now)
      await watch.nights.look()
      expect(await names()).toEqual(['2026-11-19'])
      now += 60_000
      await watch.nights.look()
      expect(await names()).toEqual(['2026-11-20', '2026-11-19'])
    } finally {
      await site.store.quietHours.set('demo-home', { ...hours, zone: 'Europe/Zurich' })
    }
  })

  test('those that people made are never pushed out: with one place left one stays, with none it is refused', async () => {
    const chosen = { isAutomaticallyBackup: true, nights: { at: '03:00', kept: 5 } }
    expect((await owner('POST', path, chosen)).status).toBe(204)
    for (let n = 0; n < 9; n++)
      expect((await owner('POST', '/backup/saveBackup', { ...wish, snapshotName: `Nr. ${n}` })).status).toBe(
        201,
      )
    let now = Date.UTC(2026, 10, 20, 2, 0)
    const watch = nightsAt(() => now)
    for (let night = 0; night < 3; night++) {
      await watch.nights.look()
      now += 86_400_000
    }
    expect(await names()).toEqual(['2026-11-22'])
    for (const { _id, type } of await site.store.backups.of(SN))
      if (type === 'automatic') await site.store.backups.remove(_id)
    expect((await owner('POST', '/backup/saveBackup', wish)).status).toBe(201)
    await watch.nights.look()
    expect(await names()).toEqual([])
    expect(watch.missed.find(({ serialNumber }) => serialNumber === SN)?.error).toMatch(
      /BACKUP_AT_MAX_STORAGE/,
    )
  })
})

describe('spec 3 §5 what can be backed up', () => {
  const refused = (gateway: Parameters<typeof assertSupported>[0]): string | undefined => {
    try {
      assertSupported(gateway)
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  // 3.5-015
  test.each([
    ['DOC400', '3.2.9', 'BACKUP_FIRMWARE_TOO_OLD'],
    ['DOC400', '3.3.0', undefined],
    ['DOC400', '2.7.0-big-zee', 'BACKUP_FIRMWARE_TOO_OLD'],
    ['DOC400', '2.7.1-big-zee', undefined],
    ['LIV100', '2.7.1-big-zee', undefined],
    ['LIV100', '3.9.9', 'BACKUP_FIRMWARE_TOO_OLD'],
    ['DOC400', '3.2.9-rc1', 'BACKUP_FIRMWARE_TOO_OLD'],
    ['DOC400', undefined, undefined],
  ])('%s with firmware %s: %s', (model, currentFWVersion, code) => {
    expect(refused({ model, ...(currentFWVersion && { currentFWVersion }) })).toBe(code)
  })

  // 3.5-016
  test.each([
    ['2.9', 'BACKUP_ZIGBEE_TOO_OLD'],
    ['1.2.1', 'BACKUP_ZIGBEE_TOO_OLD'],
    ['3.0', undefined],
    ['3.10', undefined],
    [undefined, undefined],
  ])('with ZigBee %s: %s', (zigbeeVersion, code) => {
    const swVersions = { ohmVersion: '3.6.1', ...(zigbeeVersion && { zigbeeVersion }) }
    expect(refused({ model: 'DOC400', currentFWVersion: '4.21.3', swVersions })).toBe(code)
  })
})
