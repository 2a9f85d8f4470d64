import { lazy } from 'react'

export const chooseModel = lazy(async () => ({ default: (await import('./ModelStep.tsx')).ModelStep }))
export const includeDevices = lazy(async () => ({ default: (await import('./IncludeStep.tsx')).IncludeStep }))
export const nameDevices = lazy(async () => ({ default: (await import('./FinishStep.tsx')).FinishStep }))
export const chooseReplaced = lazy(async () => ({
  default: (await import('./ReplacedStep.tsx')).ReplacedStep,
}))
export const findSuccessor = lazy(async () => ({
  default: (await import('./SuccessorStep.tsx')).SuccessorStep,
}))
export const replacementPlan = lazy(async () => ({ default: (await import('./PlanStep.tsx')).PlanStep }))
export const replacementDone = lazy(async () => ({
  default: (await import('./ReplacementDoneStep.tsx')).ReplacementDoneStep,
}))
export const readWiseCsv = lazy(async () => ({ default: (await import('./CsvStep.tsx')).CsvStep }))
