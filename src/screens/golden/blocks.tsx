import { lazyPart } from '#engine/lazy-part.ts'

export const goldenHome = lazyPart(
  async () => ({ default: (await import('./GoldenHomePage.tsx')).GoldenHomePage }),
  ['properties', 'handling', 'shell'],
)
