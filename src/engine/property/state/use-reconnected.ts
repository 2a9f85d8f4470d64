import { useEffect, useEffectEvent, useRef } from 'react'
import { useLink } from './useHome.ts'

/** Calls when the connection is back after a cut: what was told meanwhile has to be asked for. */
export function useReconnected(back: () => void): void {
  const live = useLink().state === 'live'
  const was = useRef<'never' | 'live' | 'cut'>('never')
  const call = useEffectEvent(back)
  useEffect(() => {
    if (!live) {
      if (was.current === 'live') was.current = 'cut'
      return
    }
    const cut = was.current === 'cut'
    was.current = 'live'
    if (cut) call()
  }, [live])
}
