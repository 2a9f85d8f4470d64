import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import type { DriftGateway } from '#schemas/generated/entities/drift-gateway.ts'
import type { DriftHouse } from '#schemas/generated/entities/drift-house.ts'
import type { DriftReturn } from '#schemas/generated/entities/drift-return.ts'
import type { DriftThing } from '#schemas/generated/entities/drift-thing.ts'
import type { GoldenHome } from '#schemas/generated/entities/golden-home.ts'
import { away, begin, bulkSite, named, over, rooms, setback, tasksOf, until } from '../bulk/bulk-kit.ts'
import { type Caller, callerOf, Listener } from '../gateway-kit.ts'
import { readUntil, readyGateways } from '../jobs-kit.ts'
import { type Site, stranger } from '../kit.ts'
import { formOf } from './successes.ts'

let site: Site
let admin: Caller
let flats: string[]
const GROUP = 'flats'
beforeAll(async () => {
  site = await bulkSite()
  admin = await callerOf(site, 'demo-admin')
  flats = await fitting()
  await site.store.groups.create({ _id: GROUP, groupName: 'Flats', description: 'Let', at: site.now })
  await site.store.groups.add(
    GROUP,
    flats.map((id) => ({ kind: 'gateway', id })),
  )
})
afterAll(() => site.close())

/** Homes with devices that a scene is for. */
async function fitting(): Promise<string[]> {
  const all = await readyGateways(site, 14)
  const plan = (
    await admin('POST', '/bom/campaign/plan', { content: setback, devices: all })
  ).json<BulkPlan>()
  const cannot = new Set(plan.causes.flatMap(({ devices = [] }) => devices))
  return all.filter((one) => !cannot.has(one)).slice(0, 6)
}

const read = async (id: string) => (await admin('GET', `/golden_homes/${id}`)).json<GoldenHome>()
const compared = (id: string): Promise<GoldenHome> =>
  readUntil(
    () => read(id),
    ({ comparing, comparedAt }) => !comparing && comparedAt !== undefined,
  )
const things = async (id: string, aspect: string, more = '') =>
  (await admin('GET', `/golden_homes/${id}/things?aspect=${aspect}${more}`)).json<DriftThing[]>()
