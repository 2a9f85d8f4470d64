import { vi } from 'vitest'
import type { Success } from './account-successes.ts'
import type { Site } from './kit.ts'
import { own } from './operations.ts'

let made = 0
/** An alarm that an administrator has made. */
async function alarmOf({ store }: Site): Promise<string> {
  made++
  const names = [{ lang: 'en_EN', name: `Alarm ${made}` }]
  return (await store.alarms.create({ names, icon: 'bell', priority: 2, ways: {} })).id
}

/** Something that went off in the owner's home, and that nobody has reacted to. */
async function notificationOf({ store, now }: Site): Promise<string> {
  made++
  const alarm = {
    code: 'smoke',
    icon: 'smoke',
    priority: 3,
    names: [{ lang: 'en_EN', name: 'Smoke' }],
  } as const
  const raised = await store.alarmNotifications.raise({
    ...{ serialNumber: own.sn ?? '', alarm, subject: `s${made}`, at: now },
    facts: { deviceId: 'd', deviceName: 'Detector', roomName: 'Kitchen' },
  })
  return raised?.id ?? ''
}

/** Somebody whom the owner's alarms of smoke are told to. */
async function recipientOf({ store }: Site): Promise<string> {
  made++
  const [recipient] = await store.alarmRecipients.add([
    {
      ...{ serialNumber: own.sn ?? '', owner: own.userId ?? '', code: 'smoke', level: 1, firstName: 'Ruth' },
      ...{ contact: `ruth${made}@elsewhere.test`, ways: { emailNotification: true } },
    },
  ])
  return recipient?.id ?? ''
}

/** An alarm as it was read now. */
async function seenAlarm({ store }: Site, code?: string) {
  const { data } = await store.alarms.list()
  const alarm = data.find((one) => code === undefined || one.code === code)
  return { ids: { alarm: alarm?.id ?? '' }, query: `revision=${alarm?.revision}` }
}

const span = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' }

export const alarmSuccesses: Readonly<Record<string, (site: Site) => Success | Promise<Success>>> = {
  readAlarm: async (site) => ({ body: { _id: await alarmOf(site) } }),
  readAlarmByCode: () => ({ body: { alarmCode: 'smoke' } }),
  createAlarm: () => ({
    body: { alarmName: [{ lang: 'en_EN', name: 'Freezer warm' }], alarmPriorityCode: 2 },
  }),
  updateAlarm: async (site) => ({
    ...(await seenAlarm(site)),
    body: { alarmName: [{ lang: 'en_EN', name: 'Called otherwise' }] },
  }),
  updateAlarmPriority: async (site) => ({
    ...(await seenAlarm(site)),
    body: { alarmPriorityCode: 3 },
  }),
  updateAlarmWays: async (site) => ({
    ...(await seenAlarm(site)),
    body: { wayOfNotify: { call: true } },
  }),
  updateAlarmCondition: async (site) => ({
    ...(await seenAlarm(site, 'smoke')),
    body: { forS: 1, overS: 61 },
  }),
  deleteAlarm: async (site) => ({ ids: { alarm: await alarmOf(site) } }),
  updateEscalationTime: () => ({ body: { priority: 3, escalationTime: 120 } }),
  listAlarmNotifications: async (site) => {
    await notificationOf(site)
    return { query: `serialNumber=${own.sn}` }
  },
  listAlarmNotificationsByDate: () => ({ body: span }),
  listAlarmNotificationsByCode: async (site) => {
    await notificationOf(site)
    return { ids: { code: 'smoke' } }
  },
  setAlarmRecipients: () => {
    made++
    const recipients = [
      { contact: `Ruth.${made}@Elsewhere.test`, firstName: 'Ruth', emailNotification: true },
    ]
    return { body: { serialNumber: own.sn, alarmCode: 'smoke', recipients } }
  },
  listAlarmRecipients: async (site) => {
    await recipientOf(site)
    return { body: { serialNumber: own.sn, alarmCode: 'smoke' } }
  },
  updateAlarmRecipient: async (site) => ({ body: { id: await recipientOf(site), level: 2 } }),
  deleteAlarmRecipient: async (site) => ({ body: { id: await recipientOf(site) } }),
  deleteAlarmRecipients: async (site) => {
    await recipientOf(site)
    return { query: `serialNumber=${own.sn}&alarmCode=smoke` }
  },
  refreshAlarmTable: async ({ store, now }) => {
    await store.marks.put('alarms', now + made++)
    await store.marks.remove('alarmsSent')
    return {}
  },
  testAlarm: async (site) => ({ ids: { alarm: await alarmOf(site) } }),
  enableGatewayOutageNews: () => ({ body: { serialNumber: own.sn, userId: own.userId, enabled: true } }),
  checkMediaOutageNews: () => ({ body: { serialNumber: own.sn } }),
  updateMediaOutageNews: () => ({ body: { serialNumber: own.sn, value: true } }),
  reactToAlarmNotification: async (site) => ({
    body: { notificationId: await notificationOf(site), responseMsg: 'On my way', userId: own.userId },
  }),
}

/** The demo has an empty battery, which is noticed as soon as somebody looks: whoever is told of it is told before anything is counted. */
export async function alarmsTold(site: Site): Promise<void> {
  const { store } = site
  await site.get(`/api/home/${own.sn}/snapshot`, await site.sessionOf('demo-home'))
  const told = async (): Promise<boolean> => {
    const open = await store.alarmNotifications.open()
    const messages = await store.alarmMessages.of(open.map(({ id }) => id))
    return messages.length > 0 && messages.every(({ state }) => state === 'sent')
  }
  await vi.waitUntil(told, { timeout: 20_000 })
}
