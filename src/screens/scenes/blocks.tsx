import { lazy } from 'react'
import { lazyPart } from '#engine/lazy-part.ts'
import { loadAreas } from '#i18n/i18n.ts'

export const sceneBuilder = lazyPart(async () => ({
  default: (await import('./builder/Builder.tsx')).Builder,
}))
export const scenePage = lazyPart(() => import('./ScenePage.tsx'))
export const sceneSummary = lazyPart(() => import('./SceneSummary.tsx'))
export const statusesPage = lazyPart(() => import('./statuses/StatusesPage.tsx'))
export const statusStrip = lazyPart(() => import('./statuses/StatusStrip.tsx'))

/** Stands on the pages of devices, which do without the words of scenes. */
export const causeOf = lazy(async () => {
  const [part] = await Promise.all([
    import('./CauseOf.tsx'),
    loadAreas(['scenes', 'sentences', 'statuses', 'shell']),
  ])
  return part
})
