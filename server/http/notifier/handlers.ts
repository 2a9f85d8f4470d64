import type { operations } from '#schemas/generated/api/notifier.ts'
import { invalid, sessionEnded } from '../../lib/refusal.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

const ALL = { pushNotification: true, emailNotification: true, SMS: true, call: true }
const EVERY_WAY = { urgent: ALL, high: ALL, medium: ALL, low: ALL }

/** /notifier: codes for what is important (spec 1 §7), and what homes have told the caller. */
export function notifierHandlers(parts: Parts): HandlersOf<operations> {
  const { store, codes, mails, notifier, questions, pushDevices } = parts
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
        .then(async ({ data, count }) => ({ data: await questions.shown(data), count })),

    answerQuestion: ({ params, body: { answer }, session: { userId } }) =>
      questions.answer(userId, params.notificationId, answer),

    async countMissedNotifications({ session: { userId } }) {
      return { missed: await store.notifications.missed(userId) }
    },

    listPushDevices: ({ session }) => pushDevices.list(session),

    subscribePush: ({ body, session }) => pushDevices.subscribe(session, body),

    async changePushDevice({ params, body: { mode }, session: { userId } }) {
      await pushDevices.change(userId, params.pushId, mode)
      return undefined
    },

    async removePushDevice({ params, session: { userId } }) {
      await pushDevices.remove(userId, params.pushId)
      return undefined
    },

    async testPushDevice({ params, session: { userId } }) {
      await countAccount(parts, 'testPush', userId)
      await pushDevices.test(userId, params.pushId)
      return undefined
    },

    getQuietHours: ({ session: { userId } }) => pushDevices.quietHours(userId),

    async setQuietHours({ body, session: { userId } }) {
      await pushDevices.setQuietHours(userId, body)
      return undefined
    },

    async getWantedWays({ session: { userId } }) {
      return (await store.wantedWays.find(userId)) ?? EVERY_WAY
    },

    async setWantedWay({ body: { priority, way, wanted }, session: { userId } }) {
      await store.wantedWays.change(userId, (kept = EVERY_WAY) => {
        const next = { ...kept, [priority]: { ...kept[priority], [way]: wanted } }
        if (!Object.values(next.urgent).includes(true))
          throw invalid('/wanted', undefined, 'URGENT_NEEDS_A_WAY')
        return next
      })
      return undefined
    },

    async seeNotifications({ body: { upTo }, session: { userId } }) {
      return { missed: await notifier.seen(userId, upTo) }
    },
  }
}
