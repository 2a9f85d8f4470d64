import type { operations } from '#schemas/generated/api/crm.ts'
import type { HandlersOf } from '../call.ts'
import { notFound, sessionEnded } from '../failure.ts'
import type { Parts } from '../parts.ts'

/** /crm and /setLangUser: profiles. */
export function crmHandlers({ store, rights }: Parts): HandlersOf<operations> {
  return {
    async getProfile({ params }) {
      const account = await store.accounts.find(params.id)
      if (!account) throw notFound()
      const [known, gateways, parentsIds] = await Promise.all([
        rights.hasRole(params.id),
        store.memberships.entitledGateways(params.id),
        store.memberships.parentsOf(params.id),
      ])
      const { id, username, firstName, lastName, groups, preferredLanguage, contact } = account
      const devices = known ? gateways.map(({ serialNumber }) => serialNumber) : []
      return {
        id,
        username,
        firstName,
        lastName,
        groups,
        preferredLanguage,
        contact,
        devices,
        parentsIds: [...parentsIds],
      }
    },

    async setLangUser({ body, session }) {
      if (!(await store.accounts.setLanguage(session.userId, body.language))) throw sessionEnded()
      return undefined
    },
  }
}
