import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import { settingsOf } from '#gateway/lib/backups/settings.ts'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { BackupPlan } from '#schemas/generated/entities/backup-plan.ts'
import type { FloorLayout } from '#schemas/generated/entities/floor-layout.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { demoDevices } from '#server/demo/home.ts'
import { packed, unpacked } from '#server/gateways/backups/archive.ts'
import { Backups } from '#server/gateways/backups/backups.ts'
import { Nights } from '#server/gateways/backups/nights.ts'
import { callerOf, Listener, quickSite, recordOf, settled } from '../gateway-kit.ts'
import { codeOf, demoBackups } from './backups-kit.ts'

const kit = demoBackups()
const { home, guest, listPath, backups, wish, made, planOf, restored, all, file, taken } = kit

/** Examples of each version of the format, which open for ever. */
const KEPT = join(import.meta.dirname, '../../fixtures/backups')
const kept = readdirSync(KEPT).filter((name) => name.endsWith('.zip'))

const order = (listener: Listener, command: string, params: object) => listener.ask(SN, command, params)
const layout = async (): Promise<FloorLayout['floors']> =>
  (await home('GET', `/home/${SN}/snapshot?first=1`)).json<{ floors: FloorLayout['floors'] }>().floors

describe('spec 3 §7 backups are made and listed', () => {
  // 3.3-017 3.3-018 3.3-019 3.3-020 3.3-021 3.3-022
  test('what is told of a backup is what the specification names', async () => {
    const told = await made()
    for (const field of [
      '_id',
      'status',
      'userId',
      'serialNumber',
      'type',
      'snapshotName',
      'currentFWVersion',
    ])
      expect(told).toHaveProperty(field)
    expect(told.isAutomaticallyBackup).toBe(false)
  })

  // 3.7-040 3.7-041 3.4-019 3.4-021
  test('one is made, read back, told live, and stands in the list with what is in it', async () => {
    const listener = await Listener.of(kit.site, 'demo-home', SN)
    const backup = await made()
    expect(backup).toMatchObject({
      ...{ serialNumber: SN, userId: 'demo-home', type: 'manual', status: 'success' },
      ...{ snapshotName: 'Vor dem Umbau', isAutomaticallyBackup: false, isEncrypted: false },
      currentFWVersion: (await recordOf(kit.site)).currentFWVersion,
    })
    expect(backup.devices).toBeGreaterThan(20)
    expect(backup.rooms).toBeGreaterThan(3)
    expect(backup.scenes).toBeGreaterThan(3)
    const [told] = await listener.heard('backup_created')
    expect(told?.data).toEqual({ serialNumber: SN, backup })
    expect((await home('GET', listPath())).json()).toMatchObject({
      ...{ data: [backup], count: 1, places: 10, taken: 1, mayRestore: true },
    })
  })

  // 3.8-006 3.8-007
  test('of ten places each is taken once, also by two at once; then it says so (BACKUP_AT_MAX_STORAGE)', async () => {
    for (let n = 0; n < 9; n++) await made({ snapshotName: `Nr. ${n}` })
    const both = await Promise.all([0, 1].map(() => home('POST', '/backup/saveBackup', wish())))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = await home('POST', '/backup/saveBackup', wish())
    expect(refused.json()).toMatchObject([{ errorCode: 'BACKUP_AT_MAX_STORAGE' }])
    expect(await backups()).toHaveLength(10)
  })

  // 3.7-044 3.4-020
  test('one that is deleted is gone, live for everybody', async () => {
    const listener = await Listener.of(kit.site, 'demo-home', SN)
    const backup = await made()
    expect((await home('DELETE', `/backup/delete/${backup._id}`)).status).toBe(204)
    expect((await listener.heard('backup_deleted')).at(-1)?.data).toEqual({
      serialNumber: SN,
      _id: backup._id,
    })
    expect((await home('DELETE', `/backup/delete/${backup._id}`)).status).toBe(404)
  })

  test('whoever may use the home makes one and sees it; only its owner restores, looks into and deletes', async () => {
    const answer = await guest('POST', '/backup/saveBackup', wish({ userId: 'demo-guest' }))
    expect(answer.status).toBe(201)
    const backup = answer.json<Backup>()
    expect((await guest('GET', listPath('demo-guest'))).json()).toMatchObject({ mayRestore: false })
    const body = { userId: 'demo-guest', serialNumber: SN, backupId: backup._id }
    expect((await guest('POST', '/backup/restoreBackup', body)).status).toBe(403)
    expect((await guest('POST', `/backup/preview/${backup._id}`, {})).status).toBe(403)
    expect((await guest('DELETE', `/backup/delete/${backup._id}`)).status).toBe(403)
    // In the name of another: nobody.
    expect((await guest('POST', '/backup/saveBackup', wish())).status).toBe(403)
  })

  test('what was made with newer software than the gateway has can be looked into, and is not restored', async () => {
    const { currentFWVersion } = await recordOf(kit.site)
    const backup = await made()
    const listed = async () =>
      (await home('GET', `/backup/demo-home/list/${SN}`))
        .json<{ data: Backup[] }>()
        .data.find(({ _id }) => _id === backup._id)
    expect((await listed())?.standing).toBe('readBack')
    const locked = await made({ passphrase: 'A passphrase for it' })
    expect((await backups()).find(({ _id }) => _id === locked._id)?.standing).toBe('locked')
    await kit.site.store.gateways.setState(SN, { currentFWVersion: '4.0.0' })
    try {
      expect(await listed()).toMatchObject({ standing: 'ahead' })
      expect((await planOf(backup)).items).toEqual([])
      const body = { userId: 'demo-home', serialNumber: SN, backupId: backup._id }
      const answer = await home('POST', '/backup/restoreBackup', body)
      expect([answer.status, answer.json()]).toMatchObject([409, [{ errorCode: 'BACKUP_SOFTWARE_TOO_OLD' }]])
    } finally {
      await kit.site.store.gateways.setState(SN, { currentFWVersion })
    }
  })

  // 3.5-013 3.5-014
  test('firmware that is too old for backups is told so, by the model of the gateway', async () => {
    const { currentFWVersion = '' } = await recordOf(kit.site)
    await kit.site.store.gateways.setState(SN, { currentFWVersion: '3.2.9' })
    const answer = await home('POST', '/backup/saveBackup', wish())
    expect(answer.json()).toMatchObject([{ errorCode: 'BACKUP_FIRMWARE_TOO_OLD' }])
    await kit.site.store.gateways.setState(SN, { currentFWVersion: '3.3.0' })
    await made()
    await kit.site.store.gateways.setState(SN, { currentFWVersion })
  })
})

