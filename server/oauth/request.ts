import { Refusal } from '../lib/refusal.ts'
import type { OauthClient, OauthClients } from './clients.ts'

/** What a program asks for, as it stands in the address of /login and is handed on. */
export interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  scope?: string | undefined
  state?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

/** A request whose program and address are registered. */
export interface Checked {
  client: OauthClient
  redirectUri: string
  scope: string
  state: string | undefined
  challenge: string
}

/**
 * nothing of a request that is not exactly as registered is answered with a way back, because the way back is
 * what cannot be trusted. The page says so and has no link.
 */
export function checkRequest(clients: OauthClients, request: AuthorizationRequest): Checked {
  const client = clients.get(request.client_id)
  if (!client) throw new Refusal('invalid', [{ errorCode: 'OAUTH_CLIENT_UNKNOWN', field: '/client_id' }])
  const wrong = (field: string) => new Refusal('invalid', [{ errorCode: 'OAUTH_REQUEST_INVALID', field }])
  if (!client.redirectUris.includes(request.redirect_uri)) throw wrong('/redirect_uri')
  if (request.response_type !== 'code') throw wrong('/response_type')
  const scope = request.scope ?? 'gateway'
  const asked = scope.split(' ')
  if (asked.some((one) => !client.scopes.some((known) => known === one))) throw wrong('/scope')
  // PKCE is asked of every program, with or without a secret.
  const challenge = request.code_challenge ?? ''
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) throw wrong('/code_challenge')
  if (request.code_challenge_method !== 'S256') throw wrong('/code_challenge_method')
  return {
    client,
    redirectUri: request.redirect_uri,
    scope: [...new Set(asked)].join(' '),
    state: request.state,
    challenge,
  }
}

/** The registered address with the answer in its query. */
export function wayBack({ redirectUri, state }: Checked, answer: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
