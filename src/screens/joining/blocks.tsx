import { lazy } from 'react'

export const chooseModel = lazy(async () => ({ default: (await import('./ModelStep.tsx')).ModelStep }))
export const includeDevices = lazy(async () => ({ default: (await import('./IncludeStep.tsx')).IncludeStep }))
export const nameDevices = lazy(async () => ({ default: (await import('./FinishStep.tsx')).FinishStep }))
