import type { SessionRecord } from '#server/store/sessions.ts'
import type { Store } from '#server/store/store.ts'
import { isGatewaySecret } from './gateway-secret.ts'
import type { Answer, ChannelRights } from './live-rights.ts'
import type { Credentials } from './ports.ts'
import { sessionOfToken } from './tokens.ts'

export interface StoredParts {
  store: Pick<Store, 'tokens' | 'sessions' | 'gateways'>
  rights: {
    mayUseGateway(userId: string, serialNumber: string): Answer
    isAdmin(userId: string): Answer
  }
  sessionLives(session: SessionRecord, now: number): boolean
  now(): number
}

/** What the channel asks, answered by the store as it is now. */
export function storedRights({ store, rights, sessionLives, now }: StoredParts): ChannelRights & Credentials {
  const alive = (session: SessionRecord | undefined): session is SessionRecord =>
    session !== undefined && sessionLives(session, now())
  return {
    mayUseGateway: (userId, serialNumber) => rights.mayUseGateway(userId, serialNumber),
    isAdmin: (userId) => rights.isAdmin(userId),
    async sessionAlive(userId, sessionKey) {
      const session = await store.sessions.findByKey(sessionKey)
      return alive(session) && session.userId === userId
    },
    gatewayKnown: async (serialNumber) => (await store.gateways.secretHash(serialNumber)) !== undefined,
    async sessionOf(token) {
      const session = await sessionOfToken(store.tokens, store.sessions, token, now())
      return alive(session) ? { userId: session.userId, sessionKey: session.key } : undefined
    },
    gatewaySecret: (serialNumber, secret) => isGatewaySecret(store.gateways, serialNumber, secret),
  }
}
