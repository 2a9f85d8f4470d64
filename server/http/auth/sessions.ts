import type { SessionRow } from '#schemas/generated/entities/session-row.ts'
import { endSession, endSessionsOf } from '../../auth/end-sessions.ts'
import { masked } from '../../gateways/shown.ts'
import { notFound } from '../../lib/refusal.ts'
import { clientOf } from '../../lib/user-agent.ts'
import type { Handlers } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

type Names = 'getLoggedInUsers' | 'logoutOne' | 'logoutAll' | 'getSerialNumber'

/** spec 1 §9: sessions of a page of the list. */
const USUAL_LIMIT = 15

/** Who is signed in where, and ending that. */
export function sessionHandlers(parts: Parts): Pick<Handlers, Names> {
  const { store, sessions, rights, settings } = parts

  const note = noteOf(parts)
  const tellEnded = (userId: string, sessionIds: string[]): void =>
    parts.channel.tellUser(userId, { event: 'logout_user', data: { sessionIds } })

  return {
    async getLoggedInUsers({ body, session, host }) {
      const { userId, limit = USUAL_LIMIT, skip = 0 } = body
      const account = await store.accounts.find(userId)
      if (!account) throw notFound()
      const hidden = settings.of(host).flags.HIDE_SENSITIVE_DATA === true
      const names = hidden
        ? { username: masked(account.username) }
        : { name: account.firstName, lastName: account.lastName, username: account.username }
      const living = (await store.sessions.ofUser(userId)).filter((one) => sessions.lives(one))
      const rows = living.slice(skip, skip + limit).map(
        (one): SessionRow => ({
          ...names,
          ...clientOf(one.userAgent),
          sessionId: one.key,
          current: one.key === session.key,
          lastSeenAt: new Date(one.lastSeenAt).toISOString(),
        }),
      )
      return { data: rows, count: living.length }
    },

    async logoutOne({ body, session }) {
      const other = await store.sessions.findByKey(body.sessionId)
      if (!other) throw notFound()
      await endSession(parts, other.key, other.key === session.key ? 'logged_out' : 'other_login')
      tellEnded(other.userId, [other.key])
      await note(session, 'logoutOne', { userId: other.userId, session: other.key })
      return undefined
    },

    async logoutAll({ body, session }) {
      const { userId = session.userId } = body
      const before = await store.sessions.ofUser(userId)
      await endSessionsOf(parts, userId, 'other_login', session.key)
      tellEnded(
        userId,
        before.map(({ key }) => key).filter((key) => key !== session.key),
      )
      await note(session, 'logoutAll', { userId })
      return undefined
    },

    async getSerialNumber({ params }) {
      const [account, gateway] = await Promise.all([
        store.accounts.findByIdentity(params.a),
        store.gateways.findById(params.b),
      ])
      if (!account || !gateway) throw notFound()
      if (!(await rights.mayUseGateway(account.id, gateway.serialNumber))) throw notFound()
      return { serialNumber: gateway.serialNumber }
    },
  }
}
