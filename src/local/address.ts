import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

const wake = (): void => {
  for (const listener of listeners) listener()
}
addEventListener('popstate', wake)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Path and query of the page; changes wake the component. */
export const useAddress = (): string =>
  useSyncExternalStore(subscribe, () => location.pathname + location.search)

/** Changes the address without loading the page anew. A number goes back in the history. */
export function go(to: string | number, { replace = false }: { replace?: boolean } = {}): void {
  if (typeof to === 'number') return history.go(to)
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  wake()
}