const make = async (name: string, more: object = {}) => {
  const answer = await admin('POST', '/golden_homes', {
    name,
    groupId: GROUP,
    serialNumber: flats[0],
    ...more,
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return compared(answer.json<GoldenHome>()._id)
}

describe('14.9 golden homes', () => {
  test('who differs is found out by reading each home, and is brought back by a bulk operation', async () => {
    const [model = '', second = '', third = ''] = flats
    await until(admin, await begin(admin, setback, [model]), over)
    await until(admin, await begin(admin, rooms, [model]), over)
    const listener = await Listener.of(site, 'demo-admin')
    await site.store.gatewayLife.setAddress(second, {
      address: { line1: 'Am Bach 4' },
      zip: '5430',
      city: 'Wettingen',
      country: 'Schweiz',
      alpha2Code: 'CH',
    })
    const golden = await make('Flat')
    expect(golden).toMatchObject({
      gateways: 6,
      unknown: 0,
      kept: 0,
      source: 'live',
      serialNumber: model,
      groupName: 'Flats',
      changed: 0,
    })
    expect(golden.same + golden.differing).toBe(6)
    await listener.quiet()
    expect(listener.admins('golden_home_changed').length).toBeGreaterThan(0)

    const missing = await things(golden._id, 'scenes')
    const night = missing.find(({ name }) => name === 'Night setback')
    expect(night).toMatchObject({ how: 'missing', gateways: 5, allowed: false, brings: true })
    expect(night?.example?.rows).toContainEqual({ what: 'time', model: '22:45' })
    const { data: houses } = (await admin('GET', `/golden_homes/${golden._id}/houses?limit=50`)).json<{
      data: DriftHouse[]
    }>()
    expect(houses.reduce((sum, { gateways }) => sum + gateways, 0)).toBe(6)
    expect(houses.find(({ house }) => house === 'Am Bach 4')).toMatchObject({
      place: '5430 Wettingen',
      gateways: 1,
      differing: 1,
    })

    // One home has it otherwise.
    await until(admin, await begin(admin, withMinute(10), [third]), over)
    await admin('POST', `/golden_homes/${golden._id}/compare`)
    await compared(golden._id)
    const other = (await things(golden._id, 'scenes', `&serialNumber=${third}`)).find(
      ({ name }) => name === 'Night setback',
    )
    expect(other).toMatchObject({ how: 'changed', gateways: 1 })
    expect(other?.example?.rows).toContainEqual({ what: 'time', now: '22:10', model: '22:45' })

    const { content, devices } = (
      await admin(
        'GET',
        `/golden_homes/${golden._id}/return?aspect=scenes&key=${encodeURIComponent(night?.key ?? '')}`,
      )
    ).json<DriftReturn>()
    expect(devices.toSorted()).toEqual(flats.slice(1).toSorted())
    const done: BulkOperation = await until(admin, await begin(admin, content, devices), over)
    expect(done.taskCounters).toMatchObject({ successful: 5, failed: 0 })
    await admin('POST', `/golden_homes/${golden._id}/compare`)
    await compared(golden._id)
    expect((await things(golden._id, 'scenes')).filter(({ name }) => name === 'Night setback')).toEqual([])
    const nobody = await admin(
      'GET',
      `/golden_homes/${golden._id}/return?aspect=scenes&key=${encodeURIComponent(night?.key ?? '')}`,
    )
    expect([nobody.status, nobody.text]).toEqual([409, expect.stringContaining('DRIFT_NOBODY_DIFFERS')])

    // Rooms come in one operation.
    const back = (await admin('GET', `/golden_homes/${golden._id}/return?aspect=rooms`)).json<DriftReturn>()
    expect(back.content.content_type).toBe('lyt')
    expect(JSON.stringify(back.content)).toContain('Waschküche')
    listener.peer.kill()
  })

  test('several kinds of content that are chosen together come in one operation, with one plan and one log, and go back together', async () => {
    const [model = '', second = ''] = flats
    for (const content of [named('Morning'), rooms, away])
      await until(admin, await begin(admin, content, [model]), over)
    const golden = await make('Together')
    const wanted = ['rooms', 'scenes', 'statuses']
    const open = async (): Promise<[string, string][]> =>
      (await Promise.all(wanted.map((aspect) => things(golden._id, aspect, `&serialNumber=${second}`))))
        .flat()
        .flatMap(({ aspect, key, brings }) => (brings ? [[aspect, key] as [string, string]] : []))
    const differing = await open()
    expect(new Set(differing.map(([aspect]) => aspect))).toEqual(new Set(wanted))
    const ask = (query: string) => admin('GET', `/golden_homes/${golden._id}/return?${query}`)
    const chosen = `things=${encodeURIComponent(JSON.stringify(differing))}&serialNumber=${second}`
    const { content, devices } = (await ask(chosen)).json<DriftReturn>()
    expect([content.content_type, content.content_name, devices]).toEqual(['set', 'Together', [second]])
    // Rooms of all floors are one part.
    expect(content.content_params.map(({ name }) => name)).toContain('create_layout')
    expect(content.content_params.filter(({ name }) => name === 'create_layout')).toHaveLength(1)
    // All of it is what comes without a choice; of one address no more than of one gateway.
    const all = (await ask(`serialNumber=${second}`)).json<DriftReturn>()
    expect(all.content).toEqual(content)

    const plan = (await admin('POST', '/bom/campaign/plan', { content, devices: [second] })).json<BulkPlan>()
    expect(plan).toMatchObject({ total: 1, cannot: 0, unknown: 0 })
    expect(plan.adds + plan.replaces).toBe(1)
    expect(plan.parts).toHaveLength(content.content_params.length)
    for (const part of plan.parts ?? []) expect(part.adds + part.replaces).toBe(1)
    const id = await begin(admin, content, [second])
    expect(await until(admin, id, over)).toMatchObject({ status: 'Completed', canTakeBack: true })
    const [task] = await tasksOf(admin, id)
    expect(task?.parts).toHaveLength(content.content_params.length)
    expect(new Set(task?.parts?.map(({ says }) => says)).has('same')).toBe(false)
    await admin('POST', `/golden_homes/${golden._id}/compare`)
    await compared(golden._id)
    expect(await open()).toEqual([])
    // Once more there is nothing left of any part.
    const again = (await admin('POST', '/bom/campaign/plan', { content, devices: [second] })).json<BulkPlan>()
    expect(again.same).toBe(1)

    const back = (await admin('POST', `/bom/campaign/takeBack/${id}`)).json<{ _id: string }>()
    await until(admin, back._id, over)
    await admin('POST', `/golden_homes/${golden._id}/compare`)
    await compared(golden._id)
    expect(await open()).toEqual(differing)
  })

  test('what is chosen is a list of pairs, of aspects that there are; what nothing brings is left out', async () => {
    const golden = await make('Chosen')
    const ask = (things: unknown) =>
      admin('GET', `/golden_homes/${golden._id}/return?things=${encodeURIComponent(JSON.stringify(things))}`)
    for (const strange of [3, {}, [['rooms']], [['walls', 'x']], [[1, 2]]])
      expect((await ask(strange)).status, JSON.stringify(strange)).toBe(400)
    const torn = await admin('GET', `/golden_homes/${golden._id}/return?things=%5B%5B`)
    expect(torn.status).toBe(400)
    const software = await ask([['software', 'version']])
    expect([software.status, software.text]).toEqual([409, expect.stringContaining('DRIFT_NOT_BROUGHT')])
    expect((await ask([])).status).toBe(409)
  })

  test('what may differ counts no more; what was decided is in the audit log', async () => {
    const golden = await make('Loft')
    const [thing] = await things(golden._id, 'devices')
    if (!thing) throw new Error('All have the same devices')
    const { key } = thing
    const allow = (allowed: boolean) =>
      admin('PUT', `/golden_homes/${golden._id}/allowances`, { aspect: 'devices', key, allowed })
    const after = (await allow(true)).json<GoldenHome>()
    expect(after.places).toBe(golden.places - thing.gateways)
    expect(after.allowed).toBeGreaterThan(0)
    // Also after it was compared anew.
    await admin('POST', `/golden_homes/${golden._id}/compare`)
    expect((await compared(golden._id)).places).toBe(after.places)
    expect((await allow(false)).json<GoldenHome>().places).toBe(golden.places)
    const noted = await site.store.audit.list({ who: 'demo-admin', limit: 50 } as never)
    for (const what of ['createGoldenHome', 'allowDrift', 'compareGoldenHome'])
      expect(JSON.stringify(noted)).toContain(what)
  })

  test('a home that does not answer is compared as it was last backed up, and is unknown without a backup', async () => {
    const [model = ''] = flats
    const { data } = await site.store.gateways.query({ page: 1, limit: 2, connectionStatus: 'offline' })
    const [kept = '', dark = ''] = data.map(({ serialNumber }) => serialNumber)
    const silent = [kept, dark].map((id) => ({ kind: 'gateway' as const, id }))
    const id = await backupOf(model)
    const sessionId = await site.sessionOf('demo-admin')
    const file = await site.call('GET', `/api/backup/export/${id}`, { headers: { sessionId } })
    expect(file.status).toBe(200)
    await site.store.backups.keep({
      ...{ id: 'kept', serialNumber: kept, type: 'imported', status: 'uploaded', snapshotName: 'Before' },
      ...{ createdAt: site.now - 1000, size: 1, devices: 0, rooms: 0, scenes: 0 },
      file: (await site.store.backups.fileOf(id)) ?? new Uint8Array(),
    } as never)
    await site.store.groups.create({ _id: 'dark', groupName: 'Dark', description: 'Away', at: site.now })
    await site.store.groups.add('dark', silent)
    const golden = await make('Away', { groupId: 'dark' })
    expect(golden).toMatchObject({
      gateways: 2,
      unknown: 1,
      kept: 1,
      oldestAt: new Date(site.now - 1000).toISOString(),
    })
    const { data: all } = (await admin('GET', `/golden_homes/${golden._id}/gateways?limit=10`)).json<{
      data: DriftGateway[]
    }>()
    const short = all.map(({ serialNumber, source, asOf }) => [serialNumber, source, asOf !== undefined])
    expect(new Set(short)).toEqual(
      new Set([
        [kept, 'backup', true],
        [dark, 'none', false],
      ]),
    )
    // Nor can it be the model, unless one of its backups is.
    const offline = await admin('POST', '/golden_homes', {
      name: 'Dark',
      groupId: 'dark',
      serialNumber: dark,
    })
    expect([offline.status, offline.text]).toEqual([409, expect.stringContaining('GOLDEN_MODEL_OFFLINE')])
    const strange = await admin('PUT', `/golden_homes/${golden._id}/model`, {
      serialNumber: dark,
      backupId: 'kept',
    })
    expect(strange.status).toBe(404)
    const renewed = await admin('PUT', `/golden_homes/${golden._id}/model`, {
      serialNumber: kept,
      backupId: 'kept',
    })
    expect(renewed.json<GoldenHome>()).toMatchObject({ source: 'backup', serialNumber: kept })
    expect((await compared(golden._id)).unknown).toBe(1)
  })

  test('the file of a backup is a model, also of a gateway that nobody knows here; encrypted ones want their passphrase, others are refused', async () => {
    const [model = ''] = flats
    const passphrase = 'correct horse battery'
    const wish = { userId: 'demo-admin', serialNumber: model, type: 'manual', snapshotName: 'Model' }
    const saved = await admin('POST', '/backup/saveBackup', { ...wish, passphrase })
    const [plain, sealed] = await Promise.all(
      [await backupOf(model), saved.json<{ _id: string }>()._id].map(
        async (id) => (await site.store.backups.fileOf(id)) ?? new Uint8Array(),
      ),
    )
    const send = async (path: string, bytes: Uint8Array | undefined, fields: Record<string, string>) => {
      const { raw, headers } = await formOf(bytes ?? new Uint8Array(), fields)
      const sessionId = await site.sessionOf('demo-admin')
      return site.call('POST', `/api/golden_homes/${path}`, {
        raw,
        headers: { ...headers, sessionId, 'x-forwarded-for': stranger() },
      })
    }
    // As it stands in the file, whatever becomes of the gateway.
    const known = (await site.store.gateways.find(model))?.name
    const made = await send('file', plain, { name: 'Of a file', groupId: GROUP })
    expect([made.status, made.json<GoldenHome>()]).toMatchObject([
      201,
      { source: 'file', serialNumber: model, gatewayName: known, gateways: 6 },
    ])
    const golden = await compared(made.json<GoldenHome>()._id)
    const live = await make('Of the gateway')
    expect(golden).toMatchObject({ same: live.same, differing: live.differing, places: live.places })

    // Nobody knows whether a home that only a file tells of is backed up by itself: it is no difference.
    const strange = rewritten(plain ?? new Uint8Array(), (manifest) => ({
      ...{ ...manifest, serialNumber: 'ELSEWHERE-1', name: 'Musterwohnung «北»' },
    }))
    const renewed = await send(`${golden._id}/file`, strange, {})
    expect([renewed.status, renewed.json<GoldenHome>()]).toMatchObject([
      200,
      { source: 'file', serialNumber: 'ELSEWHERE-1', gatewayName: 'Musterwohnung «北»', changed: 0 },
    ])
    expect((await compared(golden._id)).places).toBe(golden.places)

    const about = { name: 'Sealed', groupId: GROUP }
    const codes = async (bytes: Uint8Array | undefined, more: Record<string, string> = {}) => {
      const answer = await send('file', bytes, { ...about, ...more })
      return [answer.status, answer.json<{ errorCode?: string }[]>()[0]?.errorCode]
    }
    expect(await codes(sealed)).toEqual([409, 'BACKUP_PASSPHRASE_NEEDED'])
    expect(await codes(sealed, { passphrase: 'wrong' })).toEqual([400, 'BACKUP_PASSPHRASE_WRONG'])
    expect((await codes(Buffer.from('no zip')))[0]).toBe(400)
    expect((await codes(plain?.slice(0, 100)))[0]).toBe(400)
    expect((await codes(plain, { groupId: 'none' }))[0]).toBe(400)
    expect((await codes(plain, { name: ' ' }))[0]).toBe(400)
    expect((await send('file', sealed, { ...about, passphrase })).status).toBe(201)
    expect((await send('none/file', plain, {})).status).toBe(404)
  })

  test('somebody else who compares at the same time waits for the same; names are taken once; what is deleted touches no gateway', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() =>
        admin('POST', '/golden_homes', { name: 'Twice', groupId: GROUP, serialNumber: flats[0] }),
      ),
    )
    expect([first?.status, second?.status].toSorted()).toEqual([201, 409])
    const made = (first?.status === 201 ? first : second)?.json<GoldenHome>()
    const id = made?._id ?? ''
    const both = await Promise.all([1, 2].map(() => admin('POST', `/golden_homes/${id}/compare`)))
    expect(both.map(({ status }) => status)).toEqual([202, 202])
    await compared(id)
    expect(
      (await admin('POST', '/golden_homes', { name: 'Nobody', groupId: 'none', serialNumber: flats[0] }))
        .status,
    ).toBe(400)
    expect((await admin('GET', `/golden_homes/${id}/things?aspect=nothing`)).status).toBe(400)
    expect((await admin('DELETE', `/golden_homes/${id}`)).status).toBe(204)
    expect((await admin('GET', `/golden_homes/${id}`)).status).toBe(404)
    expect((await admin('POST', `/golden_homes/${id}/compare`)).status).toBe(404)
  })
})

/** The file with another manifest; what it holds stays as it is. */
function rewritten(zip: Uint8Array, change: (manifest: object) => object): Uint8Array {
  const files = unzipSync(zip)
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as object
  return zipSync({ ...files, 'manifest.json': strToU8(JSON.stringify(change(manifest))) })
}

async function backupOf(serialNumber: string): Promise<string> {
  const wish = { userId: 'demo-admin', serialNumber, type: 'manual', snapshotName: 'Model' }
  const answer = await admin('POST', '/backup/saveBackup', wish)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<{ _id: string }>()._id
}

/** The same scene at another time. */
function withMinute(minute: number): typeof setback {
  const copy = structuredClone(setback)
  const [what] = copy.content_params
  const [time] = what.name === 'create_rule' ? (what.params.rule.time_triggers ?? []) : []
  if (time) time.minute = minute
  return copy
}
