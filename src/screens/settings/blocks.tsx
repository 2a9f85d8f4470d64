import { lazyPart } from '#engine/lazy-part.ts'

export const gatewaySummary = lazyPart(() => import('./GatewaySummary.tsx'))
