import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Device } from '#schemas/generated/entities/device.ts'
import washer from '../fixtures/tasmota/washer.json' with { type: 'json' }
import { type Served, serve } from '../support/serve.ts'

/** A broker on which things announce themselves, and the server that is told of it by its configuration. */
let broker: ChildProcess
let things: MqttClient
let server: Served
let session: Record<string, string>

beforeAll(async () => {
  broker = spawn(process.execPath, ['e2e/peers/zigbee2mqtt/broker.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!broker.stdout) throw new Error('no output')
  const [said] = (await once(broker.stdout, 'data')) as [Buffer]
  const { port } = JSON.parse(String(said)) as { port: number }
  const url = `mqtt://127.0.0.1:${port}`
  things = await mqtt.connectAsync(url)
  const config = {
    state_topic: 'pump/state',
    command_topic: 'pump/set',
    unique_id: 'pump',
    device: { identifiers: ['pump'], name: 'Pump' },
  }
  await things.publishAsync('found/switch/pump/config', JSON.stringify(config), { retain: true })
  const plug = {
    ...config,
    unique_id: 'plug',
    origin: { name: 'Tasmota' },
    device: { identifiers: ['plug'] },
  }
  await things.publishAsync('found/switch/plug/config', JSON.stringify(plug), { retain: true })
  for (const { topic, payload, retain } of washer)
    if (retain)
      await things.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), {
        retain,
      })
  server = await serve({ GATEHOUSE_HOMEASSISTANT: `${url}/found`, GATEHOUSE_TASMOTA: url })
  const answer = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      identity: 'home@gatehouse.test',
      secret: 'Gatehouse-Home-1',
      externalLogin: false,
    }),
  })
  const { sessionId } = (await answer.json()) as { sessionId: string }
  session = { sessionId }
}, 60_000)

afterAll(async () => {
  await server?.remove()
  await things?.endAsync()
  broker?.kill()
})

const devicesOf = async (serialNumber: string): Promise<Device[]> => {
  const answer = await fetch(`${server.url}/api/home/${serialNumber}/snapshot`, { headers: session })
  const { devices = [] } = (await answer.json()) as { devices?: { device: Device }[] }
  return devices.map(({ device }) => device)
}

describe('bridges named in the configuration', () => {
  test('each is a gateway with its devices; what another serves is left to it', async () => {
    await vi.waitFor(
      async () => {
        expect((await devicesOf('HOMEASSISTANT')).map((one) => one.id)).toEqual(['pump'])
        expect(await devicesOf('TASMOTA')).toMatchObject([
          { id: 'tasmota-A1B2C3D4E5F6', device_name: 'Washer plug', status: 2 },
        ])
      },
      { timeout: 30_000, interval: 200 },
    )
  })

  test('what they say reaches people', async () => {
    await things.publishAsync('pump/state', 'ON')
    await vi.waitFor(
      async () => {
        const [pump] = await devicesOf('HOMEASSISTANT')
        expect(pump?.service_list[0]?.property_list[0]).toMatchObject({ name: 'state', value: 'ON' })
      },
      { timeout: 30_000, interval: 200 },
    )
  })
})
