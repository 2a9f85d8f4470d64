import mqtt from 'mqtt'

/** One connection to the broker. Ends for good with `closed`; the channel makes a new one. */
export interface Connection {
  publish(topic: string, payload: string): void
  subscribe(topics: readonly string[]): Promise<void>
  /** Asks the broker for a sign of life. */
  ping(): void
  end(): void
}

export interface ConnectionEvents {
  connected(): void
  message(topic: string, payload: Uint8Array, retained: boolean): void
  /** Any packet came in: the link is alive. */
  heard(): void
  /** `refused` when the broker did not accept the credentials. */
  closed(reason: 'refused' | 'lost'): void
}

export interface ConnectOptions {
  url: string
  clientId: string
  username: string
  password: string
  /** Seconds. */
  keepalive: number
  /** Milliseconds. */
  connectTimeout: number
}

export type Connect = (options: ConnectOptions, events: ConnectionEvents) => Connection

const badCredentials = new Set([4, 5])

/** MQTT 3.1.1 over a websocket. Reconnecting is the channel's business, since every connection needs a fresh token. */
export const connectMqtt: Connect = (options, events) => {
  const client = mqtt.connect(options.url, {
    protocolVersion: 4,
    clientId: options.clientId,
    username: options.username,
    password: options.password,
    keepalive: options.keepalive,
    connectTimeout: options.connectTimeout,
    reconnectPeriod: 0,
    clean: true,
    queueQoSZero: false,
    resubscribe: false,
    // The default's timer lives in a blob worker, which the content security policy forbids.
    timerVariant: 'native',
  })
  let over = false
  const close = (reason: 'refused' | 'lost'): void => {
    if (over) return
    over = true
    client.end(true)
    events.closed(reason)
  }
  client.on('connect', () => events.connected())
  client.on('packetreceive', () => events.heard())
  client.on('message', (topic, payload, packet) => events.message(topic, payload, packet.retain))
  client.on('error', (error) =>
    close('code' in error && badCredentials.has(Number(error.code)) ? 'refused' : 'lost'),
  )
  client.on('close', () => close('lost'))
  return {
    publish: (topic, payload) => void client.publish(topic, payload, { qos: 0 }),
    subscribe: async (topics) => void (await client.subscribeAsync([...topics], { qos: 0 })),
    ping: () => client.sendPing(),
    end: () => {
      over = true
      client.end(true)
    },
  }
}
