import { attempt } from '../../auth/attempts.ts'
import { barOf } from '../../auth/closed.ts'
import { hashPassword } from '../../auth/passwords/password-hash.ts'
import { checkProof, type Proved } from '../../auth/proof.ts'
import { notFound } from '../../lib/refusal.ts'
import { roleOf } from '../../rights.ts'
import { type Call, type Handlers, Instead } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { admission } from './admit.ts'

/** Names the session of the header in an address. */
const THIS_SESSION = 'current'

/** Signing in and out. */
export function signInHandlers(parts: Parts): Pick<Handlers, 'login' | 'logout' | 'readSession'> {
  const { store, sessions, channel, metrics, legal, settings, now } = parts
  const iso = (time: number): string => new Date(time).toISOString()
  const { admit } = admission(parts)

  /** The policies that a person who is known must accept first; undefined when nothing is missing. */
  async function pendingPolicies({ body, host, language }: Call<'login'>, { account, standing }: Proved) {
    const here = settings.of(host)
    const version = legal.version(here)
    if (standing.policyVersion === version) return undefined
    const { isPrivacyPolicyAccepted = false, areTermsOfServiceAccepted = false } = body
    if (!isPrivacyPolicyAccepted || !areTermsOfServiceAccepted)
      return {
        ...legal.pending(language ?? account.preferredLanguage, here),
        isPrivacyPolicyAccepted,
        areTermsOfServiceAccepted,
      }
    await store.accounts.acceptPolicies(account.id, version, now())
    await store.audit.append({
      who: account.id,
      what: 'acceptPolicies',
      at: now(),
      result: 'ok',
      facts: { version },
    })
    return undefined
  }

  return {
    async login(call) {
      const { body, address } = call
      // spec 1 §5: the identity in lower case; the secret exactly as typed.
      const identity = body.identity.toLowerCase()
      const known = await store.accounts.credentials(identity)
      const administers = known !== undefined && roleOf(known.account) === 'admin'
      const tried = await attempt(store.limits, now(), { account: identity, address, administers })
      const shown = await checkProof(store, { ...body, identity, known }, now())
      const proved = tried.inVain ? undefined : shown
      const refuse = async (errorCode: string): Promise<Error> => {
        metrics.count('logins', { result: 'refused' })
        await store.audit.append({
          who: known?.account.id ?? 'anonymous',
          what: 'login',
          at: now(),
          result: 'refused',
          facts: { address, ...(tried.inVain && { inVain: true }) },
        })
        const early = tried.lastChance && errorCode === 'LOGIN_FAILED'
        return early ? tried.refuse() : new Failure(401, [{ errorCode }])
      }
      if (!proved) throw await refuse('LOGIN_FAILED')
      const { account, outdated, serialNumber } = proved
      // Told to nobody but who knows the password.
      const bar = barOf(proved)
      if (bar !== undefined) throw await refuse(bar)
      if (outdated) await store.accounts.setPasswordHash(account.id, await hashPassword(body.secret))
      const pending = await pendingPolicies(call, proved)
      if (pending) {
        await tried.succeeded()
        return new Instead(300, pending)
      }
      if (proved.redeem && !(await proved.redeem())) throw await refuse('LOGIN_FAILED')
      await tried.succeeded()
      const { by, factor } = proved
      return admit(call, { account, by, serialNumber, factor })
    },

    async logout({ session, setHeader }) {
      await store.sessions.end(session.key)
      channel.cutSession(session.key, 'logged_out')
      const { viewer, serialNumber } = session
      if (viewer !== undefined) {
        // What this browser keeps is the administrator's own.
        const about = { at: now(), result: 'ok' as const, gateway: serialNumber }
        await store.audit.append({
          ...about,
          who: viewer,
          what: 'viewAsEnded',
          facts: { userId: session.userId },
        })
        return undefined
      }
      await store.audit.append({ who: session.userId, what: 'logout', at: now(), result: 'ok' })
      setHeader('Clear-Site-Data', '"cache", "storage"')
      return undefined
    },

    readSession({ params, session, sessionId }) {
      // In an address stands what opens nothing.
      if (![sessionId, session.key, THIS_SESSION].includes(params.sessionId)) throw notFound()
      return { userId: session.userId, sessionId, expiresAt: iso(sessions.expiresAt(session)) }
    },
  }
}
