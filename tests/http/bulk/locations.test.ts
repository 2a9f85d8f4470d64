import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocationVerdict } from '#schemas/generated/entities/location-verdict.ts'
import { type Caller, callerOf } from '../gateway-kit.ts'
import { type Site, stranger } from '../kit.ts'
import { bulkSite } from './bulk-kit.ts'

let site: Site
let admin: Caller
let gateways: readonly string[]
beforeAll(async () => {
  site = await bulkSite()
  admin = await callerOf(site, 'demo-admin')
  gateways = (await site.store.gateways.query({ page: 1, limit: 4 })).data.map(
    ({ serialNumber }) => serialNumber,
  )
})
afterAll(() => site.close())

const CENTRES = 'code,name,region,state\nN-DAVOS,Davos Platz,E,Graubünden\nN-AROSA,Arosa,E,Graubünden\n'
/** As a spreadsheet saves without being asked: Windows-1252, in which these letters are one byte each. */
const inWindows = (text: string): BlobPart => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const places = (...rows: readonly string[]) => `serial number;centre;point\n${rows.join('\n')}\n`

/** Both files as a form, or one of them; what was answered. */
async function imported(
  files: Partial<Record<'centresFile' | 'gatewaysFile', BlobPart>>,
  { query = '', userId = 'demo-admin' } = {},
) {
  const form = new FormData()
  for (const [name, text] of Object.entries(files)) form.set(name, new File([text], `${name}.csv`))
  const packed = new Response(form)
  return site.call('POST', `/api/location/importDet${query}`, {
    headers: {
      ...{ sessionId: await site.sessionOf(userId), 'x-forwarded-for': stranger() },
      'content-type': packed.headers.get('content-type') ?? '',
    },
    raw: Buffer.from(await packed.arrayBuffer()),
  })
}
const pointOf = async (serialNumber: string) => {
  const { data } = await site.store.centres.gateways({ serialNumbers: [serialNumber], page: 1, limit: 1 })
  return data[0]?.centre
}

describe('importing locations', () => {
  // 3.7-078
  test('two files say which centres there are and which gateway stands at which; all else stays', async () => {
    const [first = '', second = '', third = ''] = gateways
    const before = [await pointOf(third), (await site.store.centres.all()).length] as const
    const gatewaysFile = places(`${first.toLowerCase()};N-DAVOS;JP 7`, `${second};N-AROSA;JP8`)
    const answer = await imported({ centresFile: `\uFEFF${CENTRES}`, gatewaysFile })
    expect(answer.json()).toEqual({ imported: true, centres: 2, gateways: 2, faults: [], faultCount: 0 })
    expect(await pointOf(first)).toEqual({ code: 'N-DAVOS', name: 'Davos Platz', point: 'JP 7' })
    expect([await pointOf(third), (await site.store.centres.all()).length]).toEqual([
      before[0],
      before[1] + 2,
    ])
    // Once more changes nothing, and a centre may have another name.
    const renamed = inWindows(CENTRES.replace('Davos Platz', 'Davos Süd'))
    const again = await imported({ centresFile: renamed, gatewaysFile })
    expect(again.json<LocationVerdict>().imported).toBe(true)
    expect((await pointOf(first))?.name).toBe('Davos Süd')
    const [noted] = await site.store.audit.list({ who: 'demo-admin', what: 'importLocations', limit: 5 })
    expect(noted?.facts).toMatchObject({ centres: 2, gateways: 2 })
  })

  // 3.2-057
  test.each(['centresFile', 'gatewaysFile'] as const)('without %s nothing is imported', async (left) => {
    const files = { centresFile: CENTRES, gatewaysFile: places() }
    const { [left]: _without, ...one } = files
    const answer = await imported(one)
    expect([answer.status, answer.json()]).toMatchObject([400, [{ errorCode: 'VALIDATION' }]])
    expect(answer.text).toContain(left)
  })

  test('V-08 each line at fault is told by its number, and with one of them nothing is written', async () => {
    const [first = '', , third = ''] = gateways
    const before = await pointOf(third)
    const known = (await site.store.centres.all()).length
    const centresFile = [
      'A-1,One,E,Graubünden',
      'A-1,Again,E,Graubünden',
      'A-2,Two,E',
      ',Three,E,Graubünden',
      `A-4,${'x'.repeat(129)},E,Graubünden`,
      'A-5,Hid\u200bden,E,Graubünden',
    ].join('\r\n')
    const answer = await imported({
      centresFile,
      gatewaysFile: places(`${third};A-1;P`, 'NOBODY;A-1;P', `${first};NOWHERE;P`, '', `${third};A-1;Q`),
    })
    const verdict = answer.json<LocationVerdict>()
    expect(verdict).toMatchObject({ imported: false, centres: 1, gateways: 1, faultCount: 8 })
    expect(verdict.faults.map(({ list, line, fault }) => `${list} ${line} ${fault}`)).toEqual([
      'centres 2 twice',
      'centres 3 columns',
      'centres 4 value',
      'centres 5 value',
      'centres 6 value',
      'gateways 3 gateway',
      'gateways 4 centre',
      'gateways 6 twice',
    ])
    expect(await pointOf(third)).toEqual(before)
    expect(await site.store.centres.all()).toHaveLength(known)
  })

  test('on trial only the verdict is told', async () => {
    const [, , , fourth = ''] = gateways
    const before = await pointOf(fourth)
    const files = { centresFile: CENTRES, gatewaysFile: places(`${fourth};N-AROSA;JP9`) }
    const answer = await imported(files, { query: '?trial=true' })
    expect(answer.json()).toEqual({ imported: false, centres: 2, gateways: 1, faults: [], faultCount: 0 })
    expect(await pointOf(fourth)).toEqual(before)
  })

  test.each([
    ['what is no text', 'a\0b,c'],
    ['nothing at all', ' \n'],
  ])('V-08 a file of %s is refused, and which of the two', async (_what, text) => {
    const answer = await imported({ centresFile: CENTRES, gatewaysFile: text })
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      [{ errorCode: 'LOCATION_FILE', field: '/gatewaysFile' }],
    ])
  })

  test('of a quote that never ends it is told in which line it stands, beside what else is wrong', async () => {
    const [first = '', second = ''] = gateways
    const text = `${first};N-AROSA;JP1\n${second};"N-AROSA;JP2\nnobody;N-AROSA;JP3`
    const answer = await imported({ centresFile: CENTRES, gatewaysFile: text })
    expect(answer.json()).toMatchObject({
      imported: false,
      faults: [
        { list: 'gateways', line: 2, fault: 'quote' },
        { list: 'gateways', line: 3, fault: 'gateway' },
      ],
    })
  })

  // 3.7-077
  test('a program says the same as JSON', async () => {
    const [, , third = ''] = gateways
    const body = {
      centres: [{ code: 'W-NYON', name: 'Nyon', region: 'W', state: 'Vaud' }],
      gateways: [{ serialNumber: third, centre: 'W-NYON', point: 'JP1' }],
    }
    const answer = await admin('POST', '/location/import', body)
    expect(answer.json()).toMatchObject({ imported: true, centres: 1, gateways: 1 })
    expect(await pointOf(third)).toMatchObject({ code: 'W-NYON' })
    const faulty = await admin('POST', '/location/import', {
      ...body,
      gateways: [{ serialNumber: 'NOBODY', centre: 'W-NYON', point: 'JP1' }],
    })
    expect(faulty.json<LocationVerdict>().faults).toEqual([
      { list: 'gateways', line: 1, fault: 'gateway', given: 'NOBODY' },
    ])
  })

  // 1.6-025 3.6-021
  test('is of administrators alone', async () => {
    const files = { centresFile: CENTRES, gatewaysFile: places() }
    expect((await imported(files, { userId: 'demo-home' })).status).toBe(403)
    const owner = await callerOf(site, 'demo-home')
    expect((await owner('POST', '/location/import', { centres: [], gateways: [] })).status).toBe(403)
  })
})

