import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/subs.ts'
import { FOREVER, LICENCE, newLicenceKey } from '../../gateways/licences.ts'
import { invalid, notFound } from '../../lib/refusal.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { assertOwner, assertOwnerOrAdmin } from '../udm/find.ts'
import { notedIn } from '../udm/noted.ts'

/** /subs: subscriptions and licence keys of gateways. */
export function subsHandlers(parts: Parts): HandlersOf<operations> {
  const { store, gateways, mails, settings } = parts
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
      const to = email.trim().toLowerCase()
      // Of a gateway that nobody has yet only an administrator can send it.
      await assertOwnerOrAdmin(parts, session.userId, serialNumber)
      const gateway = await store.gateways.find(serialNumber)
      if (!gateway) throw notFound()
      if (!new RegExp(String(settings.flags.EMAIL_REGEX), 'u').test(to))
        throw invalid('/email', undefined, 'INVALID_MAIL_FORMAT')
      const key = newLicenceKey(settings)
      // The key before it is worthless.
      await store.tokens.replace({ token: key, purpose: LICENCE, subject: serialNumber, expiresAt: FOREVER })
      const language = (await store.accounts.find(session.userId))?.preferredLanguage ?? 'ch_DE'
      await mails.post({
        kind: 'licenceKey',
        language,
        to,
        code: key,
        facts: { gateway: `${gateway.name} (${serialNumber})`, username: cleanName(username) },
      })
      await note(session, 'licenceKeyForUser', serialNumber)
      return undefined
    },
  }
}
