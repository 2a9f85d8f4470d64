import * as oidc from 'openid-client'
import type { Config } from '../config.ts'
import { guardedFetch, OutboundError } from '../outbound/guarded-fetch.ts'

/** As the deployment configures it. */
export type ProviderSettings = NonNullable<Config['identityProvider']>

/** Who the provider says that somebody is. */
export interface ExternalPerson {
  issuer: string
  subject: string
  /** Only an address that the provider has verified. */
  email?: string
  givenName?: string
  familyName?: string
}

/** What must be known again when the browser comes back; kept by the server. */
export interface Departure {
  nonce: string
  verifier: string
}

/** The provider refused, did not answer, or said what cannot be true; `told` is what it said, when it said something. */
export class IdentityProviderError extends Error {
  override readonly name = 'IdentityProviderError'
  readonly told: string | undefined
  /** For the log: which rule was broken, without anything about the person. */
  readonly reason: string
  constructor(told: string | undefined, cause: unknown) {
    super(told ?? 'the identity provider did not answer as it should', { cause })
    this.told = told
    this.reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown'
  }
}

const TIMEOUT_MS = 8000
const MAX_BYTES = 256 * 1024
/** What the provider says about itself is asked for again after so long. */
const DISCOVERY_MS = 60 * 60_000

/** The configured OpenID provider: code flow with PKCE, state and nonce. */
export class IdentityProvider {
  readonly instance: string
  readonly #settings: ProviderSettings
  readonly #returnTo: string
  readonly #now: () => number
  #found: { at: number; configuration: Promise<oidc.Configuration> } | undefined

  constructor(settings: ProviderSettings, origin: string, now: () => number) {
    this.#settings = settings
    this.instance = new URL(settings.issuer).host
    this.#returnTo = new URL('/ssoredirect', origin).href
    this.#now = now
  }

  /** Where the browser goes, and what must be kept until it returns. */
  async departure(state: string): Promise<Departure & { url: string }> {
    const [nonce, verifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
    return this.#asked(async (configuration) => {
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: this.#returnTo,
        scope: this.#settings.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, nonce, verifier }
    })
  }

  /** Exchanges what the browser brought back for the person. */
  async arrival(
    returned: { code: string; state: string; iss?: string | undefined },
    { nonce, verifier }: Departure,
  ): Promise<ExternalPerson> {
    const url = new URL(this.#returnTo)
    for (const [name, value] of Object.entries(returned))
      if (value !== undefined) url.searchParams.set(name, value)
    return this.#asked(async (configuration) => {
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        expectedState: returned.state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('no id token')
      return personOf(claims)
    })
  }

  /** Where the browser ends the provider's session; undefined when the provider has no such place. */
  async farewell(returnTo: string): Promise<string | undefined> {
    return this.#asked(async (configuration) =>
      configuration.serverMetadata().end_session_endpoint === undefined
        ? undefined
        : oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href,
    )
  }

  async #asked<T>(ask: (configuration: oidc.Configuration) => Promise<T>): Promise<T> {
    try {
      return await ask(await this.#configuration())
    } catch (cause) {
      throw new IdentityProviderError(wordsOf(cause), cause)
    }
  }

  #configuration(): Promise<oidc.Configuration> {
    const now = this.#now()
    if (this.#found && now - this.#found.at < DISCOVERY_MS) return this.#found.configuration
    const configuration = this.#discover()
    this.#found = { at: now, configuration }
    configuration.catch(() => {
      this.#found = undefined
    })
    return configuration
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, secret, hosts, privateAllowed } = this.#settings
    const fetched = guardedFetch({
      hosts: [new URL(issuer).host, ...hosts],
      privateAllowed,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    const plain = new URL(issuer).protocol === 'http:'
    return oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      secret ? oidc.ClientSecretPost(secret) : oidc.None(),
      {
        timeout: TIMEOUT_MS / 1000,
        [oidc.customFetch]: (url, { method, headers, body }) =>
          fetched(url, { method, headers, body: textOf(body) }),
        // The signature of the id token is checked too, not only the connection that it came over.
        execute: [oidc.enableNonRepudiationChecks, ...(plain ? [oidc.allowInsecureRequests] : [])],
      },
    )
  }
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  throw new OutboundError('only texts are sent')
}

function personOf(claims: oidc.IDToken): ExternalPerson {
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 128) : undefined
  const [email, givenName, familyName] = [
    text(claims.email),
    text(claims.given_name),
    text(claims.family_name),
  ]
  return {
    issuer: claims.iss,
    subject: claims.sub,
    ...(email !== undefined && claims.email_verified === true ? { email } : {}),
    ...(givenName === undefined ? {} : { givenName }),
    ...(familyName === undefined ? {} : { familyName }),
  }
}

/** What the provider itself said, without anything that could reach beyond a sentence. */
function wordsOf(cause: unknown): string | undefined {
  if (!(cause instanceof oidc.ResponseBodyError || cause instanceof oidc.AuthorizationResponseError))
    return undefined
  const said = cause.error_description ?? cause.error
  return said.replaceAll(/[\p{C}<>]/gu, ' ').slice(0, 300)
}
