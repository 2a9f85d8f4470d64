import { lazy } from '#ui/parts/lazy.ts'

export const outboxMessage = lazy(async () => ({
  default: (await import('./OutboxMessage.tsx')).OutboxMessage,
}))
export const qrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }))
export const factorSetUp = lazy(async () => ({
  default: (await import('./FactorSetUp.tsx')).FactorSetUp,
}))
