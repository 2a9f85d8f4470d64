import { grantIdIn } from '#server/oauth/programs.ts'
import type { SessionRecord } from '#server/store/people/sessions.ts'
import type { Store } from '#server/store/store.ts'
import { isGatewaySecret } from '../auth/gateway-secret.ts'
import { changesSomething } from '../lib/channel/envelope.ts'
import type { Answer } from '../lib/channel/port.ts'
import type { Sight } from '../lib/reach/reach.ts'
import type { Credentials } from './credentials.ts'
import type { ChannelRights, Soon } from './live-rights.ts'
import { sessionKeyOf } from './tokens.ts'

export interface StoredParts {
  store: Pick<Store, 'tokens' | 'sessions' | 'gateways' | 'oauth'>
  rights: {
    isAdmin(userId: string): Answer
    permits(userId: string, part: 'commands', name: string, changes: boolean): Answer
    /** Without it nobody looks on. */
    mayViewAs?(userId: string): Answer
  }
  reaches: { of(userId: string, serialNumber: string): Soon<Sight> }
  sessionLives(session: SessionRecord, now: number): boolean
  now(): number
}

/** What the channel asks, answered by the store as it is now. */
export function storedRights({
  store,
  rights,
  reaches,
  sessionLives,
  now,
}: StoredParts): ChannelRights & Credentials {
  const alive = (session: SessionRecord | undefined): session is SessionRecord =>
    session !== undefined && sessionLives(session, now())
  return {
    sight: (userId, serialNumber) => reaches.of(userId, serialNumber),
    isAdmin: (userId) => rights.isAdmin(userId),
    maySend: (userId, command) => rights.permits(userId, 'commands', command, changesSomething(command)),
    async sessionAlive(userId, sessionKey) {
      const grantId = grantIdIn(sessionKey)
      if (grantId !== undefined) return (await store.oauth.find(grantId))?.userId === userId
      const session = await store.sessions.findByKey(sessionKey)
      if (!alive(session) || session.userId !== userId) return false
      return session.viewer === undefined || (rights.mayViewAs?.(session.viewer) ?? false)
    },
    gatewayKnown: async (serialNumber) => (await store.gateways.secretHash(serialNumber)) !== undefined,
    async sessionOf(token) {
      const sessionKey = await sessionKeyOf(store.tokens, token, now())
      if (sessionKey === undefined) return undefined
      const grantId = grantIdIn(sessionKey)
      if (grantId === undefined) {
        const session = await store.sessions.findByKey(sessionKey)
        if (!alive(session)) return undefined
        const { userId, serialNumber, viewer } = session
        if (serialNumber === undefined) return { userId, sessionKey }
        if (viewer !== undefined)
          return { userId, sessionKey, viewer, program: { serialNumber, scopes: [], hears: true } }
        return { userId, sessionKey, program: { serialNumber, scopes: ['gateway'], hears: true } }
      }
      const grant = await store.oauth.find(grantId)
      if (!grant) return undefined
      const { userId, serialNumber, scope } = grant
      return { userId, sessionKey, program: { serialNumber, scopes: scope.split(' ') } }
    },
    gatewaySecret: (serialNumber, secret) => isGatewaySecret(store.gateways, serialNumber, secret),
  }
}
