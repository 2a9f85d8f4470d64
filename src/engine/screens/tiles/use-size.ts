import { useSyncExternalStore } from 'react'

export type Size = 'phone' | 'desk' | 'wide'

/** From where a screen counts as large and as extra-large (look: shell, tiles). */
const DESK = '(min-width: 768px)'
const WIDE = '(min-width: 1600px)'

const lists = () => [DESK, WIDE].map((query) => globalThis.matchMedia?.(query))

const subscribe = (wake: () => void): (() => void) => {
  const watched = lists()
  for (const list of watched) list?.addEventListener('change', wake)
  return () => {
    for (const list of watched) list?.removeEventListener('change', wake)
  }
}

function size(): Size {
  const [desk, wide] = lists()
  return wide?.matches ? 'wide' : desk?.matches ? 'desk' : 'phone'
}

export const useSize = (): Size => useSyncExternalStore(subscribe, size)
