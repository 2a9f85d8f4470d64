import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { OwnDefinitions } from '#schemas/generated/entities/own-definitions.ts'
import type { Rollout } from '#schemas/generated/entities/rollout.ts'
import type { RolloutFault } from '#schemas/generated/entities/rollout-fault.ts'
import type { RolloutGateway } from '#schemas/generated/entities/rollout-gateway.ts'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import { type Caller, callerOf, Listener } from '../gateway-kit.ts'
import { readUntil } from '../jobs-kit.ts'
import { Site, silent } from '../kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-rollout-'))
const MODEL = 'devices/gatehouse/DIM200.json'
const SCREEN = 'screens/devices/devices_table.json'
const original = (path: string): string => readFileSync(join('catalogue', path), 'utf8')
const stands = (path: string): string => readFileSync(join(folder, path), 'utf8')

let site: Site
let admin: Caller
let home: Caller
/** Another home with devices of the model, or at least another home. */
let neighbour: string
beforeAll(async () => {
  cpSync('catalogue', folder, { recursive: true })
  site = await open()
  neighbour =
    (await site.store.gateways.claimed()).find((one) => one !== demoSerialNumber && !one.startsWith('Z')) ??
    ''
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const one of (await list()).filter(({ state }) => state !== 'all' && state !== 'takenBack'))
    await admin('POST', `/catalogue/rollouts/${one._id}/take-back`)
  for (const path of [MODEL, SCREEN]) writeFileSync(join(folder, path), original(path))
})

async function open(data?: string): Promise<Site> {
  const opened = await Site.open({ GATEHOUSE_CATALOGUE: folder }, silent, undefined, {}, data)
  admin = await callerOf(opened, 'demo-admin')
  home = await callerOf(opened, 'demo-home')
  return opened
}

const list = async () => (await admin('GET', '/catalogue/rollouts?limit=50')).json<{ data: Rollout[] }>().data
const read = async (id: string) => (await admin('GET', `/catalogue/rollouts/${id}`)).json<Rollout>()
const gateways = async (id: string) =>
  (await admin('GET', `/catalogue/rollouts/${id}/gateways?limit=50`)).json<{ data: RolloutGateway[] }>().data
const faults = async (id: string) =>
  (await admin('GET', `/catalogue/rollouts/${id}/faults`)).json<{ data: RolloutFault[] }>().data
const until = (id: string, holds: (rollout: Rollout) => boolean) => readUntil(() => read(id), holds)
const file = async (path: string) =>
  (await admin('GET', `/catalogue/file?path=${path}`)).json<{ text: string; version: string }>()

/** The model under another name. */
const renamed = (name: string): string =>
  JSON.stringify({ ...(JSON.parse(original(MODEL)) as object), name }, null, 2)

