import { notFound } from '../../lib/refusal.ts'
import { whence } from '../../lib/whence.ts'
import type { Handlers } from '../call.ts'
import type { Parts } from '../parts.ts'

/** An administrator looks at a home as its owner, or somebody linked, sees it: read only, noted, and told (decision 0216). */
export const viewAs =
  ({ store, rights, sessions, notifier, mails, settings, log, now }: Parts): Handlers['viewAs'] =>
  async ({ params: { sn, userId }, session, host, address, userAgent }) => {
    const gateway = await store.gateways.find(sn)
    // What an administrator sees is his own business; whoever does not find the home sees nothing of it.
    if (!gateway || (await rights.isAdmin(userId)) || (await rights.entryOf(userId, sn)) === 'none')
      throw notFound()
    const viewer = session.userId
    const { id, record } = await sessions.begin(userId, { address, userAgent, serialNumber: sn, viewer })
    await store.audit.append({
      ...{ who: viewer, what: 'viewAs', at: now(), gateway: sn, result: 'ok' },
      facts: { ...whence(session), userId },
    })
    const { userId: owner } = gateway
    if (owner && settings.of(host).flags.VIEW_AS_TELLS === true) {
      const account = await store.accounts.find(owner)
      const { title, text: body } = mails.news('viewed', account?.preferredLanguage ?? 'ch_DE', {
        home: gateway.name || sn,
      })
      await notifier
        .notify({ userId: owner, gateway: sn, title, body, kind: 'viewed' }, false)
        .catch((error: unknown) =>
          log.error({ error: String(error) }, 'An owner was not told that somebody looks at his home'),
        )
    }
    return { userId, sessionId: id, expiresAt: new Date(sessions.expiresAt(record)).toISOString() }
  }
