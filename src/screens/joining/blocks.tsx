import { lazyPart } from '#engine/lazy-part.ts'
import { lazy } from '#ui/parts/lazy.ts'

export const chooseModel = lazy(async () => ({ default: (await import('./steps/ModelStep.tsx')).ModelStep }))
export const includeDevices = lazyPart(
  async () => ({ default: (await import('./steps/IncludeStep.tsx')).IncludeStep }),
  ['help', 'handling', 'shell'],
)
export const nameDevices = lazy(async () => ({
  default: (await import('./steps/FinishStep.tsx')).FinishStep,
}))
export const chooseReplaced = lazy(async () => ({
  default: (await import('./steps/ReplacedStep.tsx')).ReplacedStep,
}))
export const findSuccessor = lazy(async () => ({
  default: (await import('./steps/SuccessorStep.tsx')).SuccessorStep,
}))
export const replacementPlan = lazy(async () => ({
  default: (await import('./steps/PlanStep.tsx')).PlanStep,
}))
export const replacementDone = lazy(async () => ({
  default: (await import('./steps/ReplacementDoneStep.tsx')).ReplacementDoneStep,
}))
export const readWiseCsv = lazy(async () => ({ default: (await import('./steps/CsvStep.tsx')).CsvStep }))
