import { browse, client, type OpenidProvider, openidProvider } from '../support/openid-provider.ts'
import { type Site, stranger } from './kit.ts'
import {
  codeOf,
  exchangeOf,
  newProof,
  queryOf,
  requestOf,
  settingsFile,
  tokensFor,
  voice,
} from './oauth-kit.ts'

/** A name, which passkeys need. */
export const origin = 'http://localhost:9'
/** The brand of this name signs in externally; the others don't. */
const host = 'localhost'

export interface Outside {
  provider: OpenidProvider
  environment: Readonly<Record<string, string>>
}

/** A provider, and the settings with which every call of these areas can succeed on one server. */
export async function outside(): Promise<Outside> {
  const provider = await openidProvider({ returnTo: `${origin}/ssoredirect`, leaveTo: `${origin}/login` })
  const brands = { external: { hosts: [host], flags: { EXTERNAL_LOGIN: true } } }
  return {
    provider,
    environment: {
      GATEHOUSE_ORIGIN: origin,
      GATEHOUSE_OIDC_ISSUER: provider.issuer,
      GATEHOUSE_OIDC_CLIENT: client.id,
      GATEHOUSE_OIDC_SECRET: client.secret,
      GATEHOUSE_OIDC_PRIVATE: 'yes',
      GATEHOUSE_SETTINGS: settingsFile(
        { MULTIMEDIA_SUPPORT: true, RPL_GTW: true, BULK_INCLUSION_ENABLED: true },
        brands,
      ),
    },
  }
}

interface Success {
  query?: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** How demo-home succeeds with a call of /oauth2, /clients and the external sign-in; undefined for other calls. */
export async function oauthSuccess(
  site: Site,
  id: string,
  serialNumber: string,
): Promise<Success | undefined> {
  const proof = newProof()
  const userId = 'demo-home'
  switch (id) {
    case 'getClient':
      return { query: `client_id=${voice.clientId}` }
    case 'showAuthorization':
      return { query: queryOf(requestOf(proof)) }
    case 'authorize':
      return { body: { ...requestOf(proof), serialNumber, decision: 'allow' } }
    case 'oauthToken': {
      const code = await codeOf(site, await site.sessionOf(userId), requestOf(proof), serialNumber)
      const { clientId: client_id, secret: client_secret } = voice
      return { body: { ...exchangeOf(code, proof), client_id, client_secret } }
    }
    case 'getTokens':
      return { body: { userId } }
    case 'deleteToken':
      await tokensFor(site, userId, serialNumber)
      return { body: { userId, clientId: voice.clientId } }
    case 'retrieveSSOTokens': {
      const headers = { host, 'x-forwarded-for': stranger() }
      const comesBack = async () => {
        const begun = (await site.call('GET', '/api/auth/getRealmConfig', { headers })).json<
          Record<string, string>
        >()
        const url = await browse(begun.authorizationUrl ?? '', 'ada', `${origin}/ssoredirect`)
        return { ...Object.fromEntries(url.searchParams), instance: begun.instance }
      }
      // The first time the policies want to be accepted; that is another answer (300).
      const { identity, secret } = (
        await site.call('POST', '/api/auth/retrieveSSOTokens', { headers, body: await comesBack() })
      ).json<{ identity?: string; secret?: string }>()
      if (identity !== undefined)
        await site.call('POST', '/api/auth/login', {
          headers: { 'x-forwarded-for': stranger() },
          body: {
            identity,
            secret,
            loginType: 'hash',
            isPrivacyPolicyAccepted: true,
            areTermsOfServiceAccepted: true,
          },
        })
      return { body: await comesBack(), headers }
    }
    default:
      return undefined
  }
}
