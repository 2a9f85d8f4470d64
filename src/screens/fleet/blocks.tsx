import { lazyPart } from '#engine/lazy-part.ts'

export const registerGateways = lazyPart(
  async () => ({ default: (await import('./register/RegisterGateways.tsx')).RegisterGateways }),
  ['registering'],
)

export const statisticChart = lazyPart(() => import('./StatisticChart.tsx'), ['charts'])

export const addToGroup = lazyPart(() => import('./groups/AddToGroup.tsx'))
