/** The clients of bench/broker.ts, in a thread of their own: they wait for nobody but the server. */
import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import mqtt, { type Packet } from 'mqtt-packet'
import { WebSocket } from 'ws'

export interface LoadClient {
  userId: string
  sessionKey: string
  token: string
  serialNumber: string
}

export interface LoadPlan {
  url: string
  clients: LoadClient[]
}

/** `commands`: each client has one request under way for `ms`, and asks that many a second if told so. `listen`: all subscribe to the events of their home. */
export type LoadOrder =
  | { kind: 'commands'; command: string; params: unknown; ms: number; rate?: number }
  | { kind: 'listen' }
  | { kind: 'heard' }

/** Delays in ms; `failed` counts answers with another code than 0. */
export interface LoadReport {
  delays: number[]
  failed: number
}

const { url, clients } = workerData as LoadPlan
const now = (): number => performance.timeOrigin + performance.now()

interface Line {
  client: LoadClient
  say(packet: Packet): void
  onPublish: (payload: Buffer) => void
  onGranted: () => void
}

async function enter(client: LoadClient): Promise<Line> {
  const socket = new WebSocket(url, 'mqtt', { perMessageDeflate: false })
  const parser = mqtt.parser()
  const line: Line = {
    client,
    say: (packet) => socket.send(mqtt.generate(packet)),
    onPublish: () => undefined,
    onGranted: () => undefined,
  }
  socket.on('message', (data) => void parser.parse(data as Buffer))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const root = `gatehouse/v1/gateways/${client.serialNumber}/users/${client.userId}/sessions/${client.sessionKey}`
  await new Promise<void>((resolve, reject) => {
    parser.on('packet', (packet) => {
      if (packet.cmd === 'publish') return line.onPublish(packet.payload as Buffer)
      if (packet.cmd === 'suback') return packet.messageId === 1 ? resolve() : line.onGranted()
      if (packet.cmd !== 'connack') return
      if (packet.returnCode !== 0) return reject(new Error(`refused with ${packet.returnCode}`))
      line.say({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `${root}/responses`, qos: 0 }] })
    })
    line.say({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 120,
      clientId: `${client.sessionKey}-${randomUUID().slice(0, 8)}`,
      username: client.userId,
      password: Buffer.from(client.token),
    })
  })
  return line
}

const lines: Line[] = []
for (let at = 0; at < clients.length; at += 50)
  lines.push(...(await Promise.all(clients.slice(at, at + 50).map(enter))))
let heard: LoadReport = { delays: [], failed: 0 }

async function commands(order: Extract<LoadOrder, { kind: 'commands' }>): Promise<LoadReport> {
  const report: LoadReport = { delays: [], failed: 0 }
  const end = now() + order.ms
  await Promise.all(
    lines.map(
      (line) =>
        new Promise<void>((resolve) => {
          const { userId, serialNumber, sessionKey } = line.client
          const pause = order.rate ? 1000 / order.rate : 0
          let due = now() + Math.random() * pause
          let sent = 0
          const send = (): void => {
            if (now() >= end) return resolve()
            sent = now()
            const request = {
              id: randomUUID(),
              session: sessionKey,
              command: order.command,
              params: order.params,
            }
            const topic = `gatehouse/v1/gateways/${serialNumber}/users/${userId}/requests`
            const payload = JSON.stringify(request)
            line.say({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false })
          }
          const inTime = (): void => {
            const wait = due - now()
            due += pause
            if (wait > 0) setTimeout(send, wait)
            else send()
          }
          line.onPublish = (payload) => {
            const { code } = JSON.parse(payload.toString()) as { code?: number }
            if (code === undefined) return
            report.delays.push(now() - sent)
            if (code !== 0) report.failed++
            inTime()
          }
          inTime()
        }),
    ),
  )
  return report
}

async function listen(): Promise<LoadReport> {
  heard = { delays: [], failed: 0 }
  await Promise.all(
    lines.map((line) => {
      line.onPublish = (payload) => {
        const { data } = JSON.parse(payload.toString()) as { data: { sent?: number } }
        if (data.sent !== undefined) heard.delays.push(now() - data.sent)
      }
      const topic = `gatehouse/v1/gateways/${line.client.serialNumber}/events`
      line.say({ cmd: 'subscribe', messageId: 2, subscriptions: [{ topic, qos: 0 }] })
      return new Promise<void>((resolve) => {
        line.onGranted = resolve
      })
    }),
  )
  return heard
}

parentPort?.on('message', async (order: LoadOrder) => {
  const report =
    order.kind === 'commands' ? await commands(order) : order.kind === 'listen' ? await listen() : heard
  parentPort?.postMessage(report)
})
parentPort?.postMessage({ delays: [], failed: 0 } satisfies LoadReport)
