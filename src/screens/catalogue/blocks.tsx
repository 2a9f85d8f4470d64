import { lazy } from 'react'

export const modelStudio = lazy(async () => ({ default: (await import('./ModelStudio.tsx')).ModelStudio }))
export const modelDraft = lazy(async () => ({ default: (await import('./ModelDraft.tsx')).ModelDraft }))
