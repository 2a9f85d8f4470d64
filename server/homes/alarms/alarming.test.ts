import { expect, test } from 'vitest'
import type { KeptAlarmNotification } from '#server/store/homes/alarms.ts'
import { Alarming } from './alarming.ts'

const notification: Partial<KeptAlarmNotification> = {
  ...{ id: 'n', serialNumber: 'VOC2-0000-0001', code: 'smoke', priority: 3, names: [], facts: {}, at: 1 },
}

/** What is published, by topic: `admins`, or the user. */
function site() {
  const told: string[] = []
  const data: unknown[] = []
  let now = notification
  const alarming = new Alarming({
    store: {
      alarmNotifications: {
        raise: async () => now,
        react: async () => {
          now = { ...now, reactedAt: 2 }
          return true
        },
        find: async () => now,
      },
      gateways: { find: async () => ({ userId: 'owner' }) },
      memberships: { entitledUsers: async () => [{ userId: 'owner' }, { userId: 'guest' }] },
    } as never,
    book: { of: () => ({ code: 'smoke' }) as never },
    broker: {
      publishToAdmins: (event) => {
        told.push(`admins ${event.event}`)
        data.push(event.data)
      },
      publishToUser: (userId, event) => {
        told.push(`${userId} ${event.event}`)
        data.push(event.data)
        return 1 as never
      },
    },
    telling: { look: () => {}, next: async () => [] },
    now: () => 1,
  })
  return { alarming, told, data }
}

test('3.4-030 people of a home hear of what went off by a variant of their own', async () => {
  const { alarming, told, data } = site()
  await alarming.raise({ serialNumber: 'VOC2-0000-0001', code: 'smoke', subject: 'd', facts: {} })
  expect(told).toEqual([
    'admins alarm_notification_created',
    'owner user_alarm_notification_created',
    'guest user_alarm_notification_created',
  ])
  for (const one of data) expect(one).toMatchObject({ notificationId: 'n', isReacted: false })
})

test('3.4-031 3.4-032 a reaction is told to administrators alone as alarm_notification_updated, to people of the home as theirs', async () => {
  const { alarming, told, data } = site()
  await alarming.react('n', 'owner', 'On it')
  expect(told).toEqual([
    'admins alarm_notification_updated',
    'owner user_alarm_notification_updated',
    'guest user_alarm_notification_updated',
  ])
  for (const one of data) expect(one).toMatchObject({ notificationId: 'n', isReacted: true })
})
