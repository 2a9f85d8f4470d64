import { randomBytes } from 'node:crypto'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { NetworkDriver } from '#gateway/core/network-driver.ts'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { BackupMaking } from '#schemas/generated/entities/backup-making.ts'
import type { BackupOutlook } from '#schemas/generated/entities/backup-outlook.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { demoDevices } from '#server/demo/home.ts'
import { type More, packed, unpacked } from '#server/gateways/backups/archive.ts'
import { packPoints, unpackPoints } from '#server/homes/history/points.ts'
import { callerOf, Listener, quickSite } from '../gateway-kit.ts'
import { stranger } from '../kit.ts'
import { codeOf, demoBackups } from './backups-kit.ts'

const kit = demoBackups()
const { home, listPath, backups, wish, made, planOf, restored, file, taken } = kit

describe('issue 13.5 what goes along by choice', () => {
  // The home is made when somebody first asks for it; while it hands over its past, no two backups are alike.
  beforeAll(async () => {
    await home('GET', `/home/${SN}/snapshot`)
    await vi.waitUntil(async () => (await kit.site.store.history.handedOver(SN)) !== undefined, {
      timeout: 50_000,
    })
  }, 60_000)

  const DAY = 86_400_000
  const today = Math.floor(Date.now() / DAY)
  /** What the demo home did, as far as anything of it is kept. */
  const days = async () => {
    const { history } = kit.site.store
    const series = (await history.lastDays(SN, today)).map((one) => one.series)
    return await history.days(SN, series, { first: 0, last: today })
  }
  /** Two devices that told something on two days long gone. */
  const told = async (): Promise<string[]> => {
    const { devices } = (await home('GET', `/home/${SN}/snapshot`)).json<HomeSnapshot>()
    const ids = devices.slice(0, 2).map(({ device }) => device.id)
    await kit.site.store.history.put(
      SN,
      ids.flatMap((id) =>
        [today - 30, today - 3].map((day) => ({
          ...{ series: `${id}/LightService/state`, day, rolled: false },
          points: packPoints({ times: [day * DAY + 1000, day * DAY + 90_000], values: ['ON', 'OFF'] }),
        })),
      ),
    )
    return ids
  }
  const forget = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => kit.site.store.history.forgetDevice(SN, id)))
  const keyOf = ({ series, day }: { series: string; day: number }) => `${series} ${day}`

  test('without the choice there is no history in it, and a server that knows none takes it in', async () => {
    await told()
    const backup = await made()
    expect(backup).not.toHaveProperty('historyFrom')
    const files = unzipSync(new Uint8Array(await (await file(backup)).arrayBuffer()))
    expect(Object.keys(files).toSorted()).toEqual(['content.json', 'manifest.json'])
    expect(JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()))).toMatchObject({
      schemaVersion: 1,
    })
  })

  test('the history of a device that is lost comes back from a backup that has it, all of it and once', async () => {
    const ids = await told()
    const backup = await made({ history: true })
    expect(backup.historyFrom).toBe(new Date((today - 30) * DAY).toISOString().slice(0, 10))
    expect(backup.took).toBeGreaterThanOrEqual(0)
    const before = new Map((await days()).map((day) => [keyOf(day), unpackPoints(day.points)]))
    expect((await planOf(backup)).history).toMatchObject({ from: backup.historyFrom, missing: 0 })
    await forget(ids)
    const { history } = await planOf(backup)
    expect(history?.missing).toBeGreaterThanOrEqual(4)

    // Without the choice it stays away.
    await restored(backup)
    expect((await planOf(backup)).history?.missing).toBe(history?.missing)
    const listener = await Listener.of(kit.site, 'demo-home', SN)
    await restored(backup, { history: true })
    expect((await listener.heard('backup_progress', 5)).map(({ data }) => data)).toMatchObject([
      ...['waiting', 'writing', 'history', 'comparing'].map((stage) => ({ stage, history: true })),
      { status: 'restoreCompleted', history: true },
    ])
    await restored(backup, { history: true })
    const after = new Map((await days()).map((day) => [keyOf(day), unpackPoints(day.points)]))
    for (const id of ids)
      for (const day of [today - 30, today - 3]) {
        const key = `${id}/LightService/state ${day}`
        expect(after.get(key)).toEqual(before.get(key))
      }
    expect((await planOf(backup)).history?.missing).toBe(0)
    await forget(ids)
  })

  test('a day that is there in part is told, is completed, and what is there counts', async () => {
    const ids = await told()
    const backup = await made({ history: true })
    const day = today - 3
    const series = `${ids[0]}/LightService/state`
    const since = { times: [day * DAY + 1000, day * DAY + 200_000], values: ['TOGGLE', 'ON'] }
    await kit.site.store.history.put(SN, [{ series, day, rolled: false, points: packPoints(since) }])
    // What it lacks of that day is told, and asked for again there is none.
    const present = (await planOf(backup)).history
    await restored(backup, { history: true })
    expect((await planOf(backup)).history).toEqual({ ...present, missing: (present?.missing ?? 0) - 1 })
    const [now] = await kit.site.store.history.days(SN, [series], { first: day, last: day })
    expect(unpackPoints(now?.points ?? '')).toMatchObject({
      times: [day * DAY + 1000, day * DAY + 90_000, day * DAY + 200_000],
      values: ['TOGGLE', 'OFF', 'ON'],
    })
    await forget(ids)
  })

  test('as much goes along as there is room for, the newest first, and never more than a backup may have', async () => {
    const [id = ''] = await told()
    const series = `${id}/LightService/state`
    // Each of so many days has about 20 kB that nothing makes smaller.
    const random = (day: number) => ({
      times: Array.from({ length: 1000 }, (_, n) => day * DAY + n * 1000),
      values: Array.from({ length: 1000 }, () => randomBytes(12).toString('base64')),
    })
    const all = Array.from({ length: 60 }, (_, n) => today - 60 + n)
    await kit.site.store.history.put(
      SN,
      all.map((day) => ({ series, day, rolled: false, points: packPoints(random(day)) })),
    )
    const outlook = (await home('GET', `/backup/outlook/${SN}`)).json<BackupOutlook>()
    expect(outlook).toMatchObject({ most: 500_000, left: 10, radios: [] })
    const backup = await made({ history: true })
    expect(backup.size).toBeLessThanOrEqual(500_000)
    expect(backup.size).toBeGreaterThan(350_000)
    const from = Date.parse(backup.historyFrom ?? '') / DAY
    expect(from).toBeGreaterThan(today - 60)
    // As it was told before.
    expect(outlook.history.from).toBe(backup.historyFrom)
    expect(outlook.size + outlook.history.size).toBeLessThanOrEqual(500_000)
    await forget([id])
  })

  test('a passphrase keeps the history too, and it leaves and comes back in as a file', async () => {
    const ids = await told()
    const passphrase = 'correct horse'
    const backup = await made({ history: true, passphrase })
    const bytes = new Uint8Array(await (await file(backup)).arrayBuffer())
    expect(Object.keys(unzipSync(bytes)).toSorted()).toEqual(['content.bin', 'history.bin', 'manifest.json'])
    const { status, body } = await taken(bytes)
    expect([status, body.historyFrom]).toEqual([201, backup.historyFrom])
    await forget(ids)
    await restored(body, { history: true, passphrase })
    expect((await planOf(body, { passphrase })).history?.missing).toBe(0)
    await forget(ids)
  })

  test.each([
    ['more values than times', { t: [0], v: [1, 2] }],
    ['a time of another day', { t: [5 * DAY], v: [1] }],
    ['times that go backwards', { t: [1000, -500], v: [1, 2] }],
    ['spans of another length', { t: [0], v: [1], s: [[1], [1], []] }],
    ['a field that nobody knows', { t: [0], v: [1], x: 1 }],
  ])('B-01 a file whose history has %s is no backup', async (_what, odd) => {
    const backup = await made()
    const { manifest, content } = await unpacked(
      (await kit.site.store.backups.fileOf(backup._id)) ?? new Uint8Array(),
    )
    const { format: _f, schemaVersion: _v, content: _c, ...facts } = manifest
    const history = { days: [{ series: 'lamp/LightService/state', day: 0, ...odd }], from: '1970-01-01' }
    const bytes = await packed(facts, content, undefined, { history } as unknown as More)
    expect(codeOf(await taken(bytes))).toBe('400 BACKUP_UNREADABLE')
  })

  test('how it goes is told stage by stage; called off, nothing is kept and everybody hears it', async () => {
    const listener = await Listener.of(kit.site, 'demo-home', SN)
    await made({ history: true })
    const about = { serialNumber: SN, snapshotName: 'Vor dem Umbau' }
    await vi.waitFor(async () => {
      // Where a stage takes its time it is told again.
      const told = new Set((await listener.heard('backup_making', 4)).map(({ data }) => JSON.stringify(data)))
      expect([...told].map((one) => JSON.parse(one) as unknown)).toEqual([
        { ...about, status: 'inProgress', stage: 'home', progress: 0 },
        { ...about, status: 'inProgress', stage: 'history', progress: 33 },
        { ...about, status: 'inProgress', stage: 'writing', progress: 67 },
        { ...about, status: 'success' },
      ])
    })
    const late = await home('DELETE', `/backup/making/${SN}`)
    expect([late.status, late.json()]).toEqual([200, { canceled: false }])

    // The gateway takes its time.
    const { radio, open } = await withRadio()
    try {
      const slow = radio.owner('POST', '/backup/saveBackup', wish({ radios: true, snapshotName: 'Lang' }))
      const making = async () =>
        (await radio.owner('GET', listPath())).json<{ making?: BackupMaking; count: number }>()
      await vi.waitFor(async () => expect(await making()).toMatchObject({ making: { stage: 'radios' } }))
      expect((await radio.owner('DELETE', `/backup/making/${SN}`)).json()).toEqual({ canceled: true })
      open()
      const answer = await slow
      expect([answer.status, answer.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
        409,
        'BACKUP_CANCELED',
      ])
      expect(await making()).toMatchObject({ count: 0 })
      expect(await making()).not.toHaveProperty('making')
    } finally {
      await radio.warm.close()
    }
  })

  const ZIP = Buffer.from(zipSync({ 'coordinator_backup.json': strToU8('{"network_key":"secret"}') }))
  /** The demo home with a bridge that can be backed up; it answers once it is let. */
  const withRadio = async () => {
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const warm = await quickSite({}, {}, undefined, {
      insideOf: (catalogue, shipped) => (gateway) => {
        const inside = shipped(gateway)
        if (gateway.serialNumber !== SN || !inside) return inside
        const driver = createVirtualDriver({
          devices: demoDevices(catalogue).map((device) => ({ device })),
          seed: 1,
        })
        const network = {
          ...(driver.network as NetworkDriver),
          backup: () => opened.then(() => ZIP.toString('base64')),
        }
        return { ...inside, drivers: [{ ...driver, name: 'zigbee2mqtt', network }] }
      },
    })
    return {
      radio: { warm, owner: await callerOf(warm, 'demo-home'), other: await callerOf(warm, 'demo-guest') },
      open,
    }
  }

  test("the bridge's own backup goes along for the owner alone, is shown, and comes out as it went in", async () => {
    const { radio, open } = await withRadio()
    try {
      open()
      const { owner, other, warm } = radio
      expect((await owner('GET', `/backup/outlook/${SN}`)).json()).toMatchObject({ radios: ['zigbee2mqtt'] })
      // Whoever may use the home may back it up, but not take the keys of its radio network.
      const refused = await other('POST', '/backup/saveBackup', wish({ userId: 'demo-guest', radios: true }))
      expect(refused.status).toBe(403)
      expect((await other('POST', '/backup/saveBackup', wish({ userId: 'demo-guest' }))).status).toBe(201)

      const backup = (
        await owner('POST', '/backup/saveBackup', wish({ radios: true, history: true }))
      ).json<Backup>()
      expect(backup.radios).toBe(true)
      expect((await owner('POST', `/backup/preview/${backup._id}`, {})).json()).toMatchObject({
        radios: [{ name: 'zigbee2mqtt', size: ZIP.length }],
      })
      const out = async (userId: string, path: string, body?: object) =>
        fetch(`${warm.url}/api${path}`, {
          method: body ? 'POST' : 'GET',
          headers: {
            'Content-Type': 'application/json',
            sessionId: await warm.sessionOf(userId),
            'x-forwarded-for': stranger(),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
      const radioPath = `/backup/radio/${backup._id}`
      const got = await out('demo-home', radioPath, { name: 'zigbee2mqtt' })
      expect(Buffer.from(await got.arrayBuffer()).equals(ZIP)).toBe(true)
      expect((await out('demo-home', radioPath, { name: 'another' })).status).toBe(404)
      expect((await out('demo-guest', radioPath, { name: 'zigbee2mqtt' })).status).toBe(403)
      expect((await out('demo-guest', `/backup/export/${backup._id}`)).status).toBe(403)
      expect((await out('demo-home', `/backup/export/${backup._id}`)).status).toBe(200)

      // With a passphrase nobody opens it without.
      const passphrase = 'correct horse'
      const sealed = (
        await owner('POST', '/backup/saveBackup', wish({ radios: true, passphrase }))
      ).json<Backup>()
      const sealedPath = `/backup/radio/${sealed._id}`
      expect((await out('demo-home', sealedPath, { name: 'zigbee2mqtt' })).status).toBe(409)
      expect((await out('demo-home', sealedPath, { name: 'zigbee2mqtt', passphrase })).status).toBe(200)
      expect((await out('demo-guest', `/backup/export/${sealed._id}`)).status).toBe(200)
    } finally {
      await radio.warm.close()
    }
  })

  test('a home without such a bridge says that it gave none, and keeps nothing', async () => {
    const refused = await home('POST', '/backup/saveBackup', wish({ radios: true }))
    expect([refused.status, refused.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
      409,
      'BACKUP_RADIO_SILENT',
    ])
    expect(await backups()).toEqual([])
  })
})
