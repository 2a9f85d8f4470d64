import { useEffect } from 'react'

function land(on: Element | null): void {
  if (document.activeElement === document.body && on instanceof HTMLElement) on.focus({ preventScroll: true })
}

/**
 * Of what takes the place of a page, or of a part of it, without an address of its own: what opened it may vanish with
 * what it replaces, and what ends it vanishes with it. Then the heading has the focus, or again what opened it.
 */
export function useFocusKept(): void {
  useEffect(() => {
    const opener = document.activeElement
    const heading = () => document.querySelector('h1')
    land(heading())
    return () => land(opener?.isConnected && opener !== document.body ? opener : heading())
  }, [])
}