describe('spec 3 §4 a backup is restored', () => {
  // 3.7-042 3.4-016 3.4-017 3.4-018 3.1-004 S-07
  test('the home is as it was, everybody is told when it begins and ends, and the way back is a backup too', async () => {
    const listener = await Listener.of(kit.site, 'demo-home', SN)
    const before = await layout()
    const backup = await made()
    const [floor] = before
    const [room] = floor?.rooms ?? []
    if (!floor || !room) throw new Error('The demo has no room')
    await order(listener, 'rename_room', {
      floor_id: floor.floor_id,
      room_id: room.room_id,
      room_name: 'Estrich',
    })
    await order(listener, 'add_floor', { floor_name: 'Keller 2' })

    const plan = await planOf(backup)
    expect(plan.items).toMatchObject([
      { kind: 'room', id: room.room_id, change: 'changed', name: room.room_name },
      { kind: 'floor', name: 'Keller 2', change: 'removed' },
    ])
    expect(plan.same.rule).toBeGreaterThan(3)

    // Without a choice nothing is removed.
    await restored(backup)
    const told = await listener.heard('backup_progress', 4)
    const about = { serialNumber: SN, snapshotName: 'Vor dem Umbau' }
    expect(told.map(({ data }) => data)).toEqual([
      { ...about, status: 'inProgress', stage: 'waiting' },
      { ...about, status: 'inProgress', stage: 'writing' },
      { ...about, status: 'inProgress', stage: 'comparing' },
      { ...about, status: 'restoreCompleted' },
    ])
    expect(await recordOf(kit.site)).toMatchObject({ backupRestoreInProgress: false })
    expect((await layout()).map(({ floor_name }) => floor_name)).toContain('Keller 2')
    expect((await layout())[0]?.rooms[0]?.room_name).toBe(room.room_name)

    const rest = await planOf(backup)
    await restored(backup, all(rest))
    expect(await layout()).toEqual(before)

    const safety = (await backups()).filter(({ type }) => type === 'safety')
    expect(safety).toHaveLength(2)
    const first = safety.at(-1)
    if (!first) throw new Error('nothing leads back')
    await restored(first, all(await planOf(first)))
    expect((await layout())[0]?.rooms[0]?.room_name).toBe('Estrich')
    await restored(backup, all(await planOf(backup)))
    expect(await layout()).toEqual(before)
  })

  test('one thing alone comes back, and nothing else', async () => {
    const listener = await Listener.of(kit.site, 'demo-home', SN)
    const backup = await made()
    const [floor] = await layout()
    const [one, two] = floor?.rooms ?? []
    if (!floor || !one || !two) throw new Error('The demo has no rooms')
    for (const { room_id, room_name } of [one, two])
      await order(listener, 'rename_room', {
        floor_id: floor.floor_id,
        room_id,
        room_name: `${room_name} neu`,
      })
    await restored(backup, { chosen: [{ kind: 'room', id: two.room_id }] })
    const names = (await layout())[0]?.rooms.map(({ room_name }) => room_name) ?? []
    expect(names.slice(0, 2)).toEqual([`${one.room_name} neu`, two.room_name])
    await restored(backup, all(await planOf(backup)))
  })

  /** The demo with its radiator awake: the one device there that is set to something. */
  const awake = async () => {
    const warm = await quickSite({}, {}, undefined, {
      insideOf: (catalogue, shipped) => (gateway) => {
        const inside = shipped(gateway)
        const devices = demoDevices(catalogue).map((device) => ({
          device: { ...device, status: 2 as const },
        }))
        return gateway.serialNumber === SN && inside
          ? { ...inside, drivers: [createVirtualDriver({ devices, seed: 1 })] }
          : inside
      },
    })
    const owner = await callerOf(warm, 'demo-home')
    const listener = await Listener.of(warm, 'demo-home', SN)
    const now = async () => {
      const snapshot = (await owner('GET', `/home/${SN}/snapshot`)).json<HomeSnapshot>()
      return settingsOf(snapshot).find(({ device_id }) => device_id === RADIATOR)?.values
    }
    const plan = async ({ _id }: Backup) =>
      (await owner('POST', `/backup/preview/${_id}`, {})).json<BackupPlan>()
    const restore = async (backup: Backup) => {
      const body = { userId: 'demo-home', serialNumber: SN, backupId: backup._id, ...all(await plan(backup)) }
      expect((await owner('POST', '/backup/restoreBackup', body)).status).toBe(202)
      await settled(warm)
    }
    const backup = (await owner('POST', '/backup/saveBackup', wish())).json<Backup>()
    return { warm, listener, now, plan, restore, backup }
  }
  const RADIATOR = 'bathroom-radiator'
  const LOCK = { service_name: 'ConfigurationService', property_name: 'child_lock' }

  test('what a device is set to comes back, and nothing is left to restore then', async () => {
    const { warm, listener, now, plan, restore, backup } = await awake()
    try {
      expect(await now()).toContainEqual({ ...LOCK, value: false })
      await listener.ask(SN, 'set_service_property_value', {
        ...{ device_id: RADIATOR, ...LOCK, property_value: true },
      })
      const waited = { timeout: 25_000 }
      await vi.waitFor(async () => expect(await now()).toContainEqual({ ...LOCK, value: true }), waited)
      expect((await plan(backup)).items).toMatchObject([
        { kind: 'settings', id: RADIATOR, name: 'Handtuchheizung', change: 'changed' },
      ])
      await restore(backup)
      await vi.waitFor(async () => expect(await now()).toContainEqual({ ...LOCK, value: false }), waited)
      expect((await plan(backup)).items).toEqual([])
      const told = await listener.heard('backup_progress', 5)
      expect(told.map(({ data }) => data)).toMatchObject([
        ...[{ stage: 'waiting' }, { stage: 'writing' }, { stage: 'settings', progress: 0 }],
        ...[{ stage: 'comparing' }, { status: 'restoreCompleted' }],
      ])
    } finally {
      await warm.close()
    }
  })

  test('a device that does not take its settings is told of, and stays in the plan', async () => {
    const { warm, listener, now, plan, restore, backup } = await awake()
    try {
      const before = await now()
      const file = (await warm.store.backups.fileOf(backup._id)) ?? new Uint8Array()
      const { manifest, content } = await unpacked(file)
      // A device of that model once took this; it does not any more.
      const settings = [{ device_id: RADIATOR, values: [{ ...LOCK, value: { odd: true } }] }]
      const { name, madeAt, model, serialNumber, devices, rooms, scenes } = manifest
      const facts = { name, madeAt, model, serialNumber, devices, rooms, scenes }
      await warm.store.backups.keep({
        ...{ id: 'odd', serialNumber: SN, type: 'imported', status: 'uploaded', snapshotName: 'odd' },
        ...{ createdAt: 0, size: 0, devices, rooms, scenes },
        file: await packed(facts, { ...content, settings }),
      })
      const odd = { ...backup, _id: 'odd' }
      await restore(odd)
      expect((await listener.heard('backup_progress', 5)).at(-1)?.data).toMatchObject({
        status: 'settingsLeft',
      })
      expect((await plan(odd)).items).toMatchObject([{ kind: 'settings', id: RADIATOR }])
      expect(await now()).toEqual(before)
    } finally {
      await warm.close()
    }
  })

  test.each([
    [{}, true],
    [{ secret: true }, false],
    [{ guarded: true as const }, false],
    [{ readonly: true }, false],
    [{ value: null }, false],
  ])('a value with %j is a setting that backups keep: %j', (more, kept) => {
    const property = { name: 'p', value: 1, type: 'number' as const, readonly: false, ...more }
    const device = { id: 'a', service_list: [{ name: 's', type: 's', property_list: [property] }] }
    const layout = { sections: { configuration: [{ service: 's', property: 'p' }] } }
    const snapshot = { devices: [{ device, layout: 'l' }], layouts: { l: layout } } as unknown as HomeSnapshot
    expect(settingsOf(snapshot)).toEqual(
      kept ? [{ device_id: 'a', values: [{ service_name: 's', property_name: 'p', value: 1 }] }] : [],
    )
  })

  // S-07
  test('a server that stops in the midst goes on when it starts again: the home is restored once, and nothing is left over', async () => {
    const slow = await quickSite({ restore: 3_600_000 })
    const owner = await callerOf(slow, 'demo-home')
    const listener = await Listener.of(slow, 'demo-home', SN)
    const backup = (await owner('POST', '/backup/saveBackup', wish())).json<Backup>()
    await listener.ask(SN, 'add_floor', { floor_name: 'Keller 2' })
    const plan = (await owner('POST', `/backup/preview/${backup._id}`, {})).json<BackupPlan>()
    const body = { userId: 'demo-home', serialNumber: SN, backupId: backup._id, ...all(plan) }
    expect((await owner('POST', '/backup/restoreBackup', body)).status).toBe(202)
    await listener.heard('backup_progress')
    const job = await slow.store.gatewayJobs.find(SN)
    const target = String(job?.facts.target)
    await slow.stop()
    const again = await quickSite({}, {}, slow.data)
    try {
      await settled(again)
      const ownerAgain = await callerOf(again, 'demo-home')
      const { floors } = (await ownerAgain('GET', `/home/${SN}/snapshot?first=1`)).json<FloorLayout>()
      expect(floors.map(({ floor_name }) => floor_name)).not.toContain('Keller 2')
      expect(await recordOf(again)).toMatchObject({ backupRestoreInProgress: false })
      const { data } = (await ownerAgain('GET', listPath())).json<{ data: Backup[] }>()
      expect(data.map(({ type }) => type)).toEqual(['safety', 'manual'])
      expect(await again.store.backups.fileOf(target)).toBeUndefined()
    } finally {
      await again.close()
    }
  })

  // 3.4-021 3.5-009
  test('what is no backup that was read back is listed nowhere, and offered for nothing', async () => {
    const backup = await made()
    const file = (await kit.site.store.backups.fileOf(backup._id)) ?? new Uint8Array()
    await kit.site.store.backups.keep({
      ...{
        id: 'target0',
        serialNumber: SN,
        type: 'manual',
        status: 'target',
        snapshotName: 'x',
        createdAt: 0,
      },
      ...{ size: 0, devices: 0, rooms: 0, scenes: 0, file },
    })
    expect((await backups()).map(({ _id }) => _id)).toEqual([backup._id])
    expect((await home('POST', '/backup/preview/target0', {})).status).toBe(404)
    const body = { userId: 'demo-home', serialNumber: SN, backupId: 'target0' }
    expect((await home('POST', '/backup/restoreBackup', body)).status).toBe(404)
    await kit.site.store.backups.remove('target0')
  })

  test('while it goes on nobody changes the home, and nothing else begins', async () => {
    const slow = await quickSite({ restore: 400 })
    try {
      const owner = await callerOf(slow, 'demo-home')
      const listener = await Listener.of(slow, 'demo-home', SN)
      const backup = (await owner('POST', '/backup/saveBackup', wish())).json<Backup>()
      await listener.ask(SN, 'add_floor', { floor_name: 'Keller 2' })
      const body = { userId: 'demo-home', serialNumber: SN, backupId: backup._id }
      const { chosen } = all((await owner('POST', `/backup/preview/${backup._id}`, {})).json<BackupPlan>())
      expect((await owner('POST', '/backup/restoreBackup', { ...body, chosen })).status).toBe(202)
      await listener.heard('backup_progress')
      expect(await listener.ask(SN, 'add_floor', { floor_name: 'Dach 2' })).toMatchObject({ code: 409 })
      expect(await owner('POST', '/backup/restoreBackup', body)).toMatchObject({ status: 409 })
      await settled(slow)
      expect((await listener.heard('backup_progress', 4)).at(-1)?.data).toMatchObject({
        status: 'restoreCompleted',
      })
    } finally {
      await slow.close()
    }
  })
})

