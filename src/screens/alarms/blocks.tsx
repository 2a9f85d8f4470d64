import { lazyPart } from '#engine/lazy-part.ts'

export const alarmInbox = lazyPart(async () => ({
  default: (await import('./AlarmInbox.tsx')).AlarmInbox,
}))
export const wantedWays = lazyPart(async () => ({
  default: (await import('./told/WantedWays.tsx')).WantedWays,
}))
export const quietHours = lazyPart(async () => ({
  default: (await import('./told/QuietHours.tsx')).QuietHours,
}))
export const alarmList = lazyPart(async () => ({
  default: (await import('./define/AlarmList.tsx')).AlarmList,
}))
export const alarmRecipients = lazyPart(async () => ({
  default: (await import('./define/Recipients.tsx')).Recipients,
}))
