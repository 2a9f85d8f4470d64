import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoSecureId } from '#server/demo/life.ts'
import { secureIdHash } from '#server/gateways/assignments.ts'
import { Site, stranger } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

const LONG = 'A1B2C3D4E5F6A7B8C9D0'
let taken = 0
/** A gateway that nobody has, with this on it. */
async function gatewayWith(secureId: string): Promise<string> {
  const { data } = await site.store.gateways.query({ page: 1, limit: 100, unassigned: true })
  const serialNumber = data[taken++]?.serialNumber ?? ''
  await site.store.gatewayLife.setSecureIdHash(serialNumber, secureIdHash(serialNumber, secureId))
  return serialNumber
}
const announce = (serialNumber: string, secureId: string, address = stranger()) =>
  site.call('POST', '/api/udm/device/announce', {
    body: { serialNumber, secureId },
    headers: { 'x-forwarded-for': address },
  })
async function assign(userId: string, serialNumber: string, secureId: string) {
  const sessionId = await site.sessionOf(userId)
  return site.call('PUT', `/api/udm/device/${serialNumber}/assign`, {
    body: { serialNumber, userId, name: 'Mine', secureId },
    headers: { sessionId, 'x-forwarded-for': stranger() },
  })
}
const numbered = (at: number): string => `WRONG-${at}`

describe('A-03 secure ids', () => {
  test('from however many addresses, a short one is tried ten times an hour; then the right one waits too', async () => {
    const serialNumber = await gatewayWith(demoSecureId)
    const statuses = []
    for (let at = 0; at < 12; at++) statuses.push((await announce(serialNumber, numbered(at))).status)
    expect(statuses).toEqual([...Array(10).fill(404), 429, 429])
    expect((await announce(serialNumber, demoSecureId)).status).toBe(429)
    expect((await assign('demo-owner-1', serialNumber, demoSecureId)).status).toBe(429)
    site.pass(3_600_001)
    expect((await announce(serialNumber, demoSecureId)).status).toBe(200)
  })

  test('what nobody can guess is still heard from addresses that have hardly tried', async () => {
    const serialNumber = await gatewayWith(LONG)
    const statuses = []
    for (let at = 0; at < 15; at++)
      statuses.push((await announce(serialNumber, `${LONG.slice(2)}${10 + at}`)).status)
    expect(statuses).toEqual(Array(15).fill(404))
    const [one, other] = [stranger(), stranger()]
    for (let at = 0; at < 4; at++) await announce(serialNumber, `${LONG.slice(2)}${40 + at}`, one)
    expect((await announce(serialNumber, LONG, one)).status).toBe(429)
    expect((await announce(serialNumber, LONG, other)).status).toBe(200)
  })

  test('an account is counted too, whichever gateways it tries', async () => {
    const statuses = []
    for (let at = 0; at < 11; at++)
      statuses.push((await assign('demo-owner-2', `DOC4-0000-${1000 + at}`, demoSecureId)).status)
    expect(statuses).toEqual([...Array(10).fill(404), 429])
  })

  test('a gateway says who it is as often as it likes', async () => {
    const serialNumber = await gatewayWith(LONG)
    const addresses = [stranger(), stranger()]
    for (let at = 0; at < 60; at++) {
      if (at % 10 === 0) site.pass(60_001)
      expect((await announce(serialNumber, LONG, addresses[at % 2])).status).toBe(200)
    }
  })

  test('a wrong one is written down, and says neither what was tried nor what is right', async () => {
    const serialNumber = await gatewayWith(demoSecureId)
    await announce(serialNumber, 'WRONG-77')
    await assign('demo-owner-3', serialNumber, 'WRONG-78')
    const rows = await site.store.audit.list({ what: 'secureId', gateway: serialNumber, limit: 10 })
    expect(rows.map(({ who, result }) => [who, result])).toEqual([
      ['demo-owner-3', 'refused'],
      ['anonymous', 'refused'],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/WRONG-7|SECURE/)
  })
})
