import { lazyPart } from '#engine/lazy-part.ts'

export const alarmInbox = lazyPart(async () => ({
  default: (await import('./AlarmInbox.tsx')).AlarmInbox,
}))
export const alarmList = lazyPart(async () => ({
  default: (await import('./define/AlarmList.tsx')).AlarmList,
}))
export const alarmRecipients = lazyPart(async () => ({
  default: (await import('./define/Recipients.tsx')).Recipients,
}))
