import type { operations } from '#schemas/generated/api/oauth.ts'
import { notFound } from '../../lib/refusal.ts'
import type { OauthClient } from '../../oauth/clients.ts'
import { issueCode } from '../../oauth/issue.ts'
import { programKey } from '../../oauth/programs.ts'
import { checkRequest, wayBack } from '../../oauth/request.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { tokenHandler } from './token.ts'

/** /clients, /oauth2 and /oauth2_v2: programs that act for a person on one gateway. */
export function oauthHandlers(parts: Parts): HandlersOf<operations> {
  const { store, clients, rights, channel, now } = parts
  const iso = (time: number): string => new Date(time).toISOString()

  /** Whoever looks after somebody else's home may not hand it to a program; an administrator has no home here. */
  const mayShare = async (userId: string, serialNumber: string): Promise<boolean> => {
    const role = await store.memberships.roleFor(userId, serialNumber)
    return (role === 'owner' || role === 'secondary') && (await rights.mayUseGateway(userId, serialNumber))
  }

  return {
    getClient({ query }) {
      const client = clients.get(query.client_id)
      if (!client) throw notFound()
      return { ...named(client), scopes: [...client.scopes] }
    },

    async showAuthorization({ query, session: { userId } }) {
      const { client, scope } = checkRequest(clients, query)
      const own = (await rights.hasRole(userId)) ? await store.gateways.ofUser(userId) : []
      const shareable = await Promise.all(own.map(({ serialNumber }) => mayShare(userId, serialNumber)))
      const gateways = own
        .filter((_gateway, at) => shareable[at])
        .map(({ serialNumber, name }) => ({ serialNumber, name }))
      return {
        client: named(client),
        scopes: client.scopes.filter((one) => scope.split(' ').includes(one)),
        gateways,
      }
    },

    async authorize({ body, session: { userId } }) {
      const { serialNumber, decision, ...request } = body
      const checked = checkRequest(clients, request)
      const { clientId } = checked.client
      const note = (result: 'ok' | 'refused', gateway?: string) =>
        store.audit.append({
          who: userId,
          what: 'authorize',
          at: now(),
          gateway,
          result,
          facts: { clientId },
        })
      if (decision === 'deny') {
        await note('refused')
        return { redirectTo: wayBack(checked, { error: 'access_denied' }) }
      }
      // Z-02: a gateway that is not one's own to share answers like none.
      if (!(await mayShare(userId, serialNumber))) throw notFound()
      const code = await issueCode(store, checked, { userId, serialNumber, now: now() })
      await note('ok', serialNumber)
      return { redirectTo: wayBack(checked, { code }) }
    },

    oauthToken: tokenHandler(parts),

    async getTokens({ session }) {
      const grants = await store.oauth.ofUser(session.userId, now())
      const data = grants.map(({ clientId, serialNumber, createdAt, lastUsedAt }) => ({
        _id: `${clientId} ${serialNumber}`,
        client: { clientId, name: clients.get(clientId)?.name ?? clientId },
        serial_number: serialNumber,
        createdAt: iso(createdAt),
        ...(lastUsedAt === null ? {} : { lastUsedAt: iso(lastUsedAt) }),
      }))
      return { data, count: data.length }
    },

    async deleteToken({ body, session: { userId } }) {
      const { clientId, serial_number: serialNumber } = body
      const ended = await store.oauth.endAll({ userId, clientId, serialNumber })
      if (ended.length === 0) throw notFound()
      for (const grantId of ended) channel.cutSession(programKey(grantId), 'logged_out')
      await store.audit.append({
        who: userId,
        what: 'deleteToken',
        at: now(),
        gateway: serialNumber,
        result: 'ok',
        facts: { clientId },
      })
      return undefined
    },
  }
}

const named = ({ clientId, name }: OauthClient): { clientId: string; name: string } => ({ clientId, name })
