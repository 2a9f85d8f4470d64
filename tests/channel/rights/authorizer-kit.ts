import type { Client } from 'aedes'
import { Authorizer } from '#server/channel/authorizer.ts'
import { defaultLimits } from '#server/channel/limits.ts'
import { type ChannelRights, LiveRights } from '#server/channel/live-rights.ts'
import { Policy } from '#server/channel/policy.ts'
import type { GatewayPrincipal, UserPrincipal } from '#server/channel/principal.ts'
import type { Connection } from '#server/channel/wire/connection.ts'
import type { Incoming, Said } from '#server/lib/channel/port.ts'

export const anna: UserPrincipal = { kind: 'user', userId: 'anna', sessionKey: 'desk' }
export const gateway: GatewayPrincipal = { kind: 'gateway', serialNumber: 'GW1' }

interface Given {
  rights?: Partial<ChannelRights>
  taken?: boolean
  said?: Said
  current?: boolean
  subscriptions?: number
}

/** Anna has one home; what the authorizer tells is noted. */
export function world({
  rights = {},
  taken = true,
  said = 'forward',
  current = true,
  subscriptions = 50,
}: Given = {}) {
  const noted: string[] = []
  const asked: Incoming[] = []
  const live = new LiveRights(
    {
      sight: (userId, serialNumber) => (userId === 'anna' && serialNumber === 'GW1' ? 'all' : 'none'),
      isAdmin: () => false,
      sessionAlive: () => true,
      maySend: (_, command) => command !== 'set_device_name',
      gatewayKnown: () => true,
      ...rights,
    },
    () => 0,
  )
  const authorizer = new Authorizer(
    new Policy(live),
    { ...defaultLimits, subscriptions },
    {
      now: () => 0,
      request(incoming) {
        asked.push(incoming)
        return taken
      },
      gatewaySaid(topic, payload) {
        noted.push(`said ${topic.kind} ${payload}`)
        return said
      },
      subscribed: (topic) => void noted.push(`subscribed ${topic.kind}`),
      isCurrent: () => current,
      denied: (_, what) => void noted.push(`denied ${what}`),
      forbidden: (_, serialNumber, command) => void noted.push(`forbidden ${serialNumber} ${command}`),
      malformed: (_, what) => void noted.push(`malformed ${what}`),
    },
  )
  return { authorizer, noted, asked }
}

export const clientOf = (connection: Connection, closed = false): Client =>
  ({ conn: connection, closed }) as unknown as Client
