import { useEffect, useEffectEvent, useState } from 'react'
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'
import type { SessionState } from '#session/store.ts'
import { onEvent } from '../home/live.ts'
import { onLive } from '../home/on-live.ts'
import { report } from '../report.ts'
import { source } from '../source.ts'

/** Longer than a timer can be set; what lies further ahead is looked at again then. */
const MOST = 86_400_000

/** Whose home it is may have been said meanwhile: asked of homes of others alone, since nothing limits an owner. */
function othersHome({ user, gateway }: SessionState): string | undefined {
  const isOthers = user?.groups[0] === 'users' && gateway !== undefined && gateway.userId !== user.id
  return isOthers ? gateway.serialNumber : undefined
}

/**
 * What of the current home the person finds, where its owner has set limits (decision 0190); undefined: all of it, or not
 * known yet. Asked anew when limits or hours change, and whenever the channel is open anew.
 */
export function useReach(state: SessionState): HomeReach | undefined {
  const sn = othersHome(state)
  const [found, setFound] = useState<{ sn: string; reach: HomeReach }>()
  const ask = useEffectEvent((signal: AbortSignal) => {
    if (sn === undefined) return
    source.load('readReach', { sn }, signal).then(
      (reach) => {
        if (!signal.aborted) setFound({ sn, reach })
      },
      (error: unknown) => {
        if (!signal.aborted) report.quiet(error)
      },
    )
  })
  const known = found?.sn === sn ? found?.reach : undefined
  const until = known?.until
  useEffect(() => {
    if (sn === undefined) return
    const left = new AbortController()
    const again = (): void => ask(left.signal)
    again()
    const endEvents = onEvent((event) => {
      if (event === 'linked_account_limited') again()
    })
    const endOpenings = onLive(again)
    return () => {
      left.abort()
      endEvents()
      endOpenings()
    }
  }, [sn])
  useEffect(() => {
    if (until === undefined) return
    const left = new AbortController()
    const timer = setTimeout(
      () => ask(left.signal),
      Math.min(Math.max(Date.parse(until) - Date.now(), 0) + 500, MOST),
    )
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [until])
  return known?.limited ? known : undefined
}
