import { lazyPart } from '#engine/lazy-part.ts'

export const alarmInbox = lazyPart(async () => ({
  default: (await import('./AlarmInbox.tsx')).AlarmInbox,
}))
/** Stand on a page that does without the words of alarms. */
const ON_SETTINGS = ['alarms', 'charts', 'handling', 'shell'] as const

export const wantedWays = lazyPart(
  async () => ({ default: (await import('./told/WantedWays.tsx')).WantedWays }),
  ON_SETTINGS,
)
export const quietHours = lazyPart(
  async () => ({ default: (await import('./told/QuietHours.tsx')).QuietHours }),
  ON_SETTINGS,
)
export const alarmList = lazyPart(async () => ({
  default: (await import('./define/AlarmList.tsx')).AlarmList,
}))
export const alarmRecipients = lazyPart(async () => ({
  default: (await import('./define/Recipients.tsx')).Recipients,
}))
