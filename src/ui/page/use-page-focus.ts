import { useEffect } from 'react'

/** Where the last heading stood. */
let last: string | undefined

/**
 * A page that takes the place of the one that had the focus takes it over with its heading: without that a reader would be
 * told nothing, and the keyboard would begin again at the top. What is still there, as an entry of the menu, keeps it.
 */
export function usePageFocus(): void {
  useEffect(() => {
    const { pathname } = location
    const moved = last !== undefined && last !== pathname
    last = pathname
    if (!moved || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  })
}
