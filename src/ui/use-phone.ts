import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 767px)'

const query = (): MediaQueryList | undefined => globalThis.matchMedia?.(NARROW)

function subscribe(wake: () => void): () => void {
  const list = query()
  list?.addEventListener('change', wake)
  return () => list?.removeEventListener('change', wake)
}

/** Whether the page is drawn for a hand: below 768 px rows are cards and menus sheets (docs/look.md, "Tables"). */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false)
