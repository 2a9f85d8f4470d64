/**
 * Thousands of gateways in one process. Each is the real core with a few virtual devices, and speaks the real protocol
 * over a connection of its own.
 */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import mqtt, { type Packet } from 'mqtt-packet'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome, type HomeCore } from '#gateway/core/home.ts'
import { MemoryStore } from '#gateway/core/store/memory-store.ts'
import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { systemClock } from '../../server/lib/clock.ts'

export interface PlayedGateway {
  serialNumber: string
  secret: string
}
export interface ToGateways {
  host: string
  port: number
  gateways: readonly PlayedGateway[]
  devices: readonly Device[]
}
export type FromGateways = { kind: 'connected'; count: number } | { kind: 'failed'; why: string }

/** The broker counts the sockets of an address: these come from as many as they need. */
const OF_AN_ADDRESS = 50
/** So many knock at once. */
const AT_ONCE = 50
const KEEPALIVE_S = 55

const addressOf = (at: number): string => {
  const block = Math.floor(at / OF_AN_ADDRESS)
  return `127.2.${block >> 7}.${(block & 127) + 1}`
}

/** Resolves once the broker has taken its subscription. */
function play(
  { host, port, devices }: ToGateways,
  { serialNumber, secret }: PlayedGateway,
  at: number,
): Promise<void> {
  const base = `gatehouse/v1/gateways/${serialNumber}`
  const requests = new RegExp(`^${base}/users/([A-Za-z0-9_-]{1,64})/requests$`)
  const socket = connect({ host, port, localAddress: addressOf(at) })
  socket.setNoDelay(true)
  const say = (packet: Packet): void => {
    if (!socket.destroyed) socket.write(mqtt.generate(packet))
  }
  const publish = (topic: string, body: unknown, retain = false): void =>
    say({ cmd: 'publish', topic, payload: JSON.stringify(body), qos: 0, retain, dup: false })
  const home: HomeCore = createHome({
    serialNumber,
    clock: systemClock,
    store: new MemoryStore(),
    transport: { event: (event) => publish(`${base}/events`, event) },
    drivers: [createVirtualDriver({ pace: 0, seed: at, devices: devices.map((device) => ({ device })) })],
    scenes: vocabulary as SceneVocabulary,
  })
  return new Promise((resolve, reject) => {
    const parser = mqtt.parser()
    socket.on('data', (data) => void parser.parse(data))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`${serialNumber} was cut off`)))
    socket.once('connect', () =>
      say({
        ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: KEEPALIVE_S },
        ...{ clientId: `${serialNumber}-${randomBytes(6).toString('hex')}`, username: serialNumber },
        password: Buffer.from(secret),
        will: { topic: `${base}/presence`, payload: Buffer.from('"offline"'), retain: true, qos: 0 },
      }),
    )
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack') {
        if (packet.returnCode !== 0)
          return reject(new Error(`${serialNumber} was refused: ${packet.returnCode}`))
        setInterval(() => say({ cmd: 'pingreq' }), (KEEPALIVE_S * 1000) / 2).unref()
        home.start().then(() => {
          publish(`${base}/presence`, 'online', true)
          say({
            cmd: 'subscribe',
            messageId: 1,
            subscriptions: [{ topic: `${base}/users/+/requests`, qos: 0 }],
          })
        }, reject)
      } else if (packet.cmd === 'suback') resolve()
      else if (packet.cmd === 'publish') void answer(packet.topic, packet.payload as Buffer)
    })
    async function answer(topic: string, payload: Buffer): Promise<void> {
      const [, userId] = requests.exec(topic) ?? []
      if (userId === undefined) return
      const request = JSON.parse(payload.toString()) as { session: string }
      const response = await home.handle(request, { userId })
      publish(`${base}/users/${userId}/sessions/${request.session}/responses`, response)
    }
  })
}

const tell = (message: FromGateways): void => void process.send?.(message)

process.on('message', (order: ToGateways) => {
  const all = [...order.gateways.entries()]
  const lane = async (): Promise<void> => {
    for (let next = all.shift(); next; next = all.shift()) await play(order, next[1], next[0])
  }
  Promise.all(Array.from({ length: AT_ONCE }, lane)).then(
    () => tell({ kind: 'connected', count: order.gateways.length }),
    (error: unknown) => tell({ kind: 'failed', why: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
