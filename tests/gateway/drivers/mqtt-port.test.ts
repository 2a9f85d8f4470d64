import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { MqttPort } from '#gateway/drivers/shared/port.ts'
import { openMqttPort } from '#gateway/node/mqtt-port.ts'

const soon = { timeout: 25_000, interval: 20 }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function broker(port = 0) {
  const aedes = await Aedes.createBroker()
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    aedes.handle(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => aedes.close(() => done(undefined)))
    await new Promise((done) => server.close(done))
  }
  return { aedes, sockets, port: (server.address() as AddressInfo).port, close }
}

function open(port: number) {
  const mqtt: MqttPort = openMqttPort({ url: `mqtt://127.0.0.1:${port}`, reconnect: 50 })
  ends.push(() => mqtt.close())
  const got: string[] = []
  const states: boolean[] = []
  mqtt.onMessage((topic, payload) => void got.push(`${topic} ${payload}`))
  return { mqtt, got, states, watch: () => mqtt.onState((connected) => void states.push(connected)) }
}

describe('the MQTT connection of a gateway', () => {
  test('ends without a fault before anybody has watched it', async () => {
    await expect(openMqttPort({ url: 'mqtt://127.0.0.1:9' }).close()).resolves.toBeUndefined()
  })

  test('is not made before somebody watches it', async () => {
    const { port, sockets, close } = await broker()
    ends.push(close)
    const { watch, states } = open(port)
    expect(states).toEqual([])
    expect(sockets.size).toBe(0)
    watch()
    await vi.waitFor(() => expect(states).toEqual([false, true]), soon)
    expect(sockets.size).toBe(1)
  })

  test('delivers what was subscribed, also before it was there', async () => {
    const { port, close } = await broker()
    ends.push(close)
    const { mqtt, got, states, watch } = open(port)
    mqtt.subscribe(['a', 'b'])
    watch()
    await vi.waitFor(() => expect(states).toContain(true), soon)
    await vi.waitFor(() => {
      mqtt.publish('a', 'grüezi')
      expect(got).toContain('a grüezi')
    }, soon)
    mqtt.unsubscribe(['a'])
    let round = 0
    await vi.waitFor(async () => {
      round += 1
      mqtt.publish('a', `${round}`)
      mqtt.publish('b', `${round}`)
      await vi.waitFor(() => expect(got).toContain(`b ${round}`), soon)
      expect(got).not.toContain(`a ${round}`)
    }, soon)
  })

  test('comes back after the broker was away, and is subscribed again; orders from between are not sent late', async () => {
    const first = await broker()
    const { mqtt, got, states, watch } = open(first.port)
    mqtt.subscribe(['a'])
    watch()
    await vi.waitFor(() => expect(states.at(-1)).toBe(true), soon)
    await first.close()
    await vi.waitFor(() => expect(states.at(-1)).toBe(false), soon)
    mqtt.publish('a', 'too late')
    const second = await broker(first.port)
    ends.unshift(second.close)
    await vi.waitFor(() => expect(states.at(-1)).toBe(true), soon)
    await vi.waitFor(() => {
      mqtt.publish('a', 'now')
      expect(got).toContain('a now')
    }, soon)
    expect(got).not.toContain('a too late')
  })
})
