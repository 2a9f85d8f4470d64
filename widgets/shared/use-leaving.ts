import { useEffect, useEffectEvent } from 'react'

/** What must not be lost is done when the page is put away: another tab, another app, or the end. */
export function useLeaving(finish: () => void): void {
  const leave = useEffectEvent(finish)
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') leave()
    }
    const gone = (): void => leave()
    document.addEventListener('visibilitychange', hidden)
    globalThis.addEventListener('pagehide', gone)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      globalThis.removeEventListener('pagehide', gone)
    }
  }, [])
}
