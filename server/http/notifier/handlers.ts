import type { operations } from '#schemas/generated/api/notifier.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import { invalid, sessionEnded } from '../failure.ts'
import type { Parts } from '../parts.ts'

/** /notifier: codes for what is important (spec 1 §7). */
export function notifierHandlers(parts: Parts): HandlersOf<operations> {
  const { store, codes, mails } = parts
  return {
    async requestOtp({ body: { action, uniqueIdentifier }, session: { userId } }) {
      await countAccount(parts, 'sendotp', userId)
      const account = await store.accounts.find(userId)
      if (!account) throw sessionEnded()
      const name = mails.nameOf(action, account.preferredLanguage)
      if (name === undefined) throw invalid('/action')
      await codes.send(
        { userId, action, uniqueIdentifier },
        { kind: 'otp', facts: { action: name, identifier: uniqueIdentifier } },
      )
      return undefined
    },
  }
}
