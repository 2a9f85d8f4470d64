import { randomBytes } from 'node:crypto'
import {
  ACTIVATED,
  ACTIVATION,
  issueLink,
  PASSWORD_LINK,
  REGISTRATION,
  UNACTIVATED_MS,
} from '../../auth/links.ts'
import { hashPassword } from '../../auth/passwords/password-hash.ts'
import { checkRegistration, createAccount } from '../../auth/registration.ts'
import type { Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { countAccount } from './count-account.ts'

type Names = 'register' | 'checkUsername' | 'activate' | 'resendActivation'

/** Making an account and activating it. */
export function registrationHandlers(parts: Parts): Pick<Handlers, Names> {
  const { store, settings, legal, mails, metrics, now } = parts

  const sendActivation = async (userId: string): Promise<void> => {
    const account = await store.accounts.find(userId)
    if (!account) return
    const to = { kind: 'activation', language: account.preferredLanguage, to: account.username } as const
    await mails.answer(to, async () => ({
      path: `/activate/${await issueLink(store, { purpose: ACTIVATION, subject: userId, now: now() })}`,
    }))
  }

  return {
    async register({ body, host, address }) {
      const here = settings.of(host)
      // spec 1 §6: accounts come from the identity provider.
      if (here.flags.EXTERNAL_LOGIN === true) throw new Failure(403, [{ errorCode: 'REGISTRATION_OFF' }])
      checkRegistration(body, here)
      const identity = body.identity.toLowerCase()
      await countAccount(parts, 'register', identity)
      const activated = here.flags.AUTOMATICALLY_ACTIVATED === true
      // Before it is known whether the name is free: the work is the same for both.
      const passwordHash = await hashPassword(body.secret)
      const userId = await createAccount(store, body, {
        passwordHash,
        policyVersion: legal.version(here),
        activated,
        now: now(),
      })
      // Whoever registers gets one, whether the name is free or taken.
      const key = randomBytes(16).toString('base64url')
      await store.tokens.put({
        token: key,
        purpose: REGISTRATION,
        subject: userId ?? 'nobody',
        expiresAt: now() + UNACTIVATED_MS,
      })
      await store.audit.append({
        who: userId ?? 'anonymous',
        what: 'register',
        at: now(),
        result: userId === undefined ? 'refused' : 'ok',
        facts: { address, source: body.userOnBoardingSource },
      })
      metrics.count('registrations', { source: body.userOnBoardingSource })
      mails.background.later(async () => {
        if (userId === undefined)
          await mails.answer(
            { kind: 'nameTaken', language: body.preferredLanguage, to: identity },
            async () => ({ path: '/forgot-password' }),
          )
        else if (!activated) await sendActivation(userId)
      })
      return { identity, activated, key }
    },

    async checkUsername({ body }) {
      return { free: (await store.accounts.findByIdentity(body.identity)) === undefined }
    },

    async activate({ params, headers }) {
      const { token } = params
      const done = await store.atomically(async ({ tokens, accounts }) => {
        const link = await tokens.take(ACTIVATION, token, now())
        if (!link) return undefined
        const userId = link.subject
        const first = await accounts.activate(userId, now())
        await tokens.put({ token, purpose: ACTIVATED, subject: userId, expiresAt: link.expiresAt })
        const registration = await tokens.take(REGISTRATION, headers['x-activation'], now())
        if (!first || registration?.subject === userId) return { userId, first }
        // Anybody may have registered this address: whose mailbox it is chooses the password, not he.
        await accounts.setPasswordHash(userId, null)
        const passwordLink = await issueLink(
          { tokens },
          { purpose: PASSWORD_LINK, subject: userId, now: now() },
        )
        return { userId, first, passwordLink }
      })
      const used = done ?? (await store.tokens.peek(ACTIVATED, token, now()))
      if (!used) throw new Failure(404, [{ errorCode: '000017' }])
      if (!done?.first) throw new Failure(409, [{ errorCode: 'ALREADY_ACTIVATED' }])
      const account = await store.accounts.find(done.userId)
      await store.audit.append({ who: done.userId, what: 'activate', at: now(), result: 'ok' })
      const preferredLanguage = account?.preferredLanguage ?? 'ch_DE'
      return done.passwordLink === undefined
        ? { preferredLanguage }
        : { preferredLanguage, passwordLink: done.passwordLink }
    },

    async resendActivation({ body }) {
      await countAccount(parts, 'resendActivation', body.identity)
      mails.background.later(async () => {
        const known = await store.accounts.credentials(body.identity)
        if (known && !known.standing.activated) await sendActivation(known.account.id)
      })
      return undefined
    },
  }
}
