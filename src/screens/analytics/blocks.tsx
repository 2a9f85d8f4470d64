import { lazyPart } from '#engine/lazy-part.ts'

export const fleetReport = lazyPart(async () => ({
  default: (await import('./FleetReportPage.tsx')).FleetReportPage,
}))
