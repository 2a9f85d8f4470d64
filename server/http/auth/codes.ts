import { randomBytes } from 'node:crypto'
import { forgetAccount } from '../../auth/attempts.ts'
import { barOf } from '../../auth/closed.ts'
import { HASH_LOGIN } from '../../auth/proof.ts'
import { comesFromProvider } from '../../auth/provider-only.ts'
import type { Account } from '../../store/people/accounts.ts'
import { fold } from '../../store/text.ts'
import type { Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { countAccount } from './count-account.ts'

/** such a token stands in an address for a moment. */
const TOKEN_MS = 60_000

/** Signing in by a code from a mail. */
export function codeHandlers(parts: Parts): Pick<Handlers, 'sendOtp' | 'hashLogin'> {
  const { store, codes, mails, now } = parts
  const purposeOf = ({ id }: Pick<Account, 'id'>) => ({
    userId: id,
    action: HASH_LOGIN,
    uniqueIdentifier: id,
  })

  return {
    async sendOtp({ body }) {
      await countAccount(parts, 'sendotp', body.identity)
      mails.background.later(async () => {
        const known = await store.accounts.credentials(body.identity)
        if (!known || barOf(known) !== undefined) return
        if (await comesFromProvider(store, known.account.id)) return
        await codes.send(purposeOf(known.account), { kind: 'hashLogin' })
      })
      return undefined
    },

    async hashLogin({ body, address }) {
      await countAccount(parts, 'hashLogin', body.identity)
      const account = await store.accounts.findByIdentity(body.identity)
      // Asked for whoever there is, so that the work is the same.
      const external = await comesFromProvider(store, account?.id ?? '')
      const right = await codes.redeem(account && !external ? purposeOf(account) : undefined, body.otp)
      await store.audit.append({
        who: account?.id ?? 'anonymous',
        what: 'hashLogin',
        at: now(),
        result: right ? 'ok' : 'refused',
        facts: { address },
      })
      if (!right || !account) throw new Failure(401, [{ errorCode: 'OTP_INVALID', field: '/otp' }])
      await forgetAccount(store.limits, 'hashLogin', fold(body.identity))
      const token = randomBytes(32).toString('base64url')
      await store.tokens.replace({
        token,
        purpose: HASH_LOGIN,
        subject: account.id,
        expiresAt: now() + TOKEN_MS,
      })
      return { token }
    },
  }
}