async function begin(
  more: object = {},
  path = MODEL,
  text = renamed('Dimmer of tomorrow'),
): Promise<Rollout> {
  const answer = await admin('POST', '/catalogue/rollouts', {
    ...{ path, text, version: (await file(path)).version, devices: [demoSerialNumber] },
    ...{ observeMinutes: 60, haltPercent: 0, thenAll: true, ...more },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<Rollout>()
}

/** What dimmers of a home are called. */
async function calledIn(serialNumber: string, by = admin): Promise<string[]> {
  const snapshot = (await by('GET', `/home/${serialNumber}/snapshot?first=100`)).json<HomeSnapshot>()
  return Object.values(snapshot.layouts)
    .filter(({ model }) => model === 'DIM200')
    .map(({ name }) => name)
}

const widgetFails = { kind: 'widget', message: 'TypeError: it is nothing', where: '/devices' }
const reports = (more: object, by = home) => by('POST', '/client-errors', { ...widgetFails, ...more })
const dimmer = { serialNumber: demoSerialNumber, model: 'DIM200', what: 'LightService.brightness' }

describe('14.12 an edit of the catalogue goes to chosen homes first', () => {
  test('the chosen home draws by it within moments, no other does, and the folder is as it was', async () => {
    const listener = await Listener.of(site, 'demo-home')
    const before = await calledIn(demoSerialNumber, home)
    const { _id } = await begin()
    await until(_id, ({ has }) => has === 1)
    expect(before.length).toBeGreaterThan(0)
    expect(new Set(await calledIn(demoSerialNumber, home))).toEqual(new Set(['Dimmer of tomorrow']))
    expect(await calledIn(neighbour)).not.toContain('Dimmer of tomorrow')
    expect(stands(MODEL)).toBe(original(MODEL))
    // Who looks at it is told which of its devices are drawn otherwise now.
    await readUntil(
      async () => listener.own('catalogue_changed'),
      (told) => told.length > 0,
    )
    expect(await gateways(_id)).toMatchObject([
      { serialNumber: demoSerialNumber, wave: 1, outcome: 'watched', sees: 'edited', faults: 0 },
    ])
  })

  test('well after its time it goes to all, and the file says it', async () => {
    const { _id } = await begin({ observeMinutes: 0 })
    expect(await until(_id, ({ state }) => state === 'all')).toMatchObject({ good: 1, has: 0, progress: 100 })
    expect(stands(MODEL)).toBe(renamed('Dimmer of tomorrow'))
    expect(await calledIn(demoSerialNumber, home)).toContain('Dimmer of tomorrow')
    // And back, as long as nobody has written it since; of two who ask at once one does it, and is written down.
    const noted = async () => (await site.store.audit.list({ what: 'takeRolloutBack', limit: 100 })).length
    const before = await noted()
    const asksBack = () => admin('POST', `/catalogue/rollouts/${_id}/take-back`)
    const both = await Promise.all([asksBack(), asksBack()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await noted()).toBe(before + 1)
    expect(stands(MODEL)).toBe(original(MODEL))
    expect(await calledIn(demoSerialNumber, home)).not.toContain('Dimmer of tomorrow')
  })

  test('whoever wants to be asked is asked, and nothing is written before', async () => {
    const { _id } = await begin({ observeMinutes: 0, thenAll: false })
    await until(_id, ({ state }) => state === 'decide')
    expect(stands(MODEL)).toBe(original(MODEL))
    expect((await admin('POST', `/catalogue/rollouts/${_id}/finish`)).json<Rollout>().state).toBe('all')
    expect(stands(MODEL)).toBe(renamed('Dimmer of tomorrow'))
  })

  test('a widget that throws in such a home takes it back by itself beyond the stated rate, and stands beside the edit', async () => {
    const { _id } = await begin()
    await until(_id, ({ has }) => has === 1)
    expect((await reports({ of: dimmer })).status).toBe(204)
    expect(await until(_id, ({ state }) => state === 'takenBack')).toMatchObject({ why: 'rate', faulty: 1 })
    expect(await faults(_id)).toMatchObject([
      {
        ...{ kind: 'widget', what: 'DIM200: LightService.brightness', gateways: 1, times: 1 },
        message: 'TypeError: it is nothing',
      },
    ])
    expect(await gateways(_id)).toMatchObject([{ outcome: 'faulty', sees: 'usual' }])
    expect(await calledIn(demoSerialNumber, home)).not.toContain('Dimmer of tomorrow')
    expect(stands(MODEL)).toBe(original(MODEL))
  })

  test('an edit is compared with what stands in the folder at that moment', async () => {
    writeFileSync(join(folder, MODEL), renamed('Dimmer of yesterday'))
    const { _id } = await begin({}, MODEL, original(MODEL))
    await until(_id, ({ has }) => has === 1)
    await reports({ of: dimmer })
    await until(_id, ({ state }) => state === 'takenBack')
  })

  test('what the edit does not draw, what other homes report and what strangers say is not blamed on it', async () => {
    const { _id } = await begin()
    await until(_id, ({ has }) => has === 1)
    await reports({ of: { ...dimmer, model: 'SOCK100' } })
    await reports({ of: dimmer }, await callerOf(site, 'demo-admin'))
    await reports({ of: { ...dimmer, serialNumber: neighbour } })
    await reports({})
    expect(await faults(_id)).toEqual([])
    expect((await read(_id)).state).toBe('running')
  })

  test('a value that the edit places and the device has not is found without anybody looking', async () => {
    const model = JSON.parse(original(MODEL)) as {
      properties: object[]
      services: Record<string, { properties: object }>
    }
    const { services, properties } = model
    const sparkle = { sparkle: { kind: 'number', access: ['read'] } }
    const text = JSON.stringify({
      ...model,
      services: {
        ...services,
        DimmerService: { properties: { ...services.DimmerService?.properties, ...sparkle } },
      },
      properties: [
        ...properties,
        {
          ...{ service: 'DimmerService', property: 'sparkle', section: 'moreInfo', grid: [9, 0, 1, 1] },
          options: { propertyType: 'serviceWithUnit' },
        },
      ],
    })
    const { _id } = await begin({}, MODEL, text)
    await until(_id, ({ state }) => state === 'takenBack')
    expect(await faults(_id)).toMatchObject([{ kind: 'place', what: 'DIM200' }])
  })

  test('a screen goes to the people of chosen homes alone, and a fault of it alone is blamed on it', async () => {
    const text = JSON.stringify({
      ...(JSON.parse(original(SCREEN)) as object),
      pageSize: 'operationPageSize',
    })
    const definitions = async (by: Caller) =>
      (await by('GET', '/catalogue/definitions')).json<OwnDefinitions>()
    const listener = await Listener.of(site, 'demo-home')
    const { _id } = await begin({ haltPercent: 50 }, SCREEN, text)
    await until(_id, ({ has }) => has === 1)
    expect((await definitions(home)).screens).toMatchObject([{ id: 'devices_table' }])
    expect((await definitions(admin)).screens).toEqual([])
    await readUntil(
      async () => listener.own('definitions_changed'),
      (told) => told.length > 0,
    )
    await reports({ kind: 'page', of: { what: 'account' } })
    expect(await faults(_id)).toEqual([])
    await reports({ kind: 'page', of: { what: 'devices_table' } })
    await until(_id, ({ state }) => state === 'takenBack')
    expect((await definitions(home)).screens).toEqual([])
  })

  test('waves are per cent of all homes that somebody has; paused, no further home is given it', async () => {
    const all = await site.store.gateways.claimed()
    const { _id, waves, total, homes } = await begin({ waves: [10, 20] })
    expect([waves, homes]).toEqual([3, all.length])
    expect(total).toBe(1 + Math.ceil(((all.length - 1) * 20) / 100))
    await until(_id, ({ has }) => has === 1)
    expect((await admin('POST', `/catalogue/rollouts/${_id}/pause`)).json<Rollout>().state).toBe('paused')
    expect((await admin('POST', `/catalogue/rollouts/${_id}/resume`)).json<Rollout>().state).toBe('running')
    const seen = await gateways(_id)
    expect(seen.filter(({ sees }) => sees === 'edited').map(({ serialNumber }) => serialNumber)).toEqual([
      demoSerialNumber,
    ])
    expect(new Set(seen.map(({ wave }) => wave))).toEqual(new Set([1, 2, 3]))
  })

  test('after a restart the same homes have it, and what was watched is watched on', async () => {
    const data = join(folder, 'data')
    await site.close()
    site = await open(data)
    const { _id } = await begin()
    await until(_id, ({ has }) => has === 1)
    await site.stop()
    site = await open(data)
    expect(await read(_id)).toMatchObject({ state: 'running', has: 1 })
    expect(await calledIn(demoSerialNumber, home)).toContain('Dimmer of tomorrow')
    expect(await calledIn(neighbour)).not.toContain('Dimmer of tomorrow')
    await reports({ of: dimmer })
    await until(_id, ({ state }) => state === 'takenBack')
  })

  test('what is faulty, says nothing new, or was changed meanwhile does not begin; of two at once one does', async () => {
    const refused = async (more: object) =>
      (
        await admin('POST', '/catalogue/rollouts', {
          ...{ path: MODEL, text: renamed('Other'), version: (await file(MODEL)).version },
          ...{ devices: [demoSerialNumber], observeMinutes: 60, haltPercent: 0, thenAll: true, ...more },
        })
      ).text
    expect(await refused({ text: '{ "model": 3 }' })).toContain('DEFINITION_FAULTY')
    expect(await refused({ text: original(MODEL) })).toContain('ROLLOUT_NOTHING_NEW')
    expect(await refused({ version: '0'.repeat(32) })).toContain('MODEL_CHANGED')
    expect(await refused({ devices: [] })).toContain('NO_SERIAL_NUMBERS')
    expect(await refused({ path: 'devices/../../package.json' })).toContain('VALIDATION')
    expect(
      await refused({ path: 'rules/bulk.json', version: (await file('rules/bulk.json')).version }),
    ).toContain('DEFINITION_BUILT_IN')
    const both = await Promise.all([1, 2].map((n) => refused({ text: renamed(`Other ${n}`) })))
    expect(both.filter((text) => text.includes('ROLLOUT_UNDER_WAY'))).toHaveLength(1)
  })

  test('a home that reports ever new faults fills nothing', async () => {
    const some = (await site.store.gateways.claimed()).slice(0, 4)
    const { _id } = await begin({ haltPercent: 90, devices: [...new Set([demoSerialNumber, ...some])] })
    await until(_id, ({ has }) => has > 2)
    const answers = []
    for (let n = 0; n < 60; n++) answers.push(await reports({ message: `TypeError ${n}`, of: dimmer }))
    expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThan(50)
    const kept = (await admin('GET', `/catalogue/rollouts/${_id}/faults`)).json<{ count: number }>()
    expect(kept.count).toBe(50)
  })

  test('whoever has changed the file meanwhile keeps what he wrote, and it is said', async () => {
    const { _id } = await begin({ thenAll: false, observeMinutes: 0 })
    await until(_id, ({ state }) => state === 'decide')
    writeFileSync(join(folder, MODEL), renamed('By hand'))
    expect((await admin('POST', `/catalogue/rollouts/${_id}/finish`)).text).toContain('MODEL_CHANGED')
    expect(await read(_id)).toMatchObject({ state: 'decide', why: 'MODEL_CHANGED' })
    expect(stands(MODEL)).toBe(renamed('By hand'))
  })
})
