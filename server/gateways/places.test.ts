import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { OutboundError } from '#server/outbound/guarded-fetch.ts'
import { nearestTown, placeFinder, placeOf } from './places.ts'

describe('the towns that come along', () => {
  // 1.7-067
  test.each([
    ['in the middle of Luzern', 47.0502, 8.3093, { city: 'Luzern', zip: '6003', state: 'Luzern' }],
    ['between Bern and Köniz, nearer to Bern', 46.94, 7.435, { city: 'Bern', zip: '3011', state: 'Bern' }],
    ['at the lake of Geneva', 46.21, 6.15, { city: 'Genève', zip: '1201', state: 'Genève' }],
    ['in the far south', 45.84, 9.02, { city: 'Chiasso', zip: '6830', state: 'Ticino' }],
  ])(
    'a place %s has the address of the nearest town, without a street',
    (_where, latitude, longitude, town) => {
      expect(nearestTown(latitude, longitude)).toEqual({ street: '', ...town })
    },
  )

  test.each([
    ['Paris', 48.8566, 2.3522],
    ['the other side of the world', -46.9, -172.5],
    ['the pole', 90, 0],
  ])('%s is no town of theirs', (_where, latitude, longitude) => {
    expect(nearestTown(latitude, longitude)).toBeUndefined()
  })
})

describe('V-11 a service that the deployment names', () => {
  const open: Server[] = []
  afterEach(() => {
    for (const server of open.splice(0)) server.close()
  })

  async function service(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    open.push(server)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/reverse?lat={latitude}&lon={longitude}`
  }
  const json =
    (body: unknown): RequestListener =>
    (_request, response) =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

  test('is asked with the place, and its answer is read in either spelling', async () => {
    let asked = ''
    const own = { street: 'Seestrasse 1', city: 'Thun', state: 'Bern', zip: '3600' }
    const address = await service((request, response) => {
      asked = request.url ?? ''
      json(own)(request, response)
    })
    expect(await placeFinder({ address, privateAllowed: true })(46.75, 7.63)).toEqual(own)
    expect(asked).toBe('/reverse?lat=46.75&lon=7.63')
    const road = { road: 'Seestrasse', house_number: '1', town: 'Thun', state: 'Bern', postcode: '3600' }
    const nominatim = await service(json({ address: road }))
    expect(await placeFinder({ address: nominatim, privateAllowed: true })(46.75, 7.63)).toEqual(own)
  })

  test.each([
    ['nothing of use', json({ city: 7, zip: null, address: 'x' })],
    ['no JSON', (_request, response) => void response.end('<html>')],
    ['that there is nothing', (_request, response) => void response.writeHead(404).end()],
  ] satisfies [string, RequestListener][])('says %s: there is no address', async (_what, answer) => {
    const find = placeFinder({ address: await service(answer), privateAllowed: true })
    expect(await find(46.75, 7.63)).toBeUndefined()
  })

  test.each([
    [
      'leads elsewhere',
      (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['sends far too much', (_request, response) => void response.end(Buffer.alloc(200_000, 32))],
    ['fails', (_request, response) => void response.writeHead(500).end()],
  ] satisfies [string, RequestListener][])('V-11 that %s is not believed', async (_what, answer) => {
    const find = placeFinder({ address: await service(answer), privateAllowed: true })
    await expect(find(46.75, 7.63)).rejects.toBeInstanceOf(OutboundError)
  })

  test('V-11 on a private address is not called, unless the deployment says so', async () => {
    let calls = 0
    const address = await service((_request, response) => {
      calls += 1
      response.end()
    })
    await expect(placeFinder({ address, privateAllowed: false })(46.75, 7.63)).rejects.toBeInstanceOf(
      OutboundError,
    )
    expect(calls).toBe(0)
  })
})

test.each([
  ['by its postcode', { zip: '8400', city: 'Winterthur', alpha2Code: 'CH' }, 'Winterthur'],
  ['by its town, however it is written', { zip: '8409', city: 'winterthur', alpha2Code: 'CH' }, 'Winterthur'],
  ['not in another country', { zip: '8400', city: 'Winterthur', alpha2Code: 'DE' }, undefined],
  ['not where nobody knows the town', { zip: '0000', city: 'Nowhere', alpha2Code: 'CH' }, undefined],
])('where an address is, is found %s', (_, address, name) => {
  expect(placeOf(address)?.name).toBe(name)
})
