import type { operations } from '#schemas/generated/api/subs.ts'
import { FOREVER, LICENCE, newLicenceKey } from '../../gateways/licences.ts'
import type { HandlersOf } from '../call.ts'
import { Failure, notFound } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { assertOwner } from '../udm/find.ts'
import { notedIn } from '../udm/noted.ts'

/** /subs: subscriptions and licence keys of gateways. */
export function subsHandlers(parts: Parts): HandlersOf<operations> {
  const { store, gateways } = parts
  const note = notedIn(parts)

  return {
    getSubscription: ({ params }) => gateways.subscriptions.of(params.sn),

    async deactivateSubscription({ body: { serialNumber }, session }) {
      await assertOwner(parts, session.userId, serialNumber)
      if (!(await gateways.subscriptions.deactivate(serialNumber)))
        throw new Failure(409, [{ errorCode: 'CONFLICT' }])
      await note(session, 'deactivateSubscription', serialNumber)
      return undefined
    },

    async licenceKeyForUser({ body: { serial, email, username }, session }) {
      const serialNumber = serial.toUpperCase()
      await assertOwner(parts, session.userId, serialNumber)
      const gateway = await store.gateways.find(serialNumber)
      if (!gateway) throw notFound()
      const key = newLicenceKey()
      // The key before it is worthless.
      await store.tokens.replace({ token: key, purpose: LICENCE, subject: serialNumber, expiresAt: FOREVER })
      // The mail interface is wired up with the accounts.
      if (email !== '' && username !== '') throw new Failure(503, [{ errorCode: 'BUSY' }])
      await note(session, 'licenceKeyForUser', serialNumber)
      return undefined
    },
  }
}
