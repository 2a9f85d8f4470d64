import { lazyPart } from '#engine/lazy-part.ts'

export const nightlyBackups = lazyPart(async () => ({
  default: (await import('./NightlyBackups.tsx')).NightlyBackups,
}))
export const restoreBackup = lazyPart(async () => ({
  default: (await import('./RestoreBackup.tsx')).RestoreBackup,
}))
