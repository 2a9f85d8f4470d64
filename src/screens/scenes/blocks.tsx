import { lazyPart } from '#engine/lazy-part.ts'

export const sceneBuilder = lazyPart(async () => ({
  default: (await import('./builder/Builder.tsx')).Builder,
}))
export const scenePage = lazyPart(() => import('./ScenePage.tsx'))
export const sceneSummary = lazyPart(() => import('./SceneSummary.tsx'))
export const statusesPage = lazyPart(() => import('./statuses/StatusesPage.tsx'))
export const statusStrip = lazyPart(() => import('./statuses/StatusStrip.tsx'))
