import type { ShownDashboard } from '#schemas/generated/entities/shown-dashboard.ts'
import { early } from '#session/boot.ts'

interface FirstDashboard {
  serialNumber: string | undefined
  coming: Promise<ShownDashboard | undefined>
  come?: ShownDashboard | undefined
  /** Somebody draws it. */
  taken?: true
}
let firstDashboard: FirstDashboard | undefined

/** Reads the dashboard that stands at this address as soon as it comes: what draws it need not wait for who is signed in. */
export function readFirstDashboard(): void {
  const boot = window.gatehouseBoot
  if (!boot?.dashboard) return
  const { dashboard, serialNumber } = boot
  window.gatehouseBoot = { ...boot, dashboard: undefined }
  const first: FirstDashboard = { serialNumber, coming: early<ShownDashboard>(dashboard) }
  firstDashboard = first
  void first.coming.then((shown) => {
    first.come = shown
  })
}

/** What has come of it by now; it may be of a gateway that is not the chosen one. */
export const comeDashboard = (): ShownDashboard | undefined => firstDashboard?.come

/** The dashboard that stands at this address, with its devices, if it is of this gateway; undefined: nobody has asked. */
export function bootDashboard(serialNumber: string): Promise<ShownDashboard | undefined> | undefined {
  readFirstDashboard()
  if (firstDashboard?.serialNumber !== serialNumber || firstDashboard.taken) return undefined
  firstDashboard.taken = true
  return firstDashboard.coming
}
