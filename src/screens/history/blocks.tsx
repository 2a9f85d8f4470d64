import { needing } from '#engine/conditions/needing.tsx'
import { lazyPart } from '#engine/lazy-part.ts'

const OF_A_DEVICE = { operations: ['nodeHistory'] }

export const gatewayHistory = lazyPart(async () => ({
  default: (await import('./pages.ts')).GatewayHistory,
}))

export const energy = lazyPart(async () => ({
  default: (await import('./energy/EnergyPage.tsx')).EnergyPage,
}))

export const deviceHistory = lazyPart(() => import('./DeviceHistory.tsx'))

/** Stands on pages that do without the words of histories. */
export const chartCard = lazyPart(
  () => import('./ChartCard.tsx'),
  ['charts.band', 'history.codes', 'history.empty', 'history.goneValues', 'history.lastDay', 'history.open'],
)

export const deviceCourse = needing(
  OF_A_DEVICE,
  lazyPart(() => import('./DeviceCourse.tsx'), ['charts', 'history', 'actions', 'scenes']),
)

/** In the row of each reading of a device. */
export const readingCourse = needing(
  OF_A_DEVICE,
  lazyPart(() => import('./reading/ReadingCourse.tsx'), ['charts', 'history']),
)

export const statusHistory = lazyPart(async () => ({
  default: (await import('./pages.ts')).StatusHistory,
}))

export const timeMachine = lazyPart(() => import('./past/TimeMachine.tsx'))

export const energyCard = lazyPart(
  () => import('./energy/EnergyCard.tsx'),
  [
    'energy.by.hour',
    'energy.card',
    'energy.meters.kept',
    'energy.none',
    'energy.own.ofProduced',
    'energy.tariffs.kept',
  ],
)
