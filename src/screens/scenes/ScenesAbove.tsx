import { Suspense } from 'react'
import { lazyPart } from '#engine/lazy-part.ts'
import StatusStrip from './statuses/StatusStrip.tsx'
import { useRules } from './use-rules.ts'

/** Most homes have nothing that is the matter. */
const OfHome = lazyPart(() => import('./concerns/OfHome.tsx'), ['concerns'])

/** Above the scenes: the home's statuses, and what is the matter with scenes. */
export default function ScenesAbove() {
  const rows = useRules().data?.rules.filter(({ draft }) => !draft)
  return (
    <>
      <StatusStrip />
      {rows?.some((row) => row.never ?? row.contradicts ?? row.loop ?? row.unused_since) && (
        <Suspense>
          <OfHome rows={rows} />
        </Suspense>
      )}
    </>
  )
}
