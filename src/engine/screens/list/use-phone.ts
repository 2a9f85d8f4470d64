import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 767px)'

const query = (): MediaQueryList | undefined => globalThis.matchMedia?.(NARROW)

function subscribe(wake: () => void): () => void {
  const list = query()
  list?.addEventListener('change', wake)
  return () => list?.removeEventListener('change', wake)
}

/** Whether rows are cards: below 768 px (look.md). */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false)
