import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export interface OpenidProvider {
  issuer: string
  /** Claims of a person by subject; whoever is not named has none but the subject. */
  people: Map<string, Readonly<Record<string, unknown>>>
  /** Every call that reached it. */
  calls: string[]
  close(): Promise<void>
}

export const client = { id: 'gatehouse', secret: 'a-long-secret-of-the-test-provider' } as const

/** A real OpenID provider on a free loopback port. With `forms` people sign in on its pages; else by `login_hint`. */
export async function openidProvider({
  returnTo,
  leaveTo,
  forms = false,
  changes = {},
}: {
  returnTo: string
  leaveTo: string
  forms?: boolean
  changes?: Configuration
}): Promise<OpenidProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people: OpenidProvider['people'] = new Map()
  const calls: string[] = []
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [returnTo],
        post_logout_redirect_uris: [leaveTo],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], profile: ['given_name', 'family_name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: forms }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['cookies-of-the-test-provider'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }),
    }),
    ...changes,
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    calls.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (!forms && request.url?.startsWith('/interaction/'))
      void signInByHint(provider, request, response).catch((error: unknown) =>
        response.destroy(error as Error),
      )
    else answer(request, response)
  })
  return { issuer, people, calls, close: () => closed(server) }
}

/** The person that the address names has signed in and agrees to everything. */
async function signInByHint(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params, prompt, session, grantId } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    const accountId = String(params.login_hint)
    const result =
      accountId === 'refused'
        ? { error: 'access_denied', error_description: 'The person is locked out' }
        : { login: { accountId } }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant =
    known ?? new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  return provider.interactionFinished(
    request,
    response,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  )
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** Goes through the provider as a browser would, and answers where it is sent in the end. */
export async function browse(authorizationUrl: string, hint: string, leadsTo: string): Promise<URL> {
  const jar = new Map<string, string>()
  const start = new URL(authorizationUrl)
  start.searchParams.set('login_hint', hint)
  let url = start
  for (let steps = 0; steps < 10; steps++) {
    if (url.href.startsWith(leadsTo)) return url
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null)
      throw new Error(`${url.href} leads nowhere: ${answer.status} ${await answer.text()}`)
    url = new URL(location, url)
  }
  throw new Error(`${authorizationUrl} leads in circles`)
}
