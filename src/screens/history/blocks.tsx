import { lazyPart } from '#engine/lazy-part.ts'

export const gatewayHistory = lazyPart(async () => ({
  default: (await import('./GatewayHistory.tsx')).GatewayHistory,
}))

export const deviceHistory = lazyPart(async () => ({
  default: (await import('./DeviceHistory.tsx')).DeviceHistory,
}))
