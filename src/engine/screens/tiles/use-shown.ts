import { useAddress } from '../../address.ts'
import { type LimitValue, useEngine } from '../../engine.ts'
import { type Size, useSize } from './use-size.ts'

/** Where a screen names no limit. */
const FIRST: Readonly<Record<Size, number>> = { phone: 10, desk: 6, wide: 9 }

function firstOf(value: LimitValue | undefined, size: Size): number {
  if (typeof value === 'number') return value
  const bySize: Readonly<Record<string, number>> =
    typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, number>) : {}
  return bySize[size] ?? FIRST[size]
}

/** How many tiles stand there: by the size of the window at first, twice as many at every "more" (spec 2 §9). */
export function useShown(
  limit: string | undefined,
  total: number,
): { count: number; more: (() => void) | undefined } {
  const { definitions } = useEngine()
  const size = useSize()
  const [search, change] = useAddress()
  const first = firstOf(limit === undefined ? undefined : definitions.limit(limit), size)
  const asked = Number(search.get('n') ?? search.get('numOfDevices'))
  const count = Number.isInteger(asked) && asked > 0 ? asked : first
  if (count >= total) return { count, more: undefined }
  return {
    count,
    more: () => change({ numOfDevices: undefined, n: String(count * 2) }),
  }
}
