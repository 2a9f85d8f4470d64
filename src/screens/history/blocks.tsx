import { lazyPart } from '#engine/lazy-part.ts'

export const deviceHistory = lazyPart(async () => ({
  default: (await import('./DeviceHistory.tsx')).DeviceHistory,
}))
