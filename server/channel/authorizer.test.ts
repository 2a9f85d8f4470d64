import type { Client, PublishPacket } from 'aedes'
import { expect, test } from 'vitest'
import { topics } from '../lib/channel/topics.ts'
import { Authorizer } from './authorizer.ts'
import { defaultLimits } from './limits.ts'
import { Policy } from './policy.ts'
import { Connection } from './wire/connection.ts'

const yes = () => true

/** What becomes of a message of a gateway. */
function published(topic: string, retain: boolean, calm = true): { heard: string[]; packet: PublishPacket } {
  const heard: string[] = []
  const policy = new Policy({
    sight: () => 'all',
    isAdmin: yes,
    sessionAlive: yes,
    maySend: yes,
    gatewayKnown: yes,
  })
  const authorizer = new Authorizer(policy, defaultLimits, {
    now: () => 0,
    request: yes,
    gatewaySaid: ({ kind }) => {
      heard.push(kind)
      return 'forward'
    },
    subscribed: () => {},
    isCurrent: yes,
    denied: () => {},
    forbidden: () => {},
    malformed: () => {},
  })
  const connection: Connection = Object.create(Connection.prototype)
  Object.defineProperty(connection, 'principal', { value: { kind: 'gateway', serialNumber: 'GW1' } })
  Object.defineProperty(connection, 'comesOrGoes', { value: () => calm })
  const packet = { topic, payload: Buffer.from('{}'), retain } as PublishPacket
  authorizer.authorizePublish({ conn: connection } as unknown as Client, packet, () => {})
  return { heard, packet }
}

const answers = topics.responses('GW1', 'anna', 's')

test.each([
  ['presence', topics.presence('GW1'), true],
  ['events', topics.events('GW1'), false],
  ['answers', answers, false],
])('what a gateway keeps for those who come later, %s, is taken: %s', (_what, topic, taken) => {
  const { heard, packet } = published(topic, true)
  expect(heard).toHaveLength(taken ? 1 : 0)
  expect(packet).toMatchObject(taken ? { topic, retain: true } : { retain: false, payload: Buffer.alloc(0) })
  if (!taken) expect(packet.topic).not.toBe(topic)
})

test('that it comes or goes once too often is heard by nobody', () => {
  expect(published(topics.presence('GW1'), true, false).heard).toEqual([])
  expect(published(topics.events('GW1'), false, false).heard).toEqual(['events'])
})

test.each([topics.presence('GW1'), topics.events('GW1'), answers])(
  'what it says now on %s goes on',
  (topic) => {
    expect(published(topic, false).packet).toMatchObject({ topic, payload: Buffer.from('{}') })
  },
)
