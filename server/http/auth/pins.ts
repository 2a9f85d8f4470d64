import { issueLink, PIN_LINK } from '../../auth/links.ts'
import { invalid } from '../../lib/refusal.ts'
import type { Mail } from '../../outbound/mails.ts'
import type { Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { assertOwner, findGateway } from '../udm/find.ts'
import { notedIn } from '../udm/noted.ts'

/** PINs of gateways that were forgotten (spec 1 §2: users only). */
export function pinHandlers(parts: Parts): Pick<Handlers, 'requestPinReset' | 'resetPin'> {
  const { store, gateways, mails, now } = parts
  const note = notedIn(parts)

  type Letter = Pick<Mail, 'language' | 'to'> & { facts: { gateway: string } }

  /** Writes to the owner about a gateway. */
  const tell = (userId: string, serialNumber: string, write: (letter: Letter) => Promise<void>): void =>
    mails.background.later(async () => {
      const [account, gateway] = await Promise.all([
        store.accounts.find(userId),
        store.gateways.find(serialNumber),
      ])
      if (account && gateway)
        await write({
          language: account.preferredLanguage,
          to: account.username,
          facts: { gateway: gateway.name },
        })
    })

  return {
    async requestPinReset({ body, session }) {
      const { serialNumber } = body
      await assertOwner(parts, session.userId, serialNumber)
      const { userId } = session
      tell(userId, serialNumber, ({ facts, ...to }) =>
        mails.answer({ kind: 'resetPin', ...to }, async () => {
          const token = await issueLink(store, {
            purpose: PIN_LINK,
            subject: serialNumber,
            payload: { userId },
            now: now(),
          })
          return { facts, path: `/resetPin/hash/${token}` }
        }),
      )
      await note(session, 'requestPinReset', serialNumber)
      return undefined
    },

    async resetPin({ params, body }) {
      const expired = () => new Failure(404, [{ errorCode: '000017' }])
      // Looked at first: a link is not used up by a PIN that is refused.
      if (!(await store.tokens.peek(PIN_LINK, params.hash, now()))) throw expired()
      if (body.pin !== body.confirmation) throw invalid('/confirmation')
      const link = await store.tokens.take(PIN_LINK, params.hash, now())
      if (!link) throw expired()
      const { userId } = link.payload as { userId: string }
      await findGateway(parts, link.subject)
      // The gateway may have another owner by now.
      if (!(await parts.rights.ownsGateway(userId, link.subject))) throw expired()
      await gateways.pins.reset(link.subject, body.pin)
      await note({ userId }, 'resetPin', link.subject)
      tell(userId, link.subject, (letter) => mails.post({ kind: 'pinChanged', ...letter }))
      return undefined
    },
  }
}
