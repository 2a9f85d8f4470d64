import { lazyPart } from '#engine/lazy-part.ts'

export const networkOffline = lazyPart(async () => ({
  default: (await import('./LastNetwork.tsx')).LastNetwork,
}))

export const networkDiagnostics = lazyPart(async () => ({
  default: (await import('./LiveNetwork.tsx')).LiveNetwork,
}))
