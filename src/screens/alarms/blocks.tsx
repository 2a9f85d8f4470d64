import { lazyPart } from '#engine/lazy-part.ts'

export const alarmInbox = lazyPart(async () => ({
  default: (await import('./AlarmInbox.tsx')).AlarmInbox,
}))