describe('areas', () => {
  const listed = async (path: string) => (await admin('GET', `/location/${path}`)).json<{ code: string }[]>()
  const codes = async (path: string) => (await listed(path)).map(({ code }) => code)
  const valais = encodeURIComponent('S/Valais')

  // 3.7-084
  test('are listed by their type, each once', async () => {
    expect(await codes('areasbytype?type=region')).toEqual(['E', 'N', 'S', 'W'])
    const states = await listed('areasbytype?type=state')
    expect(states).toContainEqual({ type: 'state', code: 'S/Valais', name: 'Valais', within: 'S' })
    expect(new Set(states.map(({ code }) => code)).size).toBe(states.length)
    const centres = await listed('areasbytype?type=centre')
    expect(centres).toContainEqual({ type: 'centre', code: 'S-BRIG', name: 'Brig', within: 'S/Valais' })
    expect((await admin('GET', '/location/areasbytype?type=planet')).status).toBe(400)
  })

  // 3.7-085
  test('have those one step below', async () => {
    expect(await codes('subareas?type=region&code=S')).toEqual(['S/Ticino', 'S/Valais'])
    expect(await codes(`subareas?type=state&code=${valais}`)).toEqual(['S-BRIG', 'S-SION'])
    expect(await codes('subareas?type=centre&code=S-BRIG')).toEqual([])
    expect((await admin('GET', '/location/subareas?type=region&code=Q')).status).toBe(404)
  })

  // 3.7-086
  test('know what they belong to, from the region down', async () => {
    expect(await codes('relation?type=centre&code=S-BRIG')).toEqual(['S', 'S/Valais', 'S-BRIG'])
    expect(await codes(`relation?type=state&code=${valais}`)).toEqual(['S', 'S/Valais'])
    expect((await admin('GET', '/location/relation?type=centre&code=none')).status).toBe(404)
  })
})

// 3.7-091
test('owners are found by the cities in which their gateways stand, page by page', async () => {
  const [owned] = (await site.store.gateways.ofUser('demo-home')).map(({ serialNumber }) => serialNumber)
  const at = (city: string) => ({
    ...{ address: { line1: 'Weg 1' }, city, zip: '7000', country: 'Schweiz', alpha2Code: 'CH' },
  })
  await site.store.gatewayLife.setAddress(owned ?? '', at('Ürikon'))
  const free = (await site.store.gateways.query({ page: 1, limit: 1, unassigned: true })).data[0]
    ?.serialNumber
  await site.store.gatewayLife.setAddress(free ?? '', at('Ürikon'))
  const found = async (cities: readonly string[], query = '') =>
    (await admin('POST', `/location/getUsersWithGatewayInCities${query}`, { cities })).json<{
      data: { id: string }[]
      count: number
    }>()
  expect(await found(['ÜRIKON', 'Chur'])).toMatchObject({
    data: [{ id: 'demo-home', kind: 'user', named: 'home@gatehouse.test' }],
    count: 1,
  })
  expect(await found(['ürikon'], '?page=2&limit=1')).toMatchObject({ data: [], count: 1 })
  expect(await found(['Nowhere'])).toEqual({ data: [], count: 0 })
})
