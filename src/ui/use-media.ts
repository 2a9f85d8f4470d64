import { useMemo, useSyncExternalStore } from 'react'

/** Whether the window is as the query says, from the first drawing on. */
export function useMedia(query: string): boolean {
  const [subscribe, matches] = useMemo(() => {
    const list = globalThis.matchMedia?.(query)
    return [
      (wake: () => void) => {
        list?.addEventListener('change', wake)
        return () => list?.removeEventListener('change', wake)
      },
      () => list?.matches ?? false,
    ] as const
  }, [query])
  return useSyncExternalStore(subscribe, matches)
}
