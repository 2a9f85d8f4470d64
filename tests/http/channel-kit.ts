import mqtt, { type MqttClient } from 'mqtt'
import type { SignedIn, Site } from './kit.ts'

/** A browser's connection to the message channel, with the reason for which its session ended. */
export async function connectBrowser(site: Site, { userId, sessionId }: SignedIn) {
  const answer = await site.call('POST', '/api/channel/token', { headers: { sessionId } })
  const { token, sessionKey } = answer.json<{ token: string; sessionKey: string }>()
  const client: MqttClient = await mqtt.connectAsync(`${site.url.replace('http', 'ws')}/mqtt`, {
    clientId: `${sessionKey}-test`,
    username: userId,
    password: token,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  let reason: string | undefined
  client.on('message', (_topic, payload) => {
    const { event, data } = JSON.parse(String(payload)) as { event: string; data: { reason?: string } }
    if (event === 'session_ended') reason = data.reason
  })
  const ended = new Promise<string | undefined>((resolve) => client.once('close', () => resolve(reason)))
  await client.subscribeAsync(`gatehouse/v1/users/${userId}/events`)
  return { client, ended }
}
