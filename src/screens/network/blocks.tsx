import { lazyPart } from '#engine/lazy-part.ts'

export const networkDiagnostics = lazyPart(async () => ({
  default: (await import('./LiveNetwork.tsx')).LiveNetwork,
}))
