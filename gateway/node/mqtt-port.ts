import mqtt from 'mqtt'
import type { MqttPort } from '#gateway/drivers/shared/port.ts'
import { reasonOf } from './reason.ts'

export interface MqttAccess {
  /** mqtt:// or mqtts://, with the broker's own user and password if it wants any. */
  url: string
  username?: string
  password?: string
  /** Ms until the next attempt after a lost connection. */
  reconnect?: number
}

/**
 * A broker over TCP, by mqtt.js. It connects once somebody watches its state, and comes back by itself. `failed` hears once
 * of each reason why there is no connection.
 */
export function openMqttPort(
  { url, username, password, reconnect = 5000 }: MqttAccess,
  failed?: (reason: string) => void,
): MqttPort {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    keepalive: 55,
    connectTimeout: 30_000,
    // A tenth more or less each time, so that many gateways don't come back in step.
    reconnectPeriod: Math.round(reconnect * (0.9 + Math.random() * 0.2)),
    resubscribe: true,
    manualConnect: true,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  })
  let said = ''
  // Without a listener a refused connection would end the process.
  client.on('error', (error) => {
    const reason = reasonOf(error)
    if (reason !== said) failed?.(reason)
    said = reason
  })
  client.on('connect', () => {
    said = ''
  })
  let begun = false
  return {
    subscribe(topics) {
      if (topics.length > 0) client.subscribe([...topics])
    },
    unsubscribe(topics) {
      if (topics.length > 0) client.unsubscribe([...topics])
    },
    publish(topic, payload, options = {}) {
      // Orders are not kept for later: one that comes minutes too late is worse than one that failed.
      if (client.connected) client.publish(topic, payload, options)
    },
    onMessage(listener) {
      const take = (topic: string, payload: Buffer): void => listener(topic, payload.toString('utf8'))
      client.on('message', take)
      return () => void client.off('message', take)
    },
    onState(listener) {
      const up = (): void => listener(true)
      const down = (): void => listener(false)
      client.on('connect', up)
      client.on('close', down)
      listener(client.connected)
      if (!begun) client.connect()
      begun = true
      return () => {
        client.off('connect', up)
        client.off('close', down)
      }
    },
    async close() {
      // Who never began has no stream that could end.
      if (begun) await client.endAsync(true)
    },
  }
}
