import type { operations } from '#schemas/generated/api/linked.ts'
import { notFound } from '../../lib/refusal.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

type Own = 'listLinkLimits' | 'setLinkLimits' | 'clearLinkLimits' | 'seeAsLinked'

/** /crm/linked/limits: what of a home a linked account is given (decision 0190). */
export function limitHandlers(parts: Parts): Pick<HandlersOf<operations>, Own> {
  const { store, linkedAccounts, homes, reaches } = parts
  const note = noteOf(parts)

  const noted = async (session: SessionRecord, what: Own, sn: string, linked: string) =>
    note(session, what, { userId: session.userId, linked, serialNumber: sn })

  return {
    async listLinkLimits({ params: { linkId }, session: { userId } }) {
      const { _id } = await linkedAccounts.shared(userId, linkId)
      const limits = await store.linkLimits.ofLink(_id)
      const own = await store.gateways.ofUser(userId)
      const data = own
        .filter((gateway) => gateway.userId === userId)
        .map(({ serialNumber, name, connectionStatus }) => {
          const here = limits.get(serialNumber)
          return {
            ...{ _id: `${_id} ${serialNumber}`, linkId: _id, serialNumber, name },
            online: connectionStatus === 'online',
            ...(here && { limits: here }),
          }
        })
      return { data, count: data.length }
    },

    async setLinkLimits({ params: { linkId, sn }, body, session }) {
      const { secondaryAccountId } = await linkedAccounts.limit(session.userId, linkId, sn, body)
      await noted(session, 'setLinkLimits', sn, secondaryAccountId)
      return undefined
    },

    async clearLinkLimits({ params: { linkId, sn }, session }) {
      const { secondaryAccountId } = await linkedAccounts.limit(session.userId, linkId, sn)
      await noted(session, 'clearLinkLimits', sn, secondaryAccountId)
      return undefined
    },

    async seeAsLinked({ params: { linkId, sn }, session: { userId }, language }) {
      const { _id, secondaryAccountId } = await linkedAccounts.shared(userId, linkId)
      const limits = (await store.linkLimits.ofLink(_id)).get(sn)
      const snapshot = await homes.snapshot(sn, {
        order: await store.tileOrders.of(secondaryAccountId, sn),
        reach: limits && (await reaches.within(sn, limits)),
        language,
      })
      if (!snapshot) throw notFound()
      return snapshot
    },
  }
}
