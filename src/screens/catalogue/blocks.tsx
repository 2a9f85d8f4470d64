import { lazy } from '#ui/parts/lazy.ts'

export const modelStudio = lazy(async () => ({ default: (await import('./ModelStudio.tsx')).ModelStudio }))
export const catalogueFaults = lazy(async () => ({ default: (await import('./Faults.tsx')).Faults }))
export const modelDraft = lazy(async () => ({ default: (await import('./ModelDraft.tsx')).ModelDraft }))
export const rolloutDraft = lazy(async () => ({
  default: (await import('./rollouts/RolloutDraft.tsx')).RolloutDraft,
}))
export const rolloutEdit = lazy(async () => ({
  default: (await import('./rollouts/RolloutEdit.tsx')).RolloutEdit,
}))
