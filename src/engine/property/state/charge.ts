import type { DeviceHead } from '../../ports.ts'
import type { RawValue } from '../../widget.ts'
import { useValueAt } from './useProperty.ts'

/** A charge that is not known is none. */
export function chargeOf(raw: RawValue | undefined): number | undefined {
  // An object may come without what makes a number of it.
  if (raw === undefined || raw === null || raw === '' || typeof raw === 'object') return undefined
  const charge = Number(raw)
  return Number.isNaN(charge) ? undefined : Math.max(0, charge)
}

/** How full the device's battery is, per cent; undefined on mains and while nobody knows. */
export const useCharge = ({ id, layout }: DeviceHead): number | undefined =>
  chargeOf(useValueAt(id, layout?.battery))
