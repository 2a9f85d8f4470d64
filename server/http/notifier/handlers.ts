import type { operations } from '#schemas/generated/api/notifier.ts'
import { invalid, sessionEnded } from '../../lib/refusal.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

/** /notifier: codes for what is important (spec 1 §7), and what homes have told the caller. */
export function notifierHandlers(parts: Parts): HandlersOf<operations> {
  const { store, codes, mails, notifier } = parts
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

    listNotifications: ({ query: { page = 1, limit = 10 }, session: { userId } }) =>
      store.notifications
        .list(userId, { page, limit })
        .then(({ data, count }) => ({ data: [...data], count })),

    async countMissedNotifications({ session: { userId } }) {
      return { missed: await store.notifications.missed(userId) }
    },

    async seeNotifications({ body: { upTo }, session: { userId } }) {
      return { missed: await notifier.seen(userId, upTo) }
    },
  }
}
