import { Suspense } from 'react'
import type { BlockProps } from '#engine/engine.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { Skeleton } from '#ui/Skeleton.tsx'

const Nightly = lazyPart(async () => ({
  default: (await import('./NightlyBackups.tsx')).NightlyBackups,
}))
/** Its place above the list is there before it, so that the list does not move. */
export const nightlyBackups = (props: BlockProps) => (
  <Suspense fallback={<Skeleton height="216px" round />}>
    <Nightly {...props} />
  </Suspense>
)
export const restoreBackup = lazyPart(async () => ({
  default: (await import('./RestoreBackup.tsx')).RestoreBackup,
}))

export const twinChanges = lazyPart(
  async () => ({ default: (await import('./twin/TwinChanges.tsx')).TwinChanges }),
  ['twin', 'backups', 'handling', 'shell'],
)
export const bringChanges = lazyPart(
  async () => ({ default: (await import('./twin/BringChanges.tsx')).BringChanges }),
  ['twin', 'backups', 'handling', 'shell'],
)
