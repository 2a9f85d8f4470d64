import { randomBytes } from 'node:crypto'
import type { operations } from '#schemas/generated/api/sso.ts'
import type { PendingPolicies } from '#schemas/generated/entities/pending-policies.ts'
import type { PendingSignIn } from '#schemas/generated/entities/pending-sign-in.ts'
import { barOf } from '../../auth/closed.ts'
import { HASH_LOGIN } from '../../auth/proof.ts'
import { notFound } from '../../lib/refusal.ts'
import { accountOf } from '../../oauth/external-account.ts'
import { type Departure, IdentityProviderError } from '../../oauth/identity-provider.ts'
import type { Account } from '../../store/people/accounts.ts'
import { admission } from '../auth/admit.ts'
import { type HandlersOf, Instead } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'

/** Purpose of the tokens that wait for somebody to come back from the identity provider. */
const DEPARTURE = 'sso'
/** Signing in at the provider may take a second factor. */
const DEPARTURE_MS = 10 * 60_000

/** Policies want to be read. */
const READING_MS = 10 * 60_000

/** /auth, the part about an external identity provider (OpenID Connect). */
export function ssoHandlers(parts: Parts): HandlersOf<operations> {
  const { store, settings, legal, identityProvider, config, metrics, log, now } = parts
  const { admit } = admission(parts)
  const flag = (host: string, name: string): unknown => settings.of(host).flags[name]
  /** Only where external sign-in is switched on, which a brand may decide. */
  const providerAt = (host: string) => (flag(host, 'EXTERNAL_LOGIN') === true ? identityProvider : undefined)

  /** spec 1 §4: whatever goes wrong at the provider is a 500 with its messages. */
  async function asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof IdentityProviderError)) throw error
      log.warn({ reason: error.reason }, 'the identity provider did not do what was asked')
      metrics.count('logins', { result: 'provider' })
      const said =
        error.told === undefined
          ? { errorCode: 'IDAM_SILENT' }
          : { errorCode: 'IDAM_MESSAGE', message: error.told }
      throw new Failure(500, [{ errorCode: 'IDAM' }, said])
    }
  }

  const knownAs = async (userId: string) => {
    const account = await store.accounts.find(userId)
    return account && (await store.accounts.credentials(account.username))
  }

  /** Whoever has read and accepted goes on without the provider, whose code is used up. */
  async function pending(
    { id, username }: Account,
    asked: Pick<PendingPolicies, 'privacyPolicyPath' | 'termsOfServicePath'>,
  ): Promise<PendingSignIn> {
    const secret = randomBytes(32).toString('base64url')
    const expiresAt = now() + READING_MS
    const payload = { by: 'external' }
    await store.tokens.replace({ token: secret, purpose: HASH_LOGIN, subject: id, payload, expiresAt })
    const policies = { ...asked, isPrivacyPolicyAccepted: false, areTermsOfServiceAccepted: false }
    return { policies, identity: username, secret }
  }

  return {
    async getRealmConfig({ host }) {
      const provider = providerAt(host)
      if (!provider) return { enabled: false }
      const state = randomBytes(32).toString('base64url')
      const { url, nonce, verifier } = await asked(() => provider.departure(state))
      const payload: Departure = { nonce, verifier }
      await store.tokens.put({
        token: state,
        purpose: DEPARTURE,
        subject: provider.instance,
        payload,
        expiresAt: now() + DEPARTURE_MS,
      })
      return { enabled: true, authorizationUrl: url, instance: provider.instance, state }
    },

    getExternalPortalEndpoint: ({ host }) => ({ url: portalOf(flag(host, 'EXTERNAL_PORTAL')) }),

    async retrieveSSOTokens(call) {
      const { body, host, language, address } = call
      const provider = providerAt(host)
      const { code, state, iss, instance } = body
      if (!provider) throw notFound()
      const departure = await store.tokens.take(DEPARTURE, state, now())
      if (!departure || departure.subject !== instance) throw new Failure(400, [{ errorCode: 'SSO_EXPIRED' }])
      const note = (who: string, result: 'ok' | 'refused') =>
        store.audit.append({ who, what: 'externalLogin', at: now(), result, facts: { address } })
      const person = await asked(() => provider.arrival({ code, state, iss }, departure.payload as Departure))
      const create = config.identityProvider?.accounts === 'create'
      const userId = await accountOf(store, person, {
        create,
        language: language ?? (flag(host, 'DEFAULT_LANG') === 'ch_EN' ? 'ch_EN' : 'ch_DE'),
        now: now(),
      })
      if (userId === undefined) {
        await note('anonymous', 'refused')
        throw new Failure(401, [{ errorCode: 'SSO_NO_ACCOUNT' }])
      }
      const refuse = async (errorCode: string): Promise<Failure> => {
        await note(userId, 'refused')
        return new Failure(401, [{ errorCode }])
      }
      const known = await knownAs(userId)
      if (!known) throw await refuse('ACCOUNT_DELETED')
      const bar = barOf(known)
      if (bar !== undefined) throw await refuse(bar)
      const here = settings.of(host)
      if (known.standing.policyVersion !== legal.version(here)) {
        const asked = legal.pending(language ?? known.account.preferredLanguage, here)
        return new Instead(300, await pending(known.account, asked))
      }
      return admit(call, { account: known.account, by: 'external' })
    },

    async externalLogout({ session, host }) {
      const provider = providerAt(host)
      if (!provider || flag(host, 'EXTERNAL_LOGOUT') !== true) return { url: '' }
      const known = await store.externalIdentities.issuersOf(session.userId)
      if (known.length === 0) return { url: '' }
      const [origin = ''] = config.origins
      return { url: (await asked(() => provider.farewell(new URL('/login', origin).href))) ?? '' }
    },
  }
}

/** Only a page that is reached safely. */
function portalOf(flag: unknown): string {
  if (typeof flag !== 'string' || !URL.canParse(flag)) return ''
  const { protocol, username, password, href } = new URL(flag)
  return protocol === 'https:' && username === '' && password === '' ? href : ''
}
