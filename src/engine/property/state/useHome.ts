import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type AwayReason, isAwayReason } from '#gateway/lib/gateways/away-reason.ts'
import type { BridgeTrouble } from '#schemas/generated/entities/bridge-trouble.ts'
import { usePorts } from '../../engine.ts'
import type { DeviceHead, Home } from '../../ports.ts'

type Link = ReturnType<Home['link']>

/** How long a connection may be under way before its values count as old (U-03 allows 15 s). */
const CONNECTING_GRACE = 10_000

export function useDevices(): ReturnType<Home['devices']> {
  const { home } = usePorts()
  return useSyncExternalStore(home.subscribe, () => home.devices())
}

/** All devices of the home; undefined while more are coming: what is not among the first may be there all the same. */
export function useAllDevices(): readonly DeviceHead[] | undefined {
  const { heads, complete } = useDevices()
  const { state } = useLink()
  return !complete && (state === 'connecting' || state === 'live') ? undefined : heads
}

export function useRooms(): ReturnType<Home['rooms']> {
  const { home } = usePorts()
  return useSyncExternalStore(home.subscribe, () => home.rooms())
}

export function useDevice(id: string): ReturnType<Home['device']> {
  const { home } = usePorts()
  return useSyncExternalStore(home.subscribe, () => home.device(id))
}

export function useLink(): Link {
  const { home } = usePorts()
  return useSyncExternalStore(home.subscribe, () => home.link())
}

/** What keeps devices away although nothing is wrong with them, and how many; the reason of most. */
export function useAway(): { reason: AwayReason; count: number } | undefined {
  const devices = useDevices()
  return useMemo(() => awayOf(devices), [devices])
}

/** A bridge that is away is told also when it has no devices, or none that anybody has heard of. */
export function awayOf({
  heads,
  bridges = [],
}: {
  heads: readonly Pick<DeviceHead, 'statusReason'>[]
  bridges?: readonly BridgeTrouble[]
}): { reason: AwayReason; count: number } | undefined {
  const counts = new Map<AwayReason, number>()
  for (const { statusReason: reason } of heads)
    if (isAwayReason(reason)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (most) return { reason: most[0], count: most[1] }
  const [away] = bridges
  return away && { reason: away.reason, count: 0 }
}

/** Since when values may be older than what the devices say; undefined while the link is healthy. */
export function useStaleSince(): number | undefined {
  const { state, since } = useLink()
  const late = usePassed(state === 'connecting' ? since + CONNECTING_GRACE : undefined)
  if (state === 'live') return undefined
  return state === 'connecting' && !late ? undefined : since
}

/** Turns true at that moment, epoch ms. */
function usePassed(moment: number | undefined): boolean {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (moment === undefined) return
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()))
    return () => clearTimeout(timer)
  }, [moment])
  return moment !== undefined && passed === moment
}
