import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import english from '#locales/ch_EN/status.json' with { type: 'json' }
import type { BulkGateway } from '#schemas/generated/entities/bulk-gateway.ts'
import { type Caller, callerOf, Listener } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'
import { away, begin, bulkSite, over, until } from './bulk-kit.ts'

let site: Site
let admin: Caller
beforeAll(async () => {
  site = await bulkSite()
  admin = await callerOf(site, 'demo-admin')
})
afterAll(() => site.close())

const listed = async <T>(path: string): Promise<T> => (await admin('GET', path)).json<T>()
const north = 'region=N'
const zurich = `${north}&state=${encodeURIComponent('Zürich')}`

describe('where gateways stand', () => {
  test('3.7-079 3.3-116 regions are told by their codes, each with its name', async () => {
    expect(await listed('/location/regions')).toEqual(['E', 'N', 'S', 'W'])
    expect(english.region).toMatchObject({ N: 'Northern', E: 'Eastern', S: 'Southern', W: 'Western' })
  })

  test('3.7-080 a region has its states, one without centres none', async () => {
    expect(await listed(`/location/countriesInRegion?${north}`)).toEqual([
      ...['Aargau', 'Schaffhausen', 'Zürich'],
    ])
    expect(await listed('/location/countriesInRegion?region=X')).toEqual([])
  })

  test('3.7-081 a state has its centres, with region and state', async () => {
    const centres = await listed<{ jcName: string }[]>(`/location/jCenterInState?${zurich}`)
    expect(centres.map(({ jcName }) => jcName)).toEqual(['Winterthur', 'Zürich Nord', 'Zürich Süd'])
    expect(centres[0]).toMatchObject({ region: 'N', state: 'Zürich' })
  })

  test('3.7-082 the details of a centre are its gateways, each at its point', async () => {
    const [centre] = await listed<{ jc: string }[]>(`/location/jCenterInState?${zurich}`)
    const points = await listed<{ jpCode: string; serialNumber: string }[]>(
      `/location/jDetailsInCenter?jc=${centre?.jc}`,
    )
    expect(points.length).toBeGreaterThan(0)
    for (const { jpCode, serialNumber } of points) {
      expect(jpCode).not.toBe('')
      expect(await site.store.gateways.find(serialNumber)).toMatchObject({ serialNumber })
    }
  })

  test('3.7-083 filtering tells ten a page unless asked for more', async () => {
    type Found = { data: BulkGateway[]; count: number }
    const filter = '/location/filtering?reglist=N,S&statelist=,&jcenterlist=,'
    const first = await listed<Found>(filter)
    const second = await listed<Found>(`${filter}&page=2`)
    expect([first.data.length, second.data.length]).toEqual([10, 10])
    expect(first.count).toBeGreaterThan(20)
    const seen = [...first.data, ...second.data].map(({ serialNumber }) => serialNumber)
    expect(new Set(seen).size).toBe(20)
  })
})

test('3.7-092 towns are found by a part of their name', async () => {
  const [found] = await listed<object[]>('/location/searchByCityName?name=Neuch')
  expect(found).toMatchObject({ city: 'Neuchâtel', state: 'Neuchâtel' })
})

test('3.7-093 a place has street, city, state and postcode', async () => {
  const at = await listed<object>('/location/address?latitude=46.948&longitude=7.447')
  expect(Object.keys(at).toSorted()).toEqual(['city', 'state', 'street', 'zip'])
  expect(at).toMatchObject({ city: 'Bern' })
})

test('3.8-011 where no address is known, it is RES_COMMAND_LOCATION_INVALID', async () => {
  const nowhere = await admin('GET', '/location/address?latitude=0&longitude=0')
  expect([nowhere.status, nowhere.json()]).toMatchObject([
    ...[404, [{ errorCode: 'RES_COMMAND_LOCATION_INVALID' }]],
  ])
})

describe('the address of a gateway', () => {
  const SN = 'DOC4-7F21-90A3'
  const kept = {
    ...{ address: { line1: 'Lindenweg 14', line2: '2. Stock' }, city: 'Bern', zip: '3011' },
    ...{ country: 'Schweiz', alpha2Code: 'CH' },
  }

  test('3.3-041 3.3-042 3.3-043 3.7-087 3.7-088 3.7-089 3.7-090 it is created, read, and removed by its owner alone', async () => {
    const [home, guest] = [await callerOf(site, 'demo-home'), await callerOf(site, 'demo-guest')]
    const assigned = () => home('GET', `/location/getAssignedAddress/${SN}`)
    expect((await home('PUT', `/location/geolocation/${SN}`, kept)).status).toBe(200)
    const whole = { ...kept, serial_number: SN }
    expect((await assigned()).json()).toEqual(whole)
    expect((await home('GET', `/location/geolocation/${SN}`)).json()).toEqual(whole)
    expect((await guest('DELETE', `/location/removeGwAddress/${SN}`)).status).toBe(403)
    expect((await assigned()).json()).toEqual(whole)
    expect((await home('DELETE', `/location/removeGwAddress/${SN}`)).status).toBe(204)
    const gone = await assigned()
    expect([gone.status, gone.json()]).toMatchObject([
      ...[404, [{ errorCode: 'RES_COMMAND_LOCATION_INVALID' }]],
    ])
  })
})

test('3.7-094 countries are listed with name and code', async () => {
  const countries = await listed<object[]>('/crm/countries/list')
  expect(countries).toContainEqual(expect.objectContaining({ alpha2Code: 'CH', name: 'Schweiz' }))
})

describe('the events of a bulk operation, on the topic of administrators', () => {
  test('3.4-041 3.4-042 3.4-043 3.4-044 it is told that it began, how far it is, of each gateway, and that it ended', async () => {
    const listener = await Listener.of(site, 'demo-admin')
    const { data } = await site.store.gateways.query({
      ...{ page: 1, limit: 1, connectionStatus: 'online', type: 'vg' },
    })
    const devices = data.map(({ serialNumber }) => serialNumber)
    const id = await begin(admin, away, devices, { retryNumber: 0 })
    await until(admin, id, over)
    const lastOf = (event: string) =>
      vi.waitFor(() => {
        const last = listener.admins(event).at(-1)
        if (!last) throw new Error(`${event} was not heard`)
        return last.data
      })
    const campaign = { _id: id }
    expect(await lastOf('bom_campaign_created')).toMatchObject({ campaign })
    expect(await lastOf('bom_campaign_updated')).toMatchObject({ campaign })
    expect(await lastOf('bom_campaign_updated_finished')).toMatchObject({
      campaign: { ...campaign, canCancel: false },
    })
    expect(await lastOf('bom_task_updated')).toMatchObject({ bulkId: id, task: { device: devices[0] } })
    listener.peer.kill()
  })

  test.each([0, 19])('3.9-050 a status may have the icon %i', async (icon) => {
    expect((await contentWith(icon)).status).toBe(201)
  })

  test.each([-1, 20])('3.9-050 there is no icon %i of a status', async (icon) => {
    expect((await contentWith(icon)).status).toBe(400)
  })
})

const contentWith = (icon: number) => {
  const [what] = away.content_params
  return admin('POST', '/bom/contentParams/create', {
    ...away,
    content_params: [{ ...what, params: { name: 'Away', icon } }],
  })
}
