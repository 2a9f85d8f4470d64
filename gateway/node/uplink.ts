import { randomBytes } from 'node:crypto'
import mqtt from 'mqtt'
import type { HomeCore } from '#gateway/core/home.ts'
import type { Transport } from '#gateway/core/ports.ts'
import { reasonOf } from './reason.ts'
import type { ClientCertificate } from './trust.ts'

export interface UplinkOptions {
  /** Gatehouse's port for gateways: mqtt:// on one machine, else mqtts://. */
  broker: string
  /** By which the gateway shows who it is, besides its secret. */
  certificate?: ClientCertificate | undefined
  serialNumber: string
  /** Issued when the gateway was assigned. */
  secret: string
  log(level: 'info' | 'warn', message: string, facts?: Readonly<Record<string, unknown>>): void
  /** Ms until the next attempt after a lost connection. */
  reconnect?: number
  /** Gatehouse does not know the secret. */
  refused?: (() => void) | undefined
}

export interface Uplink extends Transport {
  /** Takes requests for this home from now on. */
  serve(home: HomeCore): void
  close(): Promise<void>
}

/** What a rule has to say waits for a connection, up to so many; everything else is asked for anew. */
const WAITS: ReadonlySet<string> = new Set(['rule_notification', 'rule_question_closed'])
const MOST_WAITING = 100

/** CONNACK: bad user name or password, not authorised (MQTT 3.1.1 §3.2.2.3). */
const REFUSED: ReadonlySet<unknown> = new Set([4, 5])

/** Decision 0003: the gateway's side of it. */
export function openUplink({
  broker,
  certificate,
  serialNumber,
  secret,
  log,
  reconnect = 10_000,
  refused,
}: UplinkOptions): Uplink {
  const base = `gatehouse/v1/gateways/${serialNumber}`
  const requests = new RegExp(`^${base}/users/([A-Za-z0-9_-]{1,64})/requests$`)
  const presence = `${base}/presence`
  const client = mqtt.connect(broker, {
    protocolVersion: 4,
    ...certificate,
    clientId: `${serialNumber}-${randomBytes(6).toString('hex')}`,
    username: serialNumber,
    password: secret,
    keepalive: 55,
    connectTimeout: 30_000,
    // Full jitter, once for this process: many gateways that lost one broker don't come back in step.
    reconnectPeriod: Math.ceil(reconnect * (0.1 + 0.9 * Math.random())),
    // What could not be sent is not sent late: a gap in the numbers makes clients ask.
    queueQoSZero: false,
    resubscribe: false,
    will: { topic: presence, payload: Buffer.from('"offline"'), retain: true, qos: 0 },
  })
  const publish = (topic: string, body: unknown, retain = false): void => {
    if (client.connected) client.publish(topic, JSON.stringify(body), { retain })
  }
  let home: HomeCore | undefined
  const waiting: Parameters<Transport['event']>[0][] = []
  const tell = (event: Parameters<Transport['event']>[0]): void => {
    if (client.connected || !WAITS.has(event.event)) return publish(`${base}/events`, event)
    waiting.push(event)
    if (waiting.length > MOST_WAITING) waiting.shift()
  }
  const announce = (): void => {
    if (!home || !client.connected) return
    publish(presence, 'online', true)
    client.subscribe(`${base}/users/+/requests`)
  }
  const answer = async (topic: string, payload: Buffer): Promise<void> => {
    const [, userId] = requests.exec(topic) ?? []
    const request = parsed(payload)
    if (!home || userId === undefined || request === undefined) return
    const response = await home.handle(request, { userId })
    if (/^[A-Za-z0-9_-]{1,64}$/.test(request.session))
      publish(`${base}/users/${userId}/sessions/${request.session}/responses`, response)
  }
  /** Once for each reason: it tries again and again. */
  let said = ''
  client.on('connect', () => {
    said = ''
    log('info', 'Connected to Gatehouse')
    announce()
    for (const event of waiting.splice(0)) tell(event)
  })
  client.on('close', () => {
    if (said === '') log('info', 'Not connected to Gatehouse')
  })
  client.on('error', (error) => {
    const unknown = 'code' in error && REFUSED.has(error.code)
    if (unknown) log('warn', 'Gatehouse refused the connection', { error: error.message })
    else if (error.message !== said)
      log('warn', 'Gatehouse cannot be reached', { broker, error: reasonOf(error) })
    said = error.message
    if (unknown) refused?.()
  })
  client.on('message', (topic, payload) => void answer(topic, payload))
  return {
    event: tell,
    serve(served) {
      home = served
      announce()
    },
    async close() {
      publish(presence, 'offline', true)
      await client.endAsync()
    },
  }
}

function parsed(payload: Buffer): { session: string } | undefined {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'))
    const session =
      typeof value === 'object' && value !== null && 'session' in value ? value.session : undefined
    return typeof session === 'string' ? (value as { session: string }) : undefined
  } catch {
    return undefined
  }
}
