import { lazyPart } from '#engine/lazy-part.ts'

export const linkLimits = lazyPart(
  async () => ({ default: (await import('./LinkLimits.tsx')).LinkLimits }),
  ['sharing', 'handling', 'shell', 'controls', 'device'],
)
