import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Tiles this far outside of the window count as seen, so that scrolling shows no old values. */
const MARGIN = '240px'

type Listener = (inSight: boolean) => void
const listeners = new Map<Element, Listener>()

let shared: IntersectionObserver | undefined
function observer(): IntersectionObserver | undefined {
  if (!('IntersectionObserver' in globalThis)) return undefined
  if (shared) return shared
  // Paper shows all of them.
  window.addEventListener('beforeprint', () =>
    flushSync(() => {
      for (const tell of listeners.values()) tell(true)
    }),
  )
  shared = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { rootMargin: MARGIN },
  )
  return shared
}

/** Whether an element is in or near the window, `first` until that is known; true where nothing can say so. */
export function useInSight(ref: RefObject<Element | null>, first: boolean): boolean {
  const [inSight, setInSight] = useState(first || !('IntersectionObserver' in globalThis))
  useEffect(() => {
    const element = ref.current
    const watch = observer()
    if (!element || !watch) return
    listeners.set(element, setInSight)
    watch.observe(element)
    return () => {
      watch.unobserve(element)
      listeners.delete(element)
    }
  }, [ref])
  return inSight
}
