import type { operations } from '#schemas/generated/api/auth.ts'
import { administrators, attempt, ordinary } from '../../auth/attempts.ts'
import { hashPassword, verifyPassword } from '../../auth/password-hash.ts'
import { PASSWORD_LINK, redeemPasswordLink } from '../../auth/password-link.ts'
import { checkNewPassword } from '../../auth/password-rules.ts'
import { roleOf } from '../../rights.ts'
import type { HandlersOf } from '../call.ts'
import { Failure, notFound } from '../failure.ts'
import type { Parts } from '../parts.ts'

/** /auth: signing in and out. */
export function authHandlers(parts: Parts): HandlersOf<operations> {
  const { store, sessions, channel, metrics, now } = parts
  const iso = (time: number): string => new Date(time).toISOString()

  return {
    async login({ body, address, userAgent, session: former }) {
      // spec 1 §5: the identity in lower case; the secret exactly as typed.
      const identity = body.identity.toLowerCase()
      const known = await store.accounts.credentials(identity)
      // That an account administers can be told from its stricter limit; guessing it quickly would be worse.
      const allowance = known && roleOf(known.account) === 'admin' ? administrators : ordinary
      const tried = await attempt(store.limits, now(), { account: identity, address, allowance })
      const { correct, outdated } = await verifyPassword(body.secret, known?.passwordHash)
      if (!known || !correct) {
        metrics.count('logins', { result: 'refused' })
        await store.audit.append({
          who: known?.account.id ?? 'anonymous',
          what: 'login',
          at: now(),
          result: 'refused',
          facts: { address },
        })
        throw tried.lastChance ? tried.refuse() : new Failure(401, [{ errorCode: 'LOGIN_FAILED' }])
      }
      const { account } = known
      if (outdated) await store.accounts.setPasswordHash(account.id, await hashPassword(body.secret))
      // whoever signs in again leaves the session that he had, and never gets it back.
      if (former) {
        await store.sessions.end(former.key)
        channel.cutSession(former.key)
      }
      const [{ id, record }] = await Promise.all([
        sessions.begin(account.id, { address, userAgent }),
        tried.succeeded(),
        store.audit.append({ who: account.id, what: 'login', at: now(), result: 'ok', facts: { address } }),
      ])
      metrics.count('logins', { result: 'ok' })
      return { userId: account.id, sessionId: id, expiresAt: iso(sessions.expiresAt(record)) }
    },

    async logout({ session, setHeader }) {
      await store.sessions.end(session.key)
      channel.cutSession(session.key, 'logged_out')
      await store.audit.append({ who: session.userId, what: 'logout', at: now(), result: 'ok' })
      setHeader('Clear-Site-Data', '"cache", "storage"')
      return undefined
    },

    readSession({ params, session, sessionId }) {
      if (params.sessionId !== sessionId) throw notFound()
      return { userId: session.userId, sessionId, expiresAt: iso(sessions.expiresAt(session)) }
    },

    async resetPassword({ params, body, address }) {
      // Looked at first: a link is not used up by a password that is refused.
      const expired = () => new Failure(404, [{ errorCode: '000017' }])
      if (!(await store.tokens.peek(PASSWORD_LINK, params.hash, now()))) throw expired()
      checkNewPassword(body.secret, body.confirmation, parts.settings)
      const hash = await hashPassword(body.secret)
      const userId = await redeemPasswordLink(store, params.hash, hash, now())
      if (userId === undefined) throw expired()
      for (const { key } of await store.sessions.endAll(userId)) channel.cutSession(key)
      await store.audit.append({
        who: userId,
        what: 'resetPassword',
        at: now(),
        result: 'ok',
        facts: { address },
      })
      return undefined
    },
  }
}
