import { type ComponentType, lazy } from 'react'
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
const WORDS = ['scenes', 'objects', 'sentences', 'statuses', 'shell']
const withWords = <P,>(part: () => Promise<{ default: ComponentType<P> }>, more: readonly string[] = []) =>
  lazy(async () => (await Promise.all([part(), loadAreas([...WORDS, ...more])]))[0])

export const causeOf = withWords(() => import('./CauseOf.tsx'))
export const whatChanged = withWords(() => import('./beside/WhatChanged.tsx'))
export const usedInScenes = withWords(() => import('./beside/UsedInScenes.tsx'))
export const today = withWords(() => import('./beside/Today.tsx'))
export const scenesGlance = withWords(() => import('./beside/ScenesGlance.tsx'), ['actions', 'status'])
export const statusGlance = withWords(() => import('./beside/StatusGlance.tsx'))
