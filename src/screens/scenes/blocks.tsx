import { Suspense } from 'react'
import { needing } from '#engine/conditions/needing.tsx'
import type { BlockProps } from '#engine/engine.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { Skeleton } from '#ui/Skeleton.tsx'

/** What tells a scene in sentences; their list does without. */
const TOLD = ['sentences', 'handling.refused'] as const

export const sceneBuilder = lazyPart(
  async () => ({ default: (await import('./builder/Builder.tsx')).Builder }),
  ['builder', ...TOLD],
)
export const scenePage = lazyPart(() => import('./page/ScenePage.tsx'), TOLD)
export const sceneSummary = lazyPart(() => import('./page/SceneSummary.tsx'), TOLD)
export const statusesPage = lazyPart(() => import('./statuses/StatusesPage.tsx'))
export const comingScenes = lazyPart(() => import('./calendar/ComingPage.tsx'))

const Above = lazyPart(() => import('./ScenesAbove.tsx'))
/** The place of the statuses above the list is there before them, so that the list does not move. */
export const scenesAbove = (props: BlockProps) => (
  <Suspense fallback={<Skeleton height="64px" round />}>
    <Above {...props} />
  </Suspense>
)

/** Stands on the pages of devices, which do without the words of scenes. */
const WORDS = ['scenes', 'objects', 'sentences', 'statuses', 'shell'] as const
/** Statuses as keys, on cards and above them. */
const OF_STATUSES = ['scenes.status', 'objects', 'statuses'] as const

const CAUSES = { commands: ['get_property_causes'] }
export const causeOf = needing(
  CAUSES,
  lazyPart(() => import('./causes/CauseOf.tsx'), WORDS),
)
export const whatChanged = needing(
  CAUSES,
  lazyPart(() => import('./beside/WhatChanged.tsx'), WORDS),
)
export const usedInScenes = needing(
  { commands: ['get_rules'] },
  lazyPart(() => import('./beside/UsedInScenes.tsx'), WORDS),
)
export const today = lazyPart(() => import('./beside/Today.tsx'), WORDS)
export const scenesGlance = lazyPart(
  () => import('./beside/ScenesGlance.tsx'),
  ['scenes.none', 'objects', 'actions.playRule', 'status.last_run'],
)
export const statusGlance = lazyPart(() => import('./beside/StatusGlance.tsx'), OF_STATUSES)
export const houseStatus = needing(
  { commands: ['get_scenario_statuses_collection'] },
  lazyPart(() => import('./statuses/HouseStatus.tsx'), OF_STATUSES),
)
export const sceneDifference = lazyPart(
  async () => ({ default: (await import('./builder/draft/Differences.tsx')).SceneDifference }),
  [...WORDS, 'builder', 'sceneForms', 'properties'],
)
