import type { OauthTokenRequest } from '#schemas/generated/entities/oauth-token-request.ts'
import type { Fault } from '../../lib/refusal.ts'
import { type OauthClient, secretFits } from '../../oauth/clients.ts'
import { type Exchange, redeemCode, redeemRefresh } from '../../oauth/issue.ts'
import type { Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'

const refused = (status: number, fault: Fault): Failure => new Failure(status, [fault])

/** POST /oauth2_v2/token: codes and refresh tokens become access tokens; the codes of failure are those of RFC 6749. */
export function tokenHandler({ store, clients, now }: Parts): Handlers['oauthToken'] {
  const exchange = (client: OauthClient, body: OauthTokenRequest): Promise<Exchange> => {
    if (body.grant_type === 'refresh_token')
      return redeemRefresh(store, client, { refresh: demanded(body, 'refresh_token'), now: now() })
    return redeemCode(store, client, {
      code: demanded(body, 'code'),
      redirectUri: demanded(body, 'redirect_uri'),
      verifier: demanded(body, 'code_verifier'),
      now: now(),
    })
  }

  return async ({ body, address }) => {
    const client = clients.get(body.client_id)
    if (!client || !secretFits(client, body.client_secret))
      throw refused(401, { errorCode: 'invalid_client' })
    const tokens = await exchange(client, body)
    if (tokens === 'invalid') throw refused(400, { errorCode: 'invalid_grant' })
    if ('reused' in tokens) {
      const { userId, clientId, serialNumber } = tokens.reused
      const facts = { clientId, address }
      await store.audit.append({
        who: userId,
        what: 'tokenReused',
        at: now(),
        gateway: serialNumber,
        result: 'refused',
        facts,
      })
      throw refused(400, { errorCode: 'invalid_grant' })
    }
    return {
      access_token: tokens.access,
      token_type: 'Bearer',
      expires_in: tokens.expiresInSeconds,
      refresh_token: tokens.refresh,
      scope: tokens.grant.scope,
      serial_number: tokens.grant.serialNumber,
    }
  }
}

function demanded(
  body: OauthTokenRequest,
  name: 'code' | 'redirect_uri' | 'code_verifier' | 'refresh_token',
): string {
  const value = body[name]
  if (value === undefined) throw refused(400, { errorCode: 'invalid_request', field: `/${name}` })
  return value
}
