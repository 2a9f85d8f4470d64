import type { Client } from 'aedes'
import type { Clock } from '#gateway/core/ports.ts'
import { isId } from '../lib/channel/topics.ts'
import type { ConnectionRegistry } from './connection-registry.ts'
import type { Credentials } from './credentials.ts'
import type { BanList } from './guard/ban-list.ts'
import type { Limits } from './limits.ts'
import type { Principal } from './principal.ts'
import type { Connection } from './wire/connection.ts'

/** What a CONNECT says. */
export interface SignInRequest {
  clientId: string
  keepalive: number
  username: string | undefined
  password: string | undefined
}

/** A refused CONNECT: 2 identifier rejected, 3 not now, 4 and 5 credentials (only these end the client's session). */
export interface Refused {
  returnCode: 2 | 3 | 4 | 5
  reason: string
}

export interface SignInParts {
  credentials: Credentials
  banList: BanList
  registry: ConnectionRegistry
  limits: Limits
  clock: Clock
}

/** Decides a CONNECT and enters the client in the registry: decision 0003, M-01, M-08. */
export async function signIn(
  connection: Connection,
  client: Client,
  request: SignInRequest,
  parts: SignInParts,
): Promise<Principal | Refused> {
  const { min, max } = parts.limits.keepaliveSeconds
  if (request.keepalive < min || request.keepalive > max)
    return { returnCode: 2, reason: 'keepalive out of bounds' }
  const { username, password } = request
  if (!isId(username) || !password) return { returnCode: 4, reason: 'no user name or password' }

  const { credentials, registry } = parts
  if (connection.kind === 'gateway') {
    // Not 4 or 5, which make a gateway throw its secret away: somebody has put in the wrong file.
    if (connection.certified !== undefined && connection.certified !== username)
      return { returnCode: 2, reason: 'certificate of another gateway' }
    if (!(await credentials.gatewaySecret(username, password)))
      return { returnCode: 5, reason: 'gateway secret' }
    return enter(registry, connection, client, { kind: 'gateway', serialNumber: username })
  }
  const session = await credentials.sessionOf(password)
  if (!session || session.userId !== username) return { returnCode: 5, reason: 'channel token' }
  const refused = refusal(session, request.clientId, parts)
  // No await between the count of sockets and the entry: twenty-one at once are still one too many.
  return refused ?? enter(registry, connection, client, { kind: 'user', ...session })
}

function refusal(
  { userId, sessionKey }: { userId: string; sessionKey: string },
  clientId: string,
  { banList, registry, limits, clock }: SignInParts,
): Refused | undefined {
  // The broker ends the older client of an id: nobody may choose an id that another session could have.
  if (!clientId.startsWith(sessionKey)) return { returnCode: 5, reason: 'client id of another session' }
  if (banList.banned(sessionKey, clock.now())) return { returnCode: 3, reason: 'banned' }
  const now = clock.now()
  // Whoever opens page after page is slowed down, never shut out: a client that cannot wait is none of ours.
  if (banList.freeAt(sessionKey, limits.connectsPerMinute, now) > now)
    return banList.overdoes(sessionKey, 'haste', limits.hastyConnectsPerMinute, now)
      ? { returnCode: 3, reason: 'flapping' }
      : { returnCode: 3, reason: 'too soon' }
  banList.took(sessionKey, limits.connectsPerMinute, now)
  const others = registry.ofUser(userId).filter((open) => registry.clientOf(open)?.id !== clientId)
  return others.length >= limits.socketsPerUser ? { returnCode: 3, reason: 'too many sockets' } : undefined
}

/** Who hung up while the store was asked is not there any more. */
function enter(
  registry: ConnectionRegistry,
  connection: Connection,
  client: Client,
  who: Principal,
): Principal | Refused {
  if (connection.destroyed) return { returnCode: 3, reason: 'hung up' }
  connection.principal = who
  registry.add(connection, client)
  return who
}