describe('spec 3 §5 backups leave and come in as files', () => {
  // 3.7-045 3.7-046
  test('the file is a zip named after the backup; taken in again it restores the same', async () => {
    const backup = await made({ snapshotName: '../Ferien «Süd» 客厅' })
    const answer = await file(backup)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const disposition = answer.headers.get('content-disposition') ?? ''
    expect(decodeURIComponent(disposition)).toMatch(
      /^attachment; filename\*=UTF-8''\.\._Ferien _Süd_ 客厅 \d{4}-\d\d-\d\d\.zip$/,
    )
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const files = unzipSync(bytes)
    expect(Object.keys(files)).toEqual(['manifest.json', 'content.json'])
    const { status, body } = await taken(bytes)
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'imported', status: 'uploaded', snapshotName: '../Ferien «Süd» 客厅' })
    expect(body).toMatchObject({ devices: backup.devices, rooms: backup.rooms, scenes: backup.scenes })
    expect((await planOf(body)).items).toEqual([])
  })

  // 3.5-010 3.5-011 3.5-012 3.7-047 V-08
  test.each(kept)(
    '%s, which an earlier version made, is taken in, looked into and restored',
    async (name) => {
      const bytes = new Uint8Array(readFileSync(join(KEPT, name)))
      const { status, body } = await taken(bytes, { name })
      expect([status, body.snapshotName, body.scenes]).toEqual([201, 'Vor dem Umbau', 10])
      const more = body.isEncrypted ? { passphrase: 'Kept since the first' } : {}
      // Something has changed since.
      const listener = await Listener.of(kit.site, 'demo-home', SN)
      const [floor] = await layout()
      await order(listener, 'rename_floor', { floor_id: floor?.floor_id, floor_name: 'Umgebaut' })
      const plan = await planOf(body, more)
      expect(plan.items).toContainEqual(expect.objectContaining({ kind: 'floor', change: 'changed' }))
      await restored(body, { ...more, ...all(plan) })
      await settled(kit.site)
      expect((await layout()).map(({ floor_name }) => floor_name)).not.toContain('Umgebaut')
    },
  )

  test('what is no backup, too large, for another gateway, damaged, newer or a bomb is refused with its reason', async () => {
    const good = new Uint8Array(await (await file(await made())).arrayBuffer())
    const parts = unzipSync(good)
    const manifest = JSON.parse(new TextDecoder().decode(parts['manifest.json'])) as Record<string, unknown>
    const zipped = (change: object, content = parts['content.json'] ?? new Uint8Array()) =>
      zipSync({
        'manifest.json': strToU8(JSON.stringify({ ...manifest, ...change })),
        'content.json': content,
      })
    const refused = async (bytes: Uint8Array, more: Parameters<typeof taken>[1] = {}) =>
      codeOf(await taken(bytes, more))

    expect(await refused(good, { name: 'home.tar.gz' })).toBe('400 BACKUP_NO_ZIP')
    expect(await refused(good, { gtwSN: 'DOC4-0000-0000' })).toBe('400 VALIDATION')
    expect(await refused(strToU8('no zip at all'))).toBe('400 BACKUP_UNREADABLE')
    expect(await refused(new Uint8Array(0))).toBe('400 BACKUP_UNREADABLE')
    expect(await refused(good.slice(0, good.length / 2))).toBe('400 BACKUP_UNREADABLE')
    expect(await refused(new Uint8Array(510_000))).toBe('400 BACKUP_TOO_LARGE')
    expect(await refused(new Uint8Array(600_000))).toMatch(/^413 /)
    expect(await refused(zipped({ format: 'other' }))).toBe('400 BACKUP_UNREADABLE')
    expect(await refused(zipped({ schemaVersion: 3 }))).toBe('409 BACKUP_TOO_NEW')
    expect(await refused(zipped({}, strToU8('{"floors":[]}')))).toBe('400 BACKUP_DAMAGED')
    expect(await refused(zipSync({ 'manifest.json': strToU8('{}') }))).toBe('400 BACKUP_UNREADABLE')
    // Forty megabytes of nothing in forty kilobytes.
    const bomb = zipSync({
      'manifest.json': parts['manifest.json'] ?? new Uint8Array(),
      'content.json': new Uint8Array(40_000_000),
    })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await refused(bomb)).toBe('400 BACKUP_UNREADABLE')
    expect(await backups()).toHaveLength(1)
  })

  test('what lies in a file besides is left alone, and every byte that is turned is noticed', async () => {
    const good = new Uint8Array(await (await file(await made())).arrayBuffer())
    const more = zipSync({
      ...unzipSync(good),
      '../../etc/passwd': strToU8('x'),
      'manifest.json.bak': strToU8('y'),
    })
    expect((await taken(more)).status).toBe(201)
    const outcomes = new Set<number>()
    for (let at = 40; at < good.length; at += Math.ceil(good.length / 40)) {
      const turned = good.slice()
      turned[at] = (turned[at] ?? 0) ^ 0xff
      const { status } = await taken(turned)
      outcomes.add(status)
      if (status === 201)
        for (const one of (await backups()).slice(0, 1)) await kit.site.store.backups.remove(one._id)
    }
    expect([...outcomes].every((status) => [201, 400, 409].includes(status))).toBe(true)
    expect(outcomes).toContain(400)
  })

  test('a program that sends the form to another call, or JSON to this one, is told so', async () => {
    const headers = { sessionId: await kit.site.sessionOf('demo-home') }
    const form = new FormData()
    form.set('file', new File(['x'], 'a.zip'))
    const answers = await Promise.all([
      fetch(`${kit.site.url}/api/backup/saveBackup`, { method: 'POST', body: form, headers }),
      fetch(`${kit.site.url}/api/backup/import/${SN}`, {
        method: 'POST',
        body: '{}',
        headers: { ...headers, 'content-type': 'application/json' },
      }),
      fetch(`${kit.site.url}/api/backup/import/${SN}`, {
        method: 'POST',
        body: 'x',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=y' },
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([415, 400, 400])
  })

  test('with a passphrase nobody looks in without it, here or in the file', async () => {
    const backup = await made({ passphrase: 'Bücher & Brot 7' })
    expect(backup.isEncrypted).toBe(true)
    const bytes = new Uint8Array(await (await file(backup)).arrayBuffer())
    expect(Object.keys(unzipSync(bytes))).toEqual(['manifest.json', 'content.bin'])
    expect(Buffer.from(bytes).includes('Stube')).toBe(false)
    const looks = await Promise.all(
      [{}, { passphrase: 'falsch' }, { passphrase: 'Bücher & Brot 7' }].map((more) =>
        home('POST', `/backup/preview/${backup._id}`, more),
      ),
    )
    expect(looks.map(({ status }) => status)).toEqual([409, 400, 200])
    expect(looks[0]?.json()).toMatchObject([{ errorCode: 'BACKUP_PASSPHRASE_NEEDED' }])
    expect(looks[1]?.json()).toMatchObject([{ errorCode: 'BACKUP_PASSPHRASE_WRONG', field: '/passphrase' }])
    expect((await taken(bytes)).body).toMatchObject({ isEncrypted: true })
  })
})

describe('spec 3 §1 backups of the night', () => {
  // 3.1-005 3.7-043 3.3-033
  test('switched on, one is made each night, and five stay; whatever cannot be backed up is told once an hour', async () => {
    const path = `/backup/${SN}/automatically/demo-home`
    expect(
      (await guest('POST', `/backup/${SN}/automatically/demo-guest`, { isAutomaticallyBackup: true })).status,
    ).toBe(403)
    expect((await home('POST', path, { isAutomaticallyBackup: true })).status).toBe(204)
    expect(await recordOf(kit.site)).toMatchObject({ isAutomaticallyBackup: true })
    let now = Date.UTC(2026, 10, 20, 1, 30)
    const missed: string[] = []
    const content = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }
    const parts = {
      store: kit.site.store,
      clock: { now: () => now, after: () => () => undefined },
      homes: {
        order: async () => ({ id: 'x', code: 0, message: '', data: { content } }),
        snapshot: async () => undefined,
      },
      news: { tell: () => undefined, changed: () => undefined },
      log: { warn: (facts: { serialNumber: string }) => void missed.push(facts.serialNumber) },
    } as unknown as ConstructorParameters<typeof Backups>[0]
    const nights = new Nights(parts, new Backups(parts))
    // Half past two at home: the night before is made up for.
    await nights.look()
    const names = async () => (await backups()).map(({ snapshotName }) => snapshotName)
    expect(await names()).toEqual(['2026-11-19'])
    expect(missed).not.toContain(SN)
    expect(new Set(missed).size).toBe(missed.length)
    const told = missed.length
    await nights.look()
    expect(await names()).toHaveLength(1)
    expect(missed).toHaveLength(told)
    now = Date.UTC(2026, 10, 20, 2, 0)
    await nights.look()
    expect(await names()).toEqual(['2026-11-20', '2026-11-19'])
    for (let night = 1; night <= 5; night++) {
      now += 86_400_000
      await nights.look()
    }
    expect(await names()).toEqual(['2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21'])
    expect(
      (await backups()).every(
        ({ type, isAutomaticallyBackup }) => type === 'automatic' && isAutomaticallyBackup,
      ),
    ).toBe(true)
    expect((await home('POST', path, { isAutomaticallyBackup: false })).status).toBe(204)
    now += 86_400_000
    await nights.look()
    expect(await names()).toHaveLength(5)
  })
})
