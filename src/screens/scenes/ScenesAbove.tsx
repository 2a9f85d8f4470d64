import { Suspense } from 'react'
import { isClosed } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine } from '#engine/engine.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { faultsElsewhere } from './elsewhere/elsewhere.ts'
import { useElsewhere } from './elsewhere/use-elsewhere.ts'
import StatusStrip from './statuses/StatusStrip.tsx'
import { useRules } from './use-rules.ts'

/** Most homes have nothing that is the matter. */
const OfHome = lazyPart(() => import('./concerns/OfHome.tsx'), ['concerns'])

const FirstIdeas = lazyPart(
  () => import('./recipes/FirstIdeas.tsx'),
  ['recipes', 'asking', 'builder', 'sentences', 'shell'],
)

/** Above the scenes: the home's statuses, and what is the matter with scenes; where there are none, ideas for some. */
export default function ScenesAbove() {
  const { definitions, situation } = useEngine()
  const builder = definitions.screen('add_scene')
  const may = builder && !isClosed(builder, situation) && holds(builder.access?.when, situation)
  const elsewhere = useElsewhere()
  const rows = useRules().data?.rules.filter(({ draft }) => !draft)
  return (
    <>
      <StatusStrip />
      {rows?.length === 0 && may && (
        <Suspense>
          <FirstIdeas builder={builder} />
        </Suspense>
      )}
      {rows?.some(
        (row) =>
          (row.never ?? row.contradicts ?? row.loop ?? row.unused_since) !== undefined ||
          faultsElsewhere(row, elsewhere).length > 0,
      ) && (
        <Suspense>
          <OfHome rows={rows} />
        </Suspense>
      )}
    </>
  )
}
