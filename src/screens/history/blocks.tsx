import { lazy } from 'react'
import { lazyPart } from '#engine/lazy-part.ts'
import { loadAreas } from '#i18n/i18n.ts'

export const gatewayHistory = lazyPart(async () => ({
  default: (await import('./pages.ts')).GatewayHistory,
}))

export const energy = lazyPart(async () => ({
  default: (await import('./energy/EnergyPage.tsx')).EnergyPage,
}))

export const deviceHistory = lazyPart(async () => ({
  default: (await import('./pages.ts')).DeviceHistory,
}))

/** Stands on pages that do without the words of histories. */
export const chartCard = lazy(
  async () => (await Promise.all([import('./ChartCard.tsx'), loadAreas(['charts', 'history'])]))[0],
)

export const timeMachine = lazyPart(async () => ({
  default: (await import('./pages.ts')).TimeMachine,
}))

export const energyCard = lazy(
  async () => (await Promise.all([import('./energy/EnergyCard.tsx'), loadAreas(['energy'])]))[0],
)
