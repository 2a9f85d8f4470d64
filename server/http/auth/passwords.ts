import { barOf } from '../../auth/closed.ts'
import { endProgramsOf, endSessionsOf } from '../../auth/end-sessions.ts'
import { issueLink, PASSWORD_LINK } from '../../auth/links.ts'
import { hashPassword, verifyPassword } from '../../auth/passwords/password-hash.ts'
import { lookAtPasswordLink, redeemPasswordLink } from '../../auth/passwords/password-link.ts'
import { checkNewPassword } from '../../auth/passwords/password-rules.ts'
import { comesFromProvider } from '../../auth/provider-only.ts'
import { voidProofs } from '../../auth/void-proofs.ts'
import { conflict, invalid } from '../../lib/refusal.ts'
import type { Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { countAccount } from './count-account.ts'

/** Passwords that were forgotten, and those that are changed. */
export function passwordHandlers(
  parts: Parts,
): Pick<Handlers, 'forgotPass' | 'resetPassword' | 'changePass'> {
  const { store, settings, legal, mails, now } = parts

  /** Whoever set a new password: what proved him before is worthless, and he hears of it. */
  const changed = async (userId: string): Promise<void> => {
    await voidProofs(store, userId)
    mails.background.later(async () => {
      const account = await store.accounts.find(userId)
      if (account?.username.includes('@'))
        await mails.post({
          kind: 'passwordChanged',
          language: account.preferredLanguage,
          to: account.username,
          path: '/forgot-password',
        })
    })
  }

  return {
    async forgotPass({ body }) {
      const { email, language } = body
      await countAccount(parts, 'forgotPass', email)
      mails.background.later(async () => {
        const known = await store.accounts.credentials(email)
        if (!known || barOf(known) !== undefined) return
        // Whoever comes from an identity provider has no password here, and gets none.
        if (await comesFromProvider(store, known.account.id)) return
        const to = { kind: 'resetPassword', language, to: known.account.username } as const
        await mails.answer(to, async () => {
          const token = await issueLink(store, {
            purpose: PASSWORD_LINK,
            subject: known.account.id,
            now: now(),
          })
          return { path: `/resetPassword/${token}?lang=${language}` }
        })
      })
      return { message: mails.onItsWay(language) }
    },

    async resetPassword({ params, body, address, host }) {
      const here = settings.of(host)
      // Looked at first: a link is not used up by a password that is refused.
      const expired = () => new Failure(404, [{ errorCode: '000017' }])
      const link = await lookAtPasswordLink(store, params.hash, now())
      // The account may have come to an identity provider since.
      if (!link || (await comesFromProvider(store, link.subject))) throw expired()
      checkNewPassword(body.secret, body.confirmation, here)
      const passwordHash = await hashPassword(body.secret)
      const redeemed = await redeemPasswordLink(store, params.hash, {
        passwordHash,
        policyVersion: legal.version(here),
        now: now(),
      })
      if (!redeemed) throw expired()
      const { userId, invited } = redeemed
      await endSessionsOf(parts, userId, 'logged_out')
      await endProgramsOf(parts, userId)
      if (!invited) await changed(userId)
      await store.audit.append({
        who: userId,
        what: invited ? 'acceptInvitation' : 'resetPassword',
        at: now(),
        result: 'ok',
        facts: { address },
      })
      return undefined
    },

    async changePass({ body, session, host, address }) {
      const { userId } = session
      await countAccount(parts, 'changePass', userId)
      if (await comesFromProvider(store, userId)) throw conflict('PASSWORD_AT_PROVIDER')
      const note = (result: 'ok' | 'refused') =>
        store.audit.append({ who: userId, what: 'changePass', at: now(), result, facts: { address } })
      const { correct } = await verifyPassword(body.checkSecret, await store.accounts.passwordHash(userId))
      if (!correct) {
        await note('refused')
        throw invalid('/checkSecret', undefined, 'WRONG_PASSWORD')
      }
      checkNewPassword(body.secret, body.confirmation, settings.of(host))
      await store.accounts.setPasswordHash(userId, await hashPassword(body.secret))
      if (body.logoutOtherClients) {
        await endSessionsOf(parts, userId, 'other_login', session.key)
        await endProgramsOf(parts, userId)
      }
      await changed(userId)
      await note('ok')
      return undefined
    },
  }
}
