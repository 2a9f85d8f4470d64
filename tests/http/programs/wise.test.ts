import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoSerialNumber as gatewayId } from '#server/demo/accounts.ts'
import { Site, silent } from '../kit.ts'
import { type Outside, outside } from '../oauth-successes.ts'

let foreign: Outside
let on: Site
let off: Site
let sessionId: string
beforeAll(async () => {
  foreign = await outside()
  on = await Site.open(foreign.environment, silent)
  off = await Site.open({}, silent)
  sessionId = await on.sessionOf('demo-home')
})
afterAll(async () => {
  await on.close()
  await off.close()
  await foreign.provider.close()
})

const post = async (path: string, body: object, site = on) => {
  const headers = { sessionId: site === on ? sessionId : await site.sessionOf('demo-home') }
  const answer = await site.call('POST', `/api/wise/${path}`, { headers, body: { gatewayId, ...body } })
  return { status: answer.status, code: answer.json<{ errorCode?: string }[]>()[0]?.errorCode, answer }
}
const cancel = () => on.call('DELETE', `/api/wise/cancelpairing/${gatewayId}`, { headers: { sessionId } })

describe('WISE devices that are added by what stands on them', () => {
  // 2.7-002 2.7-004 2.5-060
  test('authorize opens the gateway for one device, cancelpairing closes it', async () => {
    const { status, answer } = await post('authorize', { deviceId: '00000000dead' })
    expect(status).toBe(200)
    expect(answer.json()).toEqual({ timeout: 180, remaining: 180 })
    expect(await post('authorize', { deviceId: '0000000000a2' })).toMatchObject({
      status: 409,
      code: 'GATEWAY_BUSY',
    })
    expect((await cancel()).status).toBe(204)
  })

  // 2.5-001 2.5-002
  test.each(['', '0123', '0123456789a', '0123456789abc', '0123456789abcdef0', 'g123456789ab'])(
    'the device id %j is refused',
    async (deviceId) => {
      expect((await post('authorize', { deviceId })).status).toBe(400)
    },
  )

  // 2.8-003
  test('a device that the check does not know is REGISTER_DEVICE_REQUEST_FAIL', async () => {
    expect(await post('authorize', { deviceId: '000000000bad' })).toMatchObject({
      status: 404,
      code: 'REGISTER_DEVICE_REQUEST_FAIL',
    })
  })

  // 2.7-003 2.5-009 2.5-059
  test('a remote device has exactly 16 letters and digits, and is added for whoever asks', async () => {
    const remote = (body: object) => post('InitializeRemoteDevice', { userId: 'demo-home', ...body })
    expect((await remote({ deviceId: 'ABCDEFGHIJKLMNO' })).status).toBe(400)
    expect((await remote({ deviceId: 'ABCDEFGHIJKLMN-1' })).status).toBe(400)
    expect((await remote({ deviceId: 'ABCDEFGHIJKLdead', userId: 'demo-admin' })).status).toBe(403)
    expect((await remote({ deviceId: 'ABCDEFGHIJKLdead' })).status).toBe(200)
    expect((await cancel()).status).toBe(204)
  })

  const devices = [
    { deviceId: '00000000dead', deviceName: 'Ventil Nord', deviceType: 'VLV100' },
    { deviceId: '00000001dead', deviceName: 'Ventil Süd', deviceType: 'VLV100' },
  ]

  // 2.7-005 2.5-058 2.4-050
  test('3.9-026 many at once, each once, with a timer of 180 seconds', async () => {
    const begun = await post('authorize/bulk', { devices })
    expect(begun.status).toBe(200)
    expect(begun.answer.json()).toEqual({ timeout: 180, remaining: 180 })
    await cancel()
    expect(await post('authorize/bulk', { devices: [devices[0], devices[0]] })).toMatchObject({ status: 400 })
    expect(await post('authorize/bulk', { devices: [{ ...devices[0], deviceId: 'no hex' }] })).toMatchObject({
      status: 400,
    })
  })

  // 2.6-015 2.6-016
  test('bulk needs its flag and gateway software of at least 4.19.0', async () => {
    expect(await post('authorize/bulk', { devices }, off)).toMatchObject({ code: 'BULK_INCLUSION_OFF' })
    await on.store.gateways.setState(gatewayId, { currentFWVersion: '4.9.0' })
    expect(await post('authorize/bulk', { devices })).toMatchObject({ code: 'BULK_INCLUSION_OFF' })
    await on.store.gateways.setState(gatewayId, { currentFWVersion: '4.19.0' })
    expect((await post('authorize/bulk', { devices })).status).toBe(200)
    await cancel()
  })

  test('Z-02 whoever may not use the gateway hears that there is none', async () => {
    const stranger = await on.sessionOf('demo-home')
    const answer = await on.call('POST', '/api/wise/authorize', {
      headers: { sessionId: stranger },
      body: { gatewayId: 'DOC4-0000-0000', deviceId: '00000000dead' },
    })
    expect(answer.status).toBe(404)
  })

  test('Z-08 a gateway in restricted mode pairs nothing', async () => {
    await on.store.gateways.setState(gatewayId, { operationMode: 2 })
    expect(await post('authorize', { deviceId: '00000000dead' })).toMatchObject({
      status: 403,
      code: 'RESTRICTED_MODE',
    })
    await on.store.gateways.setState(gatewayId, { operationMode: 0 })
  })
})
