import { lazyPart } from '#engine/lazy-part.ts'
import { lazy } from '#ui/parts/lazy.ts'

export const registerGateways = lazy(async () => ({
  default: (await import('./register/RegisterGateways.tsx')).RegisterGateways,
}))

export const statisticChart = lazyPart(() => import('./StatisticChart.tsx'), ['charts'])

export const addToGroup = lazyPart(() => import('./groups/AddToGroup.tsx'))
