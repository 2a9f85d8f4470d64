import { issueLink, PIN_LINK } from '../../auth/links.ts'
import type { Handlers } from '../call.ts'
import { Failure, invalid } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { assertOwner, findGateway } from '../udm/find.ts'
import { notedIn } from '../udm/noted.ts'

/** PINs of gateways that were forgotten (spec 1 §2: users only). */
export function pinHandlers(parts: Parts): Pick<Handlers, 'requestPinReset' | 'resetPin'> {
  const { store, gateways, mails, now } = parts
  const note = notedIn(parts)

  /** Mails the owner about a gateway. */
  const tell = (userId: string, serialNumber: string, kind: 'resetPin' | 'pinChanged', path?: string): void =>
    mails.errands.later(async () => {
      const [account, gateway] = await Promise.all([
        store.accounts.find(userId),
        store.gateways.find(serialNumber),
      ])
      if (account && gateway)
        await mails.post({
          kind,
          language: account.preferredLanguage,
          to: account.username,
          facts: { gateway: gateway.name },
          ...(path === undefined ? {} : { path }),
        })
    })

  return {
    async requestPinReset({ body, session }) {
      const { serialNumber } = body
      await assertOwner(parts, session.userId, serialNumber)
      const { userId } = session
      const token = await issueLink(store, {
        purpose: PIN_LINK,
        subject: serialNumber,
        payload: { userId },
        now: now(),
      })
      tell(userId, serialNumber, 'resetPin', `/resetPin/hash/${token}`)
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
      tell(userId, link.subject, 'pinChanged')
      return undefined
    },
  }
}
