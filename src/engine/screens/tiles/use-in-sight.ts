import { type RefObject, useEffect, useState } from 'react'

/** Tiles this far outside of the window count as seen, so that scrolling shows no old values. */
const MARGIN = '240px'

type Listener = (inSight: boolean) => void
const listeners = new WeakMap<Element, Listener>()

let shared: IntersectionObserver | undefined
function observer(): IntersectionObserver | undefined {
  if (!('IntersectionObserver' in globalThis)) return undefined
  shared ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { rootMargin: MARGIN },
  )
  return shared
}

/** Whether an element is in or near the window; true where nothing can say so. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [inSight, setInSight] = useState(true)
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
