import { useSyncExternalStore } from 'react'
import { awayOf } from '#engine/property/state/useHome.ts'
import { liveHome, subscribeHome } from '../home/live.ts'

function subscribe(changed: () => void): () => void {
  let stop = (): void => {}
  const follow = (): void => {
    stop()
    stop = liveHome()?.home.subscribe(changed) ?? (() => {})
    changed()
  }
  stop = liveHome()?.home.subscribe(changed) ?? (() => {})
  const end = subscribeHome(follow)
  return () => {
    end()
    stop()
  }
}

/** What is truer than the gateway's own state: nobody tells it any more, or its devices cannot be reached through it. */
function cut(): 'status.gateway.unconnected' | 'status.gateway.bridgeAway' | undefined {
  const home = liveHome()?.home
  if (!home) return undefined
  const { state } = home.link()
  if (state === 'stale' || state === 'failed') return 'status.gateway.unconnected'
  return state === 'live' && awayOf(home.devices()) ? 'status.gateway.bridgeAway' : undefined
}

export const useCut = (): ReturnType<typeof cut> => useSyncExternalStore(subscribe, cut)
